"""Tells every place what happens at its table: one live message a hand, edited in place, merged when a chat is slow.

The announcer hears of a change only after it is durable, and never keeps a table waiting: it keeps the latest message
of each slot, and one worker a table sends what is wanted as fast as the chat takes it.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import structlog

from bot.houses import Houses
from bot.ledger import HandTold, Ledger, MessageKept, TableSaved
from bot.messages import Chat, Message, MessageId, Place, PlayerId, Unreachable
from bot.people import People
from bot.presenting import tables as shown
from bot.presenting.draft import Draft
from bot.presenting.presenters import PRESENTERS
from bot.tables.state import Note, TableState
from bot.wording import Say, in_language

log = structlog.get_logger()

NOTES_SHOWN = 4
"""How many of the last happenings around the table stand in its message."""

LOBBY = "lobby"


@dataclass(slots=True)
class _Board:
    """What is shown of one table, and what is wanted there."""

    place: Place
    table: str
    posted: dict[str, MessageId] = field(default_factory=dict)
    """Where the message of each slot stands."""

    wanted: dict[str, tuple[Draft, int | None]] = field(default_factory=dict)
    """The latest message of each slot that has still to be shown, and the hand that is told with it."""

    whispers: dict[PlayerId, Draft] = field(default_factory=dict)
    shown: dict[str, Message] = field(default_factory=dict)
    secrets: dict[PlayerId, object] = field(default_factory=dict)
    slot: str = LOBBY
    notes: deque[str] = field(default_factory=lambda: deque(maxlen=NOTES_SHOWN))
    closed: bool = False
    """Whether the table is gone, so that the board may go as soon as everything on it is shown."""

    worker: asyncio.Task[None] | None = None


class Announcer:
    """The voice of all tables."""

    def __init__(self, ledger: Ledger, houses: Houses, people: People, chats: Mapping[str, Chat]) -> None:
        self._ledger = ledger
        self._houses = houses
        self._people = people
        self._chats = chats
        self._boards: dict[str, _Board] = {}
        self._posting: set[asyncio.Task[None]] = set()
        # One thread draws all pictures: more of them would only take the interpreter from the tables.
        self._easel = ThreadPoolExecutor(1, "pictures")

    async def recall(self, stored: TableSaved) -> None:
        """After a restart: remember where the live messages of a table stand."""
        board = self._board(stored.table, Place(stored.house, stored.channel))
        board.posted = await self._ledger.messages(stored.table)
        hands = [slot for slot in board.posted if slot != LOBBY]
        if hands:
            board.slot = max(hands, key=lambda slot: int(slot.partition(":")[2]))

    def tell(self, state: TableState, notes: tuple[Note, ...]) -> None:
        """Show a table that has changed."""
        if state.place.platform not in self._chats:
            return
        board = self._board(state.id, state.place)
        say = self._say(state.place.house)
        settings = self._houses.of(state.place.house)
        hand = state.hand
        slot = LOBBY if hand is None else f"hand:{hand.number}"
        if slot != board.slot:
            self._retire(board, slot)
        board.notes.extend(shown.note_text(note, say) for note in notes)
        if hand is None:
            draft = shown.lobby(state, settings, tuple(board.notes), say)
            if state.closed:
                draft = Draft(shown.without_buttons(draft.message))
            board.wanted[slot] = (draft, None)
        else:
            draft = shown.hand_message(state, hand, settings, tuple(board.notes), say)
            board.wanted[slot] = (draft, hand.id if hand.over else None)
            self._whisper_new_hands(board, state)
        board.closed = state.closed
        self._work_on(board)

    def _retire(self, board: _Board, slot: str) -> None:
        """A new message begins: the one before loses its buttons, and old happenings are not told again."""
        old = board.wanted.get(board.slot)
        if old is not None:
            board.wanted[board.slot] = (Draft(shown.without_buttons(old[0].message), old[0].draw), old[1])
        elif board.slot in board.shown:
            board.wanted[board.slot] = (Draft(shown.without_buttons(board.shown[board.slot])), None)
        if slot == LOBBY:
            # The lobby of long ago stands far above; who looks at the chat now must see what became of the hand.
            board.posted.pop(LOBBY, None)
        board.slot = slot
        board.notes.clear()

    def _whisper_new_hands(self, board: _Board, state: TableState) -> None:
        """Send everybody's private hand whenever it is not what was sent last."""
        hand = state.playing
        if hand is None:
            return
        presenter = PRESENTERS[state.game_name]
        for player in hand.players:
            chair = state.chair_of(player)
            if chair is None or chair.computer or chair.leaving:
                continue
            asked = hand.seat(player) in hand.round.awaited
            secret = (presenter.secret(hand, player), hand.turn if asked else "")
            if board.secrets.get(player) != secret:
                board.secrets[player] = secret
                say = self._say_to(state.place.house, player)
                board.whispers[player] = shown.private_hand(state, player, say)

    def remind(self, state: TableState, player: PlayerId, seconds: int) -> None:
        """Tell a player privately that time is running."""
        board = self._board(state.id, state.place)
        say = self._say_to(state.place.house, player)
        draft = shown.private_hand(state, player, say)
        lines = (say("answer-time-half", seconds=seconds), *draft.message.lines)
        message = Message(draft.message.title, lines, draft.message.footer, draft.message.buttons)
        board.whispers[player] = Draft(message, draft.draw)
        self._work_on(board)

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
            await chat.post(place, message)
        except Exception:
            log.exception("message not sent", place=place)

    # --- sending -----------------------------------------------------------------------------------------------

    def _board(self, table: str, place: Place) -> _Board:
        if table not in self._boards:
            self._boards[table] = _Board(place, table)
        return self._boards[table]

    def _work_on(self, board: _Board) -> None:
        if board.worker is None and board.place.platform in self._chats:
            board.worker = asyncio.get_running_loop().create_task(self._send(board))

    async def _send(self, board: _Board) -> None:
        """Send what is wanted, the latest state of each slot only, until nothing is."""
        chat = self._chats[board.place.platform]
        try:
            while board.wanted or board.whispers:
                try:
                    await self._send_next(chat, board)
                except Exception:
                    log.exception("message not sent", table=board.table)
        finally:
            board.worker = None
            if board.closed:
                self._boards.pop(board.table, None)

    async def _send_next(self, chat: Chat, board: _Board) -> None:
        if board.whispers:
            player = next(iter(board.whispers))
            await self._whisper(chat, player, board.whispers.pop(player))
            return
        slot = next(iter(board.wanted))
        draft, told = board.wanted.pop(slot)
        message = await self._finished(draft)
        if message != board.shown.get(slot):
            await self._show(chat, board, slot, message)
        if told is not None:
            await self._ledger.commit((HandTold(told),))

    async def _show(self, chat: Chat, board: _Board, slot: str, message: Message) -> None:
        number = board.posted.get(slot)
        if number is not None:
            await chat.edit(board.place, number, message)
        else:
            number = await chat.post(board.place, message)
            board.posted[slot] = number
            await self._ledger.commit((MessageKept(board.table, slot, number),))
        board.shown[slot] = message
        for old in [other for other in board.posted if other not in (slot, board.slot) and other not in board.wanted]:
            del board.posted[old]
            board.shown.pop(old, None)

    async def _whisper(self, chat: Chat, player: PlayerId, draft: Draft) -> None:
        message = await self._finished(draft)
        try:
            await chat.whisper(player, message)
        except Unreachable:
            log.info("private message not delivered", player=player)

    async def _finished(self, draft: Draft) -> Message:
        """The message with its picture."""
        if draft.draw is None:
            return draft.message
        return await asyncio.get_running_loop().run_in_executor(self._easel, draft.finished)

    def _say(self, house: str) -> Say:
        return in_language(self._houses.of(house).language)

    def _say_to(self, house: str, player: PlayerId) -> Say:
        return in_language(self._people.language(house, player) or self._houses.of(house).language)

    async def settled(self) -> None:
        """Wait until everything wanted has been shown."""
        while busy := [
            *self._posting,
            *(board.worker for board in self._boards.values() if board.worker is not None),
        ]:
            await asyncio.gather(*busy, return_exceptions=True)
