"""On the real platforms nobody learns that somebody is asked less, nor whether their cards would make something.

A hand of Quan Dui is played at human pace: once by people who have decided nothing, and once with other hidden cards by
the same people, some of whom have decided to be asked less. But for what these people are told themselves, every call
has to be made in both at the same moment.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from engine.quandui.claims import PASS_UNLESS_DUI, PASS_UNLESS_WIN
from tests.bot.test_twin_worlds import in_the_length_of_a_window
from tests.chats.pace.test_silence import PLATFORMS, differences, traffic, worlds
from tests.chats.pace.test_silent_decisions import OWN_ANSWERS
from tests.chats.virtual_time import in_virtual_time
from tools.pace.observing import Seen

pytestmark = pytest.mark.usefixtures("even_latency")

WINDOWS = 4
"""How many windows are compared on each platform."""

PRIVATE = ("sendPhoto to", "sendMessage to", "editMessageMedia to", "editMessageCaption to", "editMessageText to")
"""How calls of Telegram begin that show somebody something; those to private chats are told by a number above zero."""


def public(platform: str, seen: list[Seen]) -> list[Seen]:
    """What was overheard but for what somebody alone was told: an answer, or their hand."""
    return [
        each
        for each in seen
        if not each.what.startswith(OWN_ANSWERS[platform])
        and not (each.what.startswith(PRIVATE) and not each.what.rpartition(" to ")[2].startswith("-"))
    ]


def told_apart(platform: str, seed: str, windows: int) -> Iterator[list[str]]:
    """How two worlds can be told apart, for hands with so many windows."""
    rng = Random(seed)
    for both in worlds(rng, windows):
        start, _, _ = both.here
        verbs = (PASS_UNLESS_DUI, PASS_UNLESS_WIN)
        decided = {seat: f"advance {rng.choice(verbs).name}" for seat in range(len(start.deal.stacks))}
        here = in_virtual_time(traffic(platform, *both.here, dict.fromkeys(decided, "")))
        there = in_virtual_time(traffic(platform, *both.there, decided))
        assert len(there) > len(here) - len(decided), "who decides is answered"
        yield differences(public(platform, here), public(platform, there))


@pytest.mark.parametrize("platform", PLATFORMS)
def test_who_is_asked_less_about_whatever_cards_leaves_no_trace(platform: str) -> None:
    for found in told_apart(platform, "asked less", WINDOWS):
        assert found == []


def test_a_window_that_ends_sooner_where_somebody_is_not_asked_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    in_the_length_of_a_window(monkeypatch)

    assert any(told_apart("discord", "planted", WINDOWS * 2))
