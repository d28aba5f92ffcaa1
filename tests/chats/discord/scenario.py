"""Scenarios: what members of a guild do at the tables of a process, and how the tables stand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bot.games.qiuqiu.hand_words import domino_text
from bot.ledger import queries
from bot.messages import Place
from engine.qiuqiu.round import QiuQiuView
from engine.qiuqiu.tiles import hand_names
from engine.table.hand import AnyHand
from engine.table.state import TableState
from tests.chats.discord.double.components import ComponentType
from tests.chats.discord.double.interactions import Interaction
from tests.chats.discord.double.member import Member
from tests.chats.discord.double.models import Channel
from tests.chats.discord.double.server import Discord
from tests.chats.discord.served_process import ServedProcess, group_of
from tools.simulation.checks.conserved_chips import posted_at

PASSIVE = ("Check", "Call", "All-in")


class Scenario(ServedProcess):
    """A process and the members of the guild that it serves."""

    def __init__(self, discord: Discord, folder: Path, **options: Any) -> None:
        super().__init__(discord, folder, **options)
        self._members: dict[str, Member] = {}

    # --- members -----------------------------------------------------------------------------------------------

    def member(self, name: str, **more: Any) -> Member:
        """Add a member to the guild."""
        member = self.discord.member(more.pop("guild", self.guild), name, **more)
        self._members[member.player] = member
        return member

    def members(self, *names: str) -> list[Member]:
        """Add members to the guild."""
        return [self.member(name) for name in names]

    # --- what members do ---------------------------------------------------------------------------------------

    async def gather(
        self, *people: Member, game: str = "qiuqiu", preset: str = "", buy_ins: tuple[int, ...] = ()
    ) -> None:
        """Open a table, and let these members sit down at it."""
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
        await self.app.wait_until_idle()

    async def sit(self, *people: Member, **table: Any) -> None:
        """Let these members sit down at a new table, and the first of them start it."""
        await self.gather(*people, **table)
        await people[0].press("Start")
        await self.app.wait_until_idle()

    async def seated(self, *names: str, **table: Any) -> list[Member]:
        """Return new members at a table that was started."""
        people = self.members(*names)
        await self.sit(*people, **table)
        return people

    async def act(self, *labels: str, at: Channel | None = None) -> Member:
        """Let the member on turn press the first of these buttons that is there; return the member."""
        await self.app.wait_until_idle()
        member = self.asked(at)
        button = next(filter(None, (member.find(label, member.public) for label in labels)), None)
        assert button is not None, f"{member.name} has none of {labels}: {member.screen()}"
        answer = await member.press(button)
        if answer.ephemeral and "All-in with" in answer.text:
            answer = await member.press("Yes, all-in", answer.messages)
        assert answer.silent, answer.text
        await self.app.wait_until_idle()
        return member

    async def finish_hand(self, at: Channel | None = None) -> None:
        """Let everybody check or call, and then declare, until the hand is over."""
        while self.hand(at).round.awaited:
            if self.declaring(at):
                await self.declare(at)
            else:
                await self.act(*PASSIVE, at=at)

    async def declare(self, at: Channel | None = None) -> Interaction:
        """Let the member who has to declare press the first hand that is offered."""
        member = self.asked(at)
        choices = [part["label"] for part in member.live_message.parts() if part["type"] == ComponentType.BUTTON]
        answer = await member.press(choices[0], [member.live_message])
        await self.app.wait_until_idle()
        return answer

    async def set_rule(self, rule: str, value: str) -> None:
        """Let an admin change a rule of the house."""
        admin = self.member("Ani", admin=True)
        summary = await admin.slash("admin house-set", rule=rule, value=value)
        await admin.press("Apply", summary.messages)
        assert "Done, and announced here." in summary.text

    # --- how the tables stand ----------------------------------------------------------------------------------

    def place(self, at: Channel | None = None) -> Place:
        """The place of a channel; by default, of the first channel of the guild."""
        channel = at or self.guild.channels[0]
        assert channel.guild is not None
        return Place(group_of(channel.guild), str(channel.id))

    def is_open(self, at: Channel | None = None) -> bool:
        return self.app.tables.at(self.place(at)) is not None

    def state(self, at: Channel | None = None) -> TableState:
        table = self.app.tables.at(self.place(at))
        assert table is not None
        return table.state

    def hand(self, at: Channel | None = None) -> AnyHand:
        """The hand being played, or the one just finished."""
        hand = self.state(at).hand
        assert hand is not None
        return hand

    def declaring(self, at: Channel | None = None) -> bool:
        """Whether the players declare their hands already."""
        round_ = self.hand(at).round
        return any(action.verb == "declare" for action in round_.options(round_.awaited[0]).ready)

    def asked(self, at: Channel | None = None) -> Member:
        """The member on turn, looking at the table's channel."""
        hand = self.hand(at)
        member = self._members[hand.players[hand.round.awaited[0]]]
        return member if at is None else member.at(at)

    def tiles(self, member: Member, at: Channel | None = None) -> list[str]:
        """The dominoes that a member holds, as they are shown."""
        hand = self.hand(at)
        view = hand.round.view(hand.seat(member.player))
        assert isinstance(view, QiuQiuView)
        return list(map(domino_text, hand_names(view.hand)))

    def staked(self, member: Member, at: Channel | None = None) -> int:
        """The chips that a member has put into the pot."""
        hand = self.hand(at)
        seat = hand.seat(member.player)
        assert seat is not None
        return hand.round.staked[seat]

    async def total_chips(self, member: Member) -> int:
        """All chips of a member in the guild: in the wallet and on tables."""
        return (await self.app.ledger.read(queries.wealth, group_of(member.guild), member.player)).total

    async def check_books(self) -> None:
        """Assert that the ledger balances, and that stacks are what the tables say."""
        ledger = self.app.ledger
        audit = await ledger.audit()
        assert audit.sound, audit.faults
        for group in map(group_of, self.discord.world.guilds.values()):
            for table in self.app.tables.of_group(group):
                for account, chips in posted_at(table.state).items():
                    assert await ledger.read(queries.balance, account) == chips
