"""Betting on Telegram: the moment a clock ends, an own amount, an all-in that is pressed twice."""

from __future__ import annotations

import asyncio
from datetime import timedelta

from tests.chats.telegram.double import Chat, Person, Post, Telegram
from tests.chats.telegram.scenario import Scenario

AGAIN = "Press the same button again"


def ends(post: Post) -> list[int]:
    """The moments that a message names, as seconds since 1970."""
    return [each["unix_time"] for each in post.entities if each["type"] == "date_time"]


async def test_the_clock_is_the_moment_it_ends(
    telegram: Telegram, scenario: Scenario, group: Chat, sari: Person, budi: Person
) -> None:
    await scenario.sit(group, sari, budi)
    board = (await sari.sees_button("Check", in_=group)).post
    end = scenario.clock.utc() + timedelta(seconds=45)

    assert ends(board) == [int(end.timestamp())]
    (moment,) = [each for each in board.entities if each["type"] == "date_time"]
    assert moment["date_time_format"] == "T"
    assert board.text[moment["offset"] : moment["offset"] + moment["length"]] == f"{end:%H:%M:%S} UTC"
    edits = len(board.versions)
    await scenario.wait(20)
    assert len(board.versions) == edits, "a clock needs no edits"

    await scenario.finish_hand(group)
    result = await sari.sees("Next hand:", in_=group)
    assert ends(result) == [int((scenario.clock.utc() + timedelta(seconds=8)).timestamp())]


async def test_an_all_in_is_pressed_twice(scenario: Scenario, group: Chat, sari: Person, budi: Person) -> None:
    await scenario.set_rule(sari, group, "max_bet none")
    await scenario.sit(group, sari, budi)
    asked = scenario.asked(group)
    button = await asked.sees_button("All-in 490", in_=group)

    said, twice = await asyncio.gather(asked.taps(button), asked.taps(button))

    for each in (said, twice):
        assert each.alert, "a double tap is no answer"
        assert "All-in with 490?" in each.text
        assert AGAIN in each.text
    assert scenario.staked(asked, group) == 10, "nothing is done yet"
    other = budi if asked is sari else sari
    assert AGAIN not in (await other.taps(button)).text, "nobody else is asked, nor answers for them"
    await asyncio.sleep(scenario.press_again_after)
    assert not (await asked.taps(button)).alert
    assert scenario.staked(asked, group) == 500
    await other.types("/call", in_=group)
    await scenario.app.wait_until_idle()
    assert scenario.hand(group).over, "what is typed is meant"
