"""One table: a mailbox that takes one letter at a time, and a clock that only ever writes letters.

Store, then tell: the state moves on when the record is durable, and nobody hears of it before.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Protocol

import structlog

from bot import chance as chances
from bot.chance import Chance
from bot.clock import Clock, Timer
from bot.commands import Order, Who
from bot.houses import Houses, HouseSettings
from bot.ledger import Ledger, LedgerClosed, NotStored, Overdrawn, Row, wallet
from bot.messages import Person, PlayerId
from bot.refusal import Refusal
from bot.tables import hands, seating
from bot.tables.changes import Change, saved
from bot.tables.computers import Computers
from bot.tables.state import Hand, Note, TableState
from engine import notation
from engine.house_rules import HouseRules
from engine.play import LEAVE, Options, Refused, Seat

log = structlog.get_logger()

MAILBOX = 1000
"""How many letters may wait; more are refused rather than piled up."""

TROUBLE_SECONDS = 5.0
"""How long a table waits before it tries again when nothing can be stored."""


class Listener(Protocol):
    """Who is told what has happened at a table, after it is durable."""

    def tell(self, state: TableState, notes: tuple[Note, ...]) -> None:
        """Announce a table that has changed."""

    def remind(self, state: TableState, player: PlayerId, seconds: int) -> None:
        """Tell a player privately that the turn is half over."""


@dataclass(frozen=True, slots=True)
class Services:
    """What every table is given from outside: storage, time, chance, settings, and an ear."""

    ledger: Ledger
    houses: Houses
    clock: Clock
    chance: Chance
    listener: Listener
    computers: Computers


@dataclass(frozen=True, slots=True)
class Answer:
    """What a table answers to the one who asked: a sentence, or the table as he sees it."""

    note: Note | None = None
    state: TableState | None = None
    """Set when the answer is a look at the table: the private hand, a hint, or its status."""


@dataclass(slots=True)
class _Letter:
    """Something for a table to do."""

    carry_out: Callable[[], Any]
    answer: asyncio.Future[Answer] | None

    def succeed(self, answer: Answer) -> None:
        """Answer whoever still waits."""
        if self.answer is not None and not self.answer.done():
            self.answer.set_result(answer)

    def fail(self, error: Exception) -> None:
        """Tell whoever still waits why not."""
        if self.answer is not None and not self.answer.done():
            self.answer.set_exception(error)


async def in_purse(state: TableState, player: PlayerId, services: Services) -> int:
    """The chips that a player has for a table: what is in his wallet, or for practice as many as anybody may take."""
    if state.practice:
        return services.houses.of(state.place.house).tables.max_buy_in
    return await services.ledger.balance(wallet(state.place.house, player))


class Table:
    """The one owner of a table's state."""

    def __init__(self, state: TableState, services: Services, retired: Callable[[Table], None]) -> None:
        self.state = state
        self._services = services
        self._retired = retired
        self._letters: deque[_Letter] = deque()
        self._worker: asyncio.Task[None] | None = None
        self._timers: list[Timer] = []
        self._asked: tuple[str, float] = ("", 0.0)
        self._on_bank: set[PlayerId] = set()
        self._stopped = False

    # --- the mailbox -------------------------------------------------------------------------------------------

    async def ask(self, order: Order, who: Person, turn: str, done: tuple[Row, ...] = ()) -> Answer:
        """Put an order in the mailbox and wait for the answer.

        Args:
            order: what is wanted.
            who: who wants it.
            turn: the question that a button was made for; empty for a typed line.
            done: rows that become durable together with what the order changes.

        Raises:
            Refusal, engine.play.Refused: the order cannot be carried out; nothing has changed.
        """
        if len(self._letters) >= MAILBOX:
            raise Refusal("too-busy")
        return await self._answer_to(lambda: self._order(order, who, turn, done))

    async def _answer_to(self, carry_out: Callable[[], Any]) -> Answer:
        """Put a letter in the mailbox and wait for the answer."""
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._put(_Letter(carry_out, answer))
        return await answer

    def _put(self, letter: _Letter) -> None:
        if self._stopped:
            letter.fail(Refusal("shutting-down"))
            return
        self._letters.append(letter)
        if self._worker is None:
            self._worker = asyncio.get_running_loop().create_task(self._work())

    def _put_own(self, carry_out: Callable[[], Any]) -> None:
        """A letter of the table to itself: from its clock, or for somebody who is away."""
        self._put(_Letter(carry_out, None))

    async def _work(self) -> None:
        while self._letters:
            letter = self._letters.popleft()
            if letter.answer is None and self._settings().away:
                # Its own letters are written anew when the bot is let in again.
                continue
            try:
                answer = await letter.carry_out()
            except (Refusal, Refused) as refusal:
                letter.fail(refusal)
            except Overdrawn:
                letter.fail(Refusal("not-enough-chips"))
            except NotStored:
                self._trouble(letter)
            except LedgerClosed:
                self._stopped = True
                letter.fail(Refusal("shutting-down"))
            except Exception as error:
                log.exception("table failed", table=self.state.id)
                letter.fail(error)
            else:
                letter.succeed(answer)
        self._worker = None

    def _trouble(self, letter: _Letter) -> None:
        """Nothing can be stored now: nothing has happened, and the table's own letters are tried again later."""
        log.error("nothing can be stored", table=self.state.id)
        if letter.answer is not None:
            letter.fail(Refusal("storage-trouble"))
        elif not self._stopped:
            self._timers.append(
                self._services.clock.call_later(TROUBLE_SECONDS, lambda: self._put_own(letter.carry_out))
            )

    @property
    def quiet(self) -> bool:
        """Whether nothing waits in the mailbox and nothing is being carried out."""
        return self._worker is None

    @property
    def waits_for_computers(self) -> bool:
        """Whether a hand is being played and only computer players are asked."""
        hand = self.state.playing
        return hand is not None and not any(self._is_person(hand, seat) for seat in hand.round.awaited)

    @asynccontextmanager
    async def held(self) -> AsyncIterator[None]:
        """Let letters wait; the one being carried out, and those before, are finished first.

        Raises:
            Refusal: the table is shutting down.
        """
        if self._stopped:
            raise Refusal("shutting-down")
        reached, let_go = asyncio.Event(), asyncio.Event()

        async def wait() -> Answer:
            reached.set()
            await let_go.wait()
            return Answer()

        self._put(_Letter(wait, asyncio.get_running_loop().create_future()))
        try:
            await reached.wait()
            yield
        finally:
            let_go.set()

    async def settled(self) -> None:
        """Wait until the mailbox is empty."""
        while (worker := self._worker) is not None:
            await asyncio.shield(worker)

    def stop(self) -> None:
        """Take no more letters; what is being carried out is finished."""
        self._stopped = True
        self._disarm()

    # --- orders ------------------------------------------------------------------------------------------------

    async def _order(self, order: Order, who: Person, turn: str, done: tuple[Row, ...]) -> Answer:
        state = self.state
        if state.closed:
            raise Refusal("no-table")
        chair = state.chair_of(who.id)
        if order.spec.who is Who.SEATED and chair is None:
            raise Refusal("not-seated")
        if order.spec.who is Who.HOST and who.id != state.host and not who.admin:
            raise Refusal("host-only", host=self._host_name())
        if order.name == "hint" and not state.practice:
            raise Refusal("practice-only", game=state.game_name)
        if order.name in ("hand", "hint", "status"):
            return Answer(state=state)
        if order.spec.section == "play":
            change = self._play(order, who, turn)
        else:
            change = await self._manage(order, who)
        await self._adopt(change, done)
        return Answer(note=change.answer)

    def _play(self, order: Order, who: Person, turn: str) -> Change:
        """An action of the game, typed or pressed."""
        state = self.state
        action = notation.read(order.text, state.game.verbs)
        _, seat = self._seat_in_play(who.id, turn)
        return self._with_bank_used(hands.act(state, seat, action), who.id)

    def _seat_in_play(self, player: PlayerId, turn: str) -> tuple[Hand, Seat]:
        """The hand being played and the player's seat in it, if a button made for ``turn`` is not stale."""
        hand = self.state.playing
        if hand is None:
            raise Refusal("no-hand-now")
        seat = hand.seat(player)
        if seat is None:
            raise Refusal("not-dealt-in")
        if turn and turn != hand.turn:
            raise Refusal("stale-button")
        return hand, seat

    def options(self, player: PlayerId, turn: str = "") -> Options:
        """What the rules of the game let a player do now; nothing is done.

        Raises:
            Refusal, engine.play.Refused: nothing is asked of the player, or not any more.
        """
        if self.state.chair_of(player) is None:
            raise Refusal("not-seated")
        hand, seat = self._seat_in_play(player, turn)
        options = hand.round.options(seat)
        if not options:
            raise hand.round.not_asked(seat)
        return options

    async def _manage(self, order: Order, who: Person) -> Change:
        """Everything about the table that is not the game itself."""
        state, tables = self.state, self._settings().tables
        match order.name:
            case "join":
                in_wallet = await self._in_purse(who.id)
                return seating.join(state, who, order.amount("buy-in"), tables, in_wallet)
            case "leave":
                return seating.leave(state, who.id)
            case "sit out":
                return seating.sit_out(state, who.id)
            case "sit back":
                return seating.sit_back(state, who.id, state.game.least_stack(self.rules()))
            case "rebuy":
                in_wallet = await self._in_purse(who.id)
                return seating.rebuy(state, who.id, order.amount("amount"), tables, in_wallet)
            case "start":
                return self._start(who)
            case "add computer":
                computer = await self._services.computers.newcomer(state)
                change = seating.join(state, computer, None, tables, await self._in_purse(computer.id))
                return replace(change, answer=None)
            case "remove computer":
                return self._remove_computer()
            case "kick":
                return seating.kick(state, order.word("player"))
            case "close":
                return seating.close_soon(state, who.id)
        raise Refusal("no-such-command", word=order.name)

    def _remove_computer(self) -> Change:
        computers = [chair for chair in self.state.seated if chair.computer and not chair.leaving]
        if not computers:
            raise Refusal("no-computer-here")
        return replace(seating.leave(self.state, computers[-1].player), answer=None)

    def _start(self, who: Person) -> Change:
        state = self.state
        if state.running and state.playing is not None:
            raise Refusal("already-playing")
        chair = state.chair_of(who.id)
        if chair is not None and chair.out:
            state = seating.sit_back(state, who.id, state.game.least_stack(self.rules())).state
        ready = state.ready(state.game.least_stack(self.rules()))
        if len(ready) < state.game.fewest:
            raise Refusal("too-few-to-start", least=state.game.fewest, ready=len(ready))
        return self._deal(state)

    def _deal(self, state: TableState) -> Change:
        """Deal the next hand under the rules now in force."""
        services, rules = self._services, self.rules()
        first = chances.below(services.chance, len(state.chairs)) if state.dealer_chair is None else 0
        return hands.begin(state, rules, services.ledger.next_hand(), services.chance.key(), first)

    async def void(self, actor: PlayerId, reason: str, hand: int, done: tuple[Row, ...]) -> bool:
        """Call off hand number ``hand`` if it is the one being played here; tell whether it was."""

        async def carry_out() -> Answer:
            if self.state.playing is None or self.state.playing.id != hand:
                raise Refusal("no-hand-now")
            await self._adopt(hands.void(self.state, actor, reason), done)
            return Answer()

        if self.state.playing is None or self.state.playing.id != hand:
            return False
        await self._answer_to(carry_out)
        return True

    # --- what is in force --------------------------------------------------------------------------------------

    def _settings(self) -> HouseSettings:
        return self._services.houses.of(self.state.place.house)

    def rules(self) -> HouseRules:
        """The rules that the next hand is played by: those of the house, or of the preset it was opened with."""
        return self._settings().at_table(self.state.game_name, self.state.preset).rules

    async def _in_purse(self, player: PlayerId) -> int:
        return await in_purse(self.state, player, self._services)

    def _host_name(self) -> str:
        host = self.state.chair_of(self.state.host)
        return host.name if host is not None else "?"

    # --- storing, then telling ---------------------------------------------------------------------------------

    async def _adopt(self, change: Change, done: tuple[Row, ...]) -> None:
        """Make a change durable, then move on to its state, then tell."""
        if change.record or done:
            await self._services.ledger.commit((*change.record, *done))
        self.state = change.state
        self._tell(change.notes)
        if self.state.closed:
            self._disarm()
            self._retired(self)
        else:
            self._arm()

    def resume(self, notes: tuple[Note, ...]) -> None:
        """Show the table, and take up its clock if none runs: whoever is asked has a fresh turn."""
        self._tell(notes)
        self._arm()

    def pause(self) -> None:
        """Stop the clock while the house is away; :meth:`resume` takes it up again."""
        self._disarm()

    def move(self, house: str) -> None:
        """Stand in the same channel of another house; only while the table is held."""
        self.state = replace(self.state, place=self.state.place._replace(house=house))

    def _tell(self, notes: tuple[Note, ...]) -> None:
        if not self._settings().away:
            self._services.listener.tell(self.state, notes)

    # --- the clock ---------------------------------------------------------------------------------------------

    def _disarm(self) -> None:
        for timer in self._timers:
            timer.cancel()
        self._timers.clear()

    def _after(self, seconds: float, carry_out: Callable[[], Any]) -> None:
        self._timers.append(self._services.clock.call_later(seconds, lambda: self._put_own(carry_out)))

    def _arm(self) -> None:
        """Set the timers that the present state needs."""
        if self._settings().away:
            self._disarm()
            return
        hand = self.state.playing
        tables = self._settings().tables
        if hand is None:
            self._arm_next_hand(tables.pause_seconds if self.state.hands_played else 0)
            return
        turn = hand.turn
        if self._asked[0] != turn or not self._timers:
            self._disarm()
            self._asked = (turn, self._services.clock.now())
            self._on_bank.clear()
            self._let_computers_think(hand)
            if hand.round.window:
                self._after(hand.round.window, lambda: self._close_window(turn))
            elif any(self._is_person(hand, seat) for seat in hand.round.awaited):
                self._after(tables.turn_seconds / 2, lambda: self._remind(turn))
                self._after(tables.turn_seconds, lambda: self._time_up(turn))
        if not hand.round.window:
            self._act_for_the_absent(hand)

    def _arm_next_hand(self, pause: float) -> None:
        """Between hands: the next one begins after the usual pause, however many come and go meanwhile."""
        number = self.state.hands_played
        if not self._could_deal():
            self._disarm()
            self._asked = ("", 0.0)
        elif self._asked[0] != f"next {number}" or not self._timers:
            self._disarm()
            self._asked = (f"next {number}", self._services.clock.now())
            self._after(pause, lambda: self._next_hand(number))

    def _could_deal(self) -> bool:
        """Whether a hand would begin by itself: the table is under way or full, and enough want to play."""
        state = self.state
        ready = state.ready(state.game.least_stack(self.rules()))
        short = [chair for chair in state.seated if chair.computer and not chair.leaving and chair not in ready]
        enough = len(ready) + len(short) >= state.game.fewest and any(not chair.computer for chair in ready)
        return enough and (state.running or len(ready) == len(state.chairs))

    def _let_computers_think(self, hand: Hand) -> None:
        """Let the computer players who are asked answer after a while."""
        seconds = self._settings().tables.computer_seconds
        for seat in hand.round.awaited:
            chair = self.state.chair_of(hand.players[seat])
            if chair is not None and chair.computer:
                self._after(seconds, partial(self._computer_acts, hand.turn, seat))

    def _act_for_the_absent(self, hand: Hand) -> None:
        """Act at once for whoever is on turn and is gone or away.

        In a window nothing is done for them before its end: when they answer must not show who they are.
        """
        for seat in hand.round.awaited:
            chair = self.state.chair_of(hand.players[seat])
            if chair is None or chair.leaving or chair.lapses >= self._settings().tables.lapses:
                self._put_own(partial(self._act_for, hand.turn, seat))

    def _is_person(self, hand: Hand, seat: Seat) -> bool:
        chair = self.state.chair_of(hand.players[seat])
        return chair is not None and not chair.computer and not chair.leaving

    def _standing(self, turn: str, seat: Seat) -> Hand | None:
        """The hand, if the question of that turn still stands for the seat."""
        hand = self.state.playing
        return hand if hand is not None and hand.turn == turn and seat in hand.round.awaited else None

    async def _remind(self, turn: str) -> None:
        hand = self.state.playing
        if hand is None or hand.turn != turn:
            return
        seconds = self._settings().tables.turn_seconds
        for seat in hand.round.awaited:
            if self._is_person(hand, seat):
                self._services.listener.remind(self.state, hand.players[seat], seconds - seconds // 2)

    async def _time_up(self, turn: str) -> None:
        """The usual time is over: go on with the time bank, or let the turn lapse."""
        hand = self.state.playing
        if hand is None or hand.turn != turn:
            return
        for seat in hand.round.awaited:
            chair = self.state.chair_of(hand.players[seat])
            if chair is None or chair.computer:
                continue
            if chair.bank >= 1 and chair.player not in self._on_bank:
                self._on_bank.add(chair.player)
                self._after(chair.bank, partial(self._act_for, turn, seat))
                self._services.listener.remind(self.state, chair.player, int(chair.bank))
            else:
                await self._act_for(turn, seat)

    async def _close_window(self, turn: str) -> None:
        """The time of a window is up; for whoever has not answered, what the house does for him counts."""
        hand = self.state.playing
        if hand is not None and hand.turn == turn:
            await self._adopt(hands.close_window(self.state), ())

    async def _act_for(self, turn: str, seat: Seat) -> None:
        """Do what the house does for a player who is gone, away, or out of time."""
        hand = self._standing(turn, seat)
        if hand is None:
            return
        player = hand.players[seat]
        chair = self.state.chair_of(player)
        if chair is None or chair.leaving:
            await self._adopt(hands.act(self.state, seat, LEAVE), ())
            return
        change = hands.act(self.state, seat, hand.round.lapse(seat), lapsed=True)
        lapses = chair.lapses + 1
        notes = change.notes
        state = change.state
        if state.chair_of(player) is not None:
            out = chair.out or lapses >= self._settings().tables.lapses
            state = state.change(player, lapses=lapses, out=out, bank=0.0 if player in self._on_bank else chair.bank)
            if out and not chair.out:
                notes = (*notes, Note("was-sat-out", {"name": chair.name}))
        record = change.record if state.closed else (*change.record, saved(state))
        await self._adopt(Change(state, record, notes), ())

    def _with_bank_used(self, change: Change, player: PlayerId) -> Change:
        """After a player's own action: he is here, and what he took longer comes off his time bank."""
        chair = change.state.chair_of(player)
        if chair is None:
            return change
        bank = chair.bank
        if player in self._on_bank:
            used = self._services.clock.now() - self._asked[1] - self._settings().tables.turn_seconds
            bank = max(0.0, bank - used)
        if chair.lapses or bank != chair.bank:
            return replace(change, state=change.state.change(player, lapses=0, bank=bank))
        return change

    async def _computer_acts(self, turn: str, seat: Seat) -> None:
        hand = self._standing(turn, seat)
        if hand is None:
            return
        try:
            action = await self._services.computers.choose(self.state.game, hand.round.view(seat))
        except Exception:
            log.exception("computer player failed", table=self.state.id)
            action = hand.round.lapse(seat)
        await self._adopt(hands.act(self.state, seat, action), ())

    async def _next_hand(self, number: int) -> None:
        """Begin the next hand by itself, or wait in the lobby for more players."""
        state = self.state
        if state.playing is not None or state.hands_played != number or state.closed:
            return
        state, rows, notes = await self._with_computers_in_chips(state)
        if state.closed:
            await self._adopt(Change(state, rows, notes), ())
            return
        ready = state.ready(state.game.least_stack(self.rules()))
        if len(ready) >= state.game.fewest and any(not chair.computer for chair in ready):
            change = self._deal(state)
            await self._adopt(replace(change, record=(*rows, *change.record), notes=(*notes, *change.notes)), ())
        else:
            await self._adopt(Change(state, (*rows, saved(state)), (*notes, Note("waiting-for-players"))), ())

    async def _with_computers_in_chips(self, state: TableState) -> tuple[TableState, tuple[Row, ...], tuple[Note, ...]]:
        """Let every computer player without chips buy in again from its wallet, or get up."""
        rows: tuple[Row, ...] = ()
        notes: tuple[Note, ...] = ()
        tables = self._settings().tables
        least = state.game.least_stack(self.rules())
        for chair in state.seated:
            if not chair.computer or chair.stack >= least or state.closed:
                continue
            in_wallet = await self._in_purse(chair.player)
            if in_wallet >= tables.min_buy_in and chair.stack < tables.max_buy_in:
                change = seating.rebuy(state, chair.player, None, tables, in_wallet)
            else:
                change = seating.leave(state, chair.player)
            state, rows, notes = change.state, (*rows, *change.record), (*notes, *change.notes)
        return state, rows, notes
