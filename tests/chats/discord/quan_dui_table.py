"""A table of Quan Dui on Discord, and what its players do."""

from __future__ import annotations

from tests.chats.discord.double.interactions import Interaction
from tests.chats.discord.double.member import Member
from tests.chats.discord.double.models import Message
from tests.chats.discord.scenario import Scenario
from tests.chats.quan_dui import decent, held, label, round_of, view_of

ANSWERS = ("Win", "Dui", "Pass")


def seat_of(scenario: Scenario, member: Member) -> int:
    seat = scenario.hand().seat(member.player)
    assert seat is not None
    return seat


def cards_of(scenario: Scenario, member: Member) -> set[str]:
    """The cards that only this member sees."""
    return held(scenario.hand(), seat_of(scenario, member))


def on_turn(scenario: Scenario, people: list[Member]) -> Member:
    """The member who has to draw or discard, or has just discarded."""
    hand = scenario.hand()
    return next(member for member in people if member.player == hand.players[round_of(hand).turn])


def others_than(member: Member, people: list[Member]) -> list[Member]:
    return [each for each in people if each is not member]


async def act(scenario: Scenario, member: Member) -> Interaction:
    """Let a member press what a computer player would: a claim in public, a discard in the private hand."""
    action = decent(scenario.hand(), seat_of(scenario, member))
    where = member.hands if view_of(scenario.hand(), seat_of(scenario, member)).offered is None else member.public
    answer = await member.press(member.button(label(action), where))
    assert answer.silent, answer.text
    return answer


async def discard(scenario: Scenario, people: list[Member]) -> tuple[Member, list[Member]]:
    """Let the dealer discard; return the dealer and those who are asked for a claim."""
    discarder = on_turn(scenario, people)
    while not round_of(scenario.hand()).window:
        await act(scenario, discarder)
        await scenario.app.wait_until_idle()
    return discarder, others_than(discarder, people)


def answer_buttons(message: Message) -> list[str]:
    return [part["label"] for part in message.parts() if part.get("label") in ANSWERS]
