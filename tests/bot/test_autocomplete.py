"""What is suggested while somebody types: it fits, it can be sent as it is, and it tells nothing that is not theirs."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.commands import BY_LINE, SPECS, Kind, Parameter
from bot.dispatch.autocomplete import LONGEST, MOST
from bot.messages import Choice
from engine.quandui.cards import card_word
from engine.quandui.round import QuanDuiView
from tests.bot.scenario import Scenario, player_id
from tests.thoroughness import examples


def parameter(command: str, name: str) -> Parameter:
    return next(each for each in BY_LINE[command].parameters if each.name == name)


def suggested(
    scenario: Scenario,
    command: str,
    name: str,
    typed: str = "",
    *,
    who: str = "sari",
    channel: str = "main",
    **given: str,
) -> list[Choice]:
    sent = scenario.command(who, command, channel=channel)
    return scenario.app.autocomplete.of(sent, parameter(command, name), typed, given)


def values(found: list[Choice]) -> list[str]:
    return [each.value for each in found]


async def test_people_are_suggested_by_the_platform_alone(table: Scenario) -> None:
    for command in ("ledger", "bank grant", "kick"):
        assert suggested(table, command, "player") == []
    await table.do("sari", f"ledger {player_id('joko')}")
    await table.do("sari", f"kick {player_id('budi')}")


async def test_amounts_are_those_possible_now(table: Scenario) -> None:
    name = table.asked()
    found = suggested(table, "bet", "amount", who=name)
    assert values(found) == ["10", "15", "30", "100"]
    assert found[0] == Choice("10 (the least)", "10")
    assert found[1] == Choice("15", "15")
    assert found[-1] == Choice("100 (the most)", "100")
    assert suggested(table, "raise", "amount", who=name) == []
    assert values(suggested(table, "bet", "amount", "25", who=name)) == ["25"]
    assert suggested(table, "bet", "amount", "101", who=name) == []
    assert suggested(table, "bet", "amount", "9" * 500, who=name) == []
    assert suggested(table, "bet", "amount", "²", who=name) == []
    other = next(each for each in ("sari", "budi", "wati") if each != name)
    assert suggested(table, "bet", "amount", who=other) == []
    assert suggested(table, "bet", "amount", who="joko") == []
    await table.act(f"bet {found[1].value}")


async def test_buy_ins_are_those_of_the_group(table: Scenario) -> None:
    assert values(suggested(table, "open", "buy-in")) == ["100", "2000"]
    assert values(suggested(table, "join", "buy-in", "7", who="joko")) == []
    assert values(suggested(table, "join", "buy-in", "700", who="joko")) == ["700"]
    assert suggested(table, "join", "buy-in", "2000") == [Choice("2,000 (the most)", "2000")]
    await table.finish_hand()
    stack = table.chair("sari").stack
    found = values(suggested(table, "rebuy", "amount"))
    assert (found[0], found[-1]) == ("1", str(2000 - stack))
    assert suggested(table, "rebuy", "amount", who="joko") == []
    assert suggested(table, "bank grant", "amount", "1") == [], "that is for the admin to know"


async def test_a_card_to_discard_is_found_as_it_is_said(scenario: Scenario) -> None:
    await scenario.deal("sari", "budi", game="quan-dui")
    name, ready = scenario.asked(), scenario.hand().round.options(scenario.hand().round.dealer).ready
    found = suggested(scenario, "discard", "choice", who=name)
    assert sorted(each.value for each in found if each.value) == sorted(each.choice for each in ready if each.choice)
    view = scenario.hand().round.view(scenario.hand().round.dealer)
    assert isinstance(view, QuanDuiView)
    drawn = [card for pair in view.layout.pairs for card in pair] + list(view.layout.singles)
    assert [each.value for each in found] == list(dict.fromkeys(map(card_word, drawn))), "as they are drawn"
    assert [each.label for each in found] == [each.value.replace("-", " ") for each in found]
    assert found[0] in suggested(scenario, "discard", "choice", found[0].label, who=name)
    other = "budi" if name == "sari" else "sari"
    assert suggested(scenario, "discard", "choice", who=other) == []
    await scenario.do(name, f"discard {found[0].value}")


async def test_suggestions_stay_within_what_a_platform_takes(
    scenario: Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = values(suggested(scenario, "house set", "rule"))
    assert len(first) == MOST
    assert "stake_seconds" not in first
    assert values(suggested(scenario, "house set", "rule", "stake_seconds")) == ["stake_seconds"]
    monkeypatch.setattr("bot.dispatch.autocomplete.LONGEST", 12)
    assert suggested(scenario, "help", "command", "house set") == [Choice("/house set R", "house set")]
    assert suggested(scenario, "house set", "rule", "stake_seconds") == [], "cut short it would mean something else"


@settings(
    max_examples=examples(40),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    typed=st.one_of(st.text(max_size=300), st.integers(-5, 10**15).map(str), st.sampled_from(["o", "1", "s", "none"])),
    given_=st.dictionaries(st.sampled_from(["game", "rule", "preset"]), st.text(max_size=20) | st.just("specials")),
    who=st.sampled_from(["sari", "budi", "joko", "stranger"]),
)
async def test_whatever_is_typed_the_suggestions_fit(
    table: Scenario, typed: str, given_: dict[str, str], who: str
) -> None:
    for command in SPECS:
        for each in command.parameters:
            found = table.app.autocomplete.of(table.command(who, command.name), each, typed, given_)
            assert len(found) <= MOST
            assert len(set(values(found))) == len(found)
            for suggestion in found:
                assert 1 <= len(suggestion.label) <= LONGEST
                assert 1 <= len(suggestion.value) <= LONGEST
                if each.kind in (Kind.AMOUNT, Kind.NUMBER):
                    assert int(suggestion.value) > 0
