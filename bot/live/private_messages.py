"""The private side of a table: one private message or pane for each player, sent after every change.

Each player has a sending task, so a slow private chat delays nobody else.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

from bot.environment.task_set import TaskSet
from bot.ledger import Write
from bot.live.display import Display
from bot.live.failures import log_failure
from bot.live.sent_messages import SentMessages
from bot.messages import Chat, Countdown, Message, MessageGone, MessageId, PlayerId, Unreachable, sent_while
from bot.presenting.drafts import Draft
from bot.presenting.presenters import PRESENTERS
from bot.presenting.private_side import hand_of
from bot.presenting.table_messages import reminded
from engine.table.hand import AnyHand
from engine.table.state import TableState


class _Shown(NamedTuple):
    message: Message = Message()
    """The message without its picture."""

    turn: str = ""
    """The question in it, or nothing."""


class _Pending(NamedTuple):
    hand: int | None
    """The hand it shows; ``None`` outside a hand."""

    draft: Draft
    posts: bool
    """True if the player has no message that can be edited."""

    anew: bool = False


class _Sent(NamedTuple):
    hand: int
    """The hand it was sent for; 0 for none."""

    number: MessageId

    @staticmethod
    def slot(hand: int, player: PlayerId) -> str:
        return f"hand:{hand}@{player}"


class _Found(NamedTuple):
    """A message that a chat showed at a player's request."""

    number: MessageId
    message: Message | None
    """Its content; ``None`` if it must be brought up to date."""


class PrivateMessages:
    def __init__(
        self,
        table: str,
        chat: Chat,
        display: Display,
        sent_messages: SentMessages,
        account_of: Callable[[PlayerId], PlayerId | None],
    ) -> None:
        self._table = table
        self._chat = chat
        self.account_of = account_of
        """Returns the account by which the chat reaches a player; ``None`` for those of other platforms and places."""

        self._display = display
        self._sent_messages = sent_messages
        self._shown: dict[PlayerId, _Shown] = {}
        self._pending: dict[PlayerId, _Pending] = {}
        self._found: dict[PlayerId, _Found] = {}
        """Replacements for players' present messages."""

        self.questions: dict[tuple[PlayerId, MessageId], str] = {}
        """Further messages with questions, and their turns."""

        self.held = False
        """True if nothing more is sent."""

        self._sent: dict[PlayerId, _Sent] = {}
        self._unreachable: dict[PlayerId, int | None] = {}
        """Unreachable players, with the hand of the failure."""

        self._senders: dict[PlayerId, asyncio.Task[None]] = {}
        self._removing = TaskSet()

    def restore(self, posted: Mapping[str, MessageId]) -> None:
        for slot, number in posted.items():
            hand, _, player = slot.removeprefix("hand:").partition("@")
            self._sent[player] = _Sent(int(hand), number)
            self._shown[player] = _Shown()

    def update(self, state: TableState) -> None:
        """Update every player's private side and tell departed players their result."""
        people = [chair.player for chair in state.seated if not chair.computer and self.account_of(chair.player)]
        for player in people:
            self._bring(state, player)
        for player in [player for player in self._shown if player not in people]:
            del self._shown[player]
            pane = self._chat.has_private_pane
            left = Draft(Message(pane=state.id)) if pane else self._display.private_side(state, player, False)
            self._enqueue(player, _Pending(None, left, posts=pane))

    def show(
        self,
        state: TableState,
        player: PlayerId,
        number: MessageId = "",
        message: Message | None = None,
        *,
        anew: bool = False,
    ) -> None:
        """Show a player their private side at their request."""
        self._unreachable.pop(player, None)
        if number or anew:
            hand = hand_of(state, player)
            self._shown[player] = _Shown(turn="" if hand is None else hand.turn)
        if number:
            self._found[player] = _Found(number, message)
        self._bring(state, player, anew=anew)

    def asks(self, game: str, player: PlayerId, hand: AnyHand) -> bool:
        """True if a player's question stands in their private hand; windows ask in public only."""
        account = self.account_of(player)
        if account is None or self._chat.private_edits_are_free:
            return account is not None
        reached = self._chat.calls_in_private(account, self._table) and self._unreachable.get(player, 0) != hand.number
        return reached and not hand.round.window and PRESENTERS[game].asks_in_private(hand)

    def call(self, state: TableState, player: PlayerId, line: str, left: Countdown, *, away: bool) -> bool:
        """Add a line above the question in a private hand; return ``False`` without one."""
        hand, shown = state.playing, self._shown.get(player)
        if hand is None or shown is None or not self._has_hand(state, player):
            return False
        if self._chat.private_edits_are_free or away or shown.turn != hand.turn:
            self._shown[player] = shown._replace(turn=hand.turn)
            self._bring(state, player, line, left, notify=away)
        return True

    def tell(self, state: TableState, player: PlayerId, line: str) -> bool:
        """Tell a player something below their private hand; return ``False`` without one."""
        if not self._has_hand(state, player):
            return False
        self._bring(state, player, line, notify=True)
        return True

    def _has_hand(self, state: TableState, player: PlayerId) -> bool:
        hand = hand_of(state, player)
        return hand is not None and self._shows(state, player, hand) and self._unreachable.get(player, 0) != hand.number

    def _shows(self, state: TableState, player: PlayerId, hand: AnyHand) -> bool:
        if self.account_of(player) is None:
            return False
        return self._chat.has_private_pane or PRESENTERS[state.game_name].secret(hand, player) is not None

    def _bring(
        self,
        state: TableState,
        player: PlayerId,
        line: str = "",
        left: Countdown | None = None,
        *,
        notify: bool = False,
        anew: bool = False,
    ) -> None:
        hand, shown = hand_of(state, player), self._shown.get(player, _Shown())
        turn = hand.turn if hand is not None and self._puts_question(state, player, hand, shown.turn) else ""
        draft = self._display.private_side(state, player, bool(turn))
        self._shown[player] = _Shown(draft.message, turn)
        if draft.message == shown.message and not line:
            return
        if line:
            draft = reminded(draft, line, left)
        if notify and not self._chat.private_edits_are_free:
            draft = replace(draft, message=replace(draft.message, mention=self.account_of(player)))
        posts = self._chat.has_private_pane or (hand is not None and self._shows(state, player, hand))
        self._enqueue(player, _Pending(None if hand is None else hand.number, draft, posts, anew))

    def _puts_question(self, state: TableState, player: PlayerId, hand: AnyHand, before: str) -> bool:
        chair = state.chair_of(player)
        if chair is None or state.stands_still or hand.seat(player) not in hand.round.awaited:
            return False
        unasked = PRESENTERS[state.game_name].asks_at_any_cost(hand, player, chair.standing)
        return unasked or before == hand.turn or self.asks(state.game_name, player, hand)

    def forget(self, player: PlayerId) -> None:
        """Drop a player's messages from memory; sent ones stay in the chat."""
        for kept in (self._shown, self._pending, self._found, self._sent, self._unreachable):
            kept.pop(player, None)

    def drop_pending(self) -> None:
        for player in self._pending:
            self._shown[player] = _Shown()
        self._pending.clear()

    @property
    def slots(self) -> list[str]:
        return [_Sent.slot(sent.hand, player) for player, sent in self._sent.items()]

    def _enqueue(self, player: PlayerId, pending: _Pending) -> None:
        if self._unreachable.get(player, 0) == pending.hand or self.held:
            return
        before = self._pending.get(player)
        self._pending[player] = pending._replace(anew=pending.anew or (before is not None and before.anew))
        if player not in self._senders:
            self._senders[player] = asyncio.get_running_loop().create_task(self._send(player))

    async def _send(self, player: PlayerId) -> None:
        try:
            while (pending := self._pending.pop(player, None)) is not None:
                try:
                    await self._send_private(player, pending)
                except Exception as why:
                    log_failure(why, "their hand is shown when they press the button", table=self._table, player=player)
                    if isinstance(why, Unreachable):
                        self._unreachable[player] = pending.hand
                    if player in self._shown:
                        self._shown[player] = _Shown()
        finally:
            del self._senders[player]

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
        except Unreachable:
            # Remove a message that cannot be updated.
            current = None
            raise
        finally:
            await self._replace(player, before, current)

    async def _delivered(self, player: PlayerId, pending: _Pending, current: _Sent | None) -> _Sent | None:
        if current is None and not pending.posts:
            return None
        message = await self._display.renderer.finished(pending.draft)
        # Edits notify nobody.
        instead_of = None if current is None or message.mention is not None else current.number
        message = self._display.with_deadline(self._table, message)
        if (account := self.account_of(player)) is None:
            return current
        with sent_while(lambda: not self.held and self._display.shows()):
            number = await self._chat.send_private(account, message, instead_of)
        return current if number == instead_of else _Sent(pending.hand or 0, number)

    async def _replace(self, player: PlayerId, before: _Sent | None, current: _Sent | None) -> None:
        if current == before:
            return
        writes: tuple[Write, ...] = ()
        if current is None:
            self._sent.pop(player, None)
        else:
            self._sent[player] = current
            writes = (self._sent_messages.saved(_Sent.slot(current.hand, player), current.number),)
        if before is not None and (current is None or before.hand != current.hand):
            writes += self._sent_messages.forgotten(_Sent.slot(before.hand, player))
        await self._sent_messages.store(*writes)
        if before is not None and (current is None or before.number != current.number):
            await self._remove(player, before.number)

    def remove_questions(self, state: TableState) -> None:
        """Remove the messages with questions of past turns."""
        turn = "" if state.playing is None or state.stands_still else f"{state.id}:{state.playing.turn}"
        for question in [question for question, asked in self.questions.items() if asked != turn]:
            del self.questions[question]
            self._removing.start(self._remove(*question))

    async def _remove(self, player: PlayerId, number: MessageId) -> None:
        if (account := self.account_of(player)) is not None:
            with suppress(MessageGone):
                await self._chat.remove_private(account, number)

    async def wait_until_idle(self) -> None:
        while self._senders:
            await asyncio.gather(*self._senders.values(), return_exceptions=True)

    @property
    def tasks(self) -> list[asyncio.Task[None]]:
        return [*self._senders.values(), *self._removing.running]
