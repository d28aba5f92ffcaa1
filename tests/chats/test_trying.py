"""``python -m bot doctor --try``: the real program tries a channel, and its report says what the platform did."""

from __future__ import annotations

import os
import re
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest

from bot.chats.discord_chat.ids import channel_in
from bot.chats.telegram_chat.ids import ChatAddress
from bot.environment.settings import Settings
from bot.hosting.control_socket import NAME, CannotAnswer, Request, ask
from bot.hosting.exit_codes import EXIT_CANNOT_START
from bot.hosting.trying import NoSuchChannel, try_channel
from tests.chats.telegram.double.telegram import TOKEN
from tests.chats.test_process import Outside, Program, outside, program_environment, started

__all__ = ["outside"]


def trial(folder: Path, outside: Outside, channel: str, **settings: str) -> AbstractAsyncContextManager[Program]:
    """A trial that a host has begun, from the command line."""
    return started(folder, outside, "doctor", "--try", channel, **settings)


def _is_clean(report: str, outside: Outside, *names: str) -> None:
    """The report names nobody and nothing, so that it can be pasted anywhere."""
    secrets = (outside.discord.token, outside.telegram.token, outside.telegram.bot.username)
    for secret in (*secrets, *names):
        assert secret not in report
    numbers = [each for each in re.findall(r"-?\d{5,}", report) if not each.startswith("2026")]
    assert numbers == []


async def test_the_running_program_tries_a_channel_of_discord(tmp_path: Path, outside: Outside) -> None:
    guild = outside.discord.guild("Guild of secrets")
    sari = outside.discord.member(guild, "Sari", admin=True)
    link = f"https://discord.com/channels/{guild.id}/{sari.channel.id}"
    async with started(tmp_path, outside, TELEGRAM_TOKEN="") as program:
        await program.says("Kiu is ready on Discord.")
        async with trial(tmp_path, outside, link, TELEGRAM_TOKEN="") as tried:
            await tried.says("Press the button below the test table within 60 s")
            assert "is started for this" not in tried.written
            table = (await sari.is_offered("Answer me")).message
            assert table.edits == 4
            assert [each.filename.rpartition(".")[2] for each in table.attachments] == ["png"]
            budi = outside.discord.member(guild, "Budi")
            assert "admin" in (await budi.press("Answer me")).text
            answer = await sari.press("Answer me")
            assert answer.ephemeral
            assert "Your press has arrived, and only you see this." in answer.text
            assert await tried.ends() == 0, tried.written

        with pytest.raises(CannotAnswer, match="The bot sees no such channel on Discord"):
            await ask(tmp_path, Request.TRY, {"channel": "123456789012345678"})
        with pytest.raises(CannotAnswer, match="does not serve Telegram"):
            await ask(tmp_path, Request.TRY, {"channel": "-1009"})

    assert sari.public == []
    assert sari.inbox == []
    assert len(outside.discord.calls.named("POST /channels/{channel_id}/messages")) == 3, "table, private, closing"
    for line in (
        r"Discord, tried by Kiu \S+ with discord\.py \S+, Python 3\.\S+ \w+, at 2026-\d\d-\d\d \d\d:\d\d UTC",
        r"  ok    The test table was posted, in [\d,]+ ms\.",
        r"  ok    It was edited 3 times, in [\d,]+ ms as a rule and [\d,]+ ms at most\.",
        r"  ok    A picture was shown on it, in [\d,]+ ms\.",
        r"  ok    A press was answered for whoever pressed alone, in [\d,]+ ms\.",
        r"  ok    A private message arrived, in [\d,]+ ms\.",
        r"  ok    It was removed again, in [\d,]+ ms\.",
        r"  ok    A beacon was drawn, in [\d,]+ ms\.",
        r"  ok    All was removed again, [\d,]+ ms at most for each message\.",
        r"  ok    \d\d calls, none told to wait; at least \d of 5 were left\.",
        r"  ok    No permission is missing there\.",
        r"     200 +\d+ +\d/5 +- +PATCH /channels/…/messages/…",
        r"     204 +\d+ +\S+ +- +DELETE /channels/…/messages/…",
        r"All is well\.",
    ):
        assert re.search(f"^{line}$", tried.written, re.MULTILINE), (line, tried.written)
    _is_clean(tried.written, outside, "Guild of secrets", sari.channel.name, "Sari", "sari")


async def test_a_program_is_started_for_it_and_stopped_again(tmp_path: Path, outside: Outside) -> None:
    telegram = outside.telegram
    sari = telegram.person("Sari")
    await sari.starts(wait=False)
    forum = telegram.group("Circle of secrets", sari, topics=(7,))
    link = f"https://t.me/c/{-forum.id - 10**12}/7/123"

    async with trial(tmp_path, outside, link, DISCORD_TOKEN="") as tried:
        await tried.says("Kiu is not running, so it is started for this and stopped again.")
        await tried.says("Press the button below the test table within 60 s")
        button = await sari.sees_button("Answer me", in_=forum, topic=7)
        press = sari.presses_without_waiting(button)
        await telegram.until("an answer", lambda: press.answered)
        assert await tried.ends() == 0, tried.written

    assert forum.by_bots() == []
    assert [post for post in sari.private.by_bots() if "for the test" in post.text] == []
    (die,) = [post for post in forum.posts.values() if post.die is not None]
    assert (die.topic, die.deleted, die.silent) == (7, True, True)
    assert die.quote == "The host is trying what I can do here. Nothing counts, and this is removed in a minute."
    assert not (tmp_path / NAME).exists(), "it is stopped"
    for line in (
        r"Telegram, tried by Kiu \S+ with python-telegram-bot \S+, Python 3\.\S+ \w+, at 2026-.* UTC",
        r"  ok    A press was answered for whoever pressed alone, in [\d,]+ ms\.",
        r"  ok    A private message arrived, in [\d,]+ ms\.",
        r"  ok    A beacon was drawn, in [\d,]+ ms\.",
        r"  ok    All was removed again, [\d,]+ ms at most for each message\.",
        r"  ok    \d\d calls, none told to wait\.",
        r"  note  Missing there: messages that only one member sees.*",
        r"     200 +\d+ +- +- +sendDice",
    ):
        assert re.search(f"^{line}$", tried.written, re.MULTILINE), (line, tried.written)
    _is_clean(tried.written, outside, "Circle of secrets", "Sari")


async def test_a_program_that_does_not_start_says_why(
    tmp_path: Path, outside: Outside, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "kiu.sqlite3").write_bytes(b"no database at all" * 100)
    written: list[str] = []

    assert await try_channel(_settings(monkeypatch, tmp_path, outside), "-1009", written.append) == EXIT_CANNOT_START
    assert "  mend  Kiu could not be started; what it has said of it stands above." in written


@pytest.mark.parametrize(
    ("channel", "telegram_token", "said"),
    [
        ("#general", TOKEN, "'#general' is neither a channel of Discord nor a group of Telegram; give its link"),
        ("@friends", "", "That is a place on Telegram, and TELEGRAM_TOKEN is not set."),
    ],
)
async def test_what_is_no_channel_is_refused(
    tmp_path: Path, outside: Outside, monkeypatch: pytest.MonkeyPatch, channel: str, telegram_token: str, said: str
) -> None:
    settings = _settings(monkeypatch, tmp_path, outside, TELEGRAM_TOKEN=telegram_token)
    with pytest.raises(NoSuchChannel, match=re.escape(said)):
        await try_channel(settings, channel, print)


def _settings(monkeypatch: pytest.MonkeyPatch, folder: Path, outside: Outside, **changed: str) -> Settings:
    for name in [name for name in os.environ if name.startswith(("KIU_", "DISCORD_", "TELEGRAM_"))]:
        monkeypatch.delenv(name)
    for name, value in (program_environment(folder, outside) | changed).items():
        monkeypatch.setenv(name, value)
    return Settings(_env_file=None)


@pytest.mark.parametrize(
    ("address", "channel"),
    [
        ("https://discord.com/channels/123456789012345678/223456789012345678", 223456789012345678),
        (
            "https://ptb.discord.com/channels/123456789012345678/223456789012345678/323456789012345678",
            223456789012345678,
        ),
        ("discord:123456789012345678/223456789012345678", 223456789012345678),
        (" 223456789012345678 ", 223456789012345678),
        ("https://discord.com/channels/@me/223456789012345678", None),
        ("https://evil.example/channels/1/223456789012345678", None),
        ("general", None),
    ],
)
def test_a_channel_of_discord_is_named_by_its_link_or_id(address: str, channel: int | None) -> None:
    assert channel_in(address) == channel


@pytest.mark.parametrize(
    ("address", "chat", "topic"),
    [
        ("https://t.me/c/1234567/7/123", -1000001234567, 7),
        ("https://t.me/c/1234567/1", -1000001234567, 0),
        ("https://t.me/kiu_friends", "@kiu_friends", 0),
        ("https://telegram.me/kiu_friends/7", "@kiu_friends", 7),
        ("@kiu_friends", "@kiu_friends", 0),
        ("-1000001234567", -1000001234567, 0),
        ("-4001234/7", -4001234, 7),
        ("telegram:-1000001234567/7", -1000001234567, 7),
    ],
)
def test_a_group_of_telegram_is_named_by_its_link_its_id_or_its_username(
    address: str, chat: int | str, topic: int
) -> None:
    assert ChatAddress.read(address) == ChatAddress(chat, topic)


@pytest.mark.parametrize("address", ["https://t.me/c/", "501", "friends", "https://evil.example/c/1/2", "discord:1/2"])
def test_what_names_no_group_of_telegram_is_none(address: str) -> None:
    assert ChatAddress.read(address) is None
