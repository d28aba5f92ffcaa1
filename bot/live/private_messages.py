"""The private hands of a table: one private message a hand and player, edited as the hand goes on.

Each player is written to by a task of its own, so that nobody waits for the slow private chat of another.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import NamedTuple

import structlog

from bot.ledger import Ledger, MessageForgotten, MessageSaved
from bot.messages import Chat, MessageId, PlayerId, Unreachable
from bot.presenting import tables as shown
from bot.presenting.drawing import Draft, DraftRenderer
from bot.presenting.presenters import PRESENTERS
from bot.tables.state import TableState
from bot.wording import Translator

log = structlog.get_logger()


class _Told(NamedTuple):
    """What a player was told last; compared, never shown."""

    hand: int
    secret: object
    turn: str
    """The question that the player was asked in it; empty if none."""


class _Wanted(NamedTuple):
    """A private message that is still to be sent."""

    hand: int
    draft: Draft
    only_edit: bool = False
    """Whether it is worth nothing to somebody who has nothing of this hand."""


class _Sent(NamedTuple):
    """Where the private message of a player stands."""

    hand: int
    number: MessageId

    @staticmethod
    def slot(hand: int, player: PlayerId) -> str:
        """Under which name the number is kept."""
        return f"hand:{hand}@{player}"


class PrivateMessages:
    """What one table tells each of its players alone.

    Args:
        table: its id.
        chat: the platform that its players are on.
        ledger: remembers where the messages stand.
        easel: draws.
    """

    def __init__(self, table: str, chat: Chat, ledger: Ledger, renderer: DraftRenderer) -> None:
        self._table = table
        self._chat = chat
        self._ledger = ledger
        self._renderer = renderer
        self._told: dict[PlayerId, _Told] = {}
        self._latest: dict[PlayerId, Draft] = {}
        self._wanted: dict[PlayerId, _Wanted] = {}
        self._sent: dict[PlayerId, _Sent] = {}
        self._unreachable: dict[PlayerId, int] = {}
        """Who could not be written to, and in which hand: nothing more is tried in that one."""

        self._senders: dict[PlayerId, asyncio.Task[None]] = {}

    def recall(self, posted: Mapping[str, MessageId]) -> None:
        """After a restart: know again where the private messages stand."""
        for slot, number in posted.items():
            hand, _, player = slot.removeprefix("hand:").partition("@")
            self._sent[player] = _Sent(int(hand), number)

    def tell(self, state: TableState, translator: Callable[[PlayerId], Translator]) -> None:
        """Bring every private hand up to date, and take the buttons from those that are not asked any more."""
        hand = state.playing
        playing: set[PlayerId] = set()
        for player in hand.players if hand is not None else ():
            chair = state.chair_of(player)
            if hand is None or chair is None or chair.computer or chair.leaving:
                continue
            asked = hand.seat(player) in hand.round.awaited
            secret = PRESENTERS[state.game_name].secret(hand, player)
            told = _Told(hand.number, secret, hand.turn if asked else "")
            if secret is None:
                # There is nothing to tell; only a reminder may stand there, as long as its question does.
                if self._told.get(player) == told:
                    playing.add(player)
                continue
            playing.add(player)
            if self._told.get(player) != told:
                self._told[player] = told
                self._latest[player] = shown.private_hand(state, player, translator(player))
                self._want(player, _Wanted(hand.number, self._latest[player]))
        for player in [player for player in self._told if player not in playing]:
            self._put_away(player, self._told.pop(player))

    def _put_away(self, player: PlayerId, told: _Told) -> None:
        """The hand is over for a player; what was asked in it is asked no more, and nothing in it can be pressed."""
        latest = self._latest.pop(player, None)
        if latest is not None and (told.turn or latest.message.buttons):
            without = shown.unasked if told.turn else shown.without_buttons
            put_away = Draft(without(latest.message), latest.draw)
            self._want(player, _Wanted(told.hand, put_away, only_edit=True))
        elif player in self._wanted:
            self._wanted[player] = self._wanted[player]._replace(only_edit=True)

    def remind(self, state: TableState, player: PlayerId, line: str, translate: Translator) -> None:
        """Put a line before the private hand of a player."""
        hand = state.playing
        if hand is not None:
            draft = shown.reminded(shown.private_hand(state, player, translate), line)
            self._told.setdefault(player, _Told(hand.number, None, hand.turn))
            self._latest.setdefault(player, draft)
            self._want(player, _Wanted(hand.number, draft))

    def silence(self) -> None:
        """Forget what is not sent yet; what is sent stays where it is."""
        for player in self._wanted:
            self._told.pop(player, None)
        self._wanted.clear()

    @property
    def slots(self) -> list[str]:
        """Under which names the numbers of the messages are kept."""
        return [_Sent.slot(sent.hand, player) for player, sent in self._sent.items()]

    # --- sending -----------------------------------------------------------------------------------------------

    def _want(self, player: PlayerId, wanted: _Wanted) -> None:
        if self._unreachable.get(player) == wanted.hand:
            return
        self._wanted[player] = wanted
        if player not in self._senders:
            self._senders[player] = asyncio.get_running_loop().create_task(self._send(player))

    async def _send(self, player: PlayerId) -> None:
        """Send what a player is to be told, the latest only, until nothing is."""
        try:
            while (wanted := self._wanted.pop(player, None)) is not None:
                try:
                    await self._send_private(player, wanted)
                except Unreachable:
                    log.info("private message not delivered", player=player)
                    self._unreachable[player] = wanted.hand
                except Exception:
                    log.exception("message not sent", table=self._table, player=player)
                    self._told.pop(player, None)
        finally:
            del self._senders[player]

    async def _send_private(self, player: PlayerId, wanted: _Wanted) -> None:
        before = self._sent.get(player)
        instead_of = before.number if before is not None and before.hand == wanted.hand else None
        if wanted.only_edit and instead_of is None:
            return
        message = await self._renderer.finished(wanted.draft)
        number = await self._chat.send_private(player, message, instead_of)
        if number == instead_of:
            return
        self._sent[player] = _Sent(wanted.hand, number)
        kept = MessageSaved(self._table, _Sent.slot(wanted.hand, player), number)
        if before is None or before.hand == wanted.hand:
            await self._ledger.commit((kept,))
        else:
            await self._ledger.commit((kept, MessageForgotten(self._table, _Sent.slot(before.hand, player))))

    async def settled(self) -> None:
        """Wait until everybody has been told."""
        while self._senders:
            await asyncio.gather(*self._senders.values(), return_exceptions=True)

    @property
    def busy(self) -> list[asyncio.Task[None]]:
        """What is being sent."""
        return list(self._senders.values())
