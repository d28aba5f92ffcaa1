"""A whole Kiu on a real file, with a clock moved by hand and packs from a seed: the tests play in it like people."""

from __future__ import annotations

import asyncio
import itertools
import json
import shutil
from collections.abc import Mapping, MutableMapping
from contextlib import AsyncExitStack, ExitStack
from pathlib import Path
from typing import Any, Self

from structlog.testing import capture_logs

from bot.app import App, open_app
from bot.dispatch.admission import FloodLimit
from bot.ledger import HandRow, Ledger, mint, queries, wallet
from bot.ledger.identities import Identities
from bot.messages import Button, Chat, Command, Person, Place, PlayerId, Reply
from bot.tables.table import Table
from engine.fairness import pairwise_id
from engine.fairness.sealed import Sealed
from engine.fairness.verifying import verify
from engine.table.hand import AnyHand
from engine.table.state import Chair, TableState
from tests.bot import databases
from tests.bot.fake_chat import Connection, FakeChat, words
from tests.bot.fast_database import fast_database
from tests.bot.journals import journal_numbers
from tests.manual_clock import ManualClock
from tests.passing_time import let_pass
from tests.script_chat.stacking import stacked
from tests.seeded_entropy import StackedEntropy
from tests.seeds import SEED
from tools.simulation.checks.conserved_chips import posted_at

GROUP = "test:home"
Identities.platforms = (*Identities.platforms, "test")


def url_of(folder: Path) -> str:
    return databases.url_of(folder / "kiu.sqlite3")


async def empty_database(folder: Path, _made: list[bytes] = []) -> None:  # noqa: B006 - remembered on purpose
    """Put an empty database into a folder; building them is slow, so it is done once a process."""
    file = folder / "kiu.sqlite3"
    if not _made:
        with fast_database():
            await (await Ledger.open(databases.of_sqlite(file), now=ManualClock().utc)).close()
        _made.append(file.read_bytes())
    file.write_bytes(_made[0])


def player_id(name: str) -> PlayerId:
    """The id of somebody at home; a name with its platform is an id."""
    return name if ":" in name else f"test:{name}"


PASSIVE = ("check", "call", "declare")


class Scenario:
    """One server with its people, who talk to the bot in channels."""

    def __init__(
        self, folder: Path, *, seed: str = "scenario", connected: bool = True, flood_limit: FloodLimit | None = None
    ) -> None:
        self.chat = FakeChat()
        self.clock = ManualClock()
        self.entropy = StackedEntropy(f"{seed}/{SEED}")
        """Where packs come from; a test whose outcome depends on the cards stacks them."""

        self.flood_limit = flood_limit
        """How much people may send; time stands still unless it is moved, so usually as much as they like."""

        self.admins: set[str] = set()
        self.name = GROUP
        """The name the server goes by."""

        self.app: App
        self._folders = (folder / f"run-{number}" for number in itertools.count())
        self._folder = next(self._folders)
        self._folder.mkdir(parents=True)
        self._stack = AsyncExitStack()
        self._log = ExitStack()
        self.logged: list[MutableMapping[str, Any]] = []
        self.expected_errors: set[str] = set()
        """What may be logged as an error; anything else means that something broke behind the scenes."""

        self.elsewhere: dict[str, FakeChat] = {}
        """The chats of further platforms."""

        self._connections: list[Connection] = []
        self._connected = connected
        self._keys = itertools.count(1)

    async def __aenter__(self) -> Self:
        self.logged = self._log.enter_context(capture_logs())
        await empty_database(self._folder)
        await self.begin()
        return self

    async def __aexit__(self, kind: object, *_: object) -> None:
        await self._stack.aclose()
        self._log.close()
        if kind is None:
            errors = [entry for entry in self.logged if entry["log_level"] == "error"]
            assert [entry for entry in errors if entry["event"] not in self.expected_errors] == []

    # --- the life of the process -------------------------------------------------------------------------------

    async def begin(self) -> None:
        """Begin on the database that is there."""
        served = {"test": self.chat, **self.elsewhere} if self._connected else {}
        chats: dict[str, Chat] = {platform: Connection(chat) for platform, chat in served.items()}
        self._connections = [each for each in chats.values() if isinstance(each, Connection)]
        running = open_app(
            url_of(self._folder), chats=chats, clock=self.clock, entropy=self.entropy, flood_limit=self.flood_limit
        )
        with fast_database():
            self.app = await self._stack.enter_async_context(running)
        await self.app.resume()
        await self.app.wait_until_idle()

    @property
    def file(self) -> Path:
        """The database."""
        return self._folder / "kiu.sqlite3"

    async def end(self) -> None:
        """End cleanly."""
        await self._stack.aclose()

    async def restart(self) -> None:
        """End cleanly and begin again on the same file."""
        await self.end()
        await self.begin()

    async def die(self) -> None:
        """Lose everything but what lies on the disk at this very moment, and begin again with that.

        On a server that would need a copy of what is in use, so it is a restart; other tests kill a process.
        """
        if databases.on_server():
            await self.restart()
            return
        left = next(self._folders)
        shutil.copytree(self._folder, left)
        for connection in self._connections:
            connection.dead = True
        self.expected_errors.add("message not sent")
        self.chat.gate.set()
        await self._stack.aclose()
        self._folder = left
        # The clock of a new process knows nothing of the timers of the old one.
        now, self.clock = self.clock.now(), ManualClock()
        self.clock.move_to(now)
        await self.begin()

    async def held_back(self, name: str, text: str) -> asyncio.Task[Reply]:
        """Send a line that has to wait for a deal; its reply comes after that."""
        reply = asyncio.create_task(self.app.dispatcher.handle(self.command(name, text)))
        await self.app.ledger.answers()
        await self.app.tables.wait_until_idle()
        assert not reply.done(), text
        return reply

    # --- what people do ----------------------------------------------------------------------------------------

    def command(
        self,
        name: str,
        text: str,
        *,
        turn: str = "",
        key: str | None = None,
        channel: str = "main",
        in_menu: bool = False,
    ) -> Command:
        """Something that somebody types."""
        who = Person(player_id(name), name.rpartition(":")[2].capitalize(), admin=name in self.admins)
        number = f"test:{next(self._keys)}" if key is None else key
        return Command(who, Place(self.name, channel), text, turn, number, in_menu=in_menu)

    async def say(self, name: str, text: str, **more: Any) -> Reply:
        """Let somebody type a line, and wait until all is quiet again; one that waits for a deal lets time pass."""
        command = self.command(name, text, **more)
        answering = asyncio.create_task(self.app.dispatcher.handle(command))
        await self.await_replies(answering)
        await self.app.wait_until_idle()
        return await answering

    async def await_replies(self, *answering: asyncio.Task[Reply]) -> None:
        """Return when all commands are answered, and let time pass as long as one of them waits for a deal."""
        pending = set(answering)
        while pending:
            _, pending = await asyncio.wait(pending, timeout=0.05)
            if pending and any(table.waiting for table in self.app.tables.all_open()):
                await self.wait(0.5)

    async def do(self, name: str, text: str, *, channel: str = "main") -> str:
        """Let somebody type a line that must not be refused, and confirm a correction of chips; return the answer."""
        reply = await self.say(name, text, channel=channel)
        if any(button.command.startswith("bank confirm") for button in reply.message.pressable):
            reply = await self.say(name, "bank confirm", channel=channel)
        assert not reply.refused, words(reply.message)
        return sentence(reply)

    async def refused(self, name: str, text: str, *, turn: str = "", channel: str = "main") -> str:
        """Let somebody type a line that must be refused with one sentence; return the reason."""
        before = self.app.metrics.refusals()
        reply = await self.say(name, text, turn=turn, channel=channel)
        assert reply.refused, words(reply.message)
        assert len(reply.message.lines) == 1
        assert reply.message.lines[0]
        (reason,) = self.app.metrics.refusals() - before
        return reason

    async def press(self, name: str, button: Button, *, key: str | None = None, channel: str = "main") -> Reply:
        """Let somebody press a button."""
        return await self.say(name, button.command, turn=button.turn, key=key, channel=channel, in_menu=button.in_menu)

    async def menu(self, name: str, page: str = "", *, channel: str = "main") -> list[Button]:
        """What the menu of the table offers somebody."""
        reply = await self.say(name, f"menu {page}".strip(), turn=f"{self.state(channel).id}:", channel=channel)
        assert reply.menu
        return list(reply.message.pressable)

    async def press_in_menu(self, name: str, label: str, *, page: str = "", channel: str = "main") -> Reply:
        """Let somebody press a button of the table's menu whose label begins like this."""
        offered = await self.menu(name, page, channel=channel)
        button = next((each for each in offered if each.label.startswith(label)), None)
        assert button is not None, (label, [each.label for each in offered])
        return await self.press(name, button, channel=channel)

    async def sit(self, *names: str, channel: str = "main", buy_in: int | None = None, game: str = "qiuqiu") -> None:
        """Open a table with these people around it."""
        amount = "" if buy_in is None else f" {buy_in}"
        first, *others = names
        await self.do(first, f"open {game}{amount}", channel=channel)
        for name in others:
            await self.do(name, f"join{amount}", channel=channel)

    def stack(self, cards: str = "", *, dealer: str = "", channel: str = "main") -> None:
        """Stack the first hand of a table, once everybody sits who is to be dealt in.

        Args:
            cards: who gets which cards, as after ``! deal`` in a script: ``sari: 6-3, 6-0, 1-1; then: 5-5``.
            dealer: who deals; whoever sits lowest if it is empty.
            channel: where the table is.
        """
        state = self.state(channel)
        player = player_id(dealer) if dealer else state.seated[0].player
        chair = state.number_of(player)
        self.entropy.stack(stacked(self.table(channel), cards, chair), chair)

    async def deal(
        self,
        *names: str,
        game: str = "qiuqiu",
        buy_in: int | None = None,
        cards: str | None = None,
        dealer: str = "",
        channel: str = "main",
    ) -> None:
        """Let people sit down, and the first of them begin a hand, with cards or a dealer as in ``stack``."""
        await self.sit(*names, channel=channel, buy_in=buy_in, game=game)
        if cards is not None or dealer:
            self.stack(cards or "", dealer=dealer, channel=channel)
        await self.do(names[0], "start", channel=channel)

    async def act(self, *texts: str, channel: str = "main") -> None:
        """Let whoever is asked do one thing after another."""
        for text in texts:
            await self.do(self.asked(channel), text, channel=channel)

    async def set_rules(self, *settings: str, channel: str = "main") -> None:
        """Let an admin put house rules in force."""
        self.admins.add("admin")
        for setting in settings:
            await self.do("admin", f"house set {setting}", channel=channel)
            await self.do("admin", "house apply", channel=channel)

    async def let_computers_play(self) -> None:
        """Let computer players play for real chips with any number of people; nobody is told."""
        await self.app.groups.change(self.name, lambda now: now.with_rule("", "computer_chips", "always"))

    async def wait(self, seconds: float) -> None:
        """Let time pass, and everything happen that is due meanwhile."""
        await let_pass(self.app, self.clock, seconds)

    async def finish_hand(self, channel: str = "main", *, prefer: tuple[str, ...] = PASSIVE) -> None:
        """Let everybody do the first possible of a few things until the hand is over; by default, check or call."""
        while self.is_open(channel) and (hand := self.state(channel).playing) is not None:
            seat = hand.round.awaited[0]
            options = hand.round.options(seat)
            ready = [action.verb for action in (*options.ready, *options.synonyms)]
            player = hand.players[seat]
            if player.startswith("computer:"):
                await self.wait(2)
                continue
            verb = next((verb for verb in prefer if verb in ready), "fold")
            label = options.ready[0].choice
            await self.do(player.removeprefix("test:"), f"{verb} {label}".strip(), channel=channel)

    # --- what is so --------------------------------------------------------------------------------------------

    def table(self, channel: str = "main") -> Table:
        table = self.app.tables.at(Place(self.name, channel))
        assert table is not None
        return table

    def is_open(self, channel: str = "main") -> bool:
        return self.app.tables.at(Place(self.name, channel)) is not None

    def state(self, channel: str = "main") -> TableState:
        return self.table(channel).state

    def hand(self, channel: str = "main") -> AnyHand:
        """The hand being played, or the one just finished."""
        hand = self.state(channel).hand
        assert hand is not None
        return hand

    async def carry_out(self, name: str, text: str) -> None:
        """Have a command carried out, whether anything can be shown or not."""
        await self.app.dispatcher.handle(self.command(name, text))
        await self.app.tables.wait_until_idle()

    async def release(self) -> None:
        """Let the chat that was held take everything, and wait until all is shown."""
        self.chat.gate.set()
        self.chat.admission.set()
        await self.app.wait_until_idle()

    def lose_network(self) -> None:
        """Let every call to the chat fail, until ``chat.broken`` is ``None`` again."""
        self.expected_errors.add("message not sent")
        self.chat.broken = ConnectionError("no network")

    def sealed(self, channel: str = "main") -> Sealed:
        """What lies sealed for the next hand."""
        packs = self.state(channel).sealed
        assert packs is not None
        return packs

    @property
    def cutter(self) -> str:
        """The name of the next cutter."""
        return self.sealed().cutter.removeprefix("test:")

    async def stored(self, hand: int) -> HandRow:
        """A hand as it is stored."""
        row = await self.app.ledger.read(queries.hand, hand)
        assert row is not None
        return row

    async def record(self, hand: int) -> dict[str, Any]:
        """The fields of the record of a hand that is over, after it was checked."""
        row = await self.stored(hand)
        verdict = verify(row.record)
        assert verdict.valid, [check for check in verdict.checks if not check.passed]
        fields: dict[str, Any] = json.loads(row.record)
        assert fields["hash"] == row.record_hash
        return fields

    def asked(self, channel: str = "main") -> str:
        """The name of the player who is asked."""
        hand = self.hand(channel)
        return hand.players[hand.round.awaited[0]].removeprefix("test:")

    def pairwise(self, seats: Mapping[int, str], channel: str = "main") -> dict[int, str]:
        """What players are called in the records of a table, by chair."""
        table = bytes.fromhex(self.state(channel).identity)
        return {chair: pairwise_id(table, player) for chair, player in seats.items()}

    def chair(self, name: str, channel: str = "main") -> Chair:
        chair = self.state(channel).chair_of(player_id(name))
        assert chair is not None
        return chair

    def sits(self, name: str, channel: str = "main") -> bool:
        return self.is_open(channel) and self.state(channel).chair_of(player_id(name)) is not None

    async def in_wallet(self, name: str) -> int:
        player = player_id(name)
        return await self.app.ledger.read(queries.balance, wallet(self.book, player))

    async def fortune(self, name: str) -> int:
        """Everything somebody has, in the wallet and on tables."""
        return (await self.app.ledger.read(queries.wealth, self.book, player_id(name))).total

    @property
    def book(self) -> str:
        """The group that keeps the book."""
        return self.app.groups.book(self.name)

    async def sound(self) -> None:
        """The ledger balances, every stack holds what the tables say, and no journal has a gap."""
        ledger = self.app.ledger
        audit = await ledger.audit()
        assert audit.sound, audit.faults
        for table in self.app.tables.of_group(self.book):
            state = table.state
            for account, chips in posted_at(state).items():
                assert await ledger.read(queries.balance, account) == chips
            assert await journal_numbers(ledger, state.id) == list(range(1, state.seq + 1))

    async def all_chips(self) -> int:
        """The chips that the group has given out and not taken back."""
        return -await self.app.ledger.read(queries.balance, mint(self.book))


def sentence(reply: Reply) -> str:
    """The words of an answer."""
    return words(reply.message).strip()
