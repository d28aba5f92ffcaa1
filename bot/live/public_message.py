"""What one table shows in public, and the one worker that shows it, most urgent first, as fast as its chat takes it.

What waits is merged: of every message only the latest state is kept, and what to send is decided when the chat has
room for it.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

import structlog

from bot.environment.clock import Clock, Timer
from bot.ledger import HandAnnounced, Ledger, MessageForgotten, MessageSaved, Write
from bot.live.private_messages import PrivateMessages
from bot.live.turn_pings import Asked, TurnPings
from bot.messages import Chat, Message, MessageGone, MessageId, Place, Unwelcome, Urgency
from bot.presenting import tables as shown
from bot.presenting.drawing import Draft, DraftRenderer

log = structlog.get_logger()

NOTES_SHOWN = 4
"""How many of the last happenings around the table stand in its message."""

LONG_AFTER = 8
"""After how many edits the message of a hand is so far up that its next street begins a new one."""

RETRY_AFTER = 5.0
"""How many seconds after a failure the same is tried again, if nothing happens before."""

QUIET_SECONDS = 60.0
"""How long nothing is tried at a place where nothing can be shown."""

LOBBY = "lobby"

_HAND, _PING = "hand:", "ping:"


def _hand_slot(number: int, street: int = 0) -> str:
    """The slot of a hand's message, or of the one that a later street began."""
    return f"{_HAND}{number}.{street}" if street else f"{_HAND}{number}"


def _hand_of(slot: str) -> tuple[int, int]:
    """The hand and the street of a slot; the lobby is older than any."""
    number, _, street = slot.removeprefix(_HAND).partition(".")
    return (int(number), int(street or 0)) if slot != LOBBY else (0, 0)


class Wanted(NamedTuple):
    """A message that is to stand in a slot."""

    draft: Draft
    urgency: Urgency = Urgency.TABLE
    turn: str = ""
    """The question that is its last line, with the buttons to answer it; empty if nobody is asked anything."""

    tells: int | None = None
    """The hand whose result it tells."""

    def put_away(self) -> Wanted:
        """The same when a newer one has taken its place: it asks nothing, and nothing in it can be pressed."""
        put_away = shown.unasked if self.turn else shown.without_buttons
        urgency = Urgency.CLEANUP if self.tells is None else Urgency.RESULT
        return Wanted(Draft(put_away(self.draft.message), self.draft.draw), urgency, "", self.tells)


class PublicMessage:
    """One table in public.

    Args:
        table: its id.
        place: where it is shown.
        chat: the platform it is shown on.
        ledger: remembers where messages stand, and which results were told.
        clock: time.
        easel: draws.
        gone: called when the table is closed and everything is shown.
    """

    def __init__(
        self,
        table: str,
        place: Place,
        chat: Chat,
        ledger: Ledger,
        clock: Clock,
        renderer: DraftRenderer,
        gone: Callable[[], object],
    ) -> None:
        self.place = place
        self.private = PrivateMessages(table, chat, ledger, renderer)
        self.slot = LOBBY
        self.notes: deque[str] = deque(maxlen=NOTES_SHOWN)
        self.closed = False
        """Whether the table is gone, so that the board may go as soon as everything on it is shown."""

        self._table = table
        self._chat = chat
        self._ledger = ledger
        self._clock = clock
        self._renderer = renderer
        self._gone = gone
        self._wanted: dict[str, Wanted] = {}
        self._latest: dict[str, Wanted] = {}
        """The last that was wanted in each slot, whether it is shown yet or not."""

        self._shown: dict[str, Message] = {}
        self._posted: dict[str, MessageId] = {}
        self._street: int | None = None
        self._edits = 0
        self._turn_pings = TurnPings(clock, self.work)
        self._retrying: Timer | None = None
        self._quiet_until = 0.0
        self._stopped = False
        self._admission: tuple[Urgency, asyncio.Future[None]] | None = None
        self.worker: asyncio.Task[None] | None = None

    def recall(self, posted: Mapping[str, MessageId]) -> None:
        """After a restart: know again where the messages stand."""
        self._posted = {slot: number for slot, number in posted.items() if "@" not in slot}
        self.private.recall({slot: number for slot, number in posted.items() if "@" in slot})
        self.slot = max((slot for slot in self._posted if not slot.startswith(_PING)), key=_hand_of, default=LOBBY)

    # --- what is wanted ----------------------------------------------------------------------------------------

    def turn_to_lobby(self) -> None:
        """What is shown from now on is the lobby."""
        if self.slot != LOBBY:
            self._begin(LOBBY)

    def turn_to_hand(self, number: int, street: int) -> None:
        """What is shown from now on is a hand; a long one goes on in a new message when a street begins."""
        if _hand_of(self.slot)[0] != number:
            self._begin(_hand_slot(number))
        elif self._street not in (None, street) and self._edits >= LONG_AFTER:
            self._begin(_hand_slot(number, street))
        self._street = street

    def _begin(self, slot: str) -> None:
        """A new message begins: the one before is put away, and old happenings are not told again."""
        latest, unsent = self._latest.get(self.slot), self.slot in self._wanted
        if latest is not None:
            old = latest if unsent else latest._replace(tells=None)
            if self.slot in self._posted or old.tells is not None:
                self._wanted[self.slot] = self._latest[self.slot] = old.put_away()
            else:
                self._wanted.pop(self.slot, None)
        if slot == LOBBY:
            # The lobby of long ago stands far above; who looks at the chat now must see what became of the hand.
            self._posted.pop(LOBBY, None)
        self.slot = slot
        self._edits = 0
        self.notes.clear()

    def want(self, wanted: Wanted) -> None:
        """Show a message, in the place of what stands there."""
        latest = self._latest.get(self.slot)
        if latest is None or latest.draft.draw or wanted != latest:
            self._wanted[self.slot] = self._latest[self.slot] = wanted

    def ask(self, asked: Asked | None) -> None:
        """Somebody, or nobody any more, is asked alone; who does not answer soon is called, once a question."""
        self._turn_pings.ask(asked)
        if _PING + self._turn_pings.turn in self._posted:
            self._turn_pings.pinged(self._turn_pings.turn)

    async def silence(self) -> None:
        """Forget whatever is not sent yet, and where public messages stand: what is shown next is shown anew."""
        self._turn_pings.forget()
        self.private.silence()
        slots = list(self._posted)
        for each in (self._wanted, self._latest, self._shown, self._posted):
            each.clear()
        await self._forget(slots)

    # --- sending -----------------------------------------------------------------------------------------------

    def work(self) -> None:
        """Let the worker begin, or hurry if it waits already and something more urgent has come."""
        first = self._next()
        if self._stopped:
            return
        if self._clock.now() < self._quiet_until:
            if self.closed:
                self._leave()
        elif self.worker is None:
            if first is not None or self.closed:
                self.worker = asyncio.get_running_loop().create_task(self._work())
        elif self._admission is not None and first is not None and first[0] < self._admission[0]:
            self._admission[1].cancel()

    def _next(self) -> tuple[Urgency, str] | None:
        """What goes first of all that is to be done, and how urgent it is: the name of a slot."""
        return min(self._to_do(), key=lambda each: each[0], default=None)

    def _to_do(self) -> Iterator[tuple[Urgency, str]]:
        now = _PING + self._turn_pings.turn
        if self._turn_pings.due:
            # A new message that is still to come pings as well as a summons does.
            ping = self.slot in self._wanted and self.slot not in self._posted
            yield Urgency.PING, self.slot if ping else now
        answered = [slot for slot in self._posted if slot.startswith(_PING) and slot != now]
        for slot in answered:
            # One too many does no harm for a while, but a busy chat must not fill with them.
            yield Urgency.CLEANUP if len(answered) == 1 else Urgency.TABLE, slot
        for slot, wanted in self._wanted.items():
            yield wanted.urgency, slot

    async def _work(self) -> None:
        try:
            while (first := self._next()) is not None:
                if await self._acquired(first[0]) and (first := self._next()) is not None:
                    await self._send(first[1])
            if self.closed:
                await self.private.settled()
                await self._forget([*self._posted, *self.private.slots])
        except Unwelcome as why:
            log.info("nothing can be shown", table=self._table, place=self.place, why=str(why))
            self._quiet_until = self._clock.now() + QUIET_SECONDS
            self._drop_the_old()
        except Exception:
            log.exception("message not sent", table=self._table)
            if self._retrying is not None:
                self._retrying.cancel()
            self._retrying = self._clock.call_later(RETRY_AFTER, self.work)
        finally:
            self.worker = None
            if self.closed:
                self._leave()

    async def _acquired(self, urgency: Urgency) -> bool:
        """Wait until the chat takes one more call; ``False`` if something more urgent has come and must ask anew."""
        admission = asyncio.ensure_future(self._chat.acquire(self.place, urgency))
        self._admission = urgency, admission
        try:
            await admission
        except asyncio.CancelledError:
            ended = asyncio.current_task()
            if admission.cancelled() and ended is not None and not ended.cancelling():
                return False
            admission.cancel()
            raise
        finally:
            self._admission = None
        return True

    async def _send(self, slot: str) -> None:
        if not slot.startswith(_PING):
            await self._show(slot, self._wanted.pop(slot))
        elif slot in self._posted:
            await self._chat.remove(self.place, self._posted.pop(slot))
            await self._forget((slot,))
        elif (asked := self._turn_pings.due) is not None:
            # Whatever becomes of this call: nobody is pinged twice for one question.
            self._turn_pings.pinged(asked.turn)
            number = await self._chat.ping(self.place, asked.ping)
            if number is not None:
                self._posted[slot] = number
                await self._ledger.commit((MessageSaved(self._table, slot, number),))

    async def _show(self, slot: str, wanted: Wanted) -> None:
        try:
            message = await self._renderer.finished(wanted.draft)
            rows = await self._put(slot, message, wanted.turn)
            if wanted.tells is not None:
                rows += (HandAnnounced(wanted.tells),)
            if self._latest.get(slot) == wanted:
                self._latest[slot] = wanted._replace(draft=Draft(message))
            if slot != self.slot and message.buttons:
                # It was on its way when a newer one took its place.
                self._wanted.setdefault(slot, wanted._replace(draft=Draft(message), tells=None).put_away())
            await self._keep((*rows, *self._out_of_date()))
        except MessageGone:
            self._posted.pop(slot, None)
            self._shown.pop(slot, None)
            await self._forget((slot,))
            if slot == self.slot:
                self._wanted.setdefault(slot, wanted)
        except BaseException:
            self._wanted.setdefault(slot, wanted)
            raise

    async def _put(self, slot: str, message: Message, turn: str) -> tuple[Write, ...]:
        """Post or edit, unless it stands there already; return what is to be remembered of it."""
        number = self._posted.get(slot)
        if number is None:
            silent = not message.mention or not self._turn_pings.may_ping(turn)
            number = await self._chat.post(self.place, shown.unmentioned(message) if silent else message)
            if not silent:
                self._turn_pings.pinged(turn)
            self._posted[slot] = number
            self._shown[slot] = message
            return (MessageSaved(self._table, slot, number),)
        if message != self._shown.get(slot):
            await self._chat.edit(self.place, number, message)
            self._shown[slot] = message
            self._edits += slot == self.slot
        return ()

    def _out_of_date(self) -> tuple[Write, ...]:
        """Forget the messages that nothing will happen to any more."""
        current = {self.slot, *self._wanted}
        old = [slot for slot in self._posted if slot not in current and not slot.startswith(_PING)]
        for slot in old:
            del self._posted[slot]
        for slot in [slot for slot in self._latest if slot not in current]:
            del self._latest[slot]
            self._shown.pop(slot, None)
        return tuple(MessageForgotten(self._table, slot) for slot in old)

    async def _forget(self, slots: Iterable[str]) -> None:
        await self._keep(tuple(MessageForgotten(self._table, slot) for slot in slots))

    async def _keep(self, rows: tuple[Write, ...]) -> None:
        if rows:
            await self._ledger.commit(rows)

    def _drop_the_old(self) -> None:
        """Tell no old stories at a place where nothing could be shown; only what stands there is still tidied up."""
        for slot in [slot for slot in self._wanted if slot != self.slot and slot not in self._posted]:
            del self._wanted[slot]

    # --- the end -----------------------------------------------------------------------------------------------

    def stop(self) -> None:
        """Finish what is begun, and begin nothing any more."""
        self._stopped = True

    def _leave(self) -> None:
        self.stop()
        self._gone()

    @property
    def busy(self) -> list[asyncio.Task[None]]:
        """What is being sent."""
        return [*([self.worker] if self.worker is not None else []), *self.private.busy]
