"""The private side of a table: one private message a hand and player, edited as the hand goes on, or a pane for each.

When a hand is over, no message goes on showing it as if it were played, unless that of the next hand follows anyway.
Each player has a sending task of their own, so that nobody waits for the slow private chat of another.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import NamedTuple

import structlog

from bot.ledger import MessageForgotten, MessageSaved
from bot.live.sent_messages import SentMessages
from bot.messages import CallCount, Chat, Countdown, Message, MessageId, PlayerId, Unreachable
from bot.presenting.drafts import Draft, DraftRenderer
from bot.presenting.presenters import PRESENTERS
from bot.presenting.private_hands import private_hand
from bot.presenting.private_side import hand_of, private_side, will_be_dealt_in
from bot.presenting.table_messages import reminded
from bot.tables.state import AnyHand, TableState
from bot.wording import Translator

log = structlog.get_logger()


_PANE = 0
"""Stands for the number of the hand in what is shown in a pane, which is the same from hand to hand."""


class _Snapshot(NamedTuple):
    """What a private message shows, to see whether it has changed; compared, never shown."""

    hand: int
    secret: object
    turn: str
    """The question that stands in it; empty if none does."""


class _Pending(NamedTuple):
    """A private message that is still to be sent."""

    hand: int
    draft: Draft
    only_edit: bool = False
    """Whether it is not sent to a player who has no message of this hand that can be edited."""

    farewell: Message | None = None
    """What is sent after it, in a message of its own."""


class _Ended(NamedTuple):
    """A message of a hand that is over for its player."""

    hand: int
    shown: Message | None = None
    """What it says since; ``None`` as long as the hand still stands there."""


class _Pane(NamedTuple):
    """What stands in the pane of a player."""

    message: Message
    """The message, without its picture."""

    snapshot: _Snapshot
    in_hand: bool
    """Whether the player was in the running hand."""


class _Sent(NamedTuple):
    """The private message that a player has."""

    hand: int
    number: MessageId

    @staticmethod
    def slot(hand: int, player: PlayerId) -> str:
        """The slot under which the ledger stores the number."""
        return f"hand:{hand}@{player}"


class PrivateMessages:
    """The private messages of one table, at most one for each player and hand.

    Args:
        table: its id.
        chat: the platform that its players are on.
        sent_messages: stores the numbers of the messages, so that they can be edited after a restart.
        renderer: draws pictures.
        calls: counts what the messages of the table take.
    """

    def __init__(
        self, table: str, chat: Chat, sent_messages: SentMessages, renderer: DraftRenderer, calls: CallCount
    ) -> None:
        self._table = table
        self._chat = chat
        self._sent_messages = sent_messages
        self._renderer = renderer
        self._calls = calls
        self._snapshots: dict[PlayerId, _Snapshot] = {}
        self._ended: dict[PlayerId, _Ended] = {}
        """The messages of hands that are over for their players."""

        self._panes: dict[PlayerId, _Pane] = {}
        """What stands in the panes, where there are any."""

        self._pending: dict[PlayerId, _Pending] = {}
        self._sent: dict[PlayerId, _Sent] = {}
        self._unreachable: dict[PlayerId, int] = {}
        """Players who could not be reached, with the hand: nothing more is sent to them in that one."""

        self._senders: dict[PlayerId, asyncio.Task[None]] = {}

    def restore(self, posted: Mapping[str, MessageId]) -> None:
        """After a restart: take the numbers of the private messages from the ledger, by slot."""
        for slot, number in posted.items():
            hand, _, player = slot.removeprefix("hand:").partition("@")
            self._sent[player] = _Sent(int(hand), number)
            self._ended[player] = _Ended(int(hand))

    def update(self, state: TableState, least_stack: int, translator: Callable[[PlayerId], Translator]) -> None:
        """Bring the private side of every player up to date that has changed.

        Where there is no pane for it, that is their hand while they play it, whose content has changed or whose
        question is answered; when it is over, only where that is free or no other hand takes its place.

        Args:
            state: the table.
            least_stack: the fewest chips with which a player is dealt in.
            translator: gives the translator into the language of a player.
        """
        if self._chat.has_private_pane:
            self._update_panes(state, least_stack, translator)
        else:
            self._update_hands(state, translator)
            self._update_ended(state, least_stack, translator)

    def _update_hands(self, state: TableState, translator: Callable[[PlayerId], Translator]) -> None:
        playing: set[PlayerId] = set()
        for player in _people(state):
            hand, chair = hand_of(state, player), state.chair_of(player)
            if hand is None or chair is None:
                continue
            presenter = PRESENTERS[state.game_name]
            free = self._chat.private_edits_are_free
            secret = presenter.secret(hand, player) if free else presenter.essential(hand, player, chair.standing)
            if secret is None:
                continue
            playing.add(player)
            shown = self._snapshots.get(player)
            asked = hand.seat(player) in hand.round.awaited and not state.stands_still
            new_cards = shown is None or shown.secret != secret
            stands = self.asks(state.game_name, player, hand)
            # Beside new cards, which are sent anyway, a question costs nothing.
            stands = stands or (presenter.asks_with_cards and new_cards)
            stands = stands or _Snapshot(hand.number, secret, hand.turn) == shown
            snapshot = _Snapshot(hand.number, secret, hand.turn if asked and stands else "")
            # A question that is answered stays until there is something to put in its place: it costs a call.
            answered = not snapshot.turn and not new_cards and not free
            if shown != snapshot and not answered:
                self._show(state, player, snapshot, translator(player))
        for player in playing:
            self._ended.pop(player, None)
        for player in [player for player in self._snapshots if player not in playing]:
            self._ended[player] = _Ended(self._snapshots.pop(player).hand)

    def _update_ended(self, state: TableState, least_stack: int, translator: Callable[[PlayerId], Translator]) -> None:
        """Let the messages of hands that are over for their players say so.

        Where it costs a call, the message of the next hand does as well, if there is to be one.
        """
        settled = state.hand is not None and state.hand.over
        for player, ended in list(self._ended.items()):
            waits = settled and will_be_dealt_in(state, player, least_stack)
            if waits and ended.shown is None and not self._chat.private_edits_are_free:
                if player in self._pending:
                    self._pending[player] = self._pending[player]._replace(only_edit=True)
                continue
            side = private_side(state, player, least_stack, translator(player))
            if side.message != ended.shown:
                self._ended[player] = ended._replace(shown=side.message)
                self._enqueue(player, _Pending(ended.hand, side, only_edit=True))
            if state.chair_of(player) is None:
                del self._ended[player]

    def _update_panes(self, state: TableState, least_stack: int, translator: Callable[[PlayerId], Translator]) -> None:
        people = _people(state)
        for player in people:
            side = private_side(state, player, least_stack, translator(player))
            hand = hand_of(state, player)
            secret = None if hand is None else PRESENTERS[state.game_name].secret(hand, player)
            asked = hand is not None and hand.seat(player) in hand.round.awaited and not state.stands_still
            snapshot = _Snapshot(_PANE, secret, hand.turn if hand is not None and asked else "")
            shown = self._panes.get(player)
            if hand is None:
                self._snapshots.pop(player, None)
            else:
                self._snapshots[player] = snapshot
            if shown is None or (shown.message, shown.snapshot) != (side.message, snapshot):
                self._panes[player] = _Pane(side.message, snapshot, in_hand=_is_in_hand(state, player))
                self._enqueue(player, _Pending(_PANE, side))
        for player in [player for player in self._panes if player not in people]:
            self._snapshots.pop(player, None)
            self._clear(state, player, self._panes.pop(player), least_stack, translator(player))

    def show_again(self, state: TableState, player: PlayerId, translate: Translator) -> None:
        """Show a player the hand anew that they have, where that is free."""
        shown = self._snapshots.get(player)
        if shown is not None and state.playing is not None and self._chat.private_edits_are_free:
            self._show(state, player, shown, translate)

    def asks(self, game: str, player: PlayerId, hand: AnyHand) -> bool:
        """Whether the question that a hand asks a player now stands in their private hand.

        A window asks everybody, and stands in public only.
        """
        if self._chat.private_edits_are_free:
            return True
        reached = self._chat.calls_in_private(player) and self._unreachable.get(player) != hand.number
        return reached and not hand.round.window and PRESENTERS[game].asks_in_private(hand)

    def call(
        self, state: TableState, player: PlayerId, line: str, left: Countdown, translate: Translator, *, away: bool
    ) -> bool:
        """Call a player in private, where the private hand has the question after a line; tell whether they have one.

        Args:
            state: the table.
            player: who is asked.
            line: says so, with a clock.
            left: how much time is left.
            translate: into the language of the player.
            away: whether they have done nothing for long, so that they notice only a new message.
        """
        hand, shown = state.playing, self._snapshots.get(player)
        if hand is None or shown is None or self._unreachable.get(player) == hand.number:
            return False
        if self._chat.private_edits_are_free or away or shown.turn != hand.turn:
            self._show(state, player, shown._replace(turn=hand.turn), translate, line, left, notify=away)
        return True

    def tell(self, state: TableState, player: PlayerId, line: str, translate: Translator) -> bool:
        """Tell a player something below their private hand, so that they notice it; tell whether they have one."""
        hand, shown = state.playing, self._snapshots.get(player)
        if hand is None or shown is None or self._unreachable.get(player) == hand.number:
            return False
        self._show(state, player, shown, translate, line, notify=True)
        return True

    def _show(
        self,
        state: TableState,
        player: PlayerId,
        snapshot: _Snapshot,
        translate: Translator,
        line: str = "",
        left: Countdown | None = None,
        *,
        notify: bool = False,
    ) -> None:
        stays = not self._chat.private_edits_are_free
        draft = private_hand(state, player, translate, asked=bool(snapshot.turn), stays=stays)
        self._snapshots[player] = snapshot
        if player in self._panes:
            self._panes[player] = self._panes[player]._replace(message=draft.message, snapshot=snapshot)
        if line:
            draft = reminded(draft, line, left)
        if notify and not self._chat.private_edits_are_free:
            draft = replace(draft, message=replace(draft.message, mention=player))
        self._enqueue(player, _Pending(snapshot.hand, draft))

    def _clear(self, state: TableState, player: PlayerId, pane: _Pane, least_stack: int, translate: Translator) -> None:
        """Clear the pane of a player who has got up; who did not do so just now is told what they ended with."""
        told = state.closed or pane.in_hand
        farewell = private_side(state, player, least_stack, translate).message if told else None
        if farewell is not None:
            farewell = replace(farewell, pane="")
        self._enqueue(player, _Pending(_PANE, Draft(Message(pane=state.id)), farewell=farewell))

    def forget(self, player: PlayerId) -> None:
        """Drop what is kept of a player's messages; those that were sent stay as they are."""
        for kept in (self._snapshots, self._ended, self._panes, self._pending, self._sent, self._unreachable):
            kept.pop(player, None)

    def drop_pending(self) -> None:
        """Drop what is not sent yet; messages already sent stay as they are."""
        for player in self._pending:
            self._snapshots.pop(player, None)
            self._panes.pop(player, None)
        self._pending.clear()

    @property
    def slots(self) -> list[str]:
        """The slots under which the ledger stores the numbers of the messages."""
        return [_Sent.slot(sent.hand, player) for player, sent in self._sent.items()]

    # --- sending -----------------------------------------------------------------------------------------------

    def _enqueue(self, player: PlayerId, pending: _Pending) -> None:
        if self._unreachable.get(player) == pending.hand:
            return
        self._pending[player] = pending
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
                except Exception:
                    log.exception(
                        "message not sent",
                        action="their hand is shown when they press the button",
                        table=self._table,
                        player=player,
                    )
                    self._snapshots.pop(player, None)
        finally:
            del self._senders[player]

    async def _send_private(self, player: PlayerId, pending: _Pending) -> None:
        before = self._sent.get(player)
        instead_of = before.number if before is not None and before.hand == pending.hand else None
        if pending.only_edit and instead_of is None:
            return
        message = await self._renderer.finished(pending.draft)
        if message.mention is not None:
            # An edit notifies nobody.
            instead_of = None
        number = await self._chat.send_private(player, message, instead_of)
        if pending.farewell is not None:
            await self._chat.send_private(player, pending.farewell)
        if number == instead_of:
            return
        self._sent[player] = _Sent(pending.hand, number)
        kept = MessageSaved(self._table, _Sent.slot(pending.hand, player), number)
        if before is None or before.hand == pending.hand:
            await self._sent_messages.store(kept)
        else:
            await self._sent_messages.store(kept, MessageForgotten(self._table, _Sent.slot(before.hand, player)))

    async def wait_until_idle(self) -> None:
        """Wait until everything pending is sent."""
        while self._senders:
            await asyncio.gather(*self._senders.values(), return_exceptions=True)

    @property
    def tasks(self) -> list[asyncio.Task[None]]:
        """The sending tasks."""
        return list(self._senders.values())


def _people(state: TableState) -> list[PlayerId]:
    """Everybody who sits here and reads something."""
    return [chair.player for chair in state.seated if not chair.computer]


def _is_in_hand(state: TableState, player: PlayerId) -> bool:
    return state.playing is not None and state.playing.seat(player) is not None
