"""People whom a platform itself names: by an id that is one word, and known from then on if an admin picks them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.commands import parse
from bot.messages import Person, Reply
from engine.refusal import Refused
from tests.bot.scenario import GROUP, Scenario, sentence

DEWI = Person("test:42", "Dewi \N{RIGHT-TO-LEFT OVERRIDE}of the very far and cold north")
SHOWN = "Dewi of the very far and"


async def sent(scenario: Scenario, name: str, text: str) -> Reply:
    """Let somebody send a line for which they picked Dewi."""
    reply = await scenario.app.dispatcher.handle(replace(scenario.command(name, text), picked=(DEWI,)))
    await scenario.app.wait_until_idle()
    return reply


async def test_a_newcomer_is_known_by_a_safe_name_before_the_command_runs(scenario: Scenario) -> None:
    scenario.admins.add("boss")

    assert not (await sent(scenario, "boss", "bank grant test:42 100 welcome !")).refused

    assert scenario.app.members.name(GROUP, DEWI.id) == SHOWN
    assert await scenario.in_wallet(DEWI.id) == 2000 + 100, "the chips for newcomers, and the gift"
    await scenario.sound()


async def test_a_newcomer_is_known_once(scenario: Scenario) -> None:
    scenario.admins.add("boss")

    for _ in range(2):
        await sent(scenario, "boss", "bank take test:42 100 twice !")

    assert await scenario.in_wallet(DEWI.id) == 2000 - 200


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("bank grant test:42 100 for a friend", "Only an admin can do that. Ask one here."),
        ("ledger test:42", f"{SHOWN} has not played here yet. Choose somebody else."),
        ("kick test:42", f"{SHOWN} is not at this table. Choose somebody who is."),
    ],
)
async def test_nobody_else_makes_a_newcomer_known(scenario: Scenario, line: str, told: str) -> None:
    await scenario.sit("sari", "budi")

    reply = await sent(scenario, "sari", line)

    assert reply.refused
    assert sentence(reply) == told
    assert not scenario.app.members.knows(GROUP, DEWI.id)
    assert await scenario.in_wallet(DEWI.id) == 0


async def test_an_id_of_another_platform_is_nobody_here(scenario: Scenario) -> None:
    scenario.admins.add("boss")

    assert await scenario.refused("boss", "bank grant discord:42 100 gift") == "nobody-of-that-name"


def test_an_id_is_one_word_whatever_follows() -> None:
    assert dict(parse("bank grant discord:42 100 for 7 dogs").words) == {"player": "discord:42", "reason": "for 7 dogs"}
    assert parse("kick discord:42").word("player") == "discord:42"
    assert parse("ledger discord:42 7").amount("before") == 7
    with pytest.raises(Refused) as wrong:
        parse("bank grant discord:42 many 7 dogs")
    assert wrong.value.reason == "not-an-amount"
    assert parse("bank grant sari the 2nd 7 dogs").word("player") == "sari the 2nd"
