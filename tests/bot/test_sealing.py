"""Sealed packs as they are stored: with the table until the deal, with the hand while it runs, and in its record."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from bot.ledger import HandClosed, HandOpened, HandRow, PacksSealed
from bot.tables import hands
from bot.tables.sealing import NotSealed, deal_of, keys_row, restored, sealed_for, split
from engine.fairness import MOST_ATTEMPTS, PACKS, Beacon, BeaconKind, Chance, Closing, SealedDeal, pairwise_id, pledge
from engine.fairness.sealed import Sealed, closed, with_word
from engine.fairness.transparency_log import Head
from engine.games import GAMES
from engine.qiuqiu.rules import SUMATRA
from tests.bot.plain_hands import BEGAN, BUDI, SARI, WATI, closed_table, played
from tests.bot.scenario import GROUP
from tests.seeded_entropy import SeededEntropy

TABLE, PREVIOUS = bytes(range(16)).hex(), bytes(range(32)).hex()


def packs(number: int = 3, attempt: int = 2, **fields: Any) -> Sealed:
    """Packs for a hand of QiuQiu, with what has come to them since."""
    sealed = sealed_for(TABLE, number, attempt, "qiuqiu", SUMATRA, PREVIOUS, SeededEntropy("sealing"))
    return replace(sealed, **fields)


def read_again(sealed: Sealed, **row: Any) -> Sealed | None:
    """What is stored of packs, read as after a restart, with the keys stored in another way if that is wanted."""
    stored = json.loads(json.dumps(sealed.to_json()))
    kept = keys_row("T1", sealed)
    keys = PacksSealed(kept.table, **{"number": kept.number, "attempt": kept.attempt, "keys": kept.keys, **row})
    return restored(stored, keys, TABLE, "qiuqiu", PREVIOUS)


# --- until the deal --------------------------------------------------------------------------------------------

CLOSING = Closing({0: "a", 3: "b"}, {3: b"salak"}, {0: bytes([5]) * 32})
CHANCE = Chance((Beacon(BeaconKind.DISCORD, b"77"), Beacon(BeaconKind.TELEGRAM, bytes([1, 64]))), {0: bytes([9]) * 32})


@pytest.mark.parametrize(
    "since",
    [
        pytest.param({}, id="fresh"),
        pytest.param({"words": {BUDI: "salak"}, "cutter": WATI}, id="shuffled"),
        pytest.param({"cutter": WATI, "settled": {0: SARI, 3: WATI}}, id="being cut"),
        pytest.param({"closing": CLOSING, "dealer": 3}, id="closed"),
        pytest.param({"closing": CLOSING, "dealer": None}, id="closed without a dealer"),
        pytest.param({"closing": CLOSING, "chance": CHANCE, "drawn": ("dice", "own")}, id="waiting for chance"),
        pytest.param({"misses": 2, "superseded": ("12", "34"), "head": Head(12, bytes([3]) * 32)}, id="sealed anew"),
    ],
)
def test_packs_are_the_same_after_a_restart(since: dict[str, Any]) -> None:
    sealed = packs(**since)

    assert read_again(sealed) == sealed
    assert (sealed.number, sealed.attempt, sealed.turn) == (3, 2, "3.2")
    assert sealed.rules == GAMES["qiuqiu"].in_force(SUMATRA)
    assert bytes.fromhex(sealed.commitment) == sealed.seal.commitment


@pytest.mark.parametrize("other", [{"number": 4}, {"attempt": 1}])
def test_keys_of_other_packs_open_nothing(other: dict[str, Any]) -> None:
    assert read_again(packs(), **other) is None


def test_packs_without_their_keys_are_no_packs() -> None:
    assert restored(packs().to_json(), None, TABLE, "qiuqiu", PREVIOUS) is None


def test_each_pack_has_a_key_of_its_own() -> None:
    row = keys_row("T1", packs())

    assert (row.table, row.number, row.attempt) == ("T1", 3, 2)
    assert len(set(split(row.keys))) == PACKS
    assert split(row.keys) == packs().seal.keys


@pytest.mark.parametrize(
    ("attempt", "sealed_as"),
    [(0, (3, 0)), (MOST_ATTEMPTS - 1, (3, MOST_ATTEMPTS - 1)), (MOST_ATTEMPTS, (4, 0)), (MOST_ATTEMPTS + 1, (4, 1))],
)
def test_a_hand_that_was_sealed_too_often_gets_the_next_number(attempt: int, sealed_as: tuple[int, int]) -> None:
    sealed = packs(attempt=attempt)

    assert (sealed.number, sealed.attempt) == sealed_as


def test_words_of_those_who_are_dealt_in_count_and_no_others() -> None:
    shuffled = with_word(with_word(packs(words={SARI: "manggis"}), BUDI, "切牌"), WATI, "salak")
    assert shuffled.words == {SARI: "manggis", BUDI: "切牌", WATI: "salak"}
    shut = closed(shuffled, {0: SARI, 3: BUDI}, 3)

    assert shut.closing is not None
    assert shut.closing.words == {0: b"manggis", 3: "切牌".encode()}
    table = bytes.fromhex(TABLE)
    assert shut.closing.seats == {0: pairwise_id(table, SARI), 3: pairwise_id(table, BUDI)}
    assert (shut.dealer, shut.seal) == (3, packs().seal)


# --- with the hand ---------------------------------------------------------------------------------------------


def hand_row(opened: HandOpened, **fields: Any) -> HandRow:
    """How the ledger tells a hand that was stored."""
    names = ("hand", "table", "group", "number", "game", "rules", "players", "stacks", "dealer")
    kept = {name: getattr(opened, name) for name in (*names, "carried", "streak", "sealed", "keys")}
    at_first: dict[str, Any] = {
        "record": "", "record_hash": "", "opened": BEGAN, "closed": None, "settlement": None, "voided": "",
        "announced": False,
    }  # fmt: skip
    return HandRow(**{**kept, **at_first, **fields})


def a_hand(**rules: Any) -> tuple[SealedDeal, HandRow, HandRow]:
    """A hand that Sari wins: its deal, how it is stored while it runs, and how when it is over."""
    table, entropy = closed_table(replace(SUMATRA, **rules))
    assert table.sealed is not None
    assert table.sealed.closing is not None
    reveal = bytes([9]) * 32
    closing = replace(table.sealed.closing, words={2: b"salak"}, pledges={0: pledge(reveal)})
    table = replace(table, sealed=replace(table.sealed, closing=closing))
    begun = hands.begin(table, 7, Chance(CHANCE.beacons[:1], {0: reveal}), entropy, BEGAN)
    over = played(begun.state, "bet 20", "fold")[-1]
    (opened,) = [write for write in begun.writes if isinstance(write, HandOpened)]
    (closed,) = [write for write in over.writes if isinstance(write, HandClosed)]
    assert begun.state.hand is not None
    assert opened.group == GROUP
    end = hand_row(opened, sealed="", keys=closed.key, record=closed.record, record_hash=closed.record_hash)
    return begun.state.hand.deal, hand_row(opened), end


def as_dealt(deal: SealedDeal) -> tuple[Any, ...]:
    return deal.seal, deal.closing, deal.chance, tuple(deal.positions)


def test_a_hand_is_dealt_again_with_the_same_cards_while_it_runs_and_when_it_is_over() -> None:
    deal, running, over = a_hand()

    assert as_dealt(deal_of(running, SeededEntropy("another"))) == as_dealt(deal)
    assert as_dealt(deal_of(over, SeededEntropy("another"))) == as_dealt(deal)
    assert over.keys, "the key of its pack is kept for a while"


def test_a_hand_whose_key_stands_in_its_record_is_dealt_again() -> None:
    deal, _, over = a_hand(disclosure="at-close")

    assert not over.keys
    assert as_dealt(deal_of(over, SeededEntropy("another"))) == as_dealt(deal)


def test_the_cards_of_a_hand_whose_key_is_erased_are_known_to_nobody() -> None:
    *_, over = a_hand()

    with pytest.raises(NotSealed):
        deal_of(replace(over, keys=b""), SeededEntropy("another"))
