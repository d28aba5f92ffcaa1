"""Tells every place what happens at its table: one live message a hand, edited in place, merged when a chat is slow.

The announcer hears of a change only after it is durable, and never keeps a table waiting: it says what is wanted, and
the board of each table sends it as fast as the chat takes it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from functools import partial

import structlog

from bot.board import Board, Wanted
from bot.clock import Clock
from bot.houses import Houses
from bot.ledger import Ledger, TableSaved
from bot.messages import Chat, Message, Place, PlayerId, Unwelcome, Urgency
from bot.people import People
from bot.presenting import tables as shown
from bot.presenting.draft import Draft, Easel
from bot.presenting.presenters import PRESENTERS
from bot.summoning import Asked
from bot.tables.state import Note, TableState
from bot.wording import Say, in_language

log = structlog.get_logger()

LAST_SECONDS = 2.0
"""How long ending may wait for chats that are slow."""


class Announcer:
    """The voice of all tables."""

    def __init__(self, ledger: Ledger, houses: Houses, people: People, chats: Mapping[str, Chat], clock: Clock) -> None:
        self._ledger = ledger
        self._houses = houses
        self._people = people
        self._chats = chats
        self._clock = clock
        self._boards: dict[str, Board] = {}
        self._posting: set[asyncio.Task[None]] = set()
        self._easel = Easel()

    async def recall(self, stored: TableSaved) -> None:
        """After a restart: remember where the live messages of a table stand."""
        board = self._board(stored.table, Place(stored.house, stored.channel))
        if board is not None:
            board.recall(await self._ledger.messages(stored.table))

    def tell(self, state: TableState, notes: tuple[Note, ...]) -> None:
        """Show a table that has changed."""
        board = self._board(state.id, state.place)
        if board is None:
            return
        house, hand = state.place.house, state.hand
        say, settings = self._say(house), self._houses.of(house)
        if hand is None:
            board.turn_to_lobby()
        else:
            board.turn_to_hand(hand.number, PRESENTERS[state.game_name].street(hand))
        board.notes.extend(shown.note_text(note, say) for note in notes)
        if hand is not None:
            draft = shown.hand_message(state, hand, settings, tuple(board.notes), say)
            over = Wanted(draft, Urgency.RESULT, tells=hand.id)
            board.want(over if hand.over else Wanted(draft, turn=hand.turn))
        else:
            draft = shown.lobby(state, settings, tuple(board.notes), say)
            board.want(Wanted(Draft(shown.without_buttons(draft.message)) if state.closed else draft))
        board.ask(self._asked(state, say))
        board.private.tell(state, partial(self._people.voice, house))
        board.closed = state.closed
        board.work()

    def _asked(self, state: TableState, say: Say) -> Asked | None:
        """The question to one person alone, if there is one."""
        player, hand = shown.on_turn(state), state.playing
        if player is None or hand is None:
            return None
        return Asked(hand.turn, shown.summons(player, hand.names[hand.players.index(player)], say))

    def remind(self, state: TableState, player: PlayerId, seconds: int) -> None:
        """Tell a player privately that time is running."""
        board = self._board(state.id, state.place)
        if board is not None:
            say = self._people.voice(state.place.house, player)
            board.private.remind(state, player, say("answer-time-half", seconds=seconds), say)

    def post(self, place: Place, note: Note) -> None:
        """Say something at a place that is no table's business, such as a change of house rules."""
        chat = self._chats.get(place.platform)
        if chat is not None:
            message = Message(lines=(shown.note_text(note, self._say(place.house)),))
            task = asyncio.get_running_loop().create_task(self._post(chat, place, message))
            self._posting.add(task)
            task.add_done_callback(self._posting.discard)

    async def _post(self, chat: Chat, place: Place, message: Message) -> None:
        try:
            await chat.admit(place, Urgency.RESULT)
            await chat.post(place, message)
        except Unwelcome as why:
            log.info("nothing can be shown", place=place, why=str(why))
        except Exception:
            log.exception("message not sent", place=place)

    def moved(self, old: str, new: str) -> None:
        """A house has another name from now on; its tables are shown under that."""
        for board in self._boards.values():
            if board.place.house == old:
                board.place = board.place._replace(house=new)

    async def forget(self, house: str) -> None:
        """Say nothing more at a house until its tables change, and then in new messages."""
        for board in [board for board in self._boards.values() if board.place.house == house]:
            await board.silence()

    # --- what it is made of ------------------------------------------------------------------------------------

    def _board(self, table: str, place: Place) -> Board | None:
        """The board of a table; ``None`` if nobody listens on its platform."""
        chat = self._chats.get(place.platform)
        if chat is None:
            return None
        board = self._boards.get(table)
        if board is None:
            gone = partial(self._boards.pop, table, None)
            board = Board(table, place, chat, self._ledger, self._clock, self._easel, gone)
            self._boards[table] = board
        board.place = place
        return board

    def _say(self, house: str) -> Say:
        return in_language(self._houses.of(house).language)

    @property
    def _busy(self) -> list[asyncio.Task[None]]:
        return [*self._posting, *(task for board in self._boards.values() for task in board.busy)]

    async def settled(self) -> None:
        """Wait until everything wanted has been shown, as far as the chats are able to."""
        while busy := self._busy:
            await asyncio.gather(*busy, return_exceptions=True)

    async def stop(self) -> None:
        """Say what is still to be said, if the chats are quick about it, and then nothing any more."""
        for board in self._boards.values():
            board.stop()
        if busy := self._busy:
            await asyncio.wait(busy, timeout=LAST_SECONDS)
        late = self._busy
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)
        self._easel.put_by()
