"""The private side of a table: one private message for each player, or a pane, which shows the table as it stands.

Whatever a table shows somebody alone is rendered from its present state after every change, and sent where it differs
from what stands there. There is one such message for each player: a new one, for a new hand or because they asked,
takes the one before away. Each player has a sending task of their own, so that nobody waits for the slow private chat
of another.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple, TypeAlias

import structlog

from bot.ledger import MessageForgotten, MessageSaved, Write
from bot.live.sent_messages import SentMessages
from bot.messages import CallCount, Chat, Countdown, Message, MessageGone, MessageId, PlayerId, Unreachable
from bot.presenting.drafts import Draft, DraftRenderer
from bot.presenting.presenters import PRESENTERS
from bot.presenting.private_side import hand_of
from bot.presenting.table_messages import reminded
from bot.tables.state import AnyHand, TableState

log = structlog.get_logger()

Side: TypeAlias = Callable[[PlayerId, bool], Draft]
"""Renders all that the table shows a player alone, with the question that they are asked or without."""


class _Shown(NamedTuple):
    """The private side of a player as it stands, or is about to."""

    message: Message = Message()
    """The message, without its picture, which its words tell."""

    turn: str = ""
    """The question that stands in it; empty if none does."""

    in_hand: bool = False
    """True if the player was in the running hand."""


class _Pending(NamedTuple):
    """A private message that is still to be sent."""

    hand: int | None
    """The hand that it shows; ``None`` if its player is in none."""

    draft: Draft
    posts: bool
    """True if it is sent to a player who has no message that can be edited."""

    anew: bool = False
    """True if it is sent as a new message in any case."""

    farewell: Message | None = None
    """What is sent after it, in a message of its own."""


class _Sent(NamedTuple):
    """The private message that a player has."""

    hand: int
    """The hand for which it was sent; 0 if for none."""

    number: MessageId

    @staticmethod
    def slot(hand: int, player: PlayerId) -> str:
        """The slot under which the ledger stores the number."""
        return f"hand:{hand}@{player}"


class _Found(NamedTuple):
    """A message that a chat has shown a player by itself, because they asked."""

    number: MessageId
    message: Message | None
    """What it says; ``None`` if that is to be brought up to date in any case."""


class PrivateMessages:
    """The private messages of one table, at most one for each player."""

    def __init__(
        self,
        table: str,
        chat: Chat,
        sent_messages: SentMessages,
        renderer: DraftRenderer,
        calls: CallCount,
        with_deadline: Callable[[Message], Message],
    ) -> None:
        self._table = table
        self._chat = chat
        self._sent_messages = sent_messages
        self._renderer = renderer
        self._calls = calls
        self._with_deadline = with_deadline
        self._shown: dict[PlayerId, _Shown] = {}
        self._pending: dict[PlayerId, _Pending] = {}
        self._found: dict[PlayerId, _Found] = {}
        """What takes the place of the message that a player has."""

        self.questions: dict[tuple[PlayerId, MessageId], str] = {}
        """Messages that ask a player something besides, each with the turn that it is about."""

        self._sent: dict[PlayerId, _Sent] = {}
        self._unreachable: dict[PlayerId, int | None] = {}
        """Players who could not be reached, with the hand: nothing more is sent to them in that one."""

        self._senders: dict[PlayerId, asyncio.Task[None]] = {}

    def restore(self, posted: Mapping[str, MessageId]) -> None:
        """After a restart: take the numbers of the private messages from the ledger, by slot."""
        for slot, number in posted.items():
            hand, _, player = slot.removeprefix("hand:").partition("@")
            self._sent[player] = _Sent(int(hand), number)
            self._shown[player] = _Shown()

    def update(self, state: TableState, side: Side) -> None:
        """Bring the private side of every player up to date, and tell players who got up their result."""
        people = [chair.player for chair in state.seated if not chair.computer]
        for player in people:
            self._bring(state, player, side)
        for player in [player for player in self._shown if player not in people]:
            farewell, shown = side(player, False), self._shown.pop(player)
            if self._chat.has_private_pane:
                # Who got up just now has been told already.
                told = replace(farewell.message, pane="") if state.closed or shown.in_hand else None
                self._enqueue(player, _Pending(None, Draft(Message(pane=state.id)), posts=True, farewell=told))
            else:
                self._enqueue(player, _Pending(None, farewell, posts=False))

    def show(
        self,
        state: TableState,
        player: PlayerId,
        side: Side,
        number: MessageId = "",
        message: Message | None = None,
        *,
        anew: bool = False,
    ) -> None:
        """Show a player their private side because they asked for it, with the question that they are asked."""
        self._unreachable.pop(player, None)
        if number or anew:
            hand = hand_of(state, player)
            self._shown[player] = _Shown(turn="" if hand is None else hand.turn)
        if number:
            self._found[player] = _Found(number, message)
        self._bring(state, player, side, anew=anew)

    def asks(self, game: str, player: PlayerId, hand: AnyHand) -> bool:
        """True if the question that a hand asks a player now stands in their private hand.

        A window asks everybody, and stands in public only.
        """
        if self._chat.private_edits_are_free:
            return True
        reached = self._chat.calls_in_private(player) and self._unreachable.get(player, 0) != hand.number
        return reached and not hand.round.window and PRESENTERS[game].asks_in_private(hand)

    def call(self, state: TableState, player: PlayerId, line: str, left: Countdown, side: Side, *, away: bool) -> bool:
        """Call a player by a line above the question in the private hand; return False if there is none."""
        hand, shown = state.playing, self._shown.get(player)
        if hand is None or shown is None or not self._has_hand(state, player):
            return False
        if self._chat.private_edits_are_free or away or shown.turn != hand.turn:
            self._shown[player] = shown._replace(turn=hand.turn)
            self._bring(state, player, side, line, left, notify=away)
        return True

    def tell(self, state: TableState, player: PlayerId, line: str, side: Side) -> bool:
        """Tell a player something below their private hand, so that they notice it; tell whether they have one."""
        if not self._has_hand(state, player):
            return False
        self._bring(state, player, side, line, notify=True)
        return True

    def _has_hand(self, state: TableState, player: PlayerId) -> bool:
        """True if a player who was reached has a private hand."""
        hand = hand_of(state, player)
        return hand is not None and self._shows(state, player, hand) and self._unreachable.get(player, 0) != hand.number

    def _shows(self, state: TableState, player: PlayerId, hand: AnyHand) -> bool:
        """True if a player is shown a hand in private without asking."""
        return self._chat.has_private_pane or PRESENTERS[state.game_name].secret(hand, player) is not None

    def _bring(
        self,
        state: TableState,
        player: PlayerId,
        side: Side,
        line: str = "",
        left: Countdown | None = None,
        *,
        notify: bool = False,
        anew: bool = False,
    ) -> None:
        """Bring the private side of a player up to date, perhaps with a line before its others."""
        hand, shown = hand_of(state, player), self._shown.get(player, _Shown())
        turn = hand.turn if hand is not None and self._puts_question(state, player, hand, shown.turn) else ""
        draft = side(player, bool(turn))
        in_hand = state.playing is not None and state.playing.seat(player) is not None
        self._shown[player] = _Shown(draft.message, turn, in_hand)
        if draft.message == shown.message and not line:
            return
        if line:
            draft = reminded(draft, line, left)
        if notify and not self._chat.private_edits_are_free:
            draft = replace(draft, message=replace(draft.message, mention=player))
        posts = self._chat.has_private_pane or (hand is not None and self._shows(state, player, hand))
        self._enqueue(player, _Pending(None if hand is None else hand.number, draft, posts, anew))

    def _puts_question(self, state: TableState, player: PlayerId, hand: AnyHand, before: str) -> bool:
        """True if a question stands in a private hand; one that was put there stays until it is answered."""
        chair = state.chair_of(player)
        if chair is None or state.stands_still or hand.seat(player) not in hand.round.awaited:
            return False
        unasked = PRESENTERS[state.game_name].asks_at_any_cost(hand, player, chair.standing)
        return unasked or before == hand.turn or self.asks(state.game_name, player, hand)

    def forget(self, player: PlayerId) -> None:
        """Drop what is kept of a player's messages; those that were sent stay as they are."""
        for kept in (self._shown, self._pending, self._found, self._sent, self._unreachable):
            kept.pop(player, None)

    def drop_pending(self) -> None:
        """Drop what is not sent yet; messages already sent stay as they are."""
        for player in self._pending:
            self._shown[player] = _Shown()
        self._pending.clear()

    @property
    def slots(self) -> list[str]:
        """The slots under which the ledger stores the numbers of the messages."""
        return [_Sent.slot(sent.hand, player) for player, sent in self._sent.items()]

    # --- sending -----------------------------------------------------------------------------------------------

    def _enqueue(self, player: PlayerId, pending: _Pending) -> None:
        if self._unreachable.get(player, 0) == pending.hand:
            return
        before = self._pending.get(player)
        self._pending[player] = pending._replace(anew=pending.anew or (before is not None and before.anew))
        if player not in self._senders:
            self._senders[player] = asyncio.get_running_loop().create_task(self._send(player))

    async def _send(self, player: PlayerId) -> None:
        """Send what is pending for a player, always the latest only, until nothing is."""
        try:
            while (pending := self._pending.pop(player, None)) is not None:
                try:
                    with self._calls.counting():
                        await self._send_private(player, pending)
                except Unreachable:
                    log.warning(
                        "private message not delivered",
                        action="their hand is shown when they press the button",
                        player=player,
                    )
                    self._unreachable[player] = pending.hand
                    self._unshow(player)
                except Exception:
                    log.exception(
                        "message not sent",
                        action="their hand is shown when they press the button",
                        table=self._table,
                        player=player,
                    )
                    self._unshow(player)
        finally:
            del self._senders[player]

    def _unshow(self, player: PlayerId) -> None:
        """What could not be shown is shown with the next change."""
        if player in self._shown:
            self._shown[player] = _Shown()

    async def _send_private(self, player: PlayerId, pending: _Pending) -> None:
        before, found = self._sent.get(player), self._found.pop(player, None)
        current = before
        if found is not None:
            current = _Sent(pending.hand or 0, found.number)
        elif pending.anew or (before is not None and pending.hand not in (None, before.hand)):
            current = None
        try:
            if found is None or found.message != pending.draft.message:
                current = await self._delivered(player, pending, current)
            if pending.farewell is not None:
                await self._chat.send_private(player, pending.farewell)
        except Unreachable:
            # What cannot be brought up to date is not left as it is.
            current = None
            raise
        finally:
            await self._replace(player, before, current)

    async def _delivered(self, player: PlayerId, pending: _Pending, current: _Sent | None) -> _Sent | None:
        """Send a message, or edit the current one; return the one that the player has now."""
        if current is None and not pending.posts:
            return None
        message = await self._renderer.finished(pending.draft)
        # An edit notifies nobody.
        instead_of = None if current is None or message.mention is not None else current.number
        number = await self._chat.send_private(player, self._with_deadline(message), instead_of)
        return current if number == instead_of else _Sent(pending.hand or 0, number)

    async def _replace(self, player: PlayerId, before: _Sent | None, current: _Sent | None) -> None:
        """Keep the number of the message that a player has now, and take the one before away."""
        if current == before:
            return
        writes: tuple[Write, ...] = ()
        if current is None:
            self._sent.pop(player, None)
        else:
            self._sent[player] = current
            writes = (MessageSaved(self._table, _Sent.slot(current.hand, player), current.number),)
        if before is not None and (current is None or before.hand != current.hand):
            writes += (MessageForgotten(self._table, _Sent.slot(before.hand, player)),)
        await self._sent_messages.store(*writes)
        if before is not None and (current is None or before.number != current.number):
            with suppress(MessageGone):
                await self._chat.remove_private(player, before.number)

    def questions_over(self, state: TableState) -> list[tuple[PlayerId, MessageId]]:
        """Drop the questions whose turn is over, and return their messages."""
        turn = "" if state.playing is None or state.stands_still else f"{state.id}:{state.playing.turn}"
        over = [question for question, asked in self.questions.items() if asked != turn]
        for question in over:
            del self.questions[question]
        return over

    async def wait_until_idle(self) -> None:
        """Wait until everything pending is sent."""
        while self._senders:
            await asyncio.gather(*self._senders.values(), return_exceptions=True)

    @property
    def tasks(self) -> list[asyncio.Task[None]]:
        """The sending tasks."""
        return list(self._senders.values())
