"""How amounts are written: what players type is read as they mean it, or refused with an example."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.commands import Refusal, amount_of, parse
from bot.wording import in_language, languages
from tests.bot.scenario import Scenario


@given(st.integers(0, 10**12), st.sampled_from(languages()))
def test_every_amount_that_is_shown_can_be_typed(amount: int, language: str) -> None:
    assert amount_of(in_language(language)("suggested-amount", amount=amount)) == amount


@pytest.mark.parametrize(
    ("typed", "amount"),
    [
        ("60", 60),
        ("0060", 60),
        ("1,000", 1000),
        ("1.000", 1000),
        ("1 000", 1000),
        ("12.345.678", 12345678),
        ("1k", 1000),
        ("1K", 1000),
        ("1.5k", 1500),
        ("1,5rb", 1500),
        ("2 rb", 2000),
        ("0,25ribu", 250),
    ],
)
def test_amounts_are_read_as_players_write_them(typed: str, amount: int) -> None:
    assert parse(f"raise {typed}").amount("amount") == amount


@pytest.mark.parametrize(
    "typed",
    ["1.5", "1,50", "1.0000", "1,000.000", "1,00", ",500", "1.500k", "-60", "+60", "½", "６０", "1e3", "k"],
)
def test_what_could_mean_something_else_is_refused(typed: str) -> None:
    with pytest.raises(Refusal, match="not-an-amount"):
        parse(f"raise {typed}")


def test_amounts_after_a_name_are_read_alike() -> None:
    read = parse("bank grant Sari Dewi 1,500 for the party")
    assert (read.word("player"), read.amount("amount")) == ("Sari Dewi", 1500)


@pytest.mark.parametrize(("language", "example"), [("en", "1,500 or 1.5k"), ("id", "1.500, atau 1,5rb")])
async def test_the_refusal_says_what_to_type_in_the_players_language(
    scenario: Scenario, language: str, example: str
) -> None:
    await scenario.sit("sari", "budi")
    await scenario.do("sari", f"language {language}")
    await scenario.do("sari", "start")
    assert (await scenario.say(scenario.asked(), "bet 1.5")).refused
    refused = await scenario.say("sari", "rebuy 1,50")
    assert refused.refused
    assert example in refused.message.lines[0]
