"""A whole Kiu on a real file, served to Telegram's double through the real library, with packs from a seed."""

from __future__ import annotations

import asyncio
import itertools
import shutil
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Self

from telegram import Update

from bot.app import App, open_app
from bot.chats.telegram_chat import PageLinks, TelegramChat
from bot.dispatch.admission import FloodLimit
from bot.environment.host import DEFAULT_HOST
from bot.games.qiuqiu.hand_words import domino_text
from bot.ledger import mint, queries
from bot.messages import Place
from bot.tables.table import Table
from engine.qiuqiu.round import QiuQiuView
from engine.qiuqiu.tiles import hand_names
from engine.table.hand import AnyHand
from engine.table.state import TableState
from tests.bot.fast_database import compiled_once
from tests.bot.scenario import empty_database, url_of
from tests.chats.telegram.bot_setup import menus_made_once, set_already
from tests.chats.telegram.double import Button, Chat, Person, Telegram
from tests.chats.telegram.fast_limits import rate_limits, timeouts
from tests.manual_clock import ManualClock
from tests.passing_time import let_pass
from tests.patience import LONGEST_WAIT
from tests.seeded_entropy import StackedEntropy
from tools.simulation.checks.conserved_chips import posted_at

SECOND = 0.01
"""How many real seconds a second of Telegram's limits takes here."""

PASSIVE = ("Check", "Call", "All-in")


class Scenario:
    """One process after another that serves the same groups from the same file, while Telegram goes on.

    Args:
        telegram: what it is connected to.
        folder: where its files are.
        second: how many real seconds a second of Telegram takes.
        first_start: whether Telegram has no menus and descriptions yet, and they are to be set.
        page_links: where the table page is, if it has a public address.
    """

    def __init__(
        self,
        telegram: Telegram,
        folder: Path,
        *,
        second: float = SECOND,
        first_start: bool = False,
        page_links: PageLinks | None = None,
    ) -> None:
        self.telegram = telegram
        self._page_links = page_links
        if not first_start:
            set_already(telegram)
        self.clock = ManualClock()
        self.entropy = StackedEntropy("evening")
        self.app: App
        self.chat: TelegramChat
        self.host = DEFAULT_HOST
        self._second = second
        self.expected_errors: set[str] = set()
        """What may be logged as an error; anything else means that something broke behind the scenes."""

        self._folders = (folder / f"run-{number}" for number in itertools.count())
        self._folder = next(self._folders)
        self._folder.mkdir(parents=True)
        self._stack = AsyncExitStack()
        self._serving: asyncio.Task[None]
        self._handled: set[int] = set()
        """The updates that are handled, as far as the process knows that is alive."""

        self.flood_limit: FloodLimit | None = None
        """How much people may send from the next start on; the clock stands still, so usually as much as they like."""

    async def __aenter__(self) -> Self:
        await empty_database(self._folder)
        try:
            await self.begin()
        except BaseException:
            # An open database would keep the whole process from ending.
            await self._stack.aclose()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.end()

    # --- the life of the process -------------------------------------------------------------------------------

    async def begin(self) -> None:
        """Start the process."""
        self.chat = TelegramChat(
            self.telegram.token,
            api_url=self.telegram.server.address,
            rate_limits=rate_limits(self._second),
            timeouts=timeouts(self._second),
            page_links=self._page_links,
        )
        self._stack.push_async_callback(self.chat.stop)
        running = open_app(
            url_of(self._folder),
            chats={"telegram": self.chat},
            clock=self.clock,
            entropy=self.entropy,
            flood_limit=self.flood_limit,
            host=self.host,
        )
        with menus_made_once(), compiled_once():
            self.app = await self._stack.enter_async_context(running)
            await self.chat.start(self.app)
        await self.app.resume("telegram")
        handle = self.chat._polling._handle

        async def handled(update: Update) -> None:
            await handle(update)
            self._handled.add(update.update_id)

        self.chat._polling._handle = handled
        self.telegram.is_handled = self._handled.__contains__
        self._serving = asyncio.create_task(self.chat.serve())

    @property
    def file(self) -> Path:
        """The database."""
        return self._folder / "kiu.sqlite3"

    async def end(self) -> None:
        """End cleanly; serving must not have failed before."""
        ended = self._serving.done() and not self._serving.cancelled()
        failed = self._serving.exception() if ended else None
        self._serving.cancel()
        await asyncio.gather(self._serving, return_exceptions=True)
        await self._stack.aclose()
        if failed is not None:
            raise failed

    async def restart(self, how: str = "cleanly") -> None:
        """End, cleanly or killed, and begin again on the same file."""
        await (self.end() if how == "cleanly" else self.die())
        await self.begin()

    async def die(self) -> None:
        """Lose everything but what lies on the disk at this very moment; nothing more is said to Telegram."""
        left = next(self._folders)
        self.expected_errors.add("message not sent")
        shutil.copytree(self._folder, left)
        with self.telegram.server.away():
            await self.end()
        self._folder = left
        self._handled.clear()
        # The clock of a new process knows nothing of the timers of the old one.
        now, self.clock = self.clock.now(), ManualClock()
        self.clock.move_to(now)

    # --- time --------------------------------------------------------------------------------------------------

    async def wait(self, seconds: float) -> None:
        """Let time pass, and everything happen that is due meanwhile."""
        await let_pass(self.app, self.clock, seconds)

    async def live(self, seconds: float) -> None:
        """Let time pass at the table and, on its smaller scale, for the limits of Telegram."""
        for _ in range(int(seconds)):
            self.clock.move_to(self.clock.now() + 1)
            await asyncio.sleep(SECOND)

    async def rest(self) -> None:
        """Wait until the groups have room for as many calls as ever."""
        await asyncio.sleep(rate_limits(self._second).group.minute)

    @property
    def press_again_after(self) -> float:
        """How many seconds lie at least between a press and the one that confirms it."""
        return timeouts(self._second).press_again_after

    # --- what people do ----------------------------------------------------------------------------------------

    async def sit(
        self, group: Chat, *people: Person, game: str = "qiuqiu", buy_ins: tuple[int, ...] = (), topic: int = 0
    ) -> None:
        """Let people sit down at a new table, and the first of them start it."""
        amounts = [f" {amount}" for amount in buy_ins] or [""] * len(people)
        first, *others = people
        await first.types(f"/open {game}{amounts[0]}", in_=group, topic=topic)
        for person, amount in zip(others, amounts[1:], strict=True):
            if amount:
                await person.types(f"/join{amount}", in_=group, topic=topic)
            else:
                await person.presses("Join", in_=group, topic=topic)
        await first.presses("Start", in_=group, topic=topic)

    async def set_rule(self, admin: Person, group: Chat, rule: str) -> None:
        """Let an admin put a house rule in force."""
        await admin.types(f"/house_set {rule}", in_=group)
        await admin.types("/house_apply", in_=group)

    async def press_first(self, group: Chat, *labels: str, topic: int = 0) -> None:
        """Let the player on turn press the first of these buttons that is there."""
        asked, turn = self.asked(group, topic), self.hand(group, topic).turn
        mark = f"{self.table(group, topic).state.id}:{turn}:"
        button = await self.telegram.until(
            f"a button for {asked.name}",
            lambda: next(filter(None, (_live(asked.button(label, group, topic), mark) for label in labels)), None),
        )
        said = await asked.taps(button)
        if said.alert and "Press the same button again" in said.text:
            await asyncio.sleep(self.press_again_after)
            said = await asked.taps(button)
        assert self.hand(group, topic).turn != turn, f"{asked.name} pressed {button.label}: {said}"

    async def finish_hand(self, group: Chat, *, topic: int = 0, prefer: tuple[str, ...] = PASSIVE) -> None:
        """Let everybody who is asked press the first of a few buttons until the hand is over."""
        while self.hand(group, topic).round.awaited:
            await self.press_first(group, *prefer, topic=topic)
        await self.app.wait_until_idle()

    # --- the state ---------------------------------------------------------------------------------------------

    def table(self, group: Chat, topic: int = 0) -> Table:
        table = self.app.tables.at(place(group, topic))
        assert table is not None
        return table

    def is_open(self, group: Chat, topic: int = 0) -> bool:
        return self.app.tables.at(place(group, topic)) is not None

    def state(self, group: Chat, topic: int = 0) -> TableState:
        return self.table(group, topic).state

    def hand(self, group: Chat, topic: int = 0) -> AnyHand:
        """The hand being played, or the one just finished."""
        hand = self.state(group, topic).hand
        assert hand is not None
        return hand

    async def deal_closes(self, group: Chat, topic: int = 0) -> None:
        """Wait until seats and words of the next hand are closed, so that only its beacon is missing."""
        async with asyncio.timeout(LONGEST_WAIT):
            while (sealed := self.state(group, topic).sealed) is None or sealed.closing is None:  # noqa: ASYNC110
                await asyncio.sleep(0.001)

    def asked(self, group: Chat, topic: int = 0) -> Person:
        """Who is asked now."""
        hand = self.hand(group, topic)
        return self.person_of(hand.players[hand.round.awaited[0]])

    def person_of(self, player: str) -> Person:
        return self.telegram.people[int(player.partition(":")[2])]

    def tiles(self, person: Person, group: Chat, topic: int = 0) -> tuple[str, ...]:
        """The dominoes that a person holds, as they are shown."""
        hand = self.hand(group, topic)
        view = hand.round.view(hand.seat(f"telegram:{person.user.id}"))
        assert isinstance(view, QiuQiuView)
        return tuple(map(domino_text, hand_names(view.hand)))

    def staked(self, person: Person, group: Chat) -> int:
        """The chips that a person has put into the pot."""
        hand = self.hand(group)
        seat = hand.seat(f"telegram:{person.user.id}")
        assert seat is not None
        return hand.round.staked[seat]

    def stack(self, person: Person, group: Chat) -> int:
        """The chips of a person on the table."""
        chair = self.state(group).chair_of(f"telegram:{person.user.id}")
        assert chair is not None
        return chair.stack

    def sits(self, person: Person, group: Chat) -> bool:
        return self.is_open(group) and self.state(group).chair_of(f"telegram:{person.user.id}") is not None

    async def total_chips(self, person: Person, group: Chat) -> int:
        """All chips of a person in a group: in the wallet and on the table."""
        return (await self.app.ledger.read(queries.wealth, group_of(group), f"telegram:{person.user.id}")).total

    async def all_chips(self, group: Chat) -> int:
        """The chips that a group has been given and not lost again."""
        return -await self.app.ledger.read(queries.balance, mint(group_of(group)))

    async def sound(self) -> None:
        """The ledger balances, and every stack holds what the tables say."""
        ledger = self.app.ledger
        audit = await ledger.audit()
        assert audit.sound, audit.faults
        for chat in self.telegram.chats.values():
            for table in self.app.tables.of_group(group_of(chat)):
                for account, chips in posted_at(table.state).items():
                    assert await ledger.read(queries.balance, account) == chips


def _live(button: Button | None, mark: str) -> Button | None:
    """The button, if it belongs to the turn that is open."""
    return button if button is not None and button.data.startswith(mark) else None


def group_of(chat: Chat) -> str:
    return f"telegram:{chat.id}"


def place(chat: Chat, topic: int = 0) -> Place:
    return Place(group_of(chat), str(topic))
