"""The next hand from a table alone: who deals it, who may cut it, and who is dealt in at last."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.ledger import HeadPosted
from bot.tables import next_deal
from bot.tables.next_deal import SUPERSEDED_SHOWN, Why
from bot.tables.sealing import sealed_for
from engine.fairness import NO_RECORD, Beacon, BeaconKind, Chance
from engine.fairness.closing import Closing
from engine.fairness.sealed import Sealed, closed
from engine.fairness.transparency_log import Head
from engine.games import GAMES
from engine.kookiew.rules import KooKiewRules
from engine.qiuqiu.rules import SUMATRA
from engine.table.changes import Change
from engine.table.state import TableState
from tests.bot.plain_tables import told
from tests.bot.scenario import GROUP
from tests.engine.table.tables import chair, facts, player_told, running, table_of
from tests.rows import Readers, rows
from tests.seeded_entropy import SeededEntropy

ENTROPY = SeededEntropy("next deal")
LEAST = GAMES["qiuqiu"].least_stack(SUMATRA)
SARI, BUDI, WATI, JOKO = "test:sari", "test:budi", "test:wati", "test:joko"


PACKS = sealed_for(bytes(16).hex(), 1, 0, "qiuqiu", SUMATRA, NO_RECORD.hex(), ENTROPY)
AT_THE_CUT = {0: SARI, 1: BUDI, 3: WATI, 4: JOKO}
CLOSED = closed(PACKS, AT_THE_CUT, 0).closing


TOLD: Readers = {
    "fields": facts,
    "out": lambda cell: list(map(player_told, filter(None, cell.split(", ")))),
    "cuts": player_told,
}


def sealed(**fields: Any) -> Sealed:
    """Packs that lie sealed for the first hand, with what has come to them since."""
    return replace(PACKS, **fields)


def four(**fields: Any) -> TableState:
    """Sari, Budi, Wati and Joko, with a free chair between the second and the third, and packs for their hand."""
    table = table_of(chair("Sari"), chair("Budi"), chair("Wati"), chair("Joko"), sealed=sealed())
    around = (*table.chairs[:2], None, *table.chairs[2:4], *table.chairs[5:])
    return replace(table, chairs=around, **fields)


# --- who deals -------------------------------------------------------------------------------------------------


@rows(__file__, **TOLD)
def test_who_deals_next(game: str, fields: dict[str, Any], out: tuple[str, ...], deals: int | None) -> None:
    """Whoever sits next to the dealer as the game goes, unless the hand before says who; never the absent."""
    table = four(game_name=game, **fields)
    for player in out:
        table = table.change(player, out=True)

    assert next_deal.dealer_chair(table, table.ready(1)) == deals


# --- who cuts --------------------------------------------------------------------------------------------------


@rows(__file__, **TOLD)
def test_who_may_cut(fields: dict[str, Any], out: tuple[str, ...], cuts: str) -> None:
    table = four(**fields)
    for player in out:
        table = table.change(player, out=True)
    found, named = next_deal.cutter(table, SUMATRA), next_deal.with_cutter(table, SUMATRA)

    assert (found.player if found else "") == cuts
    assert named.sealed is not None
    assert named.sealed.cutter == cuts


def test_computer_players_cut_nothing() -> None:
    table = four(next_dealer_chair=0).with_chair(1, chair("Anoman"))

    assert next_deal.cutter(table, SUMATRA) == table.chair_of(WATI)


def test_nobody_cuts_a_hand_whose_bank_is_sold_after_the_deal() -> None:
    sold = replace(KooKiewRules(), bank="highest_bidder")
    assert sold.bank_is_sold
    table = four(next_dealer_chair=0, game_name="koo-kiew")

    assert next_deal.cutter(table, sold) is None
    assert next_deal.cutter(table, KooKiewRules()) == table.chair_of(BUDI)


@pytest.mark.parametrize("stands", [{"settled": {0: SARI, 1: BUDI}}, {"closing": CLOSED}])
def test_whoever_cuts_stands_once_the_hand_is_being_cut(stands: dict[str, Any]) -> None:
    table = four(next_dealer_chair=0, last_cutter=1, sealed=sealed(cutter=BUDI, **stands))

    assert next_deal.with_cutter(table, SUMATRA) is table
    assert next_deal.cutter(replace(table, sealed=None), SUMATRA) is None


# --- who is dealt in -------------------------------------------------------------------------------------------


def closing_of(table: TableState) -> Closing:
    after = next_deal.close_deal(table, LEAST)
    assert after.sealed is not None
    assert after.sealed.closing is not None
    return after.sealed.closing


def test_whoever_was_ready_at_the_cut_is_dealt_in_and_nobody_else() -> None:
    cut = next_deal.settled(four(next_dealer_chair=0).change(JOKO, out=True), LEAST)
    assert cut.sealed is not None
    assert cut.sealed.settled == {0: SARI, 1: BUDI, 3: WATI}
    back = cut.change(JOKO, out=False)

    assert set(closing_of(back).seats) == {0, 1, 3}
    assert next_deal.close_deal(back, LEAST).last_cutter is None, "nobody was named to cut"
    named = next_deal.with_cutter(four(next_dealer_chair=0, last_cutter=1), SUMATRA)
    after = next_deal.close_deal(next_deal.settled(named, LEAST), LEAST)
    assert (after.last_cutter, after.sealed and after.sealed.dealer) == (3, 0)
    assert set(closing_of(four(next_dealer_chair=0)).seats) == {0, 1, 3, 4}


@pytest.mark.parametrize(
    ("what", "anew"),
    [
        pytest.param({}, False, id="everybody is still there"),
        pytest.param({"removed": True}, False, id="who is removed plays it"),
        pytest.param({"out": True}, True, id="one sits out"),
        pytest.param({"leaving": True}, True, id="one leaves"),
        pytest.param({"stack": LEAST}, False, id="one has just enough"),
        pytest.param({"stack": LEAST - 1}, True, id="one has too little"),
    ],
)
def test_other_packs_are_sealed_if_somebody_is_gone_who_was_settled(what: dict[str, Any], anew: bool) -> None:
    cut = four(next_dealer_chair=0, sealed=sealed(settled=AT_THE_CUT, cutter=BUDI), identity=bytes(16).hex())
    change = next_deal.prepared(cut.change(JOKO, **what), SUMATRA, ENTROPY)
    assert change.state.sealed is not None

    assert (change.state.sealed.attempt == 1) is anew
    assert told(change) == (["sealed-anew"] if anew else [])
    assert change.state.given_up == anew


@pytest.mark.parametrize("more", [True, False])
def test_nothing_is_sealed_anew_before_the_cut_or_after_the_closing(more: bool) -> None:
    lies = sealed() if more else sealed(settled=AT_THE_CUT, closing=CLOSED, cutter=BUDI)
    table = four(next_dealer_chair=0, sealed=lies).change(JOKO, out=True)
    change = next_deal.prepared(table, SUMATRA, ENTROPY)

    assert change.state.sealed is not None
    assert change.state.sealed.attempt == 0
    assert not change.writes


HEAD = Head(12, bytes(32))


@pytest.mark.parametrize(
    ("hands", "head", "posted"), [(0, None, False), (0, HEAD, False), (3, None, False), (3, HEAD, True)]
)
def test_packs_are_sealed_for_the_next_hand_and_a_head_is_posted_with_a_result_alone(
    hands: int, head: Head | None, posted: bool
) -> None:
    before = four(sealed=None, identity=bytes(16).hex(), hands_played=hands, next_dealer_chair=0)
    change = next_deal.prepared(before, SUMATRA, ENTROPY, head)
    packs = change.state.sealed

    assert packs is not None
    assert (packs.number, packs.attempt, packs.cutter) == (hands + 1, 0, BUDI)
    assert packs.head == (head if posted else None)
    kinds = [type(each).__name__ for each in change.writes]
    assert kinds == ["PacksSealed", "LogAppended", *["HeadPosted"] * posted]
    assert [each for each in change.writes if isinstance(each, HeadPosted)] == [HeadPosted(GROUP, "main", 12)] * posted
    assert next_deal.prepared(change.state, SUMATRA, ENTROPY, head).writes == ()


@pytest.mark.parametrize("why", list(Why))
def test_packs_that_are_given_up_are_named_until_the_hand_and_counted_if_they_could_be_known(why: Why) -> None:
    fifth = sealed_for(bytes(16).hex(), 5, 0, "qiuqiu", SUMATRA, NO_RECORD.hex(), ENTROPY)
    packs = replace(fifth, words={BUDI: "salak"}, misses=1, head=HEAD)
    before = four(sealed=packs, identity=bytes(16).hex(), hands_played=4)
    change = next_deal.exchanged(before, SUMATRA, ENTROPY, why)
    after = change.state.sealed

    assert after is not None
    assert (after.number, after.attempt, after.words) == (5, 1, {})
    assert (after.superseded, change.state.identity) == ((fifth.commitment,), before.identity)
    assert after.head == HEAD
    assert after.misses == (2 if why is Why.BEACON else 0)
    assert change.state.running is (why is Why.BEACON)
    assert change.state.given_up == 1
    (notice,) = change.notices
    assert notice.fields == {"number": 5, "why": why, "count": 1, "hands": 4}
    for _ in range(SUPERSEDED_SHOWN):
        change = next_deal.exchanged(change.state, SUMATRA, ENTROPY, why)
    assert change.state.given_up == 1, "nobody could know the others"
    assert (told(change), change.notices[0].fields["count"]) == (["sealed-anew"], 0)
    assert change.state.sealed is not None
    assert len(change.state.sealed.superseded) == SUPERSEDED_SHOWN
    assert change.state.sealed.superseded[0] == after.commitment


def test_a_hand_begins_by_itself_again_when_the_beacon_can_come() -> None:
    table = four(running=True, identity=bytes(16).hex())

    assert next_deal.exchanged(table, SUMATRA, ENTROPY, Why.RULES).state.running


def test_nothing_is_sealed_while_a_hand_is_played() -> None:
    playing = four(sealed=None, hand=running(SARI, BUDI))

    assert next_deal.prepared(playing, SUMATRA, ENTROPY) == Change(playing)


@pytest.mark.parametrize(
    ("fields", "given_up"),
    [
        ({"sealed": None}, 0),
        ({"sealed": sealed()}, 0),
        ({"sealed": sealed(words={BUDI: "salak"})}, 1),
        ({"sealed": sealed(settled=AT_THE_CUT)}, 1),
        ({"sealed": sealed(closing=CLOSED)}, 1),
    ],
)
def test_a_deal_that_anybody_could_know_is_counted_when_the_table_closes(fields: dict[str, Any], given_up: int) -> None:
    change = next_deal.prepared(four(closed=True, **fields), SUMATRA, ENTROPY)

    assert change.state.given_up == given_up
    assert told(change) == ["deal-given-up"] * given_up
    assert change.writes


def test_other_rules_hold_for_the_hand_after_one_that_is_being_cut() -> None:
    other = replace(SUMATRA, ante=SUMATRA.ante + 1)

    assert next_deal.out_of_date(four(), other)
    assert not next_deal.out_of_date(four(), SUMATRA)
    assert not next_deal.out_of_date(four(sealed=None), other)
    assert not next_deal.out_of_date(four(sealed=sealed(settled=AT_THE_CUT)), other)


# --- what is missing in the end ----------------------------------------------------------------------------------

DIE = Beacon(BeaconKind.TELEGRAM, bytes([4]))


@pytest.mark.parametrize(
    ("beacon", "chance", "lacks"),
    [
        ("required", Chance(), True),
        ("required", Chance((DIE,)), False),
        ("if-there-is-one", Chance(), False),
        ("if-there-is-one", Chance((DIE,)), False),
    ],
)
def test_where_the_beacon_of_the_platform_is_required_nothing_else_will_do(
    beacon: str, chance: Chance, lacks: bool
) -> None:
    game = GAMES["qiuqiu"]
    packs = sealed_for(bytes(16).hex(), 1, 0, "qiuqiu", replace(SUMATRA, beacon=beacon), NO_RECORD.hex(), ENTROPY)

    assert next_deal.lacks_beacon(packs, game, chance) is lacks


def test_who_has_not_revealed_what_they_pledged_is_named_by_their_chair() -> None:
    pledges = {number: bytes([number]) * 32 for number in (4, 3, 0)}
    assert CLOSED is not None
    table = four(sealed=sealed(closing=replace(CLOSED, pledges=pledges)))

    assert next_deal.not_revealed(table, Chance()) == ("Sari", "Wati", "Joko")
    assert next_deal.not_revealed(table, Chance((), {3: bytes(32)})) == ("Sari", "Joko")
    assert next_deal.not_revealed(table.with_chair(0, None), Chance((), {3: bytes(32)})) == ("Joko",)
    assert next_deal.not_revealed(table, Chance((), dict.fromkeys(pledges, bytes(32)))) == ()
