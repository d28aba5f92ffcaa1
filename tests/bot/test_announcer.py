"""What is told to whom: one live message a hand, private hands for their owners alone, and nothing given away."""

from __future__ import annotations

import asyncio
import re
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from bot.ledger import Ledger
from bot.messages import Message, Place
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
    await house.wait(8)
    assert len([seen for seen in house.room.public() if seen.how == "post"]) == 3
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
    (board,) = house.kiu.announcer._boards.values()
    assert len(board.posted) <= 2
    assert len(board.shown) <= 2


async def test_a_message_at_a_place_of_no_table(house: House) -> None:
    house.admins.add("boss")
    await house.do("sari", "chips")
    await house.do("boss", "bank grant sari 10 welcome", channel="lounge")
    assert [seen.where for seen in house.room.seen] == ["lounge"]
    assert isinstance(house.room.newest("lounge"), Message)
    assert house.kiu.tables.at(Place(HOUSE, "lounge")) is None
    assert isinstance(house.kiu.ledger, Ledger)
