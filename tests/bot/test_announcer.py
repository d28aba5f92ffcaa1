"""What is told to whom: one live message a hand, private hands for their owners alone, and nothing given away."""

from __future__ import annotations

import asyncio
import re
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from bot import announcer, herald
from bot.ledger import Ledger, MessageKept
from bot.messages import Button, Message, Place, Urgency
from bot.presenting import tables
from engine.qiuqiu.tiles import NAMES, hand_names
from tests.bot.house import HOUSE, House, player_id
from tests.bot.room import Seen, buttons, words

TILE = re.compile(r"\b[0-6]-[0-6]\b")


async def start(house: House, *names: str) -> None:
    await house.sit(*names)
    await house.do(names[0], "start")


async def test_a_hand_is_one_message_edited_in_place(house: House) -> None:
    await start(house, "sari", "budi", "wati")
    await house.finish_hand()
    posts = [seen for seen in house.room.public() if seen.how == "post"]
    assert len(posts) == 2, "the lobby and the hand"
    assert [seen.number for seen in house.room.public()].count(posts[1].number) > 5
    before = len(house.room.public())
    await house.wait(8)
    assert [seen.how for seen in house.room.public()[before:]] == ["post", "edit"], "the new hand first, tidying last"
    assert buttons(house.room.shown[posts[1].number]) == [], "an older message cannot be pressed any more"
    assert buttons(house.room.shown[posts[0].number]) == []


async def test_a_message_is_never_sent_twice_the_same(house: House) -> None:
    await start(house, "sari", "budi")
    await house.finish_hand()
    public = house.room.public()
    for before, after in pairwise(public):
        assert before.number != after.number or before.message != after.message


async def test_when_the_chat_is_slow_what_is_shown_is_merged_and_ends_at_the_latest(house: House) -> None:
    await start(house, "sari", "budi")
    before = len(house.room.public())
    house.room.gate.clear()
    for text in ("check", "check", "check", "bet 20", "call"):
        if house.state().playing is not None:
            await house.kiu.desk.handle(house.command(house.asked(), text))
    await house.kiu.tables.settled()
    assert len(house.room.public()) == before
    house.room.gate.set()
    await house.kiu.settled()
    assert len(house.room.public()) - before <= 2, "five actions, at most two messages"
    assert "bet 20" in house.room.text() or "showed" in house.room.text()


async def test_a_slow_chat_never_keeps_a_table_waiting(house: House) -> None:
    await start(house, "sari", "budi")
    house.room.gate.clear()
    for _ in range(3):
        reply = await asyncio.wait_for(house.kiu.desk.handle(house.command(house.asked(), "check")), 5)
        assert not reply.refused
    house.admins.add("boss")
    async with asyncio.timeout(5):
        await house.kiu.desk.handle(house.command("boss", "bank grant sari 10 for waiting"))
    house.room.gate.set()
    await house.kiu.settled()


async def test_a_chat_that_fails_stops_nobody_and_is_caught_up_with(house: House) -> None:
    await start(house, "sari", "budi")
    house.expected_errors.add("message not sent")
    house.room.broken = ConnectionError("no network")
    await house.act("check")
    house.admins.add("boss")
    reply = await house.say("boss", "bank grant sari 10 for waiting")
    assert not reply.refused, "it is done, whether the chat could show it or not"
    house.room.broken = None
    await house.act("bet 30")
    assert "checked" in house.room.text()
    assert "bet 30" in house.room.text()


async def test_a_result_that_could_not_be_shown_is_told_after_a_restart(house: House) -> None:
    await start(house, "sari", "budi")
    await house.act("bet 10")
    house.expected_errors.add("message not sent")
    house.room.broken = ConnectionError("no network")
    await house.act("fold")
    house.room.broken = None
    await house.restart()
    assert "without showing" in house.room.text()


async def test_only_the_player_on_turn_is_ever_mentioned(house: House) -> None:
    await start(house, "sari", "budi", "wati")
    mentioned: list[tuple[str | None, str | None]] = []

    def watch(seen: Seen) -> None:
        hand = house.state().playing if house.is_open() else None
        asked = hand.players[hand.round.awaited[0]] if hand is not None else None
        mentioned.append((seen.message.mention, asked))

    house.room.watch = watch
    await house.finish_hand()
    await house.wait(8)
    await house.finish_hand()
    assert len(mentioned) > 10
    assert {mention for mention, _ in mentioned} > {None}
    assert all(mention in (None, asked) for mention, asked in mentioned)


async def test_a_private_hand_goes_to_its_owner_alone(house: House) -> None:
    await start(house, "sari", "budi", "wati")
    await house.act("bet 10", "call", "call")
    hand = house.hand()
    for name in ("sari", "budi", "wati"):
        mine = set(hand_names(hand.round.view(hand.seat(player_id(name))).hand))  # type: ignore[attr-defined]
        told = "\n".join(map(words, house.room.whispers(player_id(name))))
        assert set(TILE.findall(told)) == mine | pair_values_in(told)


def pair_values_in(told: str) -> set[str]:
    """Values such as 9-5 look like dominoes when they are small."""
    return set(re.findall(r"(?:Best|Best:)\W*([0-6]-[0-6])", told))


async def test_my_hand_works_without_private_messages(house: House) -> None:
    house.room.deaf = {player_id("sari")}
    await start(house, "sari", "budi")
    reply = await house.press("sari", house.room.button("My hand"))
    tiles = hand_names(house.hand().round.view(0).hand)  # type: ignore[attr-defined]
    assert all(tile in words(reply.message) for tile in tiles)
    assert reply.message.picture is not None
    assert house.room.whispers(player_id("sari")) == []


async def test_who_was_told_privately_is_not_told_the_same_again(house: House) -> None:
    await start(house, "sari", "budi", "wati")
    await house.finish_hand()
    for name in ("sari", "budi", "wati"):
        told = house.room.whispers(player_id(name))
        assert all(before != after for before, after in pairwise(told))


@pytest.mark.parametrize("seed", range(6))
async def test_nothing_public_ever_names_a_hidden_domino(tmp_path: Path, seed: int) -> None:
    """Over whole games at random, every domino in public text was turned over by then."""
    rng = Random(seed)
    async with House(tmp_path, seed=f"canary {seed}") as house:
        await house.set_rules("compare split_pot" if seed % 2 else "rounds three", "max_bet none", "time_bank 0")
        await house.sit("sari", "budi", "wati", buy_in=1500)
        await house.do("sari", "add computer")
        looked, named = 0, 0
        await house.do("sari", "start")
        for _ in range(60):
            if house.state().playing is None:
                await house.wait(8)
            elif house.asked().startswith("computer"):
                await house.wait(2)
            elif rng.random() < 0.05:
                await house.wait(45)
            else:
                options = house.hand().round.options(house.hand().round.awaited[0])
                choice = rng.choice([*options.ready, options.ready[0]])
                await house.say(house.asked(), f"{choice.verb} {choice.choice or choice.amount or ''}".strip())
            if house.state().hand is None:
                continue
            shown = house.hand().round.view(None).shown  # type: ignore[attr-defined]
            open_tiles = {name for declared in shown.values() for name in hand_names(declared.tiles)}
            labels = {declared.label for declared in shown.values()} | labels_offered(house)
            title = house.room.newest().title
            for place, seen in enumerate(house.room.seen[looked:], start=looked):
                if seen.how == "whisper":
                    continue
                if seen.message.title == title:
                    tiles = set(TILE.findall(words(seen.message)))
                    named += len(tiles)
                    assert tiles <= open_tiles | labels
                elif seen.how == "edit" and "hand" in seen.message.title:
                    # The message of an earlier hand loses its buttons, and nothing else happens to it any more.
                    before = [each for each in house.room.seen[:place] if each.number == seen.number]
                    assert seen.message.lines == before[-1].message.lines
            looked = len(house.room.seen)
        assert named, "some hands were shown"


def labels_offered(house: House) -> set[str]:
    """What a declaration may be called, such as 5-4, is no domino."""
    hand = house.state().hand
    if hand is None or not hand.round.awaited:
        return set()
    return {action.choice for action in hand.round.options(hand.round.awaited[0]).ready}


def test_the_canary_would_sing() -> None:
    assert all(TILE.findall(f"Sari · {name} ·") == [name] for name in NAMES)


async def test_the_public_message_is_the_same_whatever_anybody_holds(tmp_path: Path) -> None:
    """Many packs, one and the same message: nothing in it depends on a hand, until hands are turned over."""
    told: dict[str, set[str]] = {}
    for seed in range(8):
        async with House(tmp_path / str(seed), seed=f"pack {seed}") as house:
            await start(house, "sari", "budi")
            first = house.asked()
            await house.act("bet 20", "call", "check")
            told.setdefault(first, set()).add(f"{words(house.room.newest())} {buttons(house.room.newest())}")
    assert [len(messages) for messages in told.values()] == [1, 1]


# --- a slow chat ------------------------------------------------------------------------------------------------


async def test_what_waits_for_admission_is_shown_as_it_stands_by_then(house: House) -> None:
    await start(house, "sari", "budi")
    house.room.door.clear()
    await house.kiu.desk.handle(house.command(house.asked(), "bet 10"))
    await house.kiu.tables.settled()
    await asyncio.sleep(0.05)
    before = len(house.room.public())
    await house.kiu.desk.handle(house.command(house.asked(), "raise 30"))
    house.room.door.set()
    await house.kiu.settled()
    shown = house.room.public()[before:]
    assert len(shown) == 1
    assert "raised to 30" in words(shown[0].message)


async def test_a_summons_goes_before_a_board(house: House) -> None:
    await start(house, "sari", "budi", "wati")
    await house.act("bet 10", "call", "call", "check", "check")
    house.room.door.clear()
    name = house.asked()
    await house.kiu.desk.handle(house.command(name, "bet 20"))
    await house.kiu.tables.settled()
    house.clock.move_to(house.clock.now() + 4)
    await asyncio.sleep(0.05)
    asked = [urgency for _, urgency in house.room.admitted[-2:]]
    assert asked == [Urgency.BOARD, Urgency.SUMMONS], "who waits with a board asks anew when somebody is to be called"
    house.room.door.set()
    await house.kiu.settled()
    assert [seen.how for seen in house.room.seen if seen.how in ("summon", "edit")][-2:] == ["summon", "edit"]


async def test_a_private_hand_waits_for_no_board(house: House) -> None:
    await house.sit("sari", "budi")
    house.room.door.clear()
    await house.kiu.desk.handle(house.command("sari", "start"))
    (board,) = house.kiu.announcer._boards.values()
    async with asyncio.timeout(5):
        await board.private.settled()
    assert all(house.room.whispers(player_id(name)) for name in ("sari", "budi"))
    assert not house.room.newest().title.startswith("QiuQiu ·")
    house.room.door.set()
    await house.kiu.settled()


async def test_ending_waits_only_a_moment_for_a_slow_chat(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(announcer, "LAST_SECONDS", 0.05)
    await start(house, "sari", "budi")
    house.room.door.clear()
    await house.kiu.desk.handle(house.command(house.asked(), "bet 10"))
    await house.kiu.tables.stop()
    async with asyncio.timeout(3):
        await house.kiu.announcer.stop()
    shown = len(house.room.seen)
    house.room.door.set()
    house.clock.move_to(house.clock.now() + 100)
    await asyncio.sleep(0.05)
    assert len(house.room.seen) == shown, "nothing is said any more"


# --- calling the player on turn ---------------------------------------------------------------------------------


async def test_who_answers_quickly_is_not_called(house: House) -> None:
    await start(house, "sari", "budi")
    for _ in range(3):
        await house.wait(3.9)
        await house.act("check")
    assert house.room.summons() == []


async def test_who_hesitates_is_called_once_and_the_call_goes_when_it_is_answered(house: House) -> None:
    await start(house, "sari", "budi")
    await house.act("check")
    name = house.asked()
    await house.wait(3)
    await house.do("wati", "join")
    await house.wait(1)
    (call,) = house.room.summons()
    assert call.message == Message(lines=(f"{name.capitalize()}, it is your turn.",), mention=player_id(name))
    await house.do("joko", "join")
    await house.wait(20)
    assert house.room.summons() == [call], "however long it takes"
    await house.act("check")
    assert call.number not in house.room.shown
    assert [seen.how for seen in house.room.seen if seen.how != "whisper"][-2:] == ["edit", "remove"]


async def test_a_question_that_came_in_a_new_message_has_pinged_already(house: House) -> None:
    await start(house, "sari", "budi")
    assert house.room.pings() == [player_id(house.asked())]
    await house.wait(30)
    assert house.room.summons() == []


async def test_nobody_is_pinged_twice_for_a_question_even_if_the_message_is_deleted(house: House) -> None:
    await start(house, "sari", "budi")
    assert len(house.room.pings()) == 1
    house.room.delete(max(house.room.shown, key=int))
    await house.do("wati", "join")
    assert "Wati sat down" in house.room.text(), "it is posted anew"
    assert len(house.room.pings()) == 1
    await house.act("check")
    await house.wait(4)
    assert len(house.room.pings()) == 2


async def test_a_call_that_is_due_is_made_by_the_new_message_itself(house: House) -> None:
    await house.sit("sari", "budi")
    house.room.door.clear()
    await house.kiu.desk.handle(house.command("sari", "start"))
    await house.kiu.tables.settled()
    house.clock.move_to(house.clock.now() + 10)
    house.room.door.set()
    await house.kiu.settled()
    assert house.room.summons() == []
    assert house.room.pings() == [player_id(house.asked())]


async def test_a_question_answered_while_the_call_waits_calls_nobody(house: House) -> None:
    await start(house, "sari", "budi")
    await house.act("check")
    house.room.door.clear()
    house.clock.move_to(house.clock.now() + 5)
    await asyncio.sleep(0.02)
    await house.kiu.desk.handle(house.command(house.asked(), "bet 10"))
    await house.kiu.tables.settled()
    house.room.door.set()
    await house.kiu.settled()
    assert house.room.summons() == []


async def test_calls_do_not_pile_up_in_a_busy_chat(house: House) -> None:
    await start(house, "sari", "budi")
    await house.act("check")

    async def let_one_through() -> None:
        house.room.door.set()
        await asyncio.sleep(0.03)

    house.room.watch = lambda seen: house.room.door.clear() if seen.how != "whisper" else None
    house.room.door.clear()
    before = len(house.room.seen)
    for line in ("check", "check"):
        house.clock.move_to(house.clock.now() + 4)
        await let_one_through()
        await house.kiu.desk.handle(house.command(house.asked(), line))
        await house.kiu.tables.settled()
    for _ in range(3):
        await let_one_through()
    seen = [seen.how for seen in house.room.seen[before:] if seen.how != "whisper"]
    assert seen == ["summon", "summon", "remove", "edit", "remove"]


@pytest.mark.parametrize("line", ["sit out", "leave"])
async def test_who_has_gone_is_not_called(house: House, line: str) -> None:
    await start(house, "sari", "budi", "wati")
    first = house.asked()
    away = next(name for name in ("sari", "budi", "wati") if name != first)
    await house.do(away, line)
    while house.state().playing is not None:
        await house.wait(5)
        if house.state().playing is not None:
            await house.act("check")
    assert player_id(away) not in house.room.pings()
    assert len(house.room.pings()) > 2


@pytest.mark.parametrize("gone", ["computer", "out", "leaving"])
async def test_only_a_person_who_is_there_is_on_turn(house: House, gone: str) -> None:
    await start(house, "sari", "budi")
    state, player = house.state(), player_id(house.asked())
    assert tables.on_turn(state) == player
    assert tables.on_turn(state.change(player, **{gone: True})) is None


async def test_a_computer_player_is_not_called(house: House) -> None:
    await house.set_rules("computer_seconds 10")
    await house.do("sari", "open qiuqiu")
    await house.do("sari", "add computer")
    await house.do("sari", "start")
    for _ in range(6):
        await house.wait(10)
        if house.state().playing is not None and house.asked() == "sari":
            for line in ("check", "call"):
                await house.say("sari", line)
    assert set(house.room.pings()) == {player_id("sari")}


async def test_the_call_is_in_the_language_of_the_house(house: House) -> None:
    house.admins.add("sari")
    await house.do("sari", "house language id")
    await start(house, "sari", "budi")
    await house.act("check")
    await house.wait(4)
    assert "giliranmu" in words(house.room.summons()[0].message)


async def test_a_call_is_not_repeated_after_a_restart_and_goes_when_it_is_answered(house: House) -> None:
    await start(house, "sari", "budi")
    await house.act("check")
    await house.wait(4)
    (call,) = house.room.summons()
    await house.die()
    await house.wait(10)
    assert house.room.summons() == [call]
    await house.act("check")
    assert call.number not in house.room.shown
    hand = house.hand().number
    assert [slot for slot in await house.kiu.ledger.messages(house.state().id) if "@" not in slot] == [f"hand:{hand}"]


# --- private hands ----------------------------------------------------------------------------------------------


def actions(message: Message) -> list[Button]:
    """The buttons that play, not those that prove."""
    return [each for each in buttons(message) if not each.command.startswith("verify")]


def whispered(house: House, name: str) -> list[Seen]:
    return [seen for seen in house.room.seen if seen.how == "whisper" and seen.where == player_id(name)]


async def test_a_private_hand_is_one_message_and_the_next_hand_is_another(house: House) -> None:
    await start(house, "sari", "budi")
    await house.finish_hand()
    first = {name: whispered(house, name) for name in ("sari", "budi")}
    assert {len({seen.number for seen in told}) for told in first.values()} == {1}
    assert min(map(len, first.values())) > 2
    await house.wait(8)
    for name, told in first.items():
        assert whispered(house, name)[-1].number != told[0].number


async def test_nothing_can_be_pressed_in_a_private_hand_that_asks_nothing(house: House) -> None:
    await start(house, "sari", "budi", "wati")
    await house.act("bet 10")
    name = house.asked()
    assert buttons(whispered(house, name)[-1].message)
    assert "your turn" in words(whispered(house, name)[-1].message)
    await house.act("fold")
    assert not actions(whispered(house, name)[-1].message)
    last = house.asked()
    assert buttons(whispered(house, last)[-1].message)
    await house.act("fold")
    assert house.hand().over
    assert not buttons(whispered(house, last)[-1].message), "the hand is over"
    assert "your turn" not in words(whispered(house, last)[-1].message)


@pytest.mark.parametrize("ended", ["void", "leave"])
async def test_nothing_can_be_pressed_in_the_private_hand_of_one_who_is_out_of_it(house: House, ended: str) -> None:
    await start(house, "sari", "budi", "wati")
    name = house.asked()
    number = whispered(house, name)[-1].number
    assert buttons(whispered(house, name)[-1].message)
    if ended == "void":
        house.admins.add("boss")
        await house.do("boss", f"bank void {house.hand().id} misdeal")
    else:
        await house.do(name, "leave")
    last = whispered(house, name)[-1]
    assert not buttons(last.message)
    assert "your turn" not in words(last.message)
    assert last.number == number


async def test_who_is_leaving_is_told_nothing_more_in_private(house: House) -> None:
    await start(house, "sari", "budi", "wati")
    away = next(name for name in ("sari", "budi", "wati") if name != house.asked())
    await house.do(away, "leave")
    told = len(whispered(house, away))
    await house.finish_hand()
    assert len(whispered(house, away)) == told


async def test_a_private_hand_that_never_arrived_is_not_put_away(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(herald, "PATIENCE", 0.01)
    await house.sit("sari", "budi")
    house.expected_errors.add("message not sent")
    house.room.broken = ConnectionError("no network")
    house.room.gate.clear()
    for name, line in (("sari", "start"), ("?", "bet 10"), ("?", "fold")):
        await house.kiu.desk.handle(house.command(house.asked() if name == "?" else name, line))
        await house.kiu.tables.settled()
        await asyncio.sleep(0.02)
    house.room.gate.set()
    await house.kiu.settled()
    assert house.hand().over
    assert [house.room.tried.count(player_id(name)) for name in ("sari", "budi")] == [1, 1]


async def test_a_restart_goes_on_editing_the_private_hand(house: House) -> None:
    await start(house, "sari", "budi")
    numbers = {name: whispered(house, name)[0].number for name in ("sari", "budi")}
    await house.die()
    await house.act("check", "check")
    for name, number in numbers.items():
        assert {seen.number for seen in whispered(house, name)} == {number}
        assert len(whispered(house, name)[-1].message.lines[0].split(" · ")) == 4


async def test_who_cannot_be_reached_is_not_tried_again_in_that_hand(house: House) -> None:
    house.room.deaf = {player_id("sari")}
    await start(house, "sari", "budi")
    await house.finish_hand()
    assert house.room.tried.count(player_id("sari")) == 1
    assert house.room.tried.count(player_id("budi")) > 3
    house.room.deaf.clear()
    await house.wait(8)
    assert whispered(house, "sari"), "the next hand finds the door open"


async def test_a_private_hand_that_failed_is_sent_with_the_next_change(house: House) -> None:
    await start(house, "sari", "budi")
    first = house.asked()
    told = len(whispered(house, first))
    house.expected_errors.add("message not sent")
    house.room.broken = ConnectionError("no network")
    await house.act("bet 10")
    house.room.broken = None
    await house.do("wati", "join")
    assert not actions(whispered(house, first)[told].message)


# --- places where nothing can be shown --------------------------------------------------------------------------


async def test_where_nothing_can_be_shown_it_is_quiet_for_a_minute(house: House) -> None:
    await start(house, "sari", "budi")
    house.room.closed.add("main")
    await house.act("check", "check", "bet 10")
    await house.wait(30)
    assert house.room.turned_away == 1
    await house.wait(29)
    assert not house.hand().over
    assert house.room.turned_away == 1
    house.room.closed.clear()
    await house.wait(1)
    before = len(house.room.public())
    await house.act("call")
    assert len(house.room.public()) > before
    assert "called 10" in house.room.text()


async def test_where_nothing_can_be_shown_chips_still_go_where_they_belong(house: House) -> None:
    await start(house, "sari", "budi")
    house.room.closed.add("main")
    await house.act("bet 10")
    loser = house.asked()
    await house.act("fold")
    assert await house.fortune(loser) == 1990
    house.admins.add("boss")
    await house.do("boss", f"bank grant {loser} 10 for trying")
    assert await house.fortune(loser) == 2000


async def test_old_stories_are_not_told_where_nothing_could_be_shown(house: House) -> None:
    await house.sit("sari", "budi")
    house.room.closed.add("main")
    await house.do("sari", "start")
    await house.act("bet 10", "fold")
    await house.wait(60)
    await house.act("check")
    assert house.hand().number == 2
    assert house.room.turned_away == 4, "the closing of each hand and its board, and no more"
    house.room.closed.clear()
    await house.wait(60)
    await house.act("check")
    lobby, hand = (seen for seen in house.room.public() if seen.how == "post")
    assert hand.message.title == "QiuQiu · hand 2"
    assert not buttons(house.room.shown[lobby.number])


async def test_a_table_that_closes_where_nothing_can_be_shown_leaves_nothing_behind(house: House) -> None:
    await start(house, "sari", "budi")
    house.room.closed.add("main")
    await house.act("bet 10")
    await house.do("sari", "close")
    await house.act("fold")
    assert not house.is_open()
    assert house.kiu.announcer._boards == {}


async def test_whoever_was_asked_when_all_was_forgotten_is_called_again(house: House) -> None:
    await start(house, "sari", "budi")
    await house.kiu.announcer.forget(HOUSE)
    await house.do("wati", "join")
    asked = player_id(house.asked())
    assert house.room.pings() == [asked, asked]
    assert [seen.how for seen in house.room.public()].count("post") == 3, "in a new message"


async def test_what_failed_is_tried_again_after_a_while(house: House) -> None:
    await start(house, "sari", "budi")
    await house.act("bet 10")
    house.expected_errors.add("message not sent")
    house.room.broken = ConnectionError("no network")
    await house.act("fold")
    house.room.broken = None
    await house.wait(4.9)
    assert "without showing" not in house.room.text()
    await house.wait(0.1)
    assert "without showing" in house.room.text()


@pytest.mark.parametrize("posted", [True, False])
async def test_a_result_that_waits_is_told_even_if_the_next_hand_has_begun(house: House, posted: bool) -> None:
    await house.sit("sari", "budi")
    if not posted:
        house.room.door.clear()
    await house.kiu.desk.handle(house.command("sari", "start"))
    await house.kiu.tables.settled()
    if posted:
        await house.kiu.settled()
        house.room.door.clear()
    for line in ("bet 10", "fold"):
        await house.kiu.desk.handle(house.command(house.asked(), line))
    await house.kiu.tables.settled()
    house.clock.move_to(house.clock.now() + 8)
    await house.kiu.tables.settled()
    assert house.hand().number == 2
    house.room.door.set()
    await house.kiu.settled()
    first, second = (seen.number for seen in house.room.public() if seen.how == "post" and "hand" in seen.message.title)
    assert "without showing" in words(house.room.shown[first])
    assert not buttons(house.room.shown[first])
    assert buttons(house.room.shown[second])
    row = await house.kiu.ledger.hand(1)
    assert row is not None
    assert row.told


async def test_a_message_that_was_on_its_way_when_a_newer_one_began_loses_its_buttons_too(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(herald, "PATIENCE", 0.01)
    house.room.gate.clear()
    await house.kiu.desk.handle(house.command("sari", "open qiuqiu"))
    await asyncio.sleep(0.02)
    for name, line in (("budi", "join"), ("sari", "start")):
        await house.kiu.desk.handle(house.command(name, line))
    house.room.gate.set()
    await house.kiu.settled()
    lobby, hand = (seen for seen in house.room.public() if seen.how == "post")
    assert buttons(lobby.message)
    assert not buttons(house.room.shown[lobby.number])
    assert buttons(house.room.shown[hand.number])


# --- long hands -------------------------------------------------------------------------------------------------


async def test_a_long_hand_goes_on_in_a_new_message_when_a_street_begins(house: House) -> None:
    await start(house, "sari", "budi", "wati")
    await house.act("bet 10", "raise 20", "raise 30", "raise 40", "call", "call")
    short = [seen for seen in house.room.public() if seen.how == "post"]
    assert len(short) == 2, "the lobby and the hand: it was not long enough to scroll away"
    await house.act("bet 10", "raise 20", "raise 30", "call", "call")
    assert house.hand().over
    lobby, first, second = [seen for seen in house.room.public() if seen.how == "post"]
    assert lobby.number < first.number < second.number
    assert "hand 1" in first.message.title
    assert "showed" in words(house.room.shown[second.number])
    old = house.room.shown[first.number]
    assert not buttons(old)
    assert "to act" not in words(old), "nothing is asked there any more"
    assert "dealer" in words(old), "and the rest of it stays"


async def test_a_long_hand_that_moved_on_is_found_again_after_a_restart(house: House) -> None:
    await start(house, "sari", "budi", "wati")
    await house.act("bet 10", "raise 20", "raise 30", "raise 40", "raise 50", "raise 60", "raise 70", "raise 80")
    await house.act("call", "call")
    posts = [seen.number for seen in house.room.public() if seen.how == "post"]
    assert len(posts) == 3
    assert not house.hand().over
    # As if it had died before it could forget the message of the first street.
    await house.kiu.ledger.commit((MessageKept(house.state().id, "hand:1", posts[1]),))
    await house.die()
    await house.act("bet 10")
    assert [seen.number for seen in house.room.public() if seen.how == "post"] == posts
    assert "bet 10" in words(house.room.shown[posts[-1]])


async def test_what_happened_around_the_table_is_told_in_the_message_it_belongs_to(house: House) -> None:
    await start(house, "sari", "budi")
    await house.do("wati", "join")
    assert "Wati sat down" in house.room.text()
    await house.finish_hand()
    await house.wait(8)
    assert "Wati sat down" not in house.room.text(), "old happenings are not told again"


async def test_where_no_chat_listens_nothing_breaks(tmp_path: Path) -> None:
    async with House(tmp_path, chat=False) as house:
        await start(house, "sari", "budi")
        await house.finish_hand()
        assert house.hand().over


async def test_the_announcer_keeps_nothing_of_tables_that_are_gone(house: House) -> None:
    for _ in range(3):
        await start(house, "sari", "budi")
        await house.do("sari", "close")
        await house.finish_hand()
    assert house.kiu.announcer._boards == {}


async def test_the_announcer_forgets_messages_of_old_hands(house: House) -> None:
    await start(house, "sari", "budi")
    for _ in range(5):
        await house.finish_hand()
        await house.wait(8)
    hand = house.hand()
    kept = await house.kiu.ledger.messages(house.state().id)
    assert set(kept) == {f"hand:{hand.number}", f"hand:{hand.number}@test:sari", f"hand:{hand.number}@test:budi"}
    await house.do("sari", "close")
    await house.finish_hand()
    assert await house.kiu.ledger.messages("1") == {}, "nothing is kept of a table that is gone"


async def test_a_message_at_a_place_of_no_table(house: House) -> None:
    house.admins.add("boss")
    await house.do("sari", "chips")
    await house.do("boss", "bank grant sari 10 welcome", channel="lounge")
    assert [seen.where for seen in house.room.seen] == ["lounge"]
    assert isinstance(house.room.newest("lounge"), Message)
    assert house.kiu.tables.at(Place(HOUSE, "lounge")) is None
    assert isinstance(house.kiu.ledger, Ledger)
