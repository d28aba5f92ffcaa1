"""Every hand is dealt from packs that were sealed before anybody could know what would re-order them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from bot import herald
from bot.erasing import KEPT
from bot.ledger import HandRow
from bot.tables.table import Table
from engine import notation
from engine.fairness import NO_BEACON, NO_RECORD, Beacon, BeaconKind, Stream
from engine.fairness.verifying import verify, verify_chain
from engine.games import GAMES
from tests.bot.house import House
from tests.bot.room import Line, words

pytestmark = pytest.mark.usefixtures("no_pictures")

GAMES_THERE_ARE = tuple(GAMES)
DICE = Beacon(BeaconKind.TELEGRAM, bytes((17, 64)))


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with House(tmp_path) as house:
        yield house


async def stored(house: House, hand: int) -> HandRow:
    row = await house.kiu.ledger.hand(hand)
    assert row is not None
    return row


async def record(house: House, hand: int) -> dict[str, Any]:
    """The record of a hand that is over, after it was checked."""
    row = await stored(house, hand)
    verdict = verify(row.record)
    assert verdict.valid, [check for check in verdict.checks if not check.passed]
    fields: dict[str, Any] = json.loads(row.record)
    assert fields["hash"] == row.record_hash
    return fields


def commitment(house: House) -> str:
    sealed = house.state().sealed
    assert sealed is not None
    return sealed.commitment


async def play_out(house: House) -> None:
    """Let everybody do what the house would do for him, until the hand is over."""
    while (hand := house.state().playing) is not None:
        if hand.round.window:
            await house.wait(hand.round.window)
        else:
            seat = hand.round.awaited[0]
            action = notation.write(hand.round.lapse(seat))
            await house.do(hand.players[seat].removeprefix("test:"), action)


def closing_shown(house: House) -> asyncio.Future[None]:
    """Done when the next closing message is shown."""
    shown: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    house.room.watch = lambda seen: shown.set_result(None) if seen.how == "witness" else None
    return shown


async def begin(house: House, *names: str, game: str = "qiuqiu") -> None:
    await house.sit(*names, game=game)
    await house.do(names[0], "start")


# --- the fingerprint -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES_THERE_ARE)
async def test_the_fingerprint_stands_before_anybody_joins_and_with_every_result(house: House, game: str) -> None:
    await house.do("sari", f"open {game}")
    first = commitment(house)
    assert first in house.room.text()

    await house.do("budi", "join")
    assert commitment(house) == first, "who sits down changes nothing of what is sealed"
    await house.do("sari", "start")
    await play_out(house)

    second = commitment(house)
    assert second in house.room.text()
    assert (await record(house, 1))["commit"] == first
    await house.wait(8)
    await play_out(house)
    assert (await record(house, 2))["commit"] == second


async def test_a_message_that_has_shown_a_fingerprint_never_shows_another(house: House) -> None:
    await begin(house, "sari", "budi", "wati")
    for _ in range(3):
        await house.finish_hand()
        await house.do("wati", "sit out")
        await house.do("wati", "sit back")
        await house.do("sari", "shuffle once more")
        await house.wait(8)
    await house.finish_hand()
    await house.do("sari", "close")
    shown: dict[str, set[str]] = {}
    for seen in house.room.public():
        known = {line for line in seen.message.lines if len(line) == 64 and set(line) <= set("0123456789abcdef")}
        before = shown.setdefault(seen.number, known)
        assert before <= known
        shown[seen.number] = known
    assert all(len(known) <= 1 for known in shown.values())
    assert sum(map(len, shown.values())) == 5


async def test_a_table_that_rests_keeps_no_packs_but_those_it_can_make_again(house: House) -> None:
    """A sealed pack of 120 cards weighs 16 kB, and tables may rest for weeks."""
    await begin(house, "sari", "budi")
    assert "packs" in vars(house.hand().deal.seal)
    await house.finish_hand()

    sealed = house.state().sealed
    assert sealed is not None
    assert "packs" not in {*vars(sealed.seal), *vars(house.hand().deal.seal)}


async def test_each_record_is_chained_to_the_one_before(house: House) -> None:
    await begin(house, "sari", "budi", "wati")
    for _ in range(3):
        await house.finish_hand()
        await house.wait(8)
    texts = [(await stored(house, hand)).record for hand in (1, 2, 3)]

    assert all(check.passed for check in verify_chain(texts))
    assert not all(check.passed for check in verify_chain([texts[0], texts[2]]))
    assert json.loads(texts[0])["previous"] == NO_RECORD.hex()


# --- words -----------------------------------------------------------------------------------------------------


async def test_words_count_to_the_letter_and_are_read_out_before_the_deal(house: House) -> None:
    await house.sit("sari", "budi", "wati")
    await house.do("sari", "shuffle kocok  yang rata! 🂡")
    await house.do("budi", "shuffle 切牌")
    await house.do("sari", "start")

    (closing,) = house.room.closings()
    read_out = words(house.room.shown[closing])
    assert "kocok yang rata! 🂡" in read_out
    assert "切牌" in read_out
    deal = house.hand().deal
    assert deal.closing.words == {0: "kocok  yang rata! 🂡".encode(), 1: "切牌".encode()}
    assert deal.closing.seats == {0: "test:sari", 1: "test:budi", 2: "test:wati"}
    order = [seen.how for seen in house.room.seen if seen.where == "main"]
    assert order.index("witness") < len(order) - 1 - order[::-1].index("post"), "the hand is shown after it"
    assert not [seen for seen in house.room.seen if seen.how == "edit" and seen.number == closing]

    await house.finish_hand()
    assert (await record(house, 1))["contributions"] == {
        "0": "kocok  yang rata! 🂡".encode().hex(),
        "1": "切牌".encode().hex(),
    }


async def test_a_tap_adds_the_number_that_the_platform_gave_it(house: House) -> None:
    await house.sit("sari", "budi")
    shuffle = house.room.button("Shuffle")
    assert not (await house.press("sari", shuffle, key="test:4711")).refused
    await house.do("sari", "start")

    assert house.hand().deal.closing.words == {0: b"4711"}


async def test_one_word_a_player_and_only_from_those_who_play(house: House) -> None:
    await house.sit("sari", "budi", "wati")
    await house.do("sari", "shuffle one")

    assert await house.refused("sari", "shuffle two") == "shuffled-already"
    assert await house.refused("joko", "shuffle three") == "not-seated"
    await house.do("wati", "sit out")
    assert await house.refused("wati", "shuffle four") == "not-dealt-in"
    assert await house.refused("budi", "shuffle " + "x" * 65) == "word-too-long"
    assert await house.refused("budi", "shuffle " + "é" * 33) == "word-too-long"
    assert await house.refused("budi", "shuffle \ud83c") == "word-too-long"
    await house.do("budi", "shuffle " + "é" * 32)
    await house.do("sari", "start")
    assert await house.refused("budi", "shuffle late") == "no-shuffle-now"
    assert set(house.hand().deal.closing.words) == {0, 1}


async def test_who_gets_up_takes_the_word_along(house: House) -> None:
    await house.sit("sari", "budi", "wati")
    await house.do("budi", "shuffle mine")
    await house.do("wati", "shuffle ours")
    await house.do("budi", "leave")
    await house.do("joko", "join")
    await house.do("sari", "start")

    deal = house.hand().deal
    assert deal.closing.seats[1] == "test:joko"
    assert deal.closing.words == {2: b"ours"}


async def test_an_old_shuffle_button_is_stale(house: House) -> None:
    await house.sit("sari", "budi")
    old = house.room.button("Shuffle")
    await house.do("sari", "start")
    await house.finish_hand()

    assert await house.refused("budi", old.command, turn=old.turn) == "stale-button"
    now = house.room.button("Shuffle")
    assert not (await house.press("budi", now)).refused


# --- the cutter ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES_THERE_ARE)
async def test_everybody_cuts_in_turn_but_never_who_deals(house: House, game: str) -> None:
    names = ("sari", "budi", "wati", "joko")
    await begin(house, *names, game=game)
    cut = []
    for number in range(2, 7):
        await play_out(house)
        sealed = house.state().sealed
        assert sealed is not None
        cut.append(sealed.cutter)
        await house.wait(8)
        hand = house.hand()
        assert hand.number == number
        assert sealed.cutter != hand.players[hand.round.dealer], "the one who deals never cuts"
    assert len(set(cut)) >= 3, "it goes around"
    assert all(one != other for one, other in pairwise(cut))


async def test_only_the_cutter_may_go_last(house: House) -> None:
    await begin(house, "sari", "budi", "wati")
    await house.finish_hand()
    sealed = house.state().sealed
    assert sealed is not None
    cutter = sealed.cutter.removeprefix("test:")
    others = [name for name in ("sari", "budi", "wati") if name != cutter]
    await house.wait(5.9)
    await house.do(others[0], "shuffle early")
    await house.wait(0.2)

    assert await house.refused(others[1], "shuffle late") == "only-cutter-now"
    assert house.state().playing is None
    await house.do(cutter, "shuffle cut")
    await house.wait(1.9)
    assert house.hand().number == 2, "and nobody waited for it"
    assert set(house.hand().deal.closing.words.values()) == {b"early", b"cut"}


async def test_while_a_hand_is_cut_nobody_sits_down_or_gets_up(house: House) -> None:
    """Who knew the packs could otherwise try, after the cut, for whom it would be best to be dealt in."""
    house.admins.add("boss")
    await begin(house, "sari", "budi", "wati")
    await house.do("budi", "sit out")
    await house.finish_hand()
    sealed = house.state().sealed
    assert sealed is not None
    cutter = sealed.cutter.removeprefix("test:")
    other = next(name for name in ("sari", "wati") if name != cutter)
    await house.wait(6.1)
    await house.do(cutter, "shuffle cut")
    for order in ("sit out", "leave", "rebuy 10", "add computer", "start"):
        assert await house.refused(other, order) == "being-cut"
    for order in ("sit back", "start"):
        assert await house.refused("budi", order) == "being-cut"
    for order in (f"kick {other}", "close"):
        assert await house.refused("boss", order) == "being-cut"
    assert await house.refused("joko", "join") == "being-cut"
    assert house.state().sealed == replace(sealed, words={f"test:{cutter}": "cut"})
    await house.wait(1.9)
    assert sorted(house.hand().players) == sorted([f"test:{cutter}", f"test:{other}"])
    await house.do("joko", "join")


async def test_nobody_cuts_where_the_bank_is_sold_after_the_deal(house: House) -> None:
    await house.set_rules("bank highest_bidder")
    await begin(house, "sari", "budi", "wati", game="koo-kiew")
    for _ in range(3):
        await play_out(house)
        sealed = house.state().sealed
        assert sealed is not None
        assert sealed.cutter == ""
        await house.wait(8)


@pytest.mark.parametrize("game", GAMES_THERE_ARE)
async def test_the_first_dealer_is_drawn_by_the_seed_that_nobody_could_choose(house: House, game: str) -> None:
    house.room.beacon = DICE
    dealers = set()
    for _ in range(8):
        await begin(house, "sari", "budi", "wati", game=game)
        hand = house.hand()
        assert hand.round.dealer == Stream(hand.deal.seed, "dealer").below(3)
        dealers.add(hand.round.dealer)
        assert "drawn like the cards" in words(house.room.shown[house.room.closings()[-1]])
        await play_out(house)
        await house.do("sari", "close")
    assert len(dealers) > 1


# --- the beacon ------------------------------------------------------------------------------------------------


async def test_what_the_platform_adds_counts_and_is_written_down(house: House) -> None:
    house.room.beacon = DICE
    await begin(house, "sari", "budi")
    without = house.hand().deal
    assert without.beacon == DICE
    await house.finish_hand()

    fields = await record(house, 1)
    assert (fields["beacon_kind"], fields["beacon"]) == (2, "1140")


async def test_words_close_earlier_where_the_platform_needs_time_so_that_nobody_waits(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begin(house, "sari", "budi")
    monkeypatch.setattr(Line, "beacon_seconds", 3.0)
    await house.finish_hand()
    await house.wait(4.9)
    assert house.hand().number == 1
    await house.wait(0.2)
    assert house.hand().number == 2


async def test_a_hand_does_not_wait_for_a_beacon_that_does_not_come(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(herald, "PATIENCE", 0.05)
    house.room.dice.clear()
    await begin(house, "sari", "budi")

    assert house.hand().deal.beacon == NO_BEACON
    await house.finish_hand()
    assert (await record(house, 1))["beacon_kind"] == 0


async def test_a_hand_is_dealt_where_nothing_can_be_shown(house: House) -> None:
    await house.sit("sari", "budi")
    house.room.closed.add("main")
    await house.do("sari", "start")
    assert house.hand().deal.beacon == NO_BEACON


# --- what is opened --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES_THERE_ARE)
async def test_only_what_was_shown_is_opened(house: House, game: str) -> None:
    await begin(house, "sari", "budi", "wati", game=game)
    await play_out(house)
    played = house.hand()
    fields = await record(house, 1)
    opened = {each["pos"]: each["card"] for each in fields["openings"]}

    deal = played.deal
    assert opened == {deal.positions[place]: deal.pack[place] for place in played.round.opened}
    assert fields["keys"][deal.pick] is None
    assert deal.picked_pack.key.hex() not in (await stored(house, 1)).record
    assert fields["disclosed"] is None


@pytest.mark.parametrize("game", GAMES_THERE_ARE)
async def test_at_close_everything_is_opened_if_the_house_says_so(house: House, game: str) -> None:
    await house.do("sari", f"open {game}")
    await house.set_rules("disclosure at-close")
    await house.do("budi", "join")
    await house.do("sari", "start")
    deal = house.hand().deal
    await play_out(house)

    assert (await record(house, 1))["disclosed"] == deal.picked_pack.key.hex()
    assert (await stored(house, 1)).keys == b"", "what is open need not be kept as a secret"


async def test_the_key_is_erased_after_its_time_and_then_nothing_more_can_be_proved(house: House) -> None:
    await begin(house, "sari", "budi")
    await house.finish_hand()
    await house.do("sari", "close")
    assert len((await stored(house, 1)).keys) == 32
    assert not (await house.say("sari", "verify mine 1")).refused

    await house.wait((KEPT - timedelta(hours=2)).total_seconds())
    assert len((await stored(house, 1)).keys) == 32
    await house.wait(timedelta(hours=4).total_seconds())
    assert await house.refused("sari", "verify mine 1") == "pack-erased"
    assert (await stored(house, 1)).keys == b""
    assert not (await house.say("sari", "verify 1")).refused


# --- rules -----------------------------------------------------------------------------------------------------


async def test_the_rules_in_force_are_sealed_with_the_packs(house: House) -> None:
    await begin(house, "sari", "budi")
    await house.finish_hand()
    rules = json.loads((await record(house, 1))["rules"])

    assert rules["game"] == "qiuqiu"
    assert rules["disclosure"] == "never"
    assert rules["ante"] == "10"


async def test_when_the_rules_change_the_packs_are_sealed_anew_before_any_word_counts(house: House) -> None:
    await house.sit("sari", "budi")
    await house.do("budi", "shuffle mine")
    before = commitment(house)
    await house.set_rules("ante 20")

    after = commitment(house)
    assert after != before
    (lobby,) = [message for message in house.room.shown.values() if after in words(message)]
    assert before in words(lobby), "what was posted is not taken back"

    sealed = house.state().sealed
    assert sealed is not None
    assert sealed.words == {}, "words count only if they came after the fingerprint"
    await house.do("budi", "shuffle again")
    await house.do("sari", "start")
    await house.finish_hand()
    fields = await record(house, 1)
    assert (fields["hand"], fields["attempt"], fields["commit"]) == (1, 1, after)
    assert json.loads(fields["rules"])["ante"] == "20"


async def test_rules_changed_in_mid_hand_hold_for_the_next_which_is_sealed_once(house: House) -> None:
    await begin(house, "sari", "budi")
    await house.set_rules("ante 20")
    await house.finish_hand()
    first = commitment(house)
    await house.wait(8)
    await house.finish_hand()

    one, two = await record(house, 1), await record(house, 2)
    assert (json.loads(one["rules"])["ante"], json.loads(two["rules"])["ante"]) == ("10", "20")
    assert (two["commit"], two["attempt"]) == (first, 0)


@pytest.mark.parametrize("restarted", [True, False])
async def test_a_table_that_did_not_hear_of_new_rules_shows_other_packs_before_it_deals_by_them(
    house: House, monkeypatch: pytest.MonkeyPatch, restarted: bool
) -> None:
    async def hears_nothing(table: Table) -> None: ...

    monkeypatch.setattr(Table, "rules_changed", hears_nothing)
    await house.sit("sari", "budi")
    before = commitment(house)
    await house.set_rules("ante 20")
    assert commitment(house) == before
    if restarted:
        await house.die()
    else:
        await house.do("sari", "start")
    assert house.state().playing is None
    assert commitment(house) != before
    assert [message for message in house.room.shown.values() if commitment(house) in words(message)]
    await house.do("sari", "start")

    deal = house.hand().deal
    assert deal.seal.context.attempt == 1
    assert json.loads(deal.seal.context.rules)["ante"] == "20"
    assert deal.seal.commitment.hex() in words(house.room.shown[house.room.closings()[0]])
    assert house.hand().round.staked == (20, 20)


async def test_packs_can_be_sealed_anew_as_often_as_the_rules_change(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.tables.sealing.MOST_ATTEMPTS", 3)
    await house.sit("sari", "budi")
    for ante in (11, 12, 13, 14):
        await house.set_rules(f"ante {ante}")
    await house.do("sari", "start")
    await house.finish_hand()

    fields = await record(house, 1)
    assert (fields["hand"], fields["attempt"]) == (2, 1), "it has the number that was free"


# --- restarts --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES_THERE_ARE)
async def test_a_restart_at_any_step_keeps_packs_attempt_and_words(house: House, game: str) -> None:
    await house.do("sari", f"open {game}")
    sealed = commitment(house)

    async def die() -> None:
        await house.die()
        assert house.state().playing is not None or commitment(house) == sealed

    await die()
    await house.do("budi", "join")
    await house.do("wati", "join")
    await die()
    await house.do("budi", "shuffle mine")
    await die()
    await house.do("sari", "start")
    dealt = house.hand()
    await house.die()
    again = house.hand()

    assert again.deal.pack == dealt.deal.pack
    assert again.deal.seed == dealt.deal.seed
    assert again.deal.closing.words == {1: b"mine"}
    assert again.round == dealt.round
    await play_out(house)
    sealed = commitment(house)
    await die()
    fields = await record(house, dealt.id)
    assert fields["attempt"] == 0
    assert fields["contributions"] == {"1": b"mine".hex()}


@pytest.mark.parametrize("game", GAMES_THERE_ARE)
async def test_killed_between_the_closing_and_the_deal_the_same_closing_is_dealt(house: House, game: str) -> None:
    """The closing message is shown, and the beacon not yet stored: nobody gains a second draw."""
    house.room.beacon = DICE
    await house.sit("sari", "budi", "wati", game=game)
    await house.do("budi", "shuffle mine")
    sealed = commitment(house)
    house.room.dice.clear()
    shown = closing_shown(house)
    starting = asyncio.create_task(house.say("sari", "start"))
    await shown
    house.room.dice.set()
    dying = asyncio.create_task(house.die())
    await asyncio.gather(starting, dying, return_exceptions=True)

    deal = house.hand().deal
    assert deal.seal.commitment.hex() == sealed
    assert deal.seal.context.attempt == 0
    assert deal.closing.words == {1: b"mine"}
    assert len(house.room.closings()) == 1
    assert [deal.beacon] == list(house.room.beacons.values()), "it is drawn once"
    assert house.hand().number == 1


async def test_a_deal_that_cannot_be_stored_is_dealt_as_it_was_closed_when_it_can(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    from bot.ledger import HandOpened, NotStored, Record

    house.expected_errors.add("nothing can be stored")
    house.room.beacon = DICE
    await house.sit("sari", "budi")
    sealed, commit, full = commitment(house), house.kiu.ledger.commit, [True]

    async def no_room_for_hands(stored_record: Record) -> None:
        if full and any(isinstance(row, HandOpened) for row in stored_record):
            raise NotStored("disk full")
        await commit(stored_record)

    monkeypatch.setattr(house.kiu.ledger, "commit", no_room_for_hands)
    await house.say("sari", "start")
    assert house.state().playing is None
    full.clear()
    await house.wait(5)

    deal = house.hand().deal
    assert deal.seal.commitment.hex() == sealed
    assert deal.beacon == DICE
    assert len(house.room.closings()) == 1
    await house.sound()


async def test_who_leaves_while_the_deal_is_being_closed_is_still_dealt_in(house: House) -> None:
    house.room.dice.clear()
    await house.sit("sari", "budi", "wati")
    sealed = commitment(house)
    shown = closing_shown(house)
    starting = asyncio.create_task(house.say("sari", "start"))
    await shown
    leaving = asyncio.create_task(house.say("wati", "leave"))
    house.room.dice.set()
    await asyncio.gather(starting, leaving)

    assert house.hand().deal.seal.commitment.hex() == sealed, "the deal was first"
    assert house.hand().players == ("test:sari", "test:budi", "test:wati")


# --- voids -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES_THERE_ARE)
async def test_a_voided_hand_opens_all_four_packs_is_counted_and_gives_every_stake_back(
    house: House, game: str
) -> None:
    house.admins.add("boss")
    await begin(house, "sari", "budi", "wati", game=game)
    deal = house.hand().deal
    await house.do("boss", "bank void 1 misdeal")

    fields = await record(house, 1)
    assert fields["disclosed"] == deal.picked_pack.key.hex()
    assert fields["outcome"] == {"net": {"0": 0, "1": 0, "2": 0}, "voided": "misdeal"}
    assert [house.chair(name).stack for name in ("sari", "budi", "wati")] == [500, 500, 500]
    assert house.state().voids == 1
    assert "1 of 1" in house.room.text(), "it is counted for everybody to see"
    await house.sound()
    await house.wait(8)
    await play_out(house)
    assert (await record(house, 2))["previous"] == fields["hash"], "and stays in the chain"


async def test_a_hand_declared_void_afterwards_stays_as_closed_as_it_was(house: House) -> None:
    house.admins.add("boss")
    await begin(house, "sari", "budi", "wati")
    key = house.hand().deal.picked_pack.key
    await house.act("bet 10", "fold")
    await house.finish_hand()
    before = await record(house, 1)
    await house.do("boss", "bank void 1 wrong rules")

    fields = await record(house, 1)
    assert fields["reversed"] == "wrong rules"
    assert {**fields, "reversed": "", "digest": before["digest"]} == before
    assert key.hex() not in (await stored(house, 1)).record
    assert (await stored(house, 1)).keys == key, "until a week is over every player can have his own cards proved"
    await house.do("sari", "close")
    await house.wait((KEPT + timedelta(hours=2)).total_seconds())
    assert await house.refused("sari", "verify mine 1") == "pack-erased"
    assert (await stored(house, 1)).keys == b""


# --- agreeing --------------------------------------------------------------------------------------------------


async def test_all_cards_are_opened_when_everybody_agrees(house: House) -> None:
    await house.do("sari", "open qiuqiu")
    await house.set_rules("disclosure unanimous")
    await house.do("budi", "join")
    await house.do("sari", "add computer")
    await house.do("sari", "start")
    deal = house.hand().deal
    assert await house.refused("sari", "disclose 1") == "hand-not-over"
    await house.finish_hand()

    await house.do("sari", "disclose 1")
    assert (await record(house, 1))["disclosed"] is None
    assert await house.refused("sari", "disclose 1") == "agreed-already"
    assert await house.refused("wati", "disclose 1") == "not-in-that-hand"
    await house.do("budi", "disclose 1")
    assert (await record(house, 1))["disclosed"] == deal.picked_pack.key.hex()


async def test_nobody_is_asked_where_the_house_opens_nothing(house: House) -> None:
    await begin(house, "sari", "budi")
    await house.finish_hand()
    assert await house.refused("sari", "disclose 1") == "not-unanimous"


# --- between a closing and its deal ----------------------------------------------------------------------------


def no_hand_can_be_stored(house: House, monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """While the list that is returned is not empty, no hand can be stored, but everything else can."""
    from bot.ledger import HandOpened, NotStored, Record

    commit, full = house.kiu.ledger.commit, [True]

    async def no_room_for_hands(stored_record: Record) -> None:
        if full and any(isinstance(row, HandOpened) for row in stored_record):
            raise NotStored("disk full")
        await commit(stored_record)

    house.expected_errors.add("nothing can be stored")
    monkeypatch.setattr(house.kiu.ledger, "commit", no_room_for_hands)
    return full


@pytest.mark.parametrize("line", ["leave", "sit out", "close", "kick budi"])
async def test_nobody_undoes_a_closing(house: House, monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    """Whoever knows what will be dealt must not be able to have other packs sealed instead."""
    house.room.beacon = DICE
    await house.sit("sari", "budi", "wati")
    sealed, full = commitment(house), no_hand_can_be_stored(house, monkeypatch)
    await house.say("sari", "start")

    assert await house.refused("sari", line) == "storage-trouble"
    assert await house.refused("joko", "join") == "storage-trouble"
    full.clear()
    await house.do("sari", line)
    assert house.hand().deal.seal.commitment.hex() == sealed
    assert house.hand().players == ("test:sari", "test:budi", "test:wati")
    assert house.hand().deal.beacon == DICE
    await house.sound()


@pytest.mark.parametrize("how", ["start again", "sent away and back", "moved"])
async def test_the_platform_is_asked_for_one_beacon_however_often_the_deal_is_tried(
    house: House, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    """Dice that were thrown cannot be asked for again, and none instead of them would be a second chance."""
    house.room.beacon = DICE
    await house.sit("sari", "budi")
    full = no_hand_can_be_stored(house, monkeypatch)
    await house.say("sari", "start")
    house.room.delete(house.room.closings()[0])
    match how:
        case "start again":
            assert await house.refused("sari", "start") == "storage-trouble"
            full.clear()
            await house.do("budi", "start")
        case "sent away and back":
            await house.kiu.arrivals.removed(house.name)
            await house.wait(60)
            full.clear()
            await house.kiu.arrivals.arrived(house.name)
        case _:
            full.clear()
            await house.kiu.arrivals.moved(house.name, "test:super")
            house.name = "test:super"
    await house.kiu.settled()

    assert house.hand().deal.beacon == DICE
    assert house.room.closings() == []


async def test_new_rules_do_not_undo_a_closing(house: House) -> None:
    house.admins.add("boss")
    await house.sit("sari", "budi")
    sealed = commitment(house)
    await house.do("boss", "house set ante 400")
    house.room.dice.clear()
    shown = closing_shown(house)
    starting = asyncio.create_task(house.say("sari", "start"))
    await shown
    applying = asyncio.create_task(house.say("boss", "house apply"))
    await asyncio.sleep(0.01)
    house.room.dice.set()
    await asyncio.gather(starting, applying)

    assert house.hand().deal.seal.commitment.hex() == sealed
    assert house.hand().round.staked == (10, 10)


async def test_a_deal_that_can_never_be_made_keeps_nobodys_chips(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ValueError("no such deal")

    house.expected_errors.add("deal cannot be made")
    await house.sit("sari", "budi")
    before = commitment(house)
    monkeypatch.setattr("bot.tables.hands.begin", broken)
    await house.say("sari", "start")

    assert commitment(house) != before
    assert any(commitment(house) in words(message) for message in house.room.shown.values())
    await house.do("sari", "close")
    assert await house.in_wallet("budi") == 2000
    await house.sound()


# --- the pause -------------------------------------------------------------------------------------------------


async def test_new_packs_begin_another_pause_so_that_words_can_be_added(house: House) -> None:
    await begin(house, "sari", "budi")
    await house.finish_hand()
    await house.wait(7)
    await house.set_rules("ante 20")
    await house.wait(3)
    assert house.state().playing is None
    await house.do("budi", "shuffle mine")
    await house.wait(4.9)
    assert house.state().playing is None
    await house.wait(0.2)
    assert set(house.hand().deal.closing.words.values()) == {b"mine"}


async def test_nobody_has_the_last_word_by_beginning_the_hand(house: House) -> None:
    await begin(house, "sari", "budi", "wati")
    await house.finish_hand()
    sealed = house.state().sealed
    assert sealed is not None
    cutter = sealed.cutter.removeprefix("test:")
    other = next(name for name in ("sari", "budi", "wati") if name != cutter)
    await house.do(other, "shuffle known to a friend")
    assert await house.refused(other, "start") == "cutter-first"
    await house.do(cutter, "shuffle known to nobody")
    assert await house.refused(other, "start") == "cutter-first"
    await house.do(cutter, "start")
    assert set(house.hand().deal.closing.words.values()) == {b"known to a friend", b"known to nobody"}
