"""A whole table without database and chat: what it stores and tells is taken down, and its time is moved by hand."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, Final, cast

from bot.groups import GroupSettings, TableRules
from bot.groups.settings import GameSettings
from bot.ledger import HandOpened, NotStored, WriteSet
from bot.messages import Place, PlayerId
from bot.tables.hindrances import Hindrances
from bot.tables.store import ChanceSource, NoChance, Services
from bot.tables.table import Table
from engine.fairness import Beacon, BeaconKind, Chance, Closing
from engine.fairness.sealed import Sealed
from engine.fairness.transparency_log import Head
from engine.games import GAMES
from engine.house_rules import GameRules
from engine.play import Action
from engine.qiuqiu.rules import SUMATRA
from engine.table.changes import Notice, Outcome
from engine.table.state import TableState
from tests.bot.plain_tables import typed
from tests.manual_clock import ManualClock
from tests.seeded_entropy import SeededEntropy

DIE: Final = Beacon(BeaconKind.TELEGRAM, bytes([4]))
PAUSE: Final = 8


class Platform:
    """The platform of the table as a source of chance: it may be slow, silent or lost."""

    name = "platform"

    def __init__(self) -> None:
        self.is_there = True
        self.takes = 0.0
        self.beacon: Beacon | None = DIE
        self.breaks = False
        self.pledges: dict[int, bytes] = {}
        """What players pledge, by the number of their chair; nobody reveals it."""

        self.asked: list[bool] = []
        """Each time it was asked, whether that may have been before."""

        self.prepared = 0

    def has_beacon(self, _: Place) -> bool:
        return self.is_there

    def prepare(self, _: TableState) -> None:
        self.prepared += 1

    def seconds(self, _: TableState) -> float:
        return self.takes

    async def bind(self, _: TableState, closing: Closing) -> Closing:
        return replace(closing, pledges=self.pledges)

    def awaited(self, _: Closing) -> bool:
        return self.is_there

    async def draw(self, state: TableState, _: Closing, chance: Chance, *, again: bool) -> Chance:
        self.asked.append(again)
        if self.breaks:
            raise ConnectionError
        assert state.sealed is not None
        if self.beacon is None:
            if state.game.rules_from(state.sealed.rules).beacon_required:
                raise NoChance("no beacon")
            return chance
        return replace(chance, beacons=(*chance.beacons, self.beacon))


class Players(ChanceSource):
    """The pages of players, which add nothing."""

    name = "players"

    async def draw(self, state: TableState, closing: Closing, chance: Chance, *, again: bool) -> Chance:
        return chance


class PlainEvening:
    """An evening at one table.

    Args:
        state: the table as it begins.
        rules: those of its game in its group.
        tables: the group's rules for tables.
    """

    def __init__(self, state: TableState, rules: GameRules = SUMATRA, tables: TableRules | None = None) -> None:
        self.notices: list[Notice] = []
        self.stored: list[WriteSet] = []
        self.platform = Platform()
        self.hands_fit = True
        """Whether a hand that begins can be stored; whatever else can be in any case."""

        self.shown = 0
        """How often the table was shown."""

        self.reminders: list[dict[PlayerId, float]] = []
        """Who was reminded each time, and how many seconds after they last did something."""

        self.full_chat = 0
        self.wallets: dict[PlayerId, int] = {}
        self.clock = ManualClock()
        self.settings = GroupSettings(
            tables=tables or TableRules(pause_seconds=PAUSE, computer_chips="always"),
            games={state.game_name: GameSettings("", rules)},
        )
        self._hands = 6
        services = SimpleNamespace(
            ledger=SimpleNamespace(
                commit=self._commit,
                shared=False,
                numbers=SimpleNamespace(next_hand=self._next_hand),
                head_posted_at=lambda *_: None,
                log_head=Head(0, bytes(32)),
            ),
            groups=SimpleNamespace(of=lambda _: self.settings),
            clock=self.clock,
            entropy=SeededEntropy("evening"),
            listener=self,
            available_chips=self._available,
            sources=(Players(), self.platform),
            computers=self,
            hindrances=Hindrances(),
        )
        self.table = Table(state, cast(Services, services), retired=lambda: None)

    # --- what happens at it ----------------------------------------------------------------------------------------

    async def begin(self) -> None:
        """Seal the packs for the next hand, and let time begin."""
        await self.table.seal()
        self.table.resume(())
        await self.table.mailbox.wait_until_idle()

    async def do(
        self, by: PlayerId, command: str, *, key: str = "", sure: bool = True, admin: bool = False, **how: Any
    ) -> Outcome:
        """Somebody types a command, or presses under a question."""
        request = typed(by, command, **how)
        who = replace(request.who, admin=admin)
        outcome = await self.table.ask(replace(request, who=who, key=key, sure=sure))
        await self.table.mailbox.wait_until_idle()
        return outcome

    async def do_just_before(self, seconds: float, by: PlayerId, command: str) -> None:
        """Somebody types a command so shortly before something is due that this has to wait for the command."""
        async with self.table.mailbox.held():
            typing = asyncio.create_task(self.do(by, command))
            await asyncio.sleep(0)
            self.clock.move_to(self.clock.now() + seconds)
        await typing
        await self.table.mailbox.wait_until_idle()

    async def wait(self, seconds: float) -> None:
        """Let time pass, and whatever comes due be done at its time."""
        until = self.clock.now() + seconds
        while (due := self.clock.next_due()) is not None and due <= until:
            self.clock.move_to(due)
            await self.table.mailbox.wait_until_idle()
        self.clock.move_to(until)
        await self.table.mailbox.wait_until_idle()

    async def play(self, *actions: str) -> None:
        """Let those who are asked act, one after the other."""
        for action in actions:
            hand = self.state.playing
            assert hand is not None
            verb, _, amount = action.partition(" ")
            seat = hand.round.awaited[0]
            await self.do(hand.players[seat], verb, amount=int(amount) if amount else None)

    # --- what is seen of it ----------------------------------------------------------------------------------------

    @property
    def state(self) -> TableState:
        return self.table.state

    @property
    def packs(self) -> Sealed:
        """What lies sealed for the next hand."""
        assert self.state.sealed is not None
        return self.state.sealed

    @property
    def told(self) -> list[str]:
        """The keys of all that everybody was told."""
        return [each.key for each in self.notices]

    @property
    def seconds_left(self) -> float | None:
        """What is left of the pause."""
        left = self.table.time_left("")
        return None if left is None else left.seconds

    # --- what it is given ------------------------------------------------------------------------------------------

    async def _commit(self, writes: WriteSet) -> None:
        if not self.hands_fit and any(isinstance(write, HandOpened) for write in writes):
            raise NotStored("the disk is full")
        self.stored.append(writes)

    async def _next_hand(self, group: str, *, practice: bool) -> int:
        self._hands += 1
        return self._hands

    async def _available(self, _: TableState, player: PlayerId) -> int:
        return self.wallets.get(player, 0)

    async def choose(self, game: Any, _: Any) -> Any:
        return Action.read("fold" if game is GAMES["qiuqiu"] else "pass", game.verbs)

    # --- whom it tells ---------------------------------------------------------------------------------------------

    def show(self, _: TableState, notices: tuple[Notice, ...]) -> None:
        self.shown += 1
        self.notices += notices

    def show_own_hand(self, *_: object) -> None:
        """Nobody looks at it."""

    def tell(self, *_: object) -> None:
        """Nobody listens."""

    def shows(self, _: Place) -> bool:
        return False

    def others_come(self, _: Place) -> bool:
        return True

    def rest_seconds(self, _: Place, pause: int) -> int:
        assert pause == self.settings.tables.pause_seconds
        return self.full_chat

    def remind(self, _: TableState, asked: dict[PlayerId, float], __: int) -> None:
        self.reminders.append(asked)
