"""The pages of the rules on Telegram: turned in one message for one reader, who alone sees their own hand marked."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bot.leaks import dominoes_in
from tests.chats.rules_page_numbers import numbered, page_count
from tests.chats.telegram.double import Chat, Person, Telegram
from tests.chats.telegram.scenario import SECOND, Scenario, place

LADDER = f"QiuQiu: what beats what {numbered('qiuqiu', 1)}"


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

    page = await dewi.sees("what beats what (1 of", in_=dewi.private)
    assert "In Friday dominoes" in page.text
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


async def test_a_server_that_shows_it_to_everybody_is_shown_no_card(tmp_path: Path) -> None:
    async with Telegram(second=SECOND, has_ephemeral=True) as telegram:
        sari, budi = telegram.person("Sari"), telegram.person("Budi")
        group = telegram.group("Friday dominoes", sari, budi)
        async with Scenario(telegram, tmp_path) as scenario:
            await sari.types("/open qiuqiu", in_=group)
            await budi.presses("Join", in_=group)
            button = await sari.sees_button("Rules", in_=group)
            await sari.presses("Table", in_=group)
            await sari.sees("You sit in seat 1", in_=group)
            await sari.presses("Start", in_=group)
            await sari.sees("hand 1", in_=group)
            await scenario.rest()
            telegram.has_ephemeral = False
            posts = len(group.posts)

            said = await sari.taps(button)

            assert said.alert
            assert "Open our private chat" in said.text
            (shown,) = list(group.posts.values())[posts:]
            assert shown.deleted
            assert shown.photo is None
            assert shown.text.splitlines()[0] == LADDER
            assert dominoes_in(group.ever()) == []
