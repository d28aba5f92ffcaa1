"""The announcer, which shows every table after its changes are durable.

A worker for each table sends merged updates, so no table waits for its chat.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from math import ceil

import structlog

from bot.environment.clock import Clock
from bot.environment.metrics import Metrics
from bot.environment.task_set import TaskSet
from bot.groups import Groups
from bot.groups.local_time import quiet_until
from bot.groups.members import Members
from bot.groups.settings import Untold
from bot.ledger import Ledger, LedgerError, TableSaved, queries
from bot.live.display import Display
from bot.live.failures import log_failure
from bot.live.public_messages import Pending, PublicMessages
from bot.messages import (
    TIME_LEFT,
    Chat,
    Message,
    MessageId,
    MessageLink,
    Place,
    PlayerId,
    Quote,
    TableAddress,
    Urgency,
    is_computer,
)
from bot.presenting import private_hands, table_messages
from bot.presenting.drafts import Draft
from bot.presenting.presenters import PRESENTERS
from bot.presenting.private_side import private_side
from bot.tables.turn_clock import is_lesson
from bot.wording import Translator, in_language
from engine.table.changes import Notice
from engine.table.hand import AnyHand
from engine.table.state import TableState

log = structlog.get_logger()

AWAY_SECONDS = 60.0
"""After these idle seconds a private message with a notification calls a player."""

LAST_SECONDS = 2.0
"""The longest wait for slow chats on stopping, in seconds."""

LAST_CALL_SECONDS = 1.0
"""The longest wait for a call under way before another process goes on, in seconds."""

MOST_REST = 20
"""The most extra seconds of a pause in a full chat."""


class Announcer:
    def __init__(
        self,
        ledger: Ledger,
        groups: Groups,
        members: Members,
        chats: Mapping[str, Chat],
        clock: Clock,
        metrics: Metrics,
    ) -> None:
        self._groups = groups
        self._members = members
        self._chats = chats
        self._public: dict[str, list[PublicMessages]] = {}
        """The messages of each table, in every place where it stands."""

        self._unrestored: dict[str, dict[str, MessageId]] = {}
        """The stored messages of each table in chats that are not connected yet."""

        self._posting = TaskSet()
        self.state_of: Callable[[str], TableState | None] = lambda table: None

        self.display = Display(ledger, clock, metrics, self.private_side)
        self.on_change: list[Callable[[TableState, tuple[Notice, ...]], None]] = []
        """Steps of features with each change of a table and its notices."""

        self.on_page: Callable[[str], set[PlayerId]] = lambda table: set()
        """Returns the people who have the page of a table open, and are asked there."""

    async def restore(self, stored: TableSaved) -> None:
        for public in self._public.pop(stored.table, ()):
            public.hold()
        self._unrestored[stored.table] = await self.display.ledger.read(queries.messages, stored.table)
        self._at_places(stored.table, Place(stored.group, stored.channel))

    def show(self, state: TableState, notices: tuple[Notice, ...]) -> None:
        everywhere = self._at_places(state.id, state.place)
        if not everywhere:
            return
        for step in self.on_change:
            step(state, notices)
        people = table_messages.asked(state)
        nobody = not any(each.private.account_of(player) for each in everywhere for player in people)
        for number, public in enumerate(everywhere):
            asked = [account for account in map(public.private.account_of, people) if account is not None]
            public.announces, public.asks = not number, bool(asked) or (nobody and not number)
            self._show_at(public, state, notices, tuple(asked))

    def _show_at(
        self, public: PublicMessages, state: TableState, notices: tuple[Notice, ...], asked: tuple[PlayerId, ...]
    ) -> None:
        hand, reader, translate = state.hand, self._only_reader(state.place), self._translator_at(public.place)
        settings = self._groups.shown_at(public.place, state.place.group)
        street = 0 if hand is None else PRESENTERS[state.game_name].street(hand)
        public.switch_to(0 if hand is None else hand.number, street, over=hand is not None and hand.over)
        public.notices.extend(table_messages.notice_text(notice, translate) for notice in notices)
        if hand is not None:
            running = self.display.time_left(state.id, hand.turn)
            draft = table_messages.hand_message(
                state,
                hand,
                settings,
                tuple(public.notices),
                translate,
                quotable=public.chat.proves_quotes,
                coloured=public.chat.has_private_pane,
                rest=self.rest_seconds(state.place, settings.tables.pause_seconds),
                on_time_bank=() if running is None else running.on_time_bank,
            )
            if draft.message.asked:
                draft = replace(draft, message=replace(draft.message, asked=asked))
            if reader is not None:
                draft = private_hands.one_to_one(draft, state, reader, translate)
            if hand.over:
                public.show(Pending(draft, Urgency.RESULT, result_of=hand.id))
            elif self._asks_on_page(state, public):
                public.show(Pending(table_messages.played_on_page(draft, state, settings, translate)))
                asyncio.get_running_loop().call_soon(self.display.shown, state.id, hand.turn)
            elif state.stands_still:
                # Not shown, so that the pending question is shown anew when the table resumes.
                public.show(Pending(draft, Urgency.TABLE))
            else:
                urgency = public.urgency(state.game_name, hand, table_messages.on_turn(state))
                within = PRESENTERS[state.game_name].within_a_turn(hand)
                if within and is_lesson(state, hand):
                    # No clock runs out, after which the others would see it.
                    urgency = min(urgency, Urgency.SOON)
                public.show(Pending(draft, urgency, hand.turn))
                if within:
                    # The clock is set as soon as the table has finished this change.
                    asyncio.get_running_loop().call_soon(lambda: self.display.shown(state.id, hand.turn))
        else:
            draft = table_messages.lobby(
                state, settings, tuple(public.notices), translate, quotable=public.chat.proves_quotes
            )
            public.show_lobby(draft)
        if reader is None:
            public.private.update(state)
        public.private.remove_questions(state)
        public.closed = state.closed
        if state.closed:
            public.send_spare()
        public.wake_worker()

    def _asks_on_page(self, state: TableState, public: PublicMessages) -> bool:
        """True if a hand needs no edits: half of its people have its page open, all those asked among them."""
        hand, asked = state.playing, table_messages.asked(state)
        if hand is None or state.stands_still or public.has_free_edits:
            return False
        people = [player for player in hand.players if not is_computer(player)]
        looking = self.on_page(state.id)
        return 2 * len(looking.intersection(people)) >= len(people) and looking.issuperset(asked)

    def show_results(self, state: TableState, hands: Sequence[AnyHand]) -> None:
        for number, public in enumerate(self._at_places(state.id, state.place)):
            translate, public.announces = self._translator_at(public.place), not number
            for hand in hands:
                draft = table_messages.earlier_result(state, hand, translate)
                public.show_earlier(hand.number, Pending(draft, Urgency.RESULT, result_of=hand.id))
            public.closed = state.closed
            public.wake_worker()

    def show_own_hand(self, state: TableState, player: PlayerId) -> None:
        public = self._serving(state, player)
        if self._only_reader(state.place) is not None:
            self.show(state, ())
        elif public is not None and public.chat.private_edits_are_free:
            public.private.show(state, player)

    def show_in_private(
        self,
        table: str,
        player: PlayerId,
        number: MessageId = "",
        message: Message | None = None,
        *,
        anew: bool = False,
    ) -> bool:
        """Show a player their private side of a table at their request."""
        if (state := self.state_of(table)) is None:
            return False
        player = self._members.meet(state.place, player)
        public = self._serving(state, player)
        if public is None or state.chair_of(player) is None:
            return False
        if self._only_reader(state.place) is not None:
            return False
        public.private.show(state, player, number, message, anew=anew)
        return True

    def question_shown(self, turn: str, player: PlayerId, number: MessageId) -> None:
        """Note a chat's own message with a question, which goes with its turn."""
        table, _, asked = turn.partition(":")
        if not asked or (state := self.state_of(table)) is None:
            return
        player = self._members.meet(state.place, player)
        if (public := self._serving(state, player)) is not None:
            public.private.questions[player, number] = turn
            public.private.remove_questions(state)

    def private_side(self, state: TableState, player: PlayerId, asked: bool = True) -> Draft:
        settings, translate = self._groups.of(state.place.group), self._personal(state.place, player)
        public, running = self._serving(state, player), self.display.time_left(state.id, "")
        ends = None if running is None else self.display.clock.utc() + timedelta(seconds=running.seconds)
        return private_side(
            state,
            player,
            state.game.least_stack(table_messages.rules_of(state, settings)[1]),
            translate,
            pause=table_messages.countdown(settings.tables.pause_seconds, translate, ends),
            asked=asked,
            stays=public is not None and not public.chat.private_edits_are_free,
        )

    def quote(self, table: str, lines: tuple[str, ...]) -> Quote | None:
        """Return the place of consecutive lines in a table's present message."""
        first = next(iter(self._public.get(table, ())), None)
        return None if first is None else first.quote(lines)

    def shows(self, place: Place) -> bool:
        return any(each.platform in self._chats for each in self._groups.places(place))

    def remind(self, state: TableState, asked: Mapping[PlayerId, float], seconds: int) -> None:
        """Announce the seconds left in private, or with a ping to one alone."""
        hand = state.playing
        if hand is None or self._only_reader(state.place) is not None:
            return
        goes_on = PRESENTERS[state.game_name].within_a_turn(hand)
        running = self.display.time_left(state.id, hand.turn)
        serving = [(player, public) for player in asked if (public := self._serving(state, player)) is not None]
        called = [(player, public) for player, public in serving if not self._is_quiet(public.place)]
        in_private, pinging = 0, None
        for player, public in called:
            rested, account = asked[player], public.private.account_of(player)
            assert account is not None
            translate = self._personal(state.place, player)
            line = translate("time-your-turn", time=TIME_LEFT)
            ends = self.display.clock.utc() + timedelta(seconds=seconds)
            left = table_messages.countdown(seconds, translate, ends)
            away = rested >= AWAY_SECONDS
            reached = public.chat.calls_in_private(account, state.id, away=away)
            if reached and public.private.call(state, player, line, left, away=away):
                in_private += 1
                continue
            # Players within a turn have just acted, so one call a turn is enough.
            if not goes_on and player == table_messages.on_turn(state) and rested >= public.chat.ping_rest:
                name = hand.names[hand.players.index(player)]
                message = table_messages.ping(account, name, self._translator(public.place.group))
                if public.pinged != hand.turn and not public.quiet:
                    public.pinged, pinging = hand.turn, public
                    ping = self._ping(public, state.id, hand.turn, message)
                    self._posting.start(self._attempt(ping, table=state.id))
        on_time_bank = running is not None and running.on_time_bank
        for public in self._at_places(state.id, state.place):
            if not goes_on or on_time_bank:
                # The clock for the others ran out with the first part of the turn.
                public.send_spare(earlier=bool(called))
            known = public is pinging or (called and in_private == len(called))
            if not (goes_on or on_time_bank or hand.round.window or known):
                public.look_after()
            public.wake_worker()

    def _is_quiet(self, place: Place) -> bool:
        settings = self._groups.shown_at(place, self._groups.book(place.group))
        return quiet_until(self.display.clock.utc(), settings) is not None

    def tell(self, state: TableState, player: PlayerId, notice: Notice) -> None:
        """Tell one player something below their private hand, or in the message of a table for one."""
        public = self._serving(state, player)
        if public is None or self._only_reader(state.place) is not None:
            return
        translate = self._personal(state.place, player)
        line = translate(f"answer-{notice.key}", **notice.fields)
        if not public.private.tell(state, player, line):
            account = public.private.account_of(player)
            assert account is not None
            call = public.chat.send_private(account, Message(lines=(line,)))
            self._posting.start(self._attempt(call, player=player))

    def tell_person(self, place: Place, player: PlayerId, notice: Notice) -> None:
        """Tell a person in private about a group, with the way there."""
        reached = self._members.reached(self._groups.table_place(place), player)
        chat = None if reached is None else self._chats.get(reached.place.platform)
        if reached is None or chat is None:
            return
        translate = self._members.translator(reached.place.group, player)
        line = translate(f"answer-{notice.key}", **notice.fields)
        there = place if place.group == reached.place.group else reached.place
        link = MessageLink(translate("link-to-group"), there, "")
        call = chat.send_private(reached.account, Message(lines=(line,), link=link))
        self._posting.start(self._attempt(call, player=player))

    async def _attempt(self, call: Awaitable[object], **where: str) -> None:
        try:
            await call
        except Exception as why:
            log_failure(why, "it is given up", **where)

    async def _ping(self, public: PublicMessages, table: str, turn: str, message: Message) -> None:
        """Ping below the table's message, unless the question is over when the chat has room."""
        await public.chat.acquire(public.place, Urgency.PING)
        state = self.state_of(table)
        if state is None or state.playing is None or state.playing.turn != turn:
            return
        if not await public.chat.ping(public.place, message, public.number):
            public.look_after()
            public.wake_worker()

    def post(self, place: Place, notice: Notice) -> None:
        self.announce(place, lambda translate: Message(lines=(table_messages.notice_text(notice, translate),)))

    def announce(self, place: Place, message_in: Callable[[Translator], Message]) -> None:
        self.post_draft(place, lambda translate: Draft(message_in(translate)))

    def post_untold(self, group: str, untold: Untold) -> None:
        def told(translate: Translator) -> Draft:
            return Draft(Message(lines=(table_messages.notice_text(untold, translate),)))

        self.post_draft(Place(group, untold.channel), told, untold)

    def post_draft(self, place: Place, draft_in: Callable[[Translator], Draft], untold: Untold | None = None) -> None:
        """Post a message, in every place of a circle; once it is posted, it is ``untold`` no longer."""
        stands = self._groups.table_place(place)
        for each in self._groups.places(stands):
            if (chat := self._chats.get(each.platform)) is not None:
                post = self._post(chat, each, draft_in(self._translator(each.group)), stands.group, untold)
                self._posting.start(self._attempt(post, group=each.group, channel=each.channel))

    async def _post(self, chat: Chat, place: Place, draft: Draft, group: str, untold: Untold | None) -> None:
        message = await self.display.renderer.finished(draft)
        await chat.acquire(place, Urgency.RESULT)
        await chat.post(place, message)
        if untold is not None:
            with suppress(LedgerError):
                await self._groups.change(
                    group, lambda now: replace(now, untold=tuple(each for each in now.untold if each != untold))
                )

    def try_again(self, group: str, channel: str = "") -> None:
        """Resume attempts in a group or channel."""
        for public in self._at(group, channel):
            public.try_again()

    def stands_at(self, state: TableState, group: str) -> tuple[Place, MessageId | None]:
        """Return the place of a table in a group, or its first one, and the number of its message there."""
        numbers = {each.place: each.number for each in self._public.get(state.id, ())}
        places = self._groups.places(state.place) or (state.place,)
        there = [each for each in places if each in numbers] or places
        place = next((each for each in there if each.group == group), there[0])
        return place, numbers.get(place)

    def address_of(self, state: TableState, player: PlayerId) -> TableAddress | None:
        """Return the address of a table, or ``None`` if nobody else can come."""
        public = self._serving(state, player)
        return None if public is None else public.chat.address_of(public.place, state.id, public.number, player)

    def others_come(self, place: Place) -> bool:
        return self._only_reader(place) is None

    def rename(self, group: str, /, **new: str) -> None:
        """Give the places of a group's tables another group or channel."""
        for public in self._at(group):
            public.place = public.place._replace(**new)

    def forget(self, player: PlayerId, tables: Iterable[TableState]) -> None:
        """Drop cached facts about a person and update present messages that name them."""
        for public in self._all:
            public.private.forget(player)
        for stored in self._unrestored.values():
            for slot in [each for each in stored if each.endswith(f"@{player}")]:
                del stored[slot]
        for state in tables:
            group, shown = state.place.group, self._public.get(state.id)
            if shown is not None and self._members.knows(group, player):
                for public in shown:
                    public.forget(self._members.name(group, player))
                self.show(state, ())

    def suspend(self, platform: str) -> None:
        for public in self._all:
            if public.place.platform == platform:
                public.stop()

    def hold(self, books: Callable[[str], bool]) -> None:
        """Send nothing more of the tables of some books, but finish the present calls."""
        for public in self._of(books):
            public.hold()

    async def let_go(self, books: Callable[[str], bool]) -> None:
        """Wait a moment for the calls of tables that are held, and keep their messages no longer."""
        held = self._of(books)
        for table in [each for each, everywhere in self._public.items() if set(everywhere).intersection(held)]:
            del self._public[table], self._unrestored[table]
        if tasks := [task for public in held for task in public.tasks]:
            await asyncio.wait(tasks, timeout=LAST_CALL_SECONDS)

    def _of(self, books: Callable[[str], bool]) -> list[PublicMessages]:
        return [each for each in self._all if books(self._groups.table_place(each.place).group)]

    async def reset_group(self, group: str, channel: str = "") -> None:
        """Show nothing until the tables change, and then in new messages."""
        for public in self._at(group, channel):
            await public.reset()

    def _at(self, group: str, channel: str = "") -> list[PublicMessages]:
        places = [each for each in self._all if each.place.group == group]
        return [each for each in places if channel in ("", each.place.channel)]

    def table_channels(self, group: str, translate: Translator) -> str:
        """Name the channels open to tables, by their numbers where the platform tells no name."""
        places = [Place(group, channel) for channel in sorted(self._groups.of(group).channels)]
        names = map(self.channel_name, places)
        return ", ".join(
            name or translate("channel-without-name", number=each.channel)
            for name, each in zip(names, places, strict=True)
        )

    def channel_name(self, place: Place) -> str:
        """Return the name of a place, or nothing where its platform tells none."""
        chat = self._chats.get(place.platform)
        return "" if chat is None else chat.channel_name(place)

    def rest_seconds(self, place: Place, pause: int) -> int:
        """Return the seconds beyond ``pause`` before a full chat has room for a hand."""
        there = self._groups.places(place)
        wanted = [self._chats[each.platform].seconds_until_hand(each) for each in there if each.platform in self._chats]
        return min(max(ceil(max(wanted, default=0.0)) - pause, 0), MOST_REST)

    # --- the places of a table -------------------------------------------------------------------------------------

    def _at_places(self, table: str, stands: Place) -> list[PublicMessages]:
        """Return the messages of a table in each place where it stands and that is connected."""
        known = {each.place: each for each in self._public.get(table, ())}
        for place in self._groups.places(stands):
            chat = self._chats.get(place.platform)
            if place not in known and chat is not None:
                prefix = "" if place == stands else f"{place.group}/"
                known[place] = PublicMessages(table, place, chat, self.display, self, prefix)
                stored = self._unrestored.pop(table, {})
                known[place].restore({each[len(prefix) :]: stored[each] for each in stored if each.startswith(prefix)})
                self._unrestored[table] = {each: stored[each] for each in stored if not each.startswith(prefix)}
                self._public.setdefault(table, []).append(known[place])
        return [known[each] for each in self._groups.places(stands) if each in known and each.platform in self._chats]

    def _serving(self, state: TableState, player: PlayerId) -> PublicMessages | None:
        everywhere = self._public.get(state.id, ())
        return next((each for each in everywhere if each.private.account_of(player) is not None), None)

    def account_at(self, place: Place, player: PlayerId) -> PlayerId | None:
        reached = self._members.reached(self._groups.table_place(place), player)
        return None if reached is None or reached.place.group != place.group else reached.account

    def question_stands(self, table: str, turn: str) -> None:
        """Start the clock of a question once it is shown wherever the people asked look."""
        looking = [each for each in self._public.get(table, ()) if each.asks and not each.quiet]
        if all(each.shown_turn == turn for each in looking):
            self.display.shown(table, turn)

    def finished(self, table: str, messages: PublicMessages) -> None:
        self._public[table].remove(messages)
        if not self._public[table]:
            del self._public[table], self._unrestored[table]

    @property
    def _all(self) -> list[PublicMessages]:
        return [public for everywhere in self._public.values() for public in everywhere]

    def _personal(self, stands: Place, player: PlayerId) -> Translator:
        """Translate for a player of a table, by their own choice or that of the place that reaches them."""
        reached = self._members.reached(stands, player)
        group, account = (stands.group, player) if reached is None else (reached.place.group, reached.account)
        return self._members.translator(group, account)

    def _only_reader(self, place: Place) -> PlayerId | None:
        chat = self._chats.get(place.platform)
        return None if chat is None else chat.only_reader(place)

    def _translator_at(self, place: Place) -> Translator:
        reader = self._only_reader(place)
        return self._translator(place.group) if reader is None else self._members.translator(place.group, reader)

    def _translator(self, group: str) -> Translator:
        return in_language(self._groups.of(group).language)

    @property
    def waiting(self) -> int:
        return sum(public.waiting for public in self._all)

    @property
    def _tasks(self) -> list[asyncio.Task[None]]:
        return [*self._posting.running, *(task for public in self._all for task in public.tasks)]

    async def wait_until_idle(self) -> None:
        while tasks := self._tasks:
            await asyncio.gather(*tasks, return_exceptions=True)

    async def stop(self) -> None:
        """Send pending messages for up to ``LAST_SECONDS``, then stop."""
        for public in self._all:
            public.stop()
        if tasks := self._tasks:
            await asyncio.wait(tasks, timeout=LAST_SECONDS)
        late = self._tasks
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)
        self.display.renderer.stop()
