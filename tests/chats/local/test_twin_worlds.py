"""In the local room, too, nobody learns of a hidden card: evenings over real sockets in two worlds each.

One guest's tab has to get the same frames in the same order in both worlds; and so has everybody else's, players and
strangers alike, apart from what they alone are told: of that, only when it comes.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bot.chats.local_chat import LocalRoom
from bot.messages import Message, MessageId, PlayerId
from engine.games import GAMES
from tests.bot.evenings import Evenings
from tests.bot.test_twin_worlds import (
    Plant,
    bottom_is_high,
    claimable,
    in_the_length_of_a_window,
    leak_found,
    private_hands_late,
)
from tests.bot.twin_worlds import compared
from tests.chats.local.room_evening import in_the_room

SAMPLE = 2
"""How many pairs of worlds of each game are compared whenever the tests run."""

PAIRS = 60
"""How many are compared in the long run."""


@pytest.mark.parametrize("game", GAMES)
async def test_frames_come_in_the_same_order_in_both_worlds(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert (await compared(Evenings(monkeypatch, in_the_room), game, SAMPLE))["pairs"] >= SAMPLE


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("game", GAMES)
async def test_frames_come_in_the_same_order_in_many_worlds(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert (await compared(Evenings(monkeypatch, in_the_room), game, PAIRS))["pairs"] >= PAIRS


# --- planted leaks ---------------------------------------------------------------------------------------------


def in_the_order_of_frames(patch: pytest.MonkeyPatch, evenings: Evenings) -> None:
    """Private hands come last if a certain card is out."""
    private_hands_late(patch, LocalRoom, lambda: bottom_is_high(evenings))


def in_the_order_of_frames_if_anybody_has_a_claim(patch: pytest.MonkeyPatch, evenings: Evenings) -> None:
    """Private hands come last if anybody can claim the discard in the middle."""

    def late() -> int:
        assert evenings.now is not None
        return claimable(evenings.now.hands[-1].now) if evenings.now.hands else 0

    private_hands_late(patch, LocalRoom, late)


def in_frames_that_another_gets(patch: pytest.MonkeyPatch, evenings: Evenings) -> None:
    """Everybody else's tab gets a private hand once more if a certain card is out."""
    send = LocalRoom.send_private

    async def sent(room: LocalRoom, player: PlayerId, message: Message, instead_of: MessageId | None = None) -> Any:
        if bottom_is_high(evenings):
            await send(room, player, message, instead_of)
        return await send(room, player, message, instead_of)

    patch.setattr(LocalRoom, "send_private", sent)


PLANTS = (
    (in_the_order_of_frames, "qiuqiu"),
    (in_the_order_of_frames_if_anybody_has_a_claim, "quan-dui"),
    (in_frames_that_another_gets, "qiuqiu"),
    (in_the_length_of_a_window, "quan-dui"),
)


@pytest.mark.parametrize(("plant", "game"), PLANTS, ids=[plant.__name__ for plant, _ in PLANTS])
async def test_a_planted_leak_is_found(plant: Plant, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    await leak_found(Evenings(monkeypatch, in_the_room), plant, game, monkeypatch, Random("planted"), 8)
