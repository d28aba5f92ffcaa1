"""The pause between two hands, who is dealt in at its end, and what becomes of a deal that lacks its chance."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.groups import TableRules
from bot.ledger import LogAppended, Receipt
from bot.tables import hands
from bot.tables.dealing import CHANCE_SECONDS, CUT_SECONDS, LONGEST_PAUSE
from bot.tables.next_deal import Why
from bot.tables.state import Pause, TableState
from bot.tables.table import TROUBLE_SECONDS
from engine.qiuqiu.rules import SUMATRA
from tests.bot.plain_evenings import DIE, PAUSE, PlainEvening
from tests.bot.plain_tables import COMPUTER, chair, table_of

SARI, BUDI, WATI = "test:sari", "test:budi", "test:wati"
WITHOUT = replace(SUMATRA, beacon="if-there-is-one")
"""Rules by which a hand is dealt though its platform draws nothing."""


def between(*names: str, **fields: Any) -> TableState:
    """Between two hands: Sari has dealt, so Budi deals next; where three sit there, Wati cuts."""
    chairs = map(chair, names or ("Sari", "Budi", "Wati"))
    return table_of(*chairs, **{"running": True, "hands_played": 1, "dealer_chair": 0, **fields})


def alone() -> TableState:
    """Sari deals next, and nobody but a computer player could cut."""
    return between("Sari", "Anoman", dealer_chair=1)


async def pause(state: TableState | None = None, rules: Any = SUMATRA, **tables: Any) -> PlainEvening:
    """A table at which the pause before the next hand begins."""
    own = TableRules(computer_chips="always", **{"pause_seconds": PAUSE, **tables})
    evening = PlainEvening(between() if state is None else state, rules, own)
    await evening.begin()
    return evening


def dealt(evening: PlainEvening) -> bool:
    return evening.state.playing is not None


async def until_dealt(evening: PlainEvening, most: float = 2 * LONGEST_PAUSE) -> float:
    """Let time pass until the next hand begins; how many seconds that took, and all of them if none begins."""
    begun = evening.clock.now()
    await evening.wait(0)
    while not dealt(evening) and evening.clock.now() - begun < most:
        await evening.wait(0.125)
    return evening.clock.now() - begun


async def until_cut(evening: PlainEvening) -> float:
    """Let time pass until the next hand is being cut; how many seconds that took."""
    begun = evening.clock.now()
    while evening.packs.settled is None:
        await evening.wait(0.125)
    return evening.clock.now() - begun


# --- how long it lasts -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seconds", "cut"),
    [(PAUSE, PAUSE - CUT_SECONDS), (7, 5.25), (4, 3), (60, 60 - CUT_SECONDS)],
)
async def test_the_last_seconds_of_the_pause_are_the_cutters(seconds: int, cut: float) -> None:
    evening = await pause(pause_seconds=seconds)

    assert evening.seconds_left == seconds
    assert await until_cut(evening) == cut
    assert evening.packs.settled == {0: SARI, 1: BUDI, 2: WATI}
    assert evening.seconds_left == seconds - cut
    assert await until_dealt(evening) == seconds - cut
    assert evening.seconds_left is None


async def test_without_a_cutter_the_pause_lasts_as_long() -> None:
    evening = await pause(alone())

    assert not evening.packs.cutter
    assert await until_dealt(evening) == PAUSE


@pytest.mark.parametrize(("takes", "earlier"), [(1.0, 1.0), (4.0, 4.0), (10.0, PAUSE / 2)])
async def test_words_close_earlier_where_the_platform_takes_time_and_no_more_than_half_the_pause(
    takes: float, earlier: float
) -> None:
    evening = PlainEvening(between())
    evening.platform.takes = takes
    await evening.begin()

    assert evening.seconds_left == PAUSE
    assert await until_cut(evening) == PAUSE - earlier - CUT_SECONDS
    assert evening.seconds_left == earlier + CUT_SECONDS
    assert await until_dealt(evening) == CUT_SECONDS


async def test_the_pause_is_longer_where_the_chat_is_full() -> None:
    evening = PlainEvening(between())
    evening.full_chat = 5
    await evening.begin()

    assert evening.seconds_left == PAUSE + 5
    assert await until_dealt(evening) == PAUSE + 5


@pytest.mark.parametrize(
    ("misses", "hands_played", "seconds"),
    [(0, 1, 8), (1, 1, 8), (2, 1, 16), (3, 1, 32), (30, 1, LONGEST_PAUSE), (1, 0, 8), (2, 0, 16), (0, 0, 0)],
)
async def test_the_pause_doubles_while_no_beacon_comes(misses: int, hands_played: int, seconds: float) -> None:
    sealed = await pause()
    packs = replace(sealed.packs, misses=misses)
    evening = await pause(between(hands_played=hands_played, sealed=packs))

    assert (evening.seconds_left or 0) == seconds
    assert await until_dealt(evening) == seconds


async def test_a_pause_longer_than_the_longest_is_not_made_shorter() -> None:
    sealed = await pause()
    evening = await pause(between(sealed=replace(sealed.packs, misses=1)), pause_seconds=60)

    assert evening.seconds_left == 60


# --- when none runs --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "state",
    [
        between(running=False),
        between("Sari"),
        between(paused=Pause("Sari", PlainEvening(between()).clock.utc())),
        between(closing=True),
    ],
    ids=["not begun", "one alone", "paused", "closing"],
)
async def test_no_pause_runs_where_no_hand_is_to_follow(state: TableState) -> None:
    evening = await pause(state)

    assert evening.seconds_left is None
    await evening.wait(30)
    assert not dealt(evening)


async def test_whoever_comes_and_goes_makes_the_pause_no_longer() -> None:
    evening = await pause()
    await evening.wait(3)
    await evening.do(WATI, "leave")

    assert evening.seconds_left == PAUSE - 3
    await evening.do(BUDI, "sit out")
    assert evening.seconds_left is None, "one alone is not dealt in"
    await evening.do(BUDI, "sit back")
    assert evening.seconds_left == PAUSE, "a pause begins anew"


async def test_quiet_hours_let_the_table_rest_and_say_so_once() -> None:
    evening = PlainEvening(between())
    now = evening.clock.utc()
    tables = replace(evening.settings.tables, quiet_hours=True, quiet_from=(now.hour + 1) % 24, quiet_to=now.hour)
    evening.settings = replace(evening.settings, tables=tables)
    evening.clock.move_to(3600 - now.minute * 60 - now.second - 3)
    await evening.begin()
    assert evening.seconds_left == PAUSE, "they begin in three seconds"
    await evening.wait(PAUSE)

    assert (evening.told, evening.state.running) == (["rests-quietly"], False)
    assert str(evening.notices[0].fields["until"]).endswith(f"{now.hour:02}:00")
    await evening.wait(60)
    assert not dealt(evening)
    assert evening.told == ["rests-quietly"]
    another = PlainEvening(between(), tables=tables)
    another.clock.move_to(3600 + 60)
    await another.begin()
    assert (another.told, another.state.running, another.seconds_left) == (["rests-quietly"], False, None)


# --- who is dealt in -------------------------------------------------------------------------------------------


async def test_a_computer_player_without_chips_buys_in_before_the_cut_or_gets_up() -> None:
    state = table_of(chair("Sari"), chair("Budi"), chair("Anoman", 0), running=True, hands_played=1, dealer_chair=2)
    evening = PlainEvening(state)
    evening.wallets[COMPUTER] = 500
    await evening.begin()
    assert await until_cut(evening) == PAUSE - CUT_SECONDS

    assert evening.told == ["rebought"]
    assert evening.packs.settled == {0: SARI, 1: BUDI, 2: COMPUTER}
    broke = await pause(state)
    assert await until_cut(broke) == PAUSE - CUT_SECONDS
    assert broke.told == ["left"]
    assert broke.packs.settled == {0: SARI, 1: BUDI}


async def test_a_table_whose_computer_player_had_to_get_up_waits_for_others() -> None:
    evening = await pause(table_of(chair("Sari"), chair("Anoman", 0), running=True, hands_played=1, dealer_chair=0))
    await evening.wait(PAUSE)

    assert evening.told == ["left", "waiting-for-players"]
    assert not dealt(evening)
    assert evening.seconds_left is None
    await evening.wait(60)
    assert evening.told == ["left", "waiting-for-players"]


async def test_computer_players_are_not_dealt_in_among_themselves() -> None:
    bima = replace(chair("Anoman"), player="computer:test:home:2", name="Bima")
    out = table_of(chair("Sari"), chair("Anoman"), bima, running=True, hands_played=1, dealer_chair=0)
    evening = await pause(out)
    await evening.wait(1)
    await evening.do(SARI, "sit out")
    await evening.wait(60)

    assert not dealt(evening)


# --- rules that change -----------------------------------------------------------------------------------------


async def test_a_hand_is_sealed_anew_when_the_rules_have_changed_and_words_come_first() -> None:
    evening = await pause()
    before = evening.packs
    evening.settings = replace(
        evening.settings, games={"qiuqiu": replace(evening.settings.games["qiuqiu"], rules=replace(SUMATRA, ante=20))}
    )
    await evening.wait(PAUSE)

    assert not dealt(evening)
    assert (evening.packs.attempt, evening.packs.superseded) == (before.attempt + 1, (before.commitment,))
    assert [(each.key, each.fields["why"]) for each in evening.notices] == [("sealed-anew", Why.RULES)]
    assert await until_dealt(evening) == PAUSE
    assert evening.state.playing is not None
    assert evening.state.playing.stacks == (100, 100, 100)


async def test_whoever_begins_a_hand_under_other_rules_sees_its_new_fingerprint_first() -> None:
    evening = await pause(between(running=False, dealer_chair=None, hands_played=0))
    before = evening.packs
    evening.settings = replace(
        evening.settings, games={"qiuqiu": replace(evening.settings.games["qiuqiu"], rules=replace(SUMATRA, ante=20))}
    )
    outcome = await evening.do(SARI, "start")

    assert outcome.told
    assert evening.told == ["sealed-anew"]
    assert evening.packs.commitment != before.commitment
    assert not dealt(evening)


# --- chance ----------------------------------------------------------------------------------------------------


async def test_a_deal_is_closed_in_the_log_and_its_chance_is_asked_for_once() -> None:
    evening = await pause()
    packs = evening.packs.seal
    await evening.wait(PAUSE)

    assert evening.platform.asked == [False]
    assert evening.state.hand is not None
    assert evening.state.hand.deal.chance.beacons == (DIE,)
    logged = [write for writes in evening.stored for write in writes if isinstance(write, LogAppended)]
    assert len(logged) == 2, "the packs when they were sealed, and the closing"
    assert evening.state.hand.deal.seal.commitment == packs.commitment
    assert evening.state.without_beacon == 0
    assert evening.state.clock == evening.settings.tables


async def test_without_a_beacon_that_is_required_other_packs_are_sealed() -> None:
    evening = await pause()
    evening.platform.beacon = None
    await evening.wait(PAUSE)

    assert not dealt(evening)
    assert (evening.packs.attempt, evening.packs.misses, evening.state.given_up) == (1, 1, 1)
    assert [(each.key, each.fields["why"]) for each in evening.notices] == [("sealed-anew", Why.BEACON)]
    assert evening.platform.asked == [False]
    await evening.wait(PAUSE)
    assert (evening.packs.attempt, evening.packs.misses, evening.seconds_left) == (2, 2, 2 * PAUSE)
    evening.platform.beacon = DIE
    assert await until_dealt(evening) == 2 * PAUSE


async def test_a_hand_that_is_dealt_without_the_beacon_says_so() -> None:
    evening = await pause(rules=WITHOUT)
    evening.platform.beacon = None
    await evening.wait(PAUSE)

    assert dealt(evening)
    (notice,) = evening.notices
    assert (notice.key, dict(notice.fields)) == ("dealt-without-beacon", {"count": 1, "hands": 2})
    assert evening.state.without_beacon == 1


async def test_where_the_platform_has_none_nothing_is_missing() -> None:
    evening = PlainEvening(between(), WITHOUT)
    evening.platform.is_there, evening.platform.beacon = False, None
    await evening.begin()
    await evening.wait(PAUSE)

    assert dealt(evening)
    assert (evening.told, evening.state.without_beacon) == ([], 0)


@pytest.mark.parametrize("state", [between(), alone()], ids=["with a cutter", "without"])
async def test_a_deal_waits_for_a_source_that_does_not_answer_and_everybody_is_told_once(state: TableState) -> None:
    evening = await pause(state)
    evening.platform.answers = False
    await evening.wait(PAUSE)

    assert evening.told == ["no-chance-yet"]
    assert not dealt(evening)
    await evening.wait(3 * CHANCE_SECONDS)
    assert evening.told == ["no-chance-yet"]
    assert evening.packs.closing is None, "nothing was closed, so nothing is given up"
    assert evening.state.given_up == 0
    evening.platform.answers = True
    assert await until_dealt(evening) <= CHANCE_SECONDS
    assert evening.told == ["no-chance-yet"]


async def test_what_else_has_happened_is_told_though_no_source_answers() -> None:
    evening = PlainEvening(table_of(chair("Sari"), chair("Anoman", 0), running=True, hands_played=1, dealer_chair=1))
    evening.wallets[COMPUTER], evening.platform.answers = 500, False
    await evening.begin()
    await evening.wait(PAUSE)

    assert evening.told == ["rebought", "no-chance-yet"]
    assert [each.stack for each in evening.state.seated] == [100, 500]


# --- trouble ---------------------------------------------------------------------------------------------------


async def test_a_hand_that_cannot_be_stored_is_dealt_later_with_the_chance_it_had() -> None:
    evening = await pause(alone())
    evening.hands_fit = False
    await evening.wait(PAUSE)
    assert not dealt(evening)
    assert evening.packs.closing is not None
    await evening.wait(2 * TROUBLE_SECONDS)
    assert not dealt(evening)
    evening.hands_fit = True
    assert await until_dealt(evening) <= TROUBLE_SECONDS
    assert evening.platform.asked == [False], "it is asked once"


async def test_a_deal_that_can_never_be_made_keeps_nobodys_chips(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ValueError("no such deal")

    evening = await pause()
    with monkeypatch.context() as patch:
        patch.setattr(hands, "begin", broken)
        await evening.wait(PAUSE)
    assert [(each.key, each.fields["why"]) for each in evening.notices] == [("sealed-anew", Why.TROUBLE)]
    assert (evening.packs.closing, evening.packs.misses, evening.state.given_up) == (None, 0, 1)

    assert await until_dealt(evening) == PAUSE


async def test_a_hand_that_was_begun_by_a_command_is_stored_with_its_receipt() -> None:
    evening = PlainEvening(between(running=False, dealer_chair=None, hands_played=0))
    await evening.begin()
    receipt = Receipt("u1", "f", "")
    await evening.do(SARI, "start", receipt=(receipt,))

    (closing,) = [writes for writes in evening.stored if receipt in writes]
    assert any(isinstance(write, LogAppended) for write in closing), "with the closing, before any chance is asked for"
    assert dealt(evening)
