"""What nobody may see: tiles in a group, tokens anywhere, markup made of somebody's name."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bot.chats.not_served import TokenRefused
from bot.chats.telegram_chat import TelegramChat
from bot.environment import logs
from tests.bot.leaks import dominoes_in
from tests.chats.telegram.double import Chat, Person, Telegram
from tests.chats.telegram.scenario import Scenario


async def test_hidden_tiles_are_in_no_public_call_and_no_log(
    telegram: Telegram, tmp_path: Path, group: Chat, sari: Person, budi: Person, capfd: pytest.CaptureFixture[str]
) -> None:
    logs.set_up("debug")
    async with Scenario(telegram, tmp_path, first_start=True) as scenario:
        await sari.starts()
        await scenario.sit(group, sari, budi)
        for person in (sari, budi):
            await person.presses("My hand", in_=group)
            await person.types("/hand", in_=group)
        await scenario.press_first(group, "Check")
        await scenario.restart()
        await scenario.press_first(group, "Bet 10")
        await scenario.press_first(group, "Fold")
        await sari.sees("without showing", in_=group)

    assert any(dominoes_in(json.dumps(call.fields)) for call in telegram.calls(chat=sari.private))
    assert any(dominoes_in(said.text) for said in budi.alerts)
    for call in telegram.calls(chat=group):
        assert dominoes_in(json.dumps(call.fields)) == []
    assert all(post.photo is None for post in group.posts.values())
    written = capfd.readouterr().err
    assert "menu set" in written
    assert dominoes_in(written) == []
    assert telegram.token.partition(":")[2] not in written


async def test_names_are_only_names(telegram: Telegram, scenario: Scenario) -> None:
    nasty = telegram.person("<b>_*[x](tg://user?id=1)*_@all\u202e\u200b`&amp;")
    plain = telegram.person("🂡 Émile\n/leave")
    group = telegram.group("Nasty names", nasty, plain)

    await scenario.sit(group, nasty, plain)
    await scenario.finish_hand(group)

    await plain.sees("Next hand:", in_=group)
    for post in group.by_bots():
        assert {each["type"] for each in post.entities} <= {
            "bold",
            "code",
            "date_time",
            "expandable_blockquote",
            "text_mention",
        }
        assert set(post.pinged) <= {nasty.user.id, plain.user.id}
    assert "\u202e" not in group.ever()
    assert "\u200b" not in group.ever()


async def test_a_wrong_token_is_refused_in_one_sentence_without_it(
    telegram: Telegram, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    logs.set_up("debug")
    wrong = "7700000001:AAwrong_and_valid_nowhere_either_0000000"
    stranger = TelegramChat(wrong, api_url=telegram.server.address)
    async with Scenario(telegram, tmp_path) as scenario:
        with pytest.raises(TokenRefused) as refused:
            await stranger.start(scenario.app)
        await stranger.stop()

    assert "AAwrong" not in str(refused.value) + repr(stranger) + capfd.readouterr().err
    assert "\n" not in str(refused.value)
