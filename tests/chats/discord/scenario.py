"""A whole Kiu on a real file, served to Discord's double through the real library, with packs from a seed."""

from __future__ import annotations

import asyncio
import itertools
import shutil
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

from bot.app import App, open_app
from bot.chats.discord_chat import DiscordChat
from bot.chats.discord_chat.pace import Pace
from bot.environment.clock import ManualClock
from bot.environment.entropy import SeededEntropy
from bot.ledger import pot, stack, wallet
from bot.messages import Place
from bot.tables.state import Hand, TableState
from engine.qiuqiu.round import QiuQiuView
from engine.qiuqiu.tiles import hand_names
from tests.bot.scenario import empty_database, url_of
from tests.chats.discord.double.interactions import Interaction
from tests.chats.discord.double.limits import Limits
from tests.chats.discord.double.member import Member
from tests.chats.discord.double.server import Discord
from tests.chats.discord.double.world import Channel, Guild, Part

SECOND = 0.02
"""How long a second of Discord's limits usually takes here."""

UNHURRIED = 10.0
"""Seconds that Discord waits for an answer here: a machine with much else to do must not look like a slow Kiu."""

PASSIVE = ("Check", "Call", "All-in")


class Scenario:
    """One process after another that serves the same servers from the same file, while Discord goes on.

    Args:
        discord: what it is connected to.
        folder: where its files are.
        second: how long a second takes for Discord's limits, and for those that Kiu keeps.
        answer_within: how many seconds Kiu thinks before it asks for more time.
    """

    def __init__(
        self, discord: Discord, folder: Path, *, second: float = SECOND, answer_within: float = Pace().answer_within
    ) -> None:
        self.discord = discord
        self.second = second
        discord.gatekeeper.limits = Limits().scaled(second)
        discord.responding.patience = UNHURRIED
        self.guild = discord.guild()
        self.clock = ManualClock()
        self.app: App
        self.chat: DiscordChat
        self._entropy = SeededEntropy("evening")
        self._pace = _pace(second, answer_within)
        self._memory = folder / "commands.txt"
        self._people: dict[str, Member] = {}
        self._folders = (folder / f"run-{number}" for number in itertools.count())
        self._folder = next(self._folders)
        self._folder.mkdir(parents=True)
        self._stack = AsyncExitStack()
        self._serving: asyncio.Task[None]

    async def __aenter__(self) -> Scenario:
        await empty_database(self._folder)
        await self.begin()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.end()

    # --- the life of the process -------------------------------------------------------------------------------

    async def begin(self) -> None:
        """Start the process."""
        discord = self.discord
        self.chat = DiscordChat(
            discord.token,
            api_url=discord.api_url,
            gateway_url=discord.gateway_url,
            memory=self._memory,
            pace=self._pace,
        )
        running = open_app(url_of(self._folder), chats={"discord": self.chat}, clock=self.clock, entropy=self._entropy)
        self._stack.push_async_callback(self.chat.stop)
        self.app = await self._stack.enter_async_context(running)
        await self.chat.start(self.app)
        await self.app.resume("discord")
        self._serving = asyncio.create_task(self.chat.serve())

    async def end(self) -> None:
        """End cleanly; serving must not have failed before."""
        if self._serving.done():
            self._serving.result()
        self._serving.cancel()
        await asyncio.gather(self._serving, return_exceptions=True)
        await self._stack.aclose()

    async def restart(self) -> None:
        """End cleanly and begin again on the same file."""
        await self.end()
        await self.begin()
        await self.app.settled()

    async def die(self) -> None:
        """Lose everything but what lies on the disk at this very moment, and stay dead."""
        left = next(self._folders)
        shutil.copytree(self._folder, left)
        await self.chat.stop()
        await self.end()
        self._folder = left
        # The clock of a new process knows nothing of the timers of the old one.
        now, self.clock = self.clock.now(), ManualClock()
        self.clock.move_to(now)

    async def wait(self, seconds: float) -> None:
        """Let time pass at the tables, and everything happen that is due meanwhile."""
        until = self.clock.now() + seconds
        while (due := self.clock.next_due()) is not None and due <= until:
            self.clock.move_to(due)
            await self.app.settled()
        self.clock.move_to(until)
        await self.app.settled()

    async def live(self, seconds: float) -> None:
        """Let time pass at the tables and, on its smaller scale, for the limits of Discord."""
        for _ in range(int(seconds)):
            self.clock.move_to(self.clock.now() + 1)
            await asyncio.sleep(self.second)

    async def until_away(self, *, away: bool = True) -> None:
        """Wait until Kiu knows that it is in the server no more, or again."""
        async with asyncio.timeout(10):
            while self.app.groups.of(group_of(self.guild)).away is not away:  # noqa: ASYNC110 - nobody rings a bell
                await asyncio.sleep(0.01)
        await self.app.settled()

    # --- who is there ------------------------------------------------------------------------------------------

    def member(self, name: str, **more: Any) -> Member:
        """Somebody in the server."""
        member = self.discord.member(more.pop("guild", self.guild), name, **more)
        self._people[member.player] = member
        return member

    def members(self, *names: str) -> list[Member]:
        """Some people in the server."""
        return [self.member(name) for name in names]

    # --- what people do ----------------------------------------------------------------------------------------

    async def sit(self, *people: Member, game: str = "qiuqiu", preset: str = "", buy_ins: tuple[int, ...] = ()) -> None:
        """Let people sit down at a new table where they are, and the first of them start it."""
        first, *others = people
        amounts: list[dict[str, Any]] = [{"buy_in": amount} for amount in buy_ins] or [{} for _ in people]
        opening: dict[str, Any] = {"game": game, "preset": preset} if preset else {"game": game}
        await first.slash("table open", **opening, **amounts[0])
        for other, amount in zip(others, amounts[1:], strict=True):
            if amount:
                await other.slash("table join", **amount)
            else:
                await other.is_offered("Join")
                await other.press("Join")
        await self.app.settled()
        await first.press("Start")
        await self.app.settled()

    async def act(self, *labels: str, at: Channel | None = None) -> Member:
        """Let whoever is asked press the first of these buttons that is there, and tell who it was."""
        await self.app.settled()
        member = self.asked(at)
        button = next(filter(None, (member.find(label, member.public) for label in labels)), None)
        assert button is not None, f"{member.name} has none of {labels}: {member.screen()}"
        answer = await member.press(button)
        assert answer.silent, answer.text
        await self.app.settled()
        return member

    async def finish_hand(self, at: Channel | None = None) -> None:
        """Let everybody check or call, and then show what they hold, until the hand is over."""
        while self.hand(at).round.awaited:
            if self.declaring(at):
                await self.declare(at)
            else:
                await self.act(*PASSIVE, at=at)

    async def declare(self, at: Channel | None = None) -> Interaction:
        """Let whoever is asked to declare press the first hand that is offered."""
        member = self.asked(at)
        choices = [part["label"] for part in member.board.parts() if part["type"] == Part.BUTTON]
        answer = await member.press(choices[0], [member.board])
        await self.app.settled()
        return answer

    # --- what is so --------------------------------------------------------------------------------------------

    def place(self, at: Channel | None = None) -> Place:
        """Where the table of a channel stands; by default, of the first channel of the server."""
        channel = at or self.guild.channels[0]
        assert channel.guild is not None
        return Place(group_of(channel.guild), str(channel.id))

    def is_open(self, at: Channel | None = None) -> bool:
        return self.app.tables.at(self.place(at)) is not None

    def state(self, at: Channel | None = None) -> TableState:
        table = self.app.tables.at(self.place(at))
        assert table is not None
        return table.state

    def hand(self, at: Channel | None = None) -> Hand:
        """The hand being played, or the one just finished."""
        hand = self.state(at).hand
        assert hand is not None
        return hand

    def declaring(self, at: Channel | None = None) -> bool:
        """Whether the players lay out their hands already."""
        round_ = self.hand(at).round
        return any(action.verb == "declare" for action in round_.options(round_.awaited[0]).ready)

    def asked(self, at: Channel | None = None) -> Member:
        """Who is asked now, looking at the table."""
        hand = self.hand(at)
        member = self._people[hand.players[hand.round.awaited[0]]]
        return member if at is None else member.at(at)

    def tiles(self, member: Member, at: Channel | None = None) -> list[str]:
        """The dominoes that somebody holds."""
        hand = self.hand(at)
        view = hand.round.view(hand.seat(member.player))
        assert isinstance(view, QiuQiuView)
        return list(hand_names(view.hand))

    def staked(self, member: Member, at: Channel | None = None) -> int:
        """The chips that somebody has put into the pot."""
        hand = self.hand(at)
        seat = hand.seat(member.player)
        assert seat is not None
        return hand.round.staked[seat]

    async def fortune(self, member: Member) -> int:
        """Everything somebody has in the server, in the wallet, on tables and at stake."""
        group, ledger = group_of(member.guild), self.app.ledger
        chips = await ledger.balance(wallet(group, member.player)) + await ledger.on_tables(group, member.player)
        for table in self.app.tables.of_group(group):
            hand = table.state.playing
            if hand is not None and (seat := hand.seat(member.player)) is not None:
                chips += hand.round.staked[seat]
        return chips

    async def sound(self) -> None:
        """The books balance, and every chip before a player and in a pot is where the tables say."""
        ledger = self.app.ledger
        audit = await ledger.audit()
        assert audit.sound, audit.faults
        for group in map(group_of, self.discord.world.guilds.values()):
            for table in self.app.tables.of_group(group):
                state, hand = table.state, table.state.playing
                for chair in state.seated:
                    assert await ledger.balance(stack(group, state.id, chair.player)) == chair.stack
                in_pot = state.carried if hand is None else hand.round.carried_in + sum(hand.round.staked)
                assert await ledger.balance(pot(group, state.id)) == in_pot


def group_of(guild: Guild) -> str:
    return f"discord:{guild.id}"


def _pace(second: float, answer_within: float) -> Pace:
    """What Kiu keeps to in real life, with seconds of another length."""
    real = Pace()
    return replace(
        real,
        channel_seconds=real.channel_seconds * second,
        doors_seconds=real.doors_seconds * second,
        doors_closed=real.doors_closed * second,
        answer_within=answer_within,
        reconnect_after=0.05,
        repeat_after=0.05,
        guilds_follow_within=0.01,
    )
