"""Public messages of one table and the worker that sends them, most urgent first.

Only the latest state of each message is kept; minor changes wait for a free moment. Nothing shown is deleted.
"""

from __future__ import annotations

import asyncio
import math
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple, Protocol

from bot.environment.clock import Timer
from bot.ledger import HandAnnounced, Write
from bot.live.display import Display
from bot.live.failures import log_failure
from bot.live.private_messages import PrivateMessages
from bot.live.sent_messages import SentMessages
from bot.messages import (
    Chat,
    Message,
    MessageGone,
    MessageId,
    Place,
    PlayerId,
    Quote,
    Unwelcome,
    Urgency,
    is_computer,
    sent_while,
)
from bot.presenting import table_messages
from bot.presenting.drafts import Draft
from bot.presenting.presenters import PRESENTERS
from engine.table.hand import AnyHand

NOTICES_KEPT = 4
"""Latest notices in the message of a table."""

LONG_AFTER = 9
"""Changes of a hand's message, its post the first, after which its next street begins a new one."""

LOBBY_SECONDS = 5.0
"""Seconds between edits of a lobby where edits cost a call."""

RETRY_AFTER = 5.0
"""Seconds before a new attempt after a failure."""

QUIET_SECONDS = 60.0
"""Seconds without attempts in a place that refuses messages."""

LOBBY = "lobby"

_HAND = "hand:"


def _slot(number: int, street: int = 0) -> str:
    if not number:
        return LOBBY
    return f"{_HAND}{number}.{street}" if street else f"{_HAND}{number}"


def _hand_of(slot: str) -> tuple[int, int]:
    number, _, street = slot.removeprefix(_HAND).partition(".")
    return (int(number), int(street or 0)) if slot != LOBBY else (0, 0)


class Pending(NamedTuple):
    draft: Draft
    urgency: Urgency = Urgency.TABLE
    turn: str = ""
    """The question in its last line, or nothing."""

    result_of: int | None = None
    """The hand whose result it announces."""

    def retired(self, slot: str) -> Pending:
        """Return the replaced message without question and buttons; stale ones go at once."""
        retired = table_messages.unasked if self.turn else table_messages.without_buttons
        urgency = Urgency.PING if self.turn or slot == LOBBY else Urgency.SPARE
        if self.result_of is not None:
            urgency = Urgency.RESULT
        elif slot == LOBBY:
            retired = table_messages.begun
        return Pending(Draft(retired(self.draft.message), self.draft.draw), urgency, "", self.result_of)


@dataclass(slots=True, eq=False)
class _Posted:
    """A message in the chat, or about to be there."""

    slot: str
    number: MessageId | None = None
    pending: Pending | None = None
    latest: Pending | None = None
    """Its newest content, shown or not."""

    sent: Message | None = None
    changed_at: float | None = None
    """The time of the first urgent change not shown."""


class Around(Protocol):
    """All places of a table, as the messages at one of them see them."""

    def account_at(self, place: Place, player: PlayerId) -> PlayerId | None: ...

    def question_stands(self, table: str, turn: str) -> None: ...

    def finished(self, table: str, messages: PublicMessages) -> None: ...


class PublicMessages:
    def __init__(self, table: str, place: Place, chat: Chat, display: Display, around: Around, prefix: str) -> None:
        self._table = table
        self.place = place
        self.chat = chat
        self._display = display
        self._around = around
        self._sent_messages = SentMessages(table, prefix, display.ledger, lambda: self._retry_after(RETRY_AFTER))
        self.private = PrivateMessages(
            table, chat, display, self._sent_messages, lambda player: around.account_at(self.place, player)
        )
        self.asks = self.announces = True
        """True if people who are asked look here; and if a result counts as announced when it is shown here."""

        self.shown_turn = ""
        """The last question that was shown."""

        self._now = _Posted(LOBBY)
        """The message that shows the table now."""

        self._posted = {LOBBY: self._now}
        self.notices: deque[str] = deque(maxlen=NOTICES_KEPT)
        self.closed = False
        """True if nothing follows the pending messages."""

        self._gone: MessageId = ""
        """The last number of a message that was deleted."""

        self._street: int | None = None
        self._changes = 0
        self.pinged = ""
        """The last question whose player was pinged."""

        self._retrying: Timer | None = None
        self._lobby_timer: Timer | None = None
        self._lobby_shown = -math.inf
        self.quiet = False
        """True while the place refuses messages."""

        self._stopped = self._held = False
        self._waiting: tuple[Urgency, asyncio.Future[None]] | None = None
        self._worker: asyncio.Task[None] | None = None

    @property
    def has_free_edits(self) -> bool:
        return self._is_free(self._now)

    def restore(self, numbers: Mapping[str, MessageId]) -> None:
        self._posted = {slot: _Posted(slot, number) for slot, number in numbers.items() if "@" not in slot}
        self.private.restore({slot: number for slot, number in numbers.items() if "@" in slot})
        self._show_in(max(self._posted, key=_hand_of, default=LOBBY))

    @property
    def number(self) -> MessageId | None:
        """The number of the table's message; ``None`` before it is posted."""
        return self._now.number

    def switch_to(self, number: int, street: int, *, over: bool = False) -> None:
        """Show a hand from now on, or the lobby for 0."""
        # A result in a message of its own would cost two calls.
        stays = over and not self.has_free_edits
        if _hand_of(self._now.slot)[0] != number:
            self._start_message(_slot(number))
        elif self._street not in (None, street) and self._changes >= LONG_AFTER and not stays:
            self._start_message(_slot(number, street))
        self._street = street

    def _start_message(self, slot: str) -> None:
        now = self._now
        for each in self._posted.values():
            spare = each.pending is not None and each.pending.urgency == Urgency.SPARE
            if spare and each is not now and not self._is_free(each):
                # Two messages up, nobody presses its buttons any more.
                each.pending = None
        if now.latest is not None:
            old = now.latest if now.pending is not None else now.latest._replace(result_of=None)
            # Buttons that ask nothing keep their meaning while the table is open, and removing them costs a call.
            costly = not old.turn and now.slot != LOBBY and not self._is_free(now)
            now.pending = None
            if old.result_of is not None or (now.number is not None and not costly):
                now.pending = now.latest = old.retired(now.slot)
        if slot == LOBBY:
            # An earlier lobby message is far up, and readers look for the hand's outcome.
            self._posted.pop(LOBBY, None)
        self._show_in(slot)
        self._changes = 0
        self.notices.clear()

    def _show_in(self, slot: str) -> None:
        self._now = self._posted.setdefault(slot, _Posted(slot))

    def show(self, pending: Pending) -> None:
        now = self._now
        if now.latest is None or now.latest.draft.draw or pending != now.latest:
            if pending.urgency > Urgency.SOON and now.number is None:
                # Players wait for the first message of a slot.
                pending = pending._replace(urgency=Urgency.TABLE)
            if now.pending is not None and now.pending.urgency < pending.urgency:
                # The pending message carries it.
                pending = pending._replace(urgency=now.pending.urgency)
            now.pending = now.latest = pending
            if pending.urgency < Urgency.SPARE and now.changed_at is None:
                now.changed_at = self._display.clock.now()

    def show_lobby(self, draft: Draft) -> None:
        """Show the lobby, once for several arrivals."""
        clock = self._display.clock
        rested = clock.now() - self._lobby_shown
        if rested >= LOBBY_SECONDS:
            self._lobby_shown = clock.now()
            self.show(Pending(draft))
            return
        self.show(Pending(draft, Urgency.SPARE))
        if self._lobby_timer is None:
            self._lobby_timer = clock.call_later(LOBBY_SECONDS - rested, self._lobby_due)

    def _lobby_due(self) -> None:
        self._lobby_timer = None
        self._lobby_shown = self._display.clock.now()
        if self._now.slot == LOBBY:
            self.send_spare()
            self.wake_worker()

    def show_earlier(self, number: int, pending: Pending) -> None:
        """Show the outcome of an earlier hand in its own message."""
        slots = [slot for slot in self._posted if _hand_of(slot)[0] == number]
        slot = max(slots, key=_hand_of, default=_slot(number))
        earlier = self._posted.setdefault(slot, _Posted(slot))
        earlier.pending = earlier.latest = pending

    def forget(self, name: str) -> None:
        """Drop old messages and what names somebody; a result not shown yet keeps the name."""
        for notice in [each for each in self.notices if name in each]:
            self.notices.remove(notice)
        for each in self._posted.values():
            if each is not self._now and (each.pending is None or each.pending.result_of is None):
                each.pending = each.latest = each.sent = None

    def urgency(self, game: str, hand: AnyHand, asked: PlayerId | None) -> Urgency:
        """Return the urgency of a hand: windows first, changes during a question last."""
        latest = self._now.latest
        if latest is not None and latest.turn == hand.turn:
            return Urgency.SPARE
        if hand.round.window:
            return Urgency.WINDOW
        begins = latest is None and self._now.slot == _slot(hand.number)
        if begins and not all(is_computer(each) or self.private.asks(game, each, hand) for each in hand.players):
            # Somebody has no other sign of the hand.
            return Urgency.RESULT
        in_private = asked is not None and (not self.asks or self.private.asks(game, asked, hand))
        if PRESENTERS[game].within_a_turn(hand) and (asked is None or in_private or self.chat.sends_every_hand):
            return Urgency.SPARE
        return Urgency.SOON if in_private else Urgency.TABLE

    def quote(self, lines: tuple[str, ...]) -> Quote | None:
        """Return the place of folded lines in the latest message shown."""
        number, message = self._now.number, self._now.sent
        if number is None or message is None or message.fold is None or not lines:
            return None
        folded = message.fold.lines
        stand = any(folded[start : start + len(lines)] == lines for start in range(len(folded) - len(lines) + 1))
        return Quote(number, lines) if stand else None

    def send_spare(self, *, earlier: bool = True) -> None:
        """Send minor changes while a slow player delays everybody."""
        for each in self._posted.values():
            if each.pending is not None and each.pending.urgency == Urgency.SPARE and (earlier or each is self._now):
                each.pending = each.pending._replace(urgency=Urgency.TABLE)

    def look_after(self) -> None:
        """Edit without a change, so that a deleted message is posted anew; no platform reports a deletion."""
        if self._now.latest is not None and self._now.pending is None:
            self._now.sent = None
            self._now.pending = self._now.latest._replace(urgency=Urgency.TABLE)

    async def reset(self) -> None:
        """Forget all messages, so that the next is posted anew."""
        self.pinged = ""
        self.private.drop_pending()
        forgotten = list(self._posted)
        self._posted.clear()
        self._show_in(self._now.slot)
        await self._forget(forgotten)

    def wake_worker(self) -> None:
        first = self._next()
        if self._stopped:
            return
        if self.quiet:
            if not self.closed:
                return
            # Pending messages will never be shown.
            for each in self._posted.values():
                each.pending = None
        if self._worker is None:
            if first is not None or self.closed or self._sent_messages.unstored:
                self._worker = asyncio.get_running_loop().create_task(self._run_worker())
        elif self._waiting is not None and first is not None and first[0].urgency < self._waiting[0]:
            self._waiting[1].cancel()

    def try_again(self) -> None:
        self.quiet = False
        self.wake_worker()

    def _next(self) -> tuple[Pending, _Posted] | None:
        return min(self._due(), key=lambda each: each[0].urgency, default=None)

    def _due(self) -> Iterator[tuple[Pending, _Posted]]:
        for each in () if self._held else self._posted.values():
            if each.pending is not None and (each.pending.urgency < Urgency.SPARE or self._is_free(each)):
                yield each.pending, each

    def _is_free(self, posted: _Posted) -> bool:
        return posted.number is not None and self.chat.edits_are_free(self.place, posted.number)

    async def _run_worker(self) -> None:
        try:
            if self._next() is None:
                await self._sent_messages.store()
            while (first := self._next()) is not None:
                if await self._acquired(first[0].urgency, first[1].changed_at) and (first := self._next()) is not None:
                    await self._send(*first)
            if self.closed and not self._held:
                await self.private.wait_until_idle()
                await self._forget([*self._posted, *self.private.slots])
        except Unwelcome as why:
            action = "tried again when there is a sign that it can be, and later"
            log_failure(why, action, table=self._table, group=self.place.group)
            self.quiet = True
            self._retry_after(QUIET_SECONDS)
            for each in self._posted.values():
                each.changed_at = None
                if each is not self._now and each.number is None:
                    each.pending = None
            if self.closed:
                await self.private.wait_until_idle()
        except Exception as why:
            log_failure(why, "tried again soon", table=self._table)
            self._retry_after(RETRY_AFTER)
        finally:
            self._worker = None
            if self.closed and not self._held:
                self.stop()
                self._around.finished(self._table, self)

    def _retry_after(self, seconds: float) -> None:
        if self._retrying is not None:
            self._retrying.cancel()
        self._retrying = self._display.clock.call_later(seconds, self.try_again)

    async def _acquired(self, urgency: Urgency, changed_at: float | None = None) -> bool:
        """Wait for company and room; ``False`` if something more urgent came or the table moved."""
        place = self.place
        acquiring = asyncio.ensure_future(self._acquire(place, urgency, changed_at))
        self._waiting = urgency, acquiring
        try:
            await acquiring
        except asyncio.CancelledError:
            ended = asyncio.current_task()
            if acquiring.cancelled() and ended is not None and not ended.cancelling():
                return False
            acquiring.cancel()
            raise
        finally:
            self._waiting = None
        # A migrated group has a fresh minute with nothing counted.
        return self.place == place

    async def _acquire(self, place: Place, urgency: Urgency, changed_at: float | None) -> None:
        if urgency is Urgency.SOON and changed_at is not None:
            await asyncio.sleep(changed_at + self.chat.company - self._display.clock.now())
        await self.chat.acquire(place, urgency)

    async def _send(self, pending: Pending, posted: _Posted) -> None:
        posted.pending = None
        changed_at, posted.changed_at = posted.changed_at, None
        try:
            drawn = await self._display.renderer.finished(pending.draft)
            message = self._display.with_deadline(self._table, drawn, pending.turn)
            with sent_while(lambda: not self._held and self._display.shows()):
                writes = await self._post_or_edit(posted, message)
            # A player who is asked in private sees the question, wherever this message is.
            self._changes += posted is self._now and pending.urgency is not Urgency.SOON
            if changed_at is not None:
                waited = self._display.clock.now() - changed_at
                self._display.metrics.show_seconds.labels(self.place.platform).observe(waited)
            if pending.turn and posted is self._now:
                self.shown_turn = pending.turn
                self._around.question_stands(self._table, pending.turn)
            if pending.result_of is not None and self.announces:
                writes += (HandAnnounced(pending.result_of),)
            shown = pending._replace(draft=Draft(message))
            if posted.latest == pending:
                posted.latest = shown
            if posted is not self._now and message.buttons and posted.pending is None:
                # A newer message replaced it while it was sent.
                posted.pending = shown._replace(result_of=None).retired(posted.slot)
            await self._sent_messages.store(*writes, *self._prune())
        except MessageGone:
            posted.changed_at = changed_at
            self._gone, posted.number, posted.sent = posted.number or "", None, None
            await self._forget((posted.slot,))
            # Tell the result even if its hand is gone from the chat.
            if posted is self._now or pending.result_of is not None:
                self._put_back(posted, pending._replace(urgency=min(pending.urgency, Urgency.TABLE)))
        except BaseException:
            posted.changed_at = changed_at
            self._put_back(posted, pending)
            raise

    def _put_back(self, posted: _Posted, unsent: Pending) -> None:
        newer = posted.pending or unsent
        if newer.result_of is None and unsent.result_of is not None:
            newer = newer._replace(urgency=min(newer.urgency, unsent.urgency), result_of=unsent.result_of)
        posted.pending = newer

    async def _post_or_edit(self, posted: _Posted, message: Message) -> tuple[Write, ...]:
        if posted.number is None:
            posted.number = await self.chat.post(self.place, replace(message, once=self._key(posted.slot)))
            posted.sent = message
            anew = self._posted.get(posted.slot, posted)
            if anew.number is None:
                # A reset came while it was posted, as when its group becomes another chat.
                anew.number, anew.sent = posted.number, message
            return (self._sent_messages.saved(posted.slot, posted.number),)
        if message != posted.sent:
            await self.chat.edit(self.place, posted.number, message)
            posted.sent = message
        return ()

    def _key(self, slot: str) -> str:
        """Return the same for a message that an ended process has posted, but not stored."""
        known = sorted(each.number for each in self._posted.values() if each.number is not None)
        return " ".join((self._table, self.place.channel, slot, self._gone, *known))

    def _prune(self) -> tuple[Write, ...]:
        old = [each.slot for each in self._posted.values() if each is not self._now and each.pending is None]
        for slot in old:
            del self._posted[slot]
        return self._sent_messages.forgotten(*old)

    async def _forget(self, slots: Iterable[str]) -> None:
        await self._sent_messages.store(*self._sent_messages.forgotten(*slots))

    def stop(self) -> None:
        self._stopped = True
        # A pending timer would keep everything here in memory.
        for timer in (self._retrying, self._lobby_timer):
            if timer is not None:
                timer.cancel()

    def hold(self) -> None:
        """Send nothing more after the present call."""
        self.stop()
        self._held = self.private.held = True
        self.private.drop_pending()
        if self._waiting is not None:
            self._waiting[1].cancel()

    @property
    def waiting(self) -> int:
        return sum(1 for _ in self._due())

    @property
    def tasks(self) -> list[asyncio.Task[None]]:
        return [*([self._worker] if self._worker is not None else []), *self.private.tasks]
