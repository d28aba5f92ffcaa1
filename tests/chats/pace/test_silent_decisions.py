"""On the real platforms nobody learns that somebody has decided in advance, unless it is carried out.

A hand of QiuQiu is played at human pace twice: once as it is, and once by people who also decide before their turn,
which a raise makes void, or which they take back. But for the answers that those people get themselves, every call has
to be made in both at the same moment.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import NamedTuple

import pytest

from bot.tables import hands
from engine.table.changes import Change
from tests.chats.pace.test_silence import PATIENCE, PLATFORMS, WATCHING, differences
from tests.chats.virtual_time import in_virtual_time
from tools.pace.evening import Evening
from tools.pace.observing import Seen, now
from tools.pace.people import PersonAtTable
from tools.pace.scenes import AnyEvening, one_table
from tools.pace.telegram_evening import TelegramEvening

pytestmark = pytest.mark.usefixtures("even_latency")

OWN_ANSWERS = {
    "telegram": ("answerCallbackQuery", "getChatMember"),
    "discord": ("POST /interactions/", "POST /webhooks/", "PATCH /webhooks/"),
}
"""How the calls begin that answer somebody who has pressed, or ask who they are; what is changed in public is overheard
as well."""


class Turn(NamedTuple):
    """What happens in one turn."""

    line: str
    """What whoever is asked presses."""

    deciding: tuple[tuple[int, str], ...] = ()
    """Who decides something in the meantime, by how many places they sit behind, and what; in one of two worlds."""

    seconds: float = 0.0
    """How long whoever is asked thinks, if not the usual time."""


CHECK_FOLD, CALL = "advance check-fold", "advance call"

HAND = (
    Turn("check", ((1, CALL), (1, CALL), (2, CALL), (3, CALL)), seconds=40),
    Turn("bet 20"),
    Turn("raise 60", ((1, CALL), (2, CHECK_FOLD))),
    Turn("call", ((1, CALL), (1, CALL)), seconds=30),
    Turn("raise 100", ((1, CALL), (1, CHECK_FOLD)), seconds=30),
    Turn("call"),
    Turn("call"),
    Turn("call"),
    Turn("check", ((2, CALL), (3, CALL)), seconds=30),
    Turn("bet 10"),
)
"""What is decided is taken back at once, or made void by a bet or a raise before it could be carried out."""


async def traffic(platform: str, *, deciding: bool) -> list[Seen]:
    """Everything that can be overheard while the hand is played."""

    async def start(evening: AnyEvening, _group: str) -> None:
        """Open everybody's private chat, where they decide on Telegram."""
        if isinstance(evening, TelegramEvening):
            for person in evening.telegram.people.values():
                await person.starts(wait=False)
                await asyncio.sleep(1)

    async with one_table(platform, "qiuqiu", 4, WATCHING, slow=0, prepare=start) as evening:
        return await _played(evening, deciding=deciding)


async def _played(evening: Evening, *, deciding: bool) -> list[Seen]:
    (watch,) = evening.observed.watches.values()
    while watch.seen is None or not watch.seen.question.turn:
        await watch.change(PATIENCE)
    began, random = now(), Random("thinking")
    evening.observed.traffic = []
    people = {person.player: person for person in evening.seated}
    for turn in HAND:
        assert watch.standing is not None
        hand = watch.standing.hand
        assert hand is not None
        (seat,) = hand.round.awaited
        question, asked = watch.standing.question, people[hand.players[seat]]
        thinking = asyncio.create_task(asyncio.sleep(turn.seconds or random.uniform(2, 6)))
        if deciding:
            await _decide([people[hand.players[(seat + behind) % 4]] for behind, _ in turn.deciding], turn)
        await thinking
        asked.press_command(turn.line)
        while watch.standing.question == question:
            await watch.change(1)
    await asyncio.sleep(30)
    seen, evening.observed.traffic = evening.observed.traffic, None
    assert watch.standing is not None
    assert watch.standing.question.turn == f"1.{len(HAND) + 1}", "nothing was carried out"
    return [each._replace(at=each.at - began) for each in seen]


async def _decide(people: Sequence[PersonAtTable], turn: Turn) -> None:
    for person, (_, command) in zip(people, turn.deciding, strict=True):
        await asyncio.sleep(0.4)
        press = await person.press(next(each for each in person.buttons() if each.pressed.command == command))
        assert not press.refused, press.words


def told_apart(platform: str) -> list[str]:
    """How the two worlds can be told apart."""
    without, with_decisions = (in_virtual_time(traffic(platform, deciding=deciding)) for deciding in (False, True))

    def public(seen: list[Seen]) -> list[Seen]:
        return [each for each in seen if not each.what.startswith(OWN_ANSWERS[platform])]

    assert len(with_decisions) > len(without), "who decides is answered"
    return differences(public(without), public(with_decisions))


@pytest.mark.parametrize("platform", PLATFORMS)
def test_a_decision_that_comes_to_nothing_leaves_no_trace(platform: str) -> None:
    assert told_apart(platform) == []


@pytest.mark.parametrize("platform", PLATFORMS)
def test_a_decision_that_passes_for_a_sign_of_life_is_noticed(platform: str, monkeypatch: pytest.MonkeyPatch) -> None:
    decide = hands.decide

    def told(*args: object) -> Change:
        return replace(decide(*args), silent=False)  # type: ignore[arg-type]

    monkeypatch.setattr(hands, "decide", told)

    assert told_apart(platform)
