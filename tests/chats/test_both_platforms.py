"""Discord and Telegram at once: one process and one ledger, and groups that know nothing of each other."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest
from discord import AutoShardedClient

from bot.app import App, open_app
from bot.chats.discord_chat import DiscordChat, RateLimits, Timeouts
from bot.chats.telegram_chat import TelegramChat
from bot.ledger import mint, queries
from bot.messages import Chat as AnyChat
from bot.messages import Place
from bot.tables.state import AnyHand
from tests.bot.scenario import empty_database, url_of
from tests.chats.discord.double.member import Member
from tests.chats.discord.double.models import Guild
from tests.chats.discord.double.rate_limits import Limits
from tests.chats.discord.double.server import Discord
from tests.chats.telegram.double import Chat, Person, Telegram
from tests.chats.telegram.fast_limits import rate_limits, timeouts
from tests.chats.telegram.scenario import SECOND
from tests.manual_clock import ManualClock
from tests.seeded_entropy import SeededEntropy


@dataclass(frozen=True)
class Both:
    """A process that serves both."""

    app: App
    discord: Discord
    telegram: Telegram
    guild: Guild

    def hand(self, place: Place) -> AnyHand:
        """The hand being played at a place, or the one just finished."""
        table = self.app.tables.at(place)
        assert table is not None
        assert table.state.hand is not None
        return table.state.hand


async def _at_once(*_: object, **__: object) -> None:
    """Introduce the bot without the pause that the real Discord wants between two introductions."""


@pytest.fixture
async def both(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Both]:
    monkeypatch.setattr(AutoShardedClient, "before_identify_hook", _at_once)
    await empty_database(tmp_path)
    async with AsyncExitStack() as opened:
        discord = await opened.enter_async_context(Discord())
        telegram = await opened.enter_async_context(Telegram(second=SECOND))
        discord.rate_limiter.limits = Limits().scaled(SECOND)
        guild = discord.guild()
        on_discord = DiscordChat(
            discord.token,
            api_url=discord.api_url,
            gateway_url=discord.gateway_url,
            sync_file=tmp_path / "commands.txt",
            rate_limits=RateLimits(dm_opening_seconds=2 * SECOND),
            timeouts=Timeouts(update_within=0.1, guild_ready_timeout=0.01),
        )
        on_telegram = TelegramChat(
            telegram.token,
            api_url=telegram.server.address,
            rate_limits=rate_limits(SECOND),
            timeouts=timeouts(SECOND),
        )
        chats: dict[str, AnyChat] = {"discord": on_discord, "telegram": on_telegram}
        for chat in (on_discord, on_telegram):
            opened.push_async_callback(chat.stop)
        app = await opened.enter_async_context(
            open_app(url_of(tmp_path), chats=chats, clock=ManualClock(), entropy=SeededEntropy("both"))
        )
        for chat in (on_discord, on_telegram):
            await chat.start(app)
        await app.resume()
        serving = [asyncio.create_task(chat.serve()) for chat in (on_discord, on_telegram)]
        yield Both(app, discord, telegram, guild)
        audit = await app.ledger.audit()
        assert audit.sound, audit.faults
        for task in serving:
            task.cancel()
        await asyncio.gather(*serving, return_exceptions=True)
    assert discord.faults == []


async def _play_on_discord(both: Both, *people: Member) -> AnyHand:
    """A whole hand, check by check."""
    place = Place(f"discord:{both.guild.id}", str(people[0].channel.id))
    await people[0].slash("table open", game="qiuqiu")
    for member in people[1:]:
        await member.is_offered("Join")
        await member.press("Join")
    await people[0].is_offered("Start")
    await people[0].press("Start")
    by_id = {member.player: member for member in people}
    while (hand := both.hand(place)).round.awaited:
        member = by_id[hand.players[hand.round.awaited[0]]]
        check = await member.is_offered("Check")
        if f":{hand.turn}:" in check.part["custom_id"]:
            await member.press(check)
        else:
            await asyncio.sleep(0.01)
    await people[0].sees("Next hand:")
    return hand


async def _play_on_telegram(both: Both, group: Chat, *people: Person) -> AnyHand:
    """A whole hand, check by check."""
    place = Place(f"telegram:{group.id}", "0")
    await people[0].types("/open qiuqiu", in_=group)
    for person in people[1:]:
        await person.presses("Join", in_=group)
    await people[0].presses("Start", in_=group)
    while (hand := both.hand(place)).round.awaited:
        person = both.telegram.people[int(hand.players[hand.round.awaited[0]].partition(":")[2])]
        check = await person.sees_button("Check", in_=group)
        if f":{hand.turn}:" in check.data:
            await person.taps(check)
        else:
            await asyncio.sleep(0.01)
    await people[0].sees("Next hand:", in_=group)
    return hand


async def test_both_play_a_hand_at_the_same_time_and_their_ledgers_do_not_mix(both: Both) -> None:
    on_discord = [both.discord.member(both.guild, name) for name in ("Sari", "Budi")]
    on_telegram = [both.telegram.person(name) for name in ("Sari", "Budi", "Dewi")]
    group = both.telegram.group("Friday dominoes", *on_telegram)

    hands = await asyncio.gather(_play_on_discord(both, *on_discord), _play_on_telegram(both, group, *on_telegram))

    assert hands[0].id != hands[1].id
    assert not set(hands[0].players) & set(hands[1].players)
    assert -await both.app.ledger.read(queries.balance, mint(f"discord:{both.guild.id}")) == 2 * 2000
    assert -await both.app.ledger.read(queries.balance, mint(f"telegram:{group.id}")) == 3 * 2000
    assert "Dewi" not in "".join(message.text for message in on_discord[0].visible)
