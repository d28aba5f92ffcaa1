"""The real adapters and the doubles of both platforms over the network in memory: a hand each, in virtual time."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from bot.app import App
from bot.chats.discord_chat import DiscordChat
from bot.chats.platforms import PlatformChat
from bot.chats.telegram_chat import TelegramChat
from bot.ledger import LOCAL, Storage
from bot.messages import Place
from tests.bot.fast_database import fast_database
from tests.bot.scenario import url_of
from tests.chats.discord.double.server import Discord
from tests.chats.telegram.double import Telegram
from tools.simulation.chance import Chance
from tools.simulation.discord_heartbeat import heartbeat_without_thread
from tools.simulation.loop import SimulatedLoop
from tools.simulation.network import Network
from tools.simulation.process import Life, Process
from tools.simulation.scheduler import Scheduler
from tools.simulation.surroundings import surroundings


class Platform:
    """A platform that Kiu is connected to, without more of its people than the double has itself."""

    def __init__(self, platform: str, new_chat: Callable[[], PlatformChat]) -> None:
        self.platform = platform
        self.new_chat = new_chat

    def cut_off(self) -> None:
        """The network has cut it off."""


class Folder:
    """A database in a folder."""

    def __init__(self, folder: Path) -> None:
        self.url = url_of(folder)

    def mount(self) -> Storage:
        return LOCAL

    def unmount(self) -> None:
        """Nothing of it is simulated."""

    def cut_power(self) -> None:
        """Nothing of it is simulated."""


class Unwatched:
    def begun(self, life: Life) -> None: ...

    def served(self, life: Life) -> None: ...

    def over(self, life: Life) -> None: ...


def test_a_hand_on_telegram_and_one_on_discord_without_a_socket(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def connected(*_: Any) -> None:
        raise AssertionError("a real socket is used")

    for name in ("connect", "connect_ex", "bind", "listen", "accept"):
        monkeypatch.setattr(socket.socket, name, connected)
    scheduler, chance = Scheduler(), Chance(3)
    network = Network(chance)
    world = SimulatedLoop(scheduler, "world", network)
    telegram: Telegram
    discord: Discord

    async def set_up() -> None:
        nonlocal telegram, discord
        telegram = await Telegram().__aenter__()
        discord = await Discord().__aenter__()

    async def play() -> float:
        """Let two people on each platform play a hand, check by check."""
        guild = discord.guild()
        members = [discord.member(guild, name) for name in ("Sari", "Budi")]
        people = [telegram.person(name) for name in ("Sari", "Budi")]
        group = telegram.group("Friday dominoes", *people)
        process.begin()
        while not ready():  # noqa: ASYNC110 - there is no event for it
            await asyncio.sleep(1)
        began = scheduler.now
        await members[0].slash("table open", game="qiuqiu")
        await people[0].types("/open qiuqiu", in_=group)
        await members[1].is_offered("Join")
        await members[1].press("Join")
        await people[1].presses("Join", in_=group)
        await members[0].is_offered("Start")
        await members[0].press("Start")
        await people[0].presses("Start", in_=group)
        here, there = Place(f"discord:{guild.id}", str(members[0].channel.id)), Place(f"telegram:{group.id}", "0")
        by_id = {member.player: member for member in members}
        while not all(over(place) for place in (here, there)):
            for place in (here, there):
                hand = app().tables.at(place).state.playing  # type: ignore[union-attr]
                if hand is None or not hand.round.awaited:
                    continue
                player, turn = hand.players[hand.round.awaited[0]], f":{hand.turn}:"
                if place is here:
                    seen = by_id[player].find("Check") or by_id[player].find("Call")
                    if seen is not None and turn in seen.part["custom_id"]:
                        await by_id[player].press(seen)
                else:
                    person = telegram.people[int(player.partition(":")[2])]
                    button = person.button("Check", in_=group) or person.button("Call", in_=group)
                    if button is not None and turn in button.data:
                        await person.taps(button)
            await asyncio.sleep(1)
        return scheduler.now - began

    def app() -> App:
        assert process.life is not None
        assert process.life.app is not None
        return process.life.app

    def over(place: Place) -> bool:
        table = app().tables.at(place)
        assert table is not None
        hand = table.state.hand
        return hand is not None and (hand.over or hand.number > 1)

    def ready() -> bool:
        return process.life is not None and process.life.ready

    with ExitStack() as stack:
        stack.enter_context(surroundings(chance, lambda: scheduler.now, scheduler.utc))
        stack.enter_context(fast_database())
        stack.enter_context(heartbeat_without_thread())
        stack.callback(network.close)
        scheduler.run_until_complete(world, set_up())
        process = Process(
            scheduler,
            network,
            chance,
            [
                Platform("telegram", lambda: TelegramChat(telegram.token, api_url=telegram.server.address)),
                Platform(
                    "discord",
                    lambda: DiscordChat(
                        discord.token,
                        api_url=discord.api_url,
                        gateway_url=discord.gateway_url,
                        sync_file=tmp_path / "commands.txt",
                    ),
                ),
            ],
            Folder(tmp_path),
            world,
            Unwatched(),
        )
        took = scheduler.run_until_complete(world, play())
        assert took > 10, "the pace is that of people"
        life = process.life
        assert life is not None
        process.goes_on = False
        process.stop()
        scheduler.run(scheduler.now + 60)
        assert not life.killed
        assert life.error is None
        assert not telegram.faults
        assert not discord.faults
        assert not life.loop.errors
