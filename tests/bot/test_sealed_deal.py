"""Every hand is dealt from packs that were sealed before anybody could know what would re-order them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from datetime import timedelta
from itertools import pairwise
from pathlib import Path

import pytest

from bot.live import deal_closing
from bot.tables.sealing import KEPT
from bot.tables.table import Table
from engine.fairness import NO_RECORD, Beacon, BeaconKind, Chance, Stream
from engine.fairness.verifying import verify_chain
from engine.games import GAMES
from tests.bot.fake_chat import fingerprints, words
from tests.bot.scenario import Scenario

pytestmark = pytest.mark.usefixtures("no_pictures")

GAMES_THERE_ARE = tuple(GAMES)
SHORT_HANDS = ("qiuqiu", "koo-kiew")
"""Games for what takes many hands and is alike in all."""

DICE = Beacon(BeaconKind.TELEGRAM, bytes((17, 64)))


@pytest.fixture
async def scenario(tmp_path: Path) -> AsyncIterator[Scenario]:
    async with Scenario(tmp_path) as scenario:
        yield scenario


async def play_out(scenario: Scenario) -> None:
    """Let everybody do what the rules do for those who do not answer, until the hand is over."""
    while (hand := scenario.state().playing) is not None:
        if hand.round.window:
            await scenario.wait(hand.round.window)
        else:
            seat = hand.round.awaited[0]
            action = hand.round.lapse(seat).text
            await scenario.do(hand.players[seat].removeprefix("test:"), action)


def closing_shown(scenario: Scenario) -> asyncio.Future[None]:
    """Done when the next closing message is shown."""
    shown: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    scenario.chat.watch = lambda seen: shown.set_result(None) if seen.how == "closing" else None
    return shown


# --- the fingerprint -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", SHORT_HANDS)
async def test_the_fingerprint_stands_before_anybody_joins_and_with_every_result(scenario: Scenario, game: str) -> None:
    await scenario.do("sari", f"open {game}")
    first = scenario.sealed().commitment
    assert first in scenario.chat.text()

    await scenario.do("budi", "join")
    assert scenario.sealed().commitment == first, "who sits down changes nothing of what is sealed"
    await scenario.do("sari", "start")
    await play_out(scenario)

    second = scenario.sealed().commitment
    assert second in scenario.chat.text()
    assert (await scenario.record(1))["commit"] == first
    await scenario.wait(8)
    await play_out(scenario)
    assert (await scenario.record(2))["commit"] == second


async def test_a_message_keeps_the_fingerprint_that_it_has_shown_of_the_next_hand(trio: Scenario) -> None:
    for _ in range(3):
        await trio.finish_hand()
        await trio.do("wati", "sit out")
        await trio.do("wati", "sit back")
        await trio.do("sari", "shuffle once more")
        await trio.wait(8)
    await trio.finish_hand()
    await trio.do("sari", "close")
    shown: dict[str, set[str]] = {}
    for seen in trio.chat.public():
        known = set(fingerprints(seen.message))
        assert shown.setdefault(seen.number, known) <= known
        shown[seen.number] = known
    *_, closed = played = [(await trio.record(hand))["commit"] for hand in (1, 2, 3, 4)]
    lobby, *others = [known for number, known in shown.items() if number not in trio.chat.closings()]
    assert lobby == {played[0]}
    assert [len(known) for known in others] == [1, 1, 1, 1]
    assert [{one} for one in played[1:]] == others[:3], "a result has that of the next hand"
    assert closed not in others[3], "what was sealed for a hand that is never dealt"
    closings = [fingerprints(trio.chat.shown[number]) for number in trio.chat.closings()]
    assert closings == [[one] for one in played]


async def test_a_table_that_rests_keeps_no_packs_but_those_it_can_make_again(pair: Scenario) -> None:
    """A sealed pack of 120 cards weighs 16 kB, and tables may rest for weeks."""
    assert "packs" in vars(pair.hand().deal.seal)
    await pair.finish_hand()

    assert "packs" not in {*vars(pair.sealed().seal), *vars(pair.hand().deal.seal)}


async def test_each_record_is_chained_to_the_one_before(trio: Scenario) -> None:
    for _ in range(3):
        await trio.finish_hand()
        await trio.wait(8)
    texts = [(await trio.stored(hand)).record for hand in (1, 2, 3)]

    assert all(check.passed for check in verify_chain(texts))
    assert json.loads(texts[0])["previous"] == NO_RECORD.hex()


# --- words -----------------------------------------------------------------------------------------------------


async def test_words_count_to_the_letter_and_are_read_out_before_the_deal(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi", "wati")
    await scenario.do("sari", "shuffle kocok  yang rata! 🂡")
    await scenario.do("budi", "shuffle 切牌")
    await scenario.do("sari", "start")

    (closing,) = scenario.chat.closings()
    read_out = words(scenario.chat.shown[closing])
    assert "kocok yang rata! 🂡" in read_out
    assert "切牌" in read_out
    deal = scenario.hand().deal
    assert deal.closing.words == {0: "kocok  yang rata! 🂡".encode(), 1: "切牌".encode()}
    assert deal.closing.seats == scenario.pairwise({0: "test:sari", 1: "test:budi", 2: "test:wati"})
    order = [seen.how for seen in scenario.chat.seen if seen.where == "main"]
    assert order.index("closing") < len(order) - 1 - order[::-1].index("post"), "the hand is shown after it"
    assert not [seen for seen in scenario.chat.seen if seen.how == "edit" and seen.number == closing]

    await scenario.finish_hand()
    assert (await scenario.record(1))["contributions"] == {
        "0": "kocok  yang rata! 🂡".encode().hex(),
        "1": "切牌".encode().hex(),
    }


async def test_a_tap_adds_the_number_that_the_platform_gave_it(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi")
    assert not (await scenario.press("sari", scenario.chat.button("Shuffle"), key="test:4711")).refused
    await scenario.do("sari", "start")

    assert scenario.hand().deal.closing.words == {0: b"4711"}


async def test_who_gets_up_takes_the_word_along(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi", "wati")
    await scenario.do("budi", "shuffle mine")
    await scenario.do("wati", "shuffle ours")
    await scenario.do("budi", "leave")
    await scenario.do("joko", "join")
    await scenario.do("sari", "start")

    deal = scenario.hand().deal
    assert deal.closing.seats[1] == scenario.pairwise({1: "test:joko"})[1]
    assert deal.closing.words == {2: b"ours"}


async def test_an_old_shuffle_button_is_stale(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi")
    old = scenario.chat.button("Shuffle")
    await scenario.do("sari", "start")
    await scenario.finish_hand()

    assert await scenario.refused("budi", old.command, turn=old.turn) == "stale-button"
    assert not (await scenario.press("budi", scenario.chat.button("Shuffle"))).refused


# --- the cutter ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", SHORT_HANDS)
async def test_everybody_cuts_in_turn_but_never_who_deals(scenario: Scenario, game: str) -> None:
    await scenario.deal(*("sari", "budi", "wati", "joko"), game=game)
    cut = []
    for number in range(2, 7):
        await play_out(scenario)
        sealed = scenario.sealed()
        cut.append(sealed.cutter)
        await scenario.wait(8)
        hand = scenario.hand()
        assert hand.number == number
        assert sealed.cutter != hand.players[hand.round.dealer], "the one who deals never cuts"
    assert len(set(cut)) >= 3, "it goes around"
    assert all(one != other for one, other in pairwise(cut))


async def test_only_the_cutter_may_go_last(trio: Scenario) -> None:
    await trio.finish_hand()
    cutter = trio.sealed().cutter.removeprefix("test:")
    others = [name for name in ("sari", "budi", "wati") if name != cutter]
    await trio.wait(5.9)
    await trio.do(others[0], "shuffle early")
    await trio.wait(0.2)

    assert await trio.refused(others[1], "shuffle late") == "only-cutter-now"
    assert trio.state().playing is None
    await trio.do(cutter, "shuffle cut")
    await trio.wait(1.9)
    assert trio.hand().number == 2, "and nobody waited for it"
    assert set(trio.hand().deal.closing.words.values()) == {b"early", b"cut"}


@pytest.mark.parametrize("game", SHORT_HANDS)
async def test_the_first_dealer_is_drawn_by_the_seed_that_nobody_could_choose(scenario: Scenario, game: str) -> None:
    scenario.chat.beacon = DICE
    dealers = set()
    for _ in range(8):
        await scenario.deal("sari", "budi", "wati", game=game)
        hand = scenario.hand()
        assert hand.round.dealer == Stream(hand.deal.seed, "dealer").below(3)
        dealers.add(hand.round.dealer)
        assert "drawn at random" in words(scenario.chat.shown[scenario.chat.closings()[-1]])
        if len(dealers) > 1:
            return
        await play_out(scenario)
        await scenario.do("sari", "close")
    pytest.fail("the same one is drawn each time")


# --- the beacon ------------------------------------------------------------------------------------------------


async def test_what_the_platform_adds_counts_and_is_written_down(scenario: Scenario) -> None:
    scenario.chat.beacon = DICE
    await scenario.deal("sari", "budi")
    assert scenario.hand().deal.chance == Chance((DICE,))
    await scenario.finish_hand()

    assert (await scenario.record(1))["beacons"] == [{"kind": 2, "value": "1140"}]


async def test_a_hand_does_not_wait_for_a_beacon_that_does_not_come(
    scenario: Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deal_closing, "BEACON_TIMEOUT", 0.05)
    scenario.chat.dice.clear()
    await scenario.deal("sari", "budi")

    assert scenario.hand().deal.chance == Chance()
    await scenario.finish_hand()
    assert (await scenario.record(1))["beacons"] == []


# --- what is opened --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES_THERE_ARE)
async def test_only_what_was_shown_is_opened(scenario: Scenario, game: str) -> None:
    await scenario.deal("sari", "budi", "wati", game=game)
    await play_out(scenario)
    played = scenario.hand()
    fields = await scenario.record(1)
    opened = {each["pos"]: each["card"] for each in fields["openings"]}

    deal = played.deal
    assert opened == {deal.positions[place]: deal.pack[place] for place in played.round.opened}
    assert fields["keys"][deal.pick] is None
    assert deal.picked_pack.key.hex() not in (await scenario.stored(1)).record
    assert fields["disclosed"] is None


@pytest.mark.parametrize("game", SHORT_HANDS)
async def test_at_close_everything_is_opened_if_the_group_says_so(scenario: Scenario, game: str) -> None:
    await scenario.do("sari", f"open {game}")
    await scenario.set_rules("disclosure at-close")
    await scenario.do("budi", "join")
    await scenario.do("sari", "start")
    deal = scenario.hand().deal
    await play_out(scenario)

    assert (await scenario.record(1))["disclosed"] == deal.picked_pack.key.hex()
    assert (await scenario.stored(1)).keys == b"", "what is open need not be kept as a secret"


async def test_the_key_is_erased_after_its_time_and_then_nothing_more_can_be_proved(pair: Scenario) -> None:
    await pair.finish_hand()
    await pair.do("sari", "close")
    assert len((await pair.stored(1)).keys) == 32
    assert not (await pair.say("sari", "verify mine 1")).refused

    await pair.wait((KEPT - timedelta(hours=2)).total_seconds())
    assert len((await pair.stored(1)).keys) == 32
    await pair.wait(timedelta(hours=4).total_seconds())
    assert await pair.refused("sari", "verify mine 1") == "pack-erased"
    assert (await pair.stored(1)).keys == b""
    assert not (await pair.say("sari", "verify 1")).refused


# --- rules -----------------------------------------------------------------------------------------------------


async def test_when_the_rules_change_the_packs_are_sealed_anew_before_any_word_counts(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi")
    await scenario.do("budi", "shuffle mine")
    before = scenario.sealed().commitment
    await scenario.set_rules("ante 20")

    after = scenario.sealed().commitment
    assert after != before
    (lobby,) = [message for message in scenario.chat.shown.values() if after in words(message)]
    assert before in words(lobby), "what was posted is not taken back"

    assert scenario.sealed().words == {}, "words count only if they came after the fingerprint"
    await scenario.do("budi", "shuffle again")
    await scenario.do("sari", "start")
    await scenario.finish_hand()
    fields = await scenario.record(1)
    assert (fields["hand"], fields["attempt"], fields["commit"]) == (1, 1, after)
    assert json.loads(fields["rules"])["ante"] == "20"


async def test_rules_changed_in_mid_hand_hold_for_the_next_which_is_sealed_once(pair: Scenario) -> None:
    await pair.set_rules("ante 20")
    await pair.finish_hand()
    first = pair.sealed().commitment
    await pair.wait(8)
    await pair.finish_hand()

    one, two = await pair.record(1), await pair.record(2)
    assert (json.loads(one["rules"])["ante"], json.loads(two["rules"])["ante"]) == ("10", "20")
    assert (two["commit"], two["attempt"]) == (first, 0)


@pytest.mark.parametrize("restarted", [True, False])
async def test_a_table_that_did_not_hear_of_new_rules_shows_other_packs_before_it_deals_by_them(
    scenario: Scenario, monkeypatch: pytest.MonkeyPatch, restarted: bool
) -> None:
    async def hears_nothing(table: Table) -> None: ...

    monkeypatch.setattr(Table, "rules_changed", hears_nothing)
    await scenario.sit("sari", "budi")
    before = scenario.sealed().commitment
    await scenario.set_rules("ante 20")
    assert scenario.sealed().commitment == before
    if restarted:
        await scenario.die()
    else:
        await scenario.do("sari", "start")
    assert scenario.state().playing is None
    assert scenario.sealed().commitment != before
    assert [message for message in scenario.chat.shown.values() if scenario.sealed().commitment in words(message)]
    await scenario.do("sari", "start")

    deal = scenario.hand().deal
    assert deal.seal.context.attempt == 1
    assert json.loads(deal.seal.context.rules)["ante"] == "20"
    assert deal.seal.commitment.hex() in words(scenario.chat.shown[scenario.chat.closings()[0]])
    assert scenario.hand().round.staked == (20, 20)


async def test_packs_can_be_sealed_anew_as_often_as_the_rules_change(
    scenario: Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.tables.sealing.MOST_ATTEMPTS", 3)
    await scenario.sit("sari", "budi")
    for ante in (11, 12, 13, 14):
        await scenario.set_rules(f"ante {ante}")
    await scenario.do("sari", "start")
    await scenario.finish_hand()

    fields = await scenario.record(1)
    assert (fields["hand"], fields["attempt"]) == (2, 1), "it has the number that was free"


# --- restarts --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", SHORT_HANDS)
async def test_a_restart_at_any_step_keeps_packs_attempt_and_words(scenario: Scenario, game: str) -> None:
    await scenario.do("sari", f"open {game}")
    sealed = scenario.sealed().commitment

    async def die() -> None:
        await scenario.die()
        assert scenario.state().playing is not None or scenario.sealed().commitment == sealed

    await die()
    await scenario.do("budi", "join")
    await scenario.do("wati", "join")
    await die()
    await scenario.do("budi", "shuffle mine")
    await die()
    await scenario.do("sari", "start")
    dealt = scenario.hand()
    await scenario.die()
    again = scenario.hand()

    assert again.deal.pack == dealt.deal.pack
    assert again.deal.seed == dealt.deal.seed
    assert again.deal.closing.words == {1: b"mine"}
    assert again.round == dealt.round
    await play_out(scenario)
    sealed = scenario.sealed().commitment
    await die()
    fields = await scenario.record(dealt.id)
    assert fields["attempt"] == 0
    assert fields["contributions"] == {"1": b"mine".hex()}


@pytest.mark.parametrize("game", GAMES_THERE_ARE)
async def test_killed_between_the_closing_and_the_deal_the_same_closing_is_dealt(scenario: Scenario, game: str) -> None:
    """The closing message is shown, and the beacon not yet stored: nobody gains a second draw."""
    scenario.chat.beacon = DICE
    await scenario.sit("sari", "budi", "wati", game=game)
    await scenario.do("budi", "shuffle mine")
    sealed = scenario.sealed().commitment
    scenario.chat.dice.clear()
    shown = closing_shown(scenario)
    starting = asyncio.create_task(scenario.say("sari", "start"))
    await shown
    scenario.chat.dice.set()
    await asyncio.gather(starting, asyncio.create_task(scenario.die()), return_exceptions=True)

    deal = scenario.hand().deal
    assert deal.seal.commitment.hex() == sealed
    assert deal.seal.context.attempt == 0
    assert deal.closing.words == {1: b"mine"}
    assert len(scenario.chat.closings()) == 1
    assert list(deal.chance.beacons) == list(scenario.chat.beacons.values()), "it is drawn once"
    assert scenario.hand().number == 1


async def test_who_leaves_while_the_deal_is_being_closed_is_still_dealt_in(scenario: Scenario) -> None:
    scenario.chat.dice.clear()
    await scenario.sit("sari", "budi", "wati")
    sealed = scenario.sealed().commitment
    shown = closing_shown(scenario)
    starting = asyncio.create_task(scenario.say("sari", "start"))
    await shown
    leaving = asyncio.create_task(scenario.say("wati", "leave"))
    scenario.chat.dice.set()
    await asyncio.gather(starting, leaving)

    assert scenario.hand().deal.seal.commitment.hex() == sealed, "the deal was first"
    assert scenario.hand().players == ("test:sari", "test:budi", "test:wati")


# --- voids -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", SHORT_HANDS)
async def test_a_voided_hand_opens_no_pack_is_counted_and_gives_every_stake_back(scenario: Scenario, game: str) -> None:
    scenario.admins.add("boss")
    await scenario.deal("sari", "budi", "wati", game=game)
    deal = scenario.hand().deal
    await scenario.do("boss", "bank void 1 misdeal")

    fields = await scenario.record(1)
    assert fields["disclosed"] is None, "an admin could look at everybody's cards otherwise"
    assert deal.picked_pack.key.hex() not in (await scenario.stored(1)).record
    assert fields["outcome"] == {"net": {"0": 0, "1": 0, "2": 0}, "voided": "misdeal"}
    assert "Hand 1 was called off by Boss." in scenario.chat.text()
    assert [scenario.chair(name).stack for name in ("sari", "budi", "wati")] == [500, 500, 500]
    assert scenario.state().voids == 1
    assert "1 of 1" in scenario.chat.text(), "it is counted for everybody to see"
    await scenario.sound()
    await scenario.wait(8)
    await play_out(scenario)
    assert (await scenario.record(2))["previous"] == fields["hash"], "and stays in the chain"


async def test_a_hand_declared_void_afterwards_stays_as_closed_as_it_was(scenario: Scenario) -> None:
    scenario.admins.add("boss")
    await scenario.deal("sari", "budi", "wati")
    key = scenario.hand().deal.picked_pack.key
    await scenario.act("bet 10", "fold")
    await scenario.finish_hand()
    before = await scenario.record(1)
    await scenario.do("boss", "bank void 1 wrong rules")

    fields = await scenario.record(1)
    assert fields["reversed"] == "wrong rules"
    assert {**fields, "reversed": "", "digest": before["digest"]} == before
    assert key.hex() not in (await scenario.stored(1)).record
    assert (await scenario.stored(1)).keys == key, "until a week is over every player can have their own cards proved"
    await scenario.do("sari", "close")
    await scenario.wait((KEPT + timedelta(hours=2)).total_seconds())
    assert await scenario.refused("sari", "verify mine 1") == "pack-erased"
    assert (await scenario.stored(1)).keys == b""


# --- agreeing --------------------------------------------------------------------------------------------------


async def test_all_cards_are_opened_when_everybody_agrees(scenario: Scenario) -> None:
    await scenario.let_computers_play()
    await scenario.do("sari", "open qiuqiu")
    await scenario.set_rules("disclosure unanimous")
    await scenario.do("budi", "join")
    await scenario.do("sari", "add computer")
    await scenario.do("sari", "start")
    deal = scenario.hand().deal
    assert await scenario.refused("sari", "disclose 1") == "hand-not-over"
    await scenario.finish_hand()

    await scenario.do("sari", "disclose 1")
    assert (await scenario.record(1))["disclosed"] is None
    assert await scenario.refused("sari", "disclose 1") == "already-answered"
    assert await scenario.refused("wati", "disclose 1") == "not-in-that-hand"
    await scenario.do("budi", "disclose 1")
    assert (await scenario.record(1))["disclosed"] == deal.picked_pack.key.hex()


async def test_nobody_is_asked_where_the_group_opens_nothing(pair: Scenario) -> None:
    await pair.finish_hand()
    assert await pair.refused("sari", "disclose 1") == "not-unanimous"


# --- between a closing and its deal ----------------------------------------------------------------------------


def no_hand_can_be_stored(scenario: Scenario, monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """While the list that is returned is not empty, no hand can be stored, but everything else can."""
    from bot.ledger import HandOpened, NotStored, WriteSet

    commit, full = scenario.app.ledger.commit, [True]

    async def no_room_for_hands(stored_record: WriteSet) -> None:
        if full and any(isinstance(row, HandOpened) for row in stored_record):
            raise NotStored("disk full")
        await commit(stored_record)

    scenario.expected_errors.add("nothing can be stored")
    monkeypatch.setattr(scenario.app.ledger, "commit", no_room_for_hands)
    return full


@pytest.mark.parametrize("line", ["leave", "sit out", "close", "kick budi"])
async def test_nobody_undoes_a_closing(scenario: Scenario, monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    """Whoever knows what will be dealt must not be able to have other packs sealed instead."""
    scenario.chat.beacon = DICE
    await scenario.sit("sari", "budi", "wati")
    sealed, full = scenario.sealed().commitment, no_hand_can_be_stored(scenario, monkeypatch)
    await scenario.say("sari", "start")

    assert await scenario.refused("sari", line) == "storage-trouble"
    assert await scenario.refused("joko", "join") == "storage-trouble"
    full.clear()
    await scenario.do("sari", line)
    assert scenario.hand().deal.seal.commitment.hex() == sealed
    assert scenario.hand().players == ("test:sari", "test:budi", "test:wati")
    assert scenario.hand().deal.chance == Chance((DICE,))
    await scenario.sound()


@pytest.mark.parametrize("how", ["start again", "removed and added", "moved"])
async def test_the_platform_is_asked_for_one_beacon_however_often_the_deal_is_tried(
    scenario: Scenario, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    """Dice that were thrown cannot be asked for again, and none instead of them would be a second chance."""
    scenario.chat.beacon = DICE
    await scenario.sit("sari", "budi")
    full = no_hand_can_be_stored(scenario, monkeypatch)
    await scenario.say("sari", "start")
    scenario.chat.delete(scenario.chat.closings()[0])
    match how:
        case "start again":
            assert await scenario.refused("sari", "start") == "storage-trouble"
            full.clear()
            assert await scenario.refused("budi", "start") == "already-playing", "it has just begun"
        case "removed and added":
            await scenario.app.membership.removed(scenario.name)
            await scenario.wait(60)
            full.clear()
            await scenario.app.membership.arrived(scenario.name)
        case _:
            full.clear()
            await scenario.app.membership.moved(scenario.name, "test:super")
            scenario.name = "test:super"
    await scenario.app.wait_until_idle()

    assert scenario.hand().deal.chance == Chance((DICE,))
    assert scenario.chat.closings() == []


async def test_new_rules_do_not_undo_a_closing(scenario: Scenario) -> None:
    scenario.admins.add("boss")
    await scenario.sit("sari", "budi")
    sealed = scenario.sealed().commitment
    await scenario.do("boss", "house set ante 400")
    scenario.chat.dice.clear()
    shown = closing_shown(scenario)
    starting = asyncio.create_task(scenario.say("sari", "start"))
    await shown
    applying = asyncio.create_task(scenario.say("boss", "house apply"))
    await asyncio.sleep(0.01)
    scenario.chat.dice.set()
    await asyncio.gather(starting, applying)

    assert scenario.hand().deal.seal.commitment.hex() == sealed
    assert scenario.hand().round.staked == (10, 10)


# --- the pause -------------------------------------------------------------------------------------------------


async def test_new_packs_begin_another_pause_so_that_words_can_be_added(pair: Scenario) -> None:
    await pair.finish_hand()
    await pair.wait(5.5)
    await pair.set_rules("ante 20")
    await pair.wait(3)
    assert pair.state().playing is None
    await pair.do("budi", "shuffle mine")
    await pair.wait(4.9)
    assert pair.state().playing is None
    await pair.wait(0.2)
    assert set(pair.hand().deal.closing.words.values()) == {b"mine"}
