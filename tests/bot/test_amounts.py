"""How amounts are written: what players type is read as they mean it, or refused with an example."""

from __future__ import annotations

import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.commands import Refusal, amount_of, parse
from bot.wording import in_language, languages
from tests.bot.scenario import Scenario
from tests.rows import rows

NEARLY_AMOUNTS = (
    *"0123456789" * 2, "000", "500", ".", ",", "'", "’", " ", "\u00a0", "\u202f", "k", "K", "rb", "ribu", "_", "-", "+",
    "e", "½", "²", "٣", "６", "x", "\u200b", "\u202e", "\x00", "\n", "ⅻ", "NaN", "inf",
)  # fmt: skip
"""What amounts are made of, and what looks like it."""


@given(st.integers(0, 10**12), st.sampled_from(languages()))
def test_every_amount_that_is_shown_can_be_typed(amount: int, language: str) -> None:
    assert amount_of(in_language(language)("house-number", amount=amount)) == amount


@rows(__file__)
def test_amounts_are_read_as_players_write_them(typed: str, amount: int) -> None:
    assert parse(f"raise {typed}").amount("amount") == amount


@pytest.mark.parametrize(
    "typed", ["1.5", "1,50", "1.0000", "1,000.000", "1,00", ",500", "1.500k", "-60", "+60", "½", "６０", "1e3", "k"]
)
def test_what_could_mean_something_else_is_refused(typed: str) -> None:
    with pytest.raises(Refusal, match="not-an-amount"):
        parse(f"raise {typed}")


@pytest.mark.parametrize("count", [10_000, pytest.param(1_000_000, marks=pytest.mark.soak)])
def test_whatever_is_read_as_an_amount_is_written_with_plain_digits_and_marks(count: int) -> None:
    random = Random(9)
    read = 0
    for _ in range(count):
        typed = "".join(random.choices(NEARLY_AMOUNTS, k=random.randint(1, 7)))
        try:
            amount = amount_of(typed)
        except ValueError:
            continue
        read += 1
        assert 0 <= amount < 10**13
        digits = re.sub(r"[^0-9]", "", typed, flags=re.ASCII)
        assert set(typed.lower()) <= set("0123456789.,'’ \u00a0\u202fkrbiu"), ascii(typed)
        if typed[-1].isdigit():
            assert amount == int(digits)
        else:
            assert amount in (int(digits) * each for each in (10, 100, 1000)), typed
    assert read > count / 100, "most are no amounts, and some are"


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
