"""The private hands of a table: one private message a hand and player, edited as the hand goes on.

Each player has a sending task of their own, so that nobody waits for the slow private chat of another.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import NamedTuple

import structlog

from bot.ledger import Ledger, MessageForgotten, MessageSaved
from bot.messages import Chat, Countdown, MessageId, PlayerId, Unreachable
from bot.presenting import table_messages
from bot.presenting.drafts import Draft, DraftRenderer
from bot.presenting.presenters import PRESENTERS
from bot.tables.state import AnyHand, TableState
from bot.wording import Translator

log = structlog.get_logger()


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
        ledger: stores the numbers of the messages, so that they can be edited after a restart.
        renderer: draws pictures.
    """

    def __init__(self, table: str, chat: Chat, ledger: Ledger, renderer: DraftRenderer) -> None:
        self._table = table
        self._chat = chat
        self._ledger = ledger
        self._renderer = renderer
        self._snapshots: dict[PlayerId, _Snapshot] = {}
        self._latest: dict[PlayerId, Draft] = {}
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

    def update(self, state: TableState, translator: Callable[[PlayerId], Translator]) -> None:
        """Bring every private hand up to date whose content has changed, or whose question is answered."""
        hand = state.playing
        playing: set[PlayerId] = set()
        for player in hand.players if hand is not None else ():
            chair = state.chair_of(player)
            if hand is None or chair is None or chair.computer or chair.leaving:
                continue
            presenter = PRESENTERS[state.game_name]
            free = self._chat.private_edits_are_free
            secret = presenter.secret(hand, player) if free else presenter.essential(hand, player, chair.standing)
            if secret is None:
                continue
            playing.add(player)
            shown = self._snapshots.get(player)
            asked = hand.seat(player) in hand.round.awaited
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
        settled = state.hand is not None and state.hand.over
        for player in [player for player in self._snapshots if player not in playing]:
            self._retire(player, self._snapshots.pop(player), settled=settled)

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
        draft = table_messages.private_hand(state, player, translate, asked=bool(snapshot.turn), stays=stays)
        self._snapshots[player], self._latest[player] = snapshot, draft
        if line:
            draft = table_messages.reminded(draft, line, left)
        if notify and not self._chat.private_edits_are_free:
            draft = replace(draft, message=replace(draft.message, mention=player))
        self._enqueue(player, _Pending(snapshot.hand, draft))

    def _retire(self, player: PlayerId, shown: _Snapshot, *, settled: bool) -> None:
        """The hand is over for a player: take a question from the message, and where that is free all buttons.

        Where it costs a call and the hand is settled, the message of the next hand does as well.
        """
        latest = self._latest.pop(player)
        if shown.turn and (self._chat.private_edits_are_free or not settled):
            retired = Draft(table_messages.unasked(latest.message), latest.draw)
        elif self._chat.private_edits_are_free and latest.message.buttons:
            retired = Draft(table_messages.without_buttons(latest.message), latest.draw)
        else:
            if player in self._pending:
                self._pending[player] = self._pending[player]._replace(only_edit=True)
            return
        self._enqueue(player, _Pending(shown.hand, retired, only_edit=True))

    def drop_pending(self) -> None:
        """Drop what is not sent yet; messages already sent stay as they are."""
        for player in self._pending:
            self._snapshots.pop(player, None)
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
                    await self._send_private(player, pending)
                except Unreachable:
                    log.info("private message not delivered", player=player)
                    self._unreachable[player] = pending.hand
                except Exception:
                    log.exception("message not sent", table=self._table, player=player)
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
        if number == instead_of:
            return
        self._sent[player] = _Sent(pending.hand, number)
        kept = MessageSaved(self._table, _Sent.slot(pending.hand, player), number)
        if before is None or before.hand == pending.hand:
            await self._ledger.commit((kept,))
        else:
            await self._ledger.commit((kept, MessageForgotten(self._table, _Sent.slot(before.hand, player))))

    async def wait_until_idle(self) -> None:
        """Wait until everything pending is sent."""
        while self._senders:
            await asyncio.gather(*self._senders.values(), return_exceptions=True)

    @property
    def tasks(self) -> list[asyncio.Task[None]]:
        """The sending tasks."""
        return list(self._senders.values())
