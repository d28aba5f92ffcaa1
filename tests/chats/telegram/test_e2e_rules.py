"""The pages of the rules on Telegram: turned in one message for one reader, who alone sees their own hand marked."""

from __future__ import annotations

import pytest

from tests.chats.rules_page_numbers import numbered, page_count
from tests.chats.telegram.double import Chat, Person, Telegram
from tests.chats.telegram.scenario import Scenario, place


@pytest.mark.parametrize("game", ["qiuqiu", "koo-kiew", "quan-dui"])
async def test_what_is_typed_in_a_group_is_a_link_that_knows_the_game_and_the_group(
    scenario: Scenario, group: Chat, sari: Person, dewi: Person, game: str
) -> None:
    await scenario.app.groups.change(
        place(group).group, lambda settings: settings.with_rule("qiuqiu", "besar_min", "41")
    )
    await sari.types(f"/open {game}", in_=group)

    await dewi.types("/rules", in_=group)
    short = await dewi.sees("in short pages", in_=group)
    assert len(short.text) < 100
    assert short.photo is None
    await dewi.opens("To our private chat", in_=group)

    assert "In Friday dominoes" in (await dewi.sees("what beats what (1 of", in_=dewi.private)).text
    for number in range(2, page_count(game) + 1):
        assert dewi.button("Next", dewi.private) is not None, number
        await dewi.presses("Next", in_=dewi.private)
    assert dewi.button("Next", dewi.private) is None
    if game == "qiuqiu":
        assert "Pure Big from 41" in dewi.private.ever()


async def test_whoever_is_not_in_a_group_learns_nothing_of_its_rules(
    telegram: Telegram, scenario: Scenario, group: Chat, sari: Person
) -> None:
    await scenario.app.groups.change(
        place(group).group, lambda settings: settings.with_rule("qiuqiu", "besar_min", "41")
    )
    stranger = telegram.person("Stranger")

    await stranger.starts(f"rules_qiuqiu_5__{group.id}_0")

    page = await stranger.sees(f"house rules in force {numbered('qiuqiu', 5)}", in_=stranger.private)
    assert "Pure Big from 39" in page.text
    assert "Friday" not in page.text
