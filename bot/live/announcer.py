"""Tells every place what happens at its table: one live message a hand, edited in place, merged when a chat is slow.

The announcer hears of a change only after it is durable, and never keeps a table waiting: it says what is wanted, and
the board of each table sends it as fast as the chat takes it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from functools import partial

import structlog

from bot.environment.clock import Clock
from bot.groups import Groups
from bot.groups.members import Members
from bot.ledger import Ledger, TableSaved
from bot.live.public_message import PublicMessage, Wanted
from bot.live.turn_pings import Asked
from bot.messages import Chat, Message, Place, PlayerId, Unwelcome, Urgency
from bot.presenting import tables as shown
from bot.presenting.drawing import Draft, DraftRenderer
from bot.presenting.presenters import PRESENTERS
from bot.tables.state import Note, TableState
from bot.wording import Translator, in_language

log = structlog.get_logger()

LAST_SECONDS = 2.0
"""How long ending may wait for chats that are slow."""


class Announcer:
    """The voice of all tables."""

    def __init__(
        self, ledger: Ledger, groups: Groups, members: Members, chats: Mapping[str, Chat], clock: Clock
    ) -> None:
        self._ledger = ledger
        self._groups = groups
        self._members = members
        self._chats = chats
        self._clock = clock
        self._messages: dict[str, PublicMessage] = {}
        self._posting: set[asyncio.Task[None]] = set()
        self._renderer = DraftRenderer()

    async def recall(self, stored: TableSaved) -> None:
        """After a restart: remember where the live messages of a table stand."""
        message = self._message(stored.table, Place(stored.group, stored.channel))
        if message is not None:
            message.recall(await self._ledger.messages(stored.table))

    def tell(self, state: TableState, notes: tuple[Note, ...]) -> None:
        """Show a table that has changed."""
        message = self._message(state.id, state.place)
        if message is None:
            return
        group, hand = state.place.group, state.hand
        translate, settings = self._translator(group), self._groups.of(group)
        if hand is None:
            message.turn_to_lobby()
        else:
            message.turn_to_hand(hand.number, PRESENTERS[state.game_name].street(hand))
        message.notes.extend(shown.note_text(note, translate) for note in notes)
        if hand is not None:
            draft = shown.hand_message(state, hand, settings, tuple(message.notes), translate)
            over = Wanted(draft, Urgency.RESULT, tells=hand.id)
            message.want(over if hand.over else Wanted(draft, turn=hand.turn))
        else:
            draft = shown.lobby(state, settings, tuple(message.notes), translate)
            message.want(Wanted(Draft(shown.without_buttons(draft.message)) if state.closed else draft))
        message.ask(self._asked(state, translate))
        message.private.tell(state, partial(self._members.translator, group))
        message.closed = state.closed
        message.work()

    def _asked(self, state: TableState, translate: Translator) -> Asked | None:
        """The question to one person alone, if there is one."""
        player, hand = shown.on_turn(state), state.playing
        if player is None or hand is None:
            return None
        return Asked(hand.turn, shown.ping(player, hand.names[hand.players.index(player)], translate))

    def remind(self, state: TableState, player: PlayerId, seconds: int) -> None:
        """Tell a player privately that time is running."""
        message = self._message(state.id, state.place)
        if message is not None:
            translate = self._members.translator(state.place.group, player)
            message.private.remind(state, player, translate("answer-time-half", seconds=seconds), translate)

    def post(self, place: Place, note: Note) -> None:
        """Say something at a place that is no table's business, such as a change of house rules."""
        chat = self._chats.get(place.platform)
        if chat is not None:
            message = Message(lines=(shown.note_text(note, self._translator(place.group)),))
            task = asyncio.get_running_loop().create_task(self._post(chat, place, message))
            self._posting.add(task)
            task.add_done_callback(self._posting.discard)

    async def _post(self, chat: Chat, place: Place, message: Message) -> None:
        try:
            await chat.acquire(place, Urgency.RESULT)
            await chat.post(place, message)
        except Unwelcome as why:
            log.info("nothing can be shown", place=place, why=str(why))
        except Exception:
            log.exception("message not sent", place=place)

    def moved(self, old: str, new: str) -> None:
        """A group has another name from now on; its tables are shown under that."""
        for message in self._messages.values():
            if message.place.group == old:
                message.place = message.place._replace(group=new)

    async def forget(self, group: str) -> None:
        """Say nothing more at a group until its tables change, and then in new messages."""
        for message in [message for message in self._messages.values() if message.place.group == group]:
            await message.silence()

    # --- what it is made of ------------------------------------------------------------------------------------

    def _message(self, table: str, place: Place) -> PublicMessage | None:
        """The board of a table; ``None`` if nobody listens on its platform."""
        chat = self._chats.get(place.platform)
        if chat is None:
            return None
        message = self._messages.get(table)
        if message is None:
            gone = partial(self._messages.pop, table, None)
            message = PublicMessage(table, place, chat, self._ledger, self._clock, self._renderer, gone)
            self._messages[table] = message
        message.place = place
        return message

    def _translator(self, group: str) -> Translator:
        return in_language(self._groups.of(group).language)

    @property
    def _busy(self) -> list[asyncio.Task[None]]:
        return [*self._posting, *(task for message in self._messages.values() for task in message.busy)]

    async def settled(self) -> None:
        """Wait until everything wanted has been shown, as far as the chats are able to."""
        while busy := self._busy:
            await asyncio.gather(*busy, return_exceptions=True)

    async def stop(self) -> None:
        """Say what is still to be said, if the chats are quick about it, and then nothing any more."""
        for message in self._messages.values():
            message.stop()
        if busy := self._busy:
            await asyncio.wait(busy, timeout=LAST_SECONDS)
        late = self._busy
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)
        self._renderer.stop()
