"""One table: the only owner of its state, which a mailbox reaches one letter at a time.

Store, then tell: the state moves on when the record is durable, and nobody hears of it before.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple, Protocol

import structlog

from bot import chance as chances
from bot.chance import Chance
from bot.clock import Clock
from bot.commands import Order, Who
from bot.houses import Houses, HouseSettings
from bot.ledger import Ledger, LedgerClosed, NotStored, Record, Row, wallet
from bot.messages import Person, Place, PlayerId
from bot.refusal import Refusal
from bot.tables import hands, preparing, seating, shuffling
from bot.tables.changes import Change, saved
from bot.tables.clockwork import Clockwork, is_person
from bot.tables.computers import Computers
from bot.tables.mailbox import Errand, Mailbox
from bot.tables.state import Hand, Note, TableState
from engine import notation
from engine.fairness import Beacon
from engine.house_rules import HouseRules
from engine.play import LEAVE, Options, Seat

log = structlog.get_logger()

CUT_SECONDS = 2.0
"""For how long before the words are closed only the cutter may add one; never more than a quarter of the pause."""

TROUBLE_SECONDS = 5.0
"""How long a table waits before it tries again when nothing can be stored."""

LOOKS = ("hand", "hint", "status")
"""Orders that change nothing."""


class Listener(Protocol):
    """Who is told what has happened at a table, after it is durable."""

    def tell(self, state: TableState, notes: tuple[Note, ...]) -> None:
        """Announce a table that has changed."""

    def remind(self, state: TableState, player: PlayerId, seconds: int) -> None:
        """Tell a player privately that the turn is half over."""


class Herald(Protocol):
    """Who says in public, before a deal, what was added to it."""

    def seconds(self, place: Place) -> float:
        """How long the platform usually takes for its beacon; 0 if it has none."""

    async def close_words(self, state: TableState, *, again: bool) -> Beacon:
        """Post seats and words of a deal that is closed, and return the platform's beacon; never raises.

        Args:
            state: the table.
            again: whether they may have been posted before by a run of the program that was killed.
        """


@dataclass(frozen=True, slots=True)
class Services:
    """What every table is given from outside: storage, time, chance, settings, an ear and a voice."""

    ledger: Ledger
    houses: Houses
    clock: Clock
    chance: Chance
    listener: Listener
    herald: Herald
    computers: Computers


@dataclass(frozen=True, slots=True)
class Answer:
    """What a table answers to the one who asked: a sentence, or the table as he sees it."""

    note: Note | None = None
    state: TableState | None = None
    """Set when the answer is a look at the table: the private hand, a hint, or its status."""


class _Drawn(NamedTuple):
    """The beacon of a deal that is closed and, because nothing can be stored, not dealt yet."""

    commitment: str
    """The fingerprint of its packs."""

    beacon: Beacon


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
        self._mail: Mailbox[Answer] = Mailbox(state.id, lambda: self._settings().away, self._try_again_later)
        self._clockwork = Clockwork(services.clock, self._mail.put, self)
        self._drawn: _Drawn | None = None

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
        if self._mail.full:
            raise Refusal("too-busy")
        return await self._mail.ask(lambda: self._order(order, who, turn, done))

    def _try_again_later(self, errand: Errand) -> None:
        if not self._mail.stopped:
            self._clockwork.later(TROUBLE_SECONDS, errand)

    @property
    def quiet(self) -> bool:
        """Whether nothing waits in the mailbox and nothing is being carried out."""
        return self._mail.quiet

    @property
    def waits_for_computers(self) -> bool:
        """Whether a hand is being played and only computer players are asked."""
        hand = self.state.playing
        return hand is not None and not any(is_person(self.state, hand, seat) for seat in hand.round.awaited)

    def held(self) -> AbstractAsyncContextManager[None]:
        """Let letters wait; the one being carried out, and those before, are finished first.

        Raises:
            Refusal: the table is shutting down.
        """
        return self._mail.held()

    async def settled(self) -> None:
        """Wait until the mailbox is empty."""
        await self._mail.settled()

    def stop(self) -> None:
        """Take no more letters; what is being carried out is finished."""
        self._mail.stop()
        self._clockwork.stop()

    # --- orders ------------------------------------------------------------------------------------------------

    async def _order(self, order: Order, who: Person, turn: str, done: tuple[Row, ...]) -> Answer:
        if self._closed_for_dealing and order.name not in LOOKS:
            # Between a closing and its deal nobody sits down, leaves or closes the table: the deal comes first.
            await self._deal_closed(again=True)
            if order.name == "start":
                return Answer()
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
        if order.name in LOOKS:
            return Answer(state=state)
        if order.name == "start":
            await self._deal(self._about_to_start(who), done)
            return Answer()
        if order.spec.section == "play":
            change = self._play(order, who, turn)
        elif order.name == "shuffle":
            change = self._shuffle(order, who, turn)
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
                return seating.sit_back(state, who.id, self._least_stack())
            case "rebuy":
                in_wallet = await self._in_purse(who.id)
                return seating.rebuy(state, who.id, order.amount("amount"), tables, in_wallet)
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

    def _about_to_start(self, who: Person) -> TableState:
        """The table when somebody who may have sat out wants the next hand to begin now."""
        state, least = self.state, self._least_stack()
        if state.running and state.playing is not None:
            raise Refusal("already-playing")
        self._let_cut(who.id)
        chair = state.chair_of(who.id)
        if chair is not None and chair.out:
            state = seating.sit_back(state, who.id, least).state
        ready = state.ready(least)
        if len(ready) < state.game.fewest:
            raise Refusal("too-few-to-start", least=state.game.fewest, ready=len(ready))
        return state

    def _let_cut(self, player: PlayerId) -> None:
        """Refuse to end the pause before its time if somebody has added a word and the cutter still may.

        Otherwise whoever begins a hand could have the last word.
        """
        sealed = self.state.sealed
        if not self._pauses or sealed is None or not sealed.words or {sealed.cutter} & {player, *sealed.words}:
            return
        cutter = self.state.chair_of(sealed.cutter)
        if cutter is not None:
            raise Refusal("cutter-first", name=cutter.name)

    # --- the next hand, sealed and shuffled --------------------------------------------------------------------

    def _shuffle(self, order: Order, who: Person, turn: str) -> Change:
        """A word that a player adds to the next hand."""
        pause = self._pause()
        left = pause - self._beacon_seconds(pause) - self._clockwork.elapsed
        cutting = self._pauses and left <= min(CUT_SECONDS, pause / 4)
        return shuffling.shuffle(self.state, who.id, order.word("words"), turn, self._least_stack(), cutting=cutting)

    async def _seal_again(self) -> None:
        await self._adopt(preparing.exchanged(self.state, self.rules(), self._services.chance), ())

    async def rules_changed(self) -> None:
        """Seal the next hand anew if it would be played by other rules than those it is sealed with.

        Raises:
            Refusal: the table is shutting down; it looks again when it is taken up.
        """

        async def carry_out() -> Answer:
            if preparing.out_of_date(self.state, self.rules()):
                await self._seal_again()
            return Answer()

        await self._mail.ask(carry_out)

    async def _deal(self, state: TableState, done: tuple[Row, ...] = (), *, before: Change | None = None) -> None:
        """Close seats and words of the next hand, and deal it.

        What was closed is durable before the beacon is asked for, so that no restart can draw a second one.

        Args:
            state: the table, with enough who want to play.
            done: rows that become durable with the closing.
            before: what else has happened on the way, with its rows and notes.
        """
        rows, notes = ((), ()) if before is None else (before.record, before.notes)
        chance, least = self._services.chance, self._least_stack()
        if preparing.out_of_date(state, self.rules()):
            # Nobody has seen the fingerprint of the packs that take their place: it is shown, and words come first.
            anew = preparing.exchanged(state, self.rules(), chance)
            await self._adopt(Change(anew.state, (*rows, *anew.record), (*notes, *anew.notes)), done)
            return
        first = chances.below(chance, len(state.ready(least))) if state.dealer_chair is None else 0
        closed = shuffling.close_deal(state, least, first)
        await self._services.ledger.commit((*rows, saved(closed), *done))
        self.state = closed
        try:
            await self._deal_closed(again=False, notes=notes)
        except NotStored:
            log.error("nothing can be stored", table=self.state.id)
            self._try_again_later(partial(self._deal_closed, again=True, notes=notes))

    async def _deal_closed(self, *, again: bool, notes: tuple[Note, ...] = ()) -> None:
        """Begin the hand of a deal that is closed, once the platform has added its beacon.

        The platform is asked once, however often it is tried to store the hand.

        Raises:
            NotStored, LedgerClosed: the hand could not be stored; the deal stays closed.
        """
        sealed = self.state.sealed
        if sealed is None or sealed.closing is None:
            return
        if self._drawn is None or self._drawn.commitment != sealed.commitment:
            self._drawn = _Drawn(sealed.commitment, await self._services.herald.close_words(self.state, again=again))
        try:
            change = hands.begin(self.state, self._services.ledger.next_hand(), self._drawn.beacon)
            await self._adopt(replace(change, notes=(*notes, *change.notes)), ())
        except (NotStored, LedgerClosed):
            raise
        except Exception:
            # A deal that can never be made must not keep the chips of those who sit at it.
            log.exception("deal cannot be made", table=self.state.id)
            if self._closed_for_dealing:
                await self._seal_again()

    async def void(self, actor: PlayerId, reason: str, hand: int, done: tuple[Row, ...]) -> bool:
        """Call off hand number ``hand`` if it is the one being played here; tell whether it was."""

        async def carry_out() -> Answer:
            if self.state.playing is None or self.state.playing.id != hand:
                raise Refusal("no-hand-now")
            await self._adopt(hands.void(self.state, actor, reason), done)
            return Answer()

        if self.state.playing is None or self.state.playing.id != hand:
            return False
        await self._mail.ask(carry_out)
        return True

    # --- what is in force --------------------------------------------------------------------------------------

    def _settings(self) -> HouseSettings:
        return self._services.houses.of(self.state.place.house)

    def rules(self) -> HouseRules:
        """The rules that the next hand is played by: those of the house, or of the preset it was opened with."""
        return self._settings().at_table(self.state.game_name, self.state.preset).rules

    def _least_stack(self) -> int:
        return self.state.game.least_stack(self.rules())

    async def _in_purse(self, player: PlayerId) -> int:
        return await in_purse(self.state, player, self._services)

    def _host_name(self) -> str:
        host = self.state.chair_of(self.state.host)
        return host.name if host is not None else "?"

    # --- storing, then telling ---------------------------------------------------------------------------------

    async def seal(self, record: Record = ()) -> None:
        """Make what is stored of a table durable together with packs for its next hand, if none are sealed yet."""
        sealed = self._prepared(self.state)
        if record or sealed.record:
            await self._services.ledger.commit((*record, *sealed.record))
        self.state = sealed.state

    def _prepared(self, state: TableState) -> Change:
        return preparing.prepared(state, self.rules(), self._services.chance)

    async def _adopt(self, change: Change, done: tuple[Row, ...]) -> None:
        """Make a change durable, with what is sealed for the next hand; then move on to its state, then tell."""
        sealed = self._prepared(change.state)
        if change.record or sealed.record or done:
            await self._services.ledger.commit((*change.record, *sealed.record, *done))
        self.state = sealed.state
        self._tell(change.notes)
        if self.state.closed:
            self._clockwork.stop()
            self._retired(self)
        else:
            self._arm()

    def resume(self, notes: tuple[Note, ...]) -> None:
        """Show the table, and take up its clock if none runs: whoever is asked has a fresh turn."""
        self.state = preparing.with_cutter(self.state, self._least_stack())
        self._tell(notes)
        self._arm()
        if self._closed_for_dealing:
            self._mail.put(partial(self._deal_closed, again=True))
        elif preparing.out_of_date(self.state, self.rules()):
            self._mail.put(self._seal_again)

    def pause(self) -> None:
        """Stop the clock while the house is away; :meth:`resume` takes it up again."""
        self._clockwork.stop()

    def move(self, house: str) -> None:
        """Stand in the same channel of another house; only while the table is held."""
        self.state = replace(self.state, place=self.state.place._replace(house=house))

    def _tell(self, notes: tuple[Note, ...]) -> None:
        if not self._settings().away:
            self._services.listener.tell(self.state, notes)

    # --- the clock ---------------------------------------------------------------------------------------------

    def _arm(self) -> None:
        """Set the timers that the present state needs."""
        state, settings = self.state, self._settings()
        if settings.away:
            self._clockwork.stop()
        elif (hand := state.playing) is not None:
            self._clockwork.run_for_hand(state, hand, settings)
        elif self._closed_for_dealing:
            # It is begun by whoever closed it, at once or when it can be stored.
            return
        elif self._could_deal():
            # Words close a little earlier where the platform takes time for its beacon, so that nobody waits for that.
            pause = self._pause()
            self._clockwork.run_for_pause(self._packs, pause - self._beacon_seconds(pause))
        else:
            self._clockwork.rest()

    @property
    def _closed_for_dealing(self) -> bool:
        """Whether seats and words of the next hand are closed, so that only its beacon is missing."""
        return self.state.sealed is not None and self.state.sealed.closing is not None

    @property
    def _packs(self) -> str:
        """Which packs lie sealed for the next hand; others that take their place begin another pause."""
        return "" if self.state.sealed is None else self.state.sealed.turn

    @property
    def _pauses(self) -> bool:
        """Whether the next hand begins by itself after the pause that runs."""
        return self._clockwork.pauses(self._packs)

    def _pause(self) -> float:
        """How many seconds lie between two hands; none before the first."""
        return self._settings().tables.pause_seconds if self.state.hands_played else 0

    def _beacon_seconds(self, pause: float) -> float:
        return min(self._services.herald.seconds(self.state.place), pause / 2)

    def _could_deal(self) -> bool:
        """Whether a hand would begin by itself: the table is under way or full, and enough want to play."""
        state = self.state
        ready = state.ready(self._least_stack())
        short = [chair for chair in state.seated if chair.computer and not chair.leaving and chair not in ready]
        enough = len(ready) + len(short) >= state.game.fewest and any(not chair.computer for chair in ready)
        return enough and (state.running or len(ready) == len(state.chairs))

    def _standing(self, turn: str, seat: Seat) -> Hand | None:
        """The hand, if the question of that turn still stands for the seat."""
        hand = self.state.playing
        return hand if hand is not None and hand.turn == turn and seat in hand.round.awaited else None

    async def remind(self, turn: str) -> None:
        hand = self.state.playing
        if hand is None or hand.turn != turn:
            return
        seconds = self._settings().tables.turn_seconds
        for seat in hand.round.awaited:
            if is_person(self.state, hand, seat):
                self._services.listener.remind(self.state, hand.players[seat], seconds - seconds // 2)

    async def time_up(self, turn: str) -> None:
        """The usual time is over: go on with the time bank, or let the turn lapse."""
        hand = self.state.playing
        if hand is None or hand.turn != turn:
            return
        for seat in hand.round.awaited:
            chair = self.state.chair_of(hand.players[seat])
            if chair is None or chair.computer:
                continue
            if chair.bank >= 1 and chair.player not in self._clockwork.on_bank:
                self._clockwork.on_bank.add(chair.player)
                self._clockwork.later(chair.bank, partial(self.act_for, turn, seat))
                self._services.listener.remind(self.state, chair.player, int(chair.bank))
            else:
                await self.act_for(turn, seat)

    async def close_window(self, turn: str) -> None:
        """The time of a window is up; for whoever has not answered, what the house does for him counts."""
        hand = self.state.playing
        if hand is not None and hand.turn == turn:
            await self._adopt(hands.close_window(self.state), ())

    async def act_for(self, turn: str, seat: Seat) -> None:
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
            bank = 0.0 if player in self._clockwork.on_bank else chair.bank
            state = state.change(player, lapses=lapses, out=out, bank=bank)
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
        if player in self._clockwork.on_bank:
            used = self._clockwork.elapsed - self._settings().tables.turn_seconds
            bank = max(0.0, bank - used)
        if chair.lapses or bank != chair.bank:
            return replace(change, state=change.state.change(player, lapses=0, bank=bank))
        return change

    async def computer_acts(self, turn: str, seat: Seat) -> None:
        hand = self._standing(turn, seat)
        if hand is None:
            return
        try:
            action = await self._services.computers.choose(self.state.game, hand.round.view(seat))
        except Exception:
            log.exception("computer player failed", table=self.state.id)
            action = hand.round.lapse(seat)
        await self._adopt(hands.act(self.state, seat, action), ())

    async def next_hand(self, packs: str) -> None:
        """Begin the next hand by itself, or wait in the lobby for more players."""
        state = self.state
        if state.playing is not None or self._packs != packs or state.closed or self._closed_for_dealing:
            return
        state, rows, notes = await self._with_computers_in_chips(state)
        if state.closed:
            await self._adopt(Change(state, rows, notes), ())
            return
        ready = state.ready(self._least_stack())
        if len(ready) >= state.game.fewest and any(not chair.computer for chair in ready):
            await self._deal(state, before=Change(state, rows, notes))
        else:
            await self._adopt(Change(state, (*rows, saved(state)), (*notes, Note("waiting-for-players"))), ())

    async def _with_computers_in_chips(self, state: TableState) -> tuple[TableState, tuple[Row, ...], tuple[Note, ...]]:
        """Let every computer player without chips buy in again from its wallet, or get up."""
        rows: tuple[Row, ...] = ()
        notes: tuple[Note, ...] = ()
        tables = self._settings().tables
        least = self._least_stack()
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
