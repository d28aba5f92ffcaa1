"""Commands suggested to a reader of the help."""

from __future__ import annotations

from tests.bot.scenario import Scenario
from tests.bot.test_autocomplete import suggested, values


async def test_commands_are_explained(scenario: Scenario) -> None:
    found = suggested(scenario, "help", "command", "house set")
    assert values(found) == ["house set"]
    assert found[0].label.startswith("/house set RULE VALUE — change a house rule")
