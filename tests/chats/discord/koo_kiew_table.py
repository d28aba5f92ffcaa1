"""A table of Koo Kiew on Discord, and how it stands."""

from __future__ import annotations

from engine.kookiew.round import KooKiewRound
from tests.chats.discord.double.member import Member
from tests.chats.discord.double.models import Message
from tests.chats.discord.scenario import Scenario


def round_of(scenario: Scenario) -> KooKiewRound:
    present = scenario.hand().round
    assert isinstance(present, KooKiewRound)
    return present


def banker_of(scenario: Scenario, people: list[Member]) -> Member:
    """The member who holds the bank."""
    player = scenario.hand().players[round_of(scenario).dealer]
    return next(member for member in people if member.player == player)


async def opened(scenario: Scenario, *names: str) -> tuple[Member, list[Member]]:
    """Open a table for new members; return the banker and those who are asked for a stake."""
    people = scenario.members(*names)
    await scenario.sit(*people, game="koo-kiew")
    banker = banker_of(scenario, people)
    return banker, [member for member in people if member is not banker]


def in_order(scenario: Scenario, people: list[Member]) -> list[Member]:
    """These members in the order of their seats, from the banker's left."""
    seats = [scenario.hand().players[seat] for seat in round_of(scenario).players]
    return sorted(people, key=lambda member: seats.index(member.player))


def settled(live_message: Message) -> bool:
    """Whether the message shows all hands in a picture."""
    return any(each.data.startswith(b"\x89PNG") for each in live_message.attachments)
