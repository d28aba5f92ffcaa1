"""The dispatcher, which checks every command, runs its handler once, and answers its sender."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

import structlog
from cachetools import LRUCache

from bot.commands import Refusal, Request, Scope, parse, spec_of
from bot.dispatch.admission import FloodControl, Verdict, check_sender
from bot.dispatch.incomplete_commands import Questions
from bot.dispatch.refusal_replies import OF_THE_LEDGER, TRANSIENT, RefusalReplies
from bot.dispatch.services import Handler, Handlers, Services, answer
from bot.dispatch.table_commands import TableHandlers
from bot.environment.half_surrogates import has_half_surrogate
from bot.environment.metrics import CommandResult, Metrics
from bot.ledger import (
    HANDS_A_COUNT,
    LedgerClosed,
    LedgerError,
    NotStored,
    Overdrawn,
    RepeatedUpdate,
    WriteRefused,
    queries,
)
from bot.messages import SURE, Command, Message, Person, Place, PlayerId, Question, Reply
from bot.messages.names import safe_name
from bot.presenting.answers import toast
from bot.tables.table import Table
from engine.refusal import Refused

log = structlog.get_logger()

REPLIES_REMEMBERED = 10_000
"""Most answers in memory; the ledger knows older updates."""


class Idempotency:
    """Commands under way and recent answers: a person's repeated key gets the first answer."""

    def __init__(self) -> None:
        self._first: LRUCache[tuple[PlayerId, str], asyncio.Task[Reply]] = LRUCache(REPLIES_REMEMBERED)

    async def reply(self, command: Command, carry_out: Callable[[Command], Coroutine[Any, Any, Reply]]) -> Reply:
        """Execute a command once; a transient refusal allows another try."""
        if not command.key:
            return await carry_out(command)
        own_key = command.who.id, command.key
        first = self._first.get(own_key)
        if first is None:
            # A task, so that others get the answer if the first asker leaves.
            first = self._first[own_key] = asyncio.create_task(carry_out(command))
        reply = await asyncio.shield(first)
        if reply.transient and self._first.get(own_key) is first:
            del self._first[own_key]
        return reply

    def forget(self) -> None:
        """Forget all answers, since they name people."""
        for key, first in list(self._first.items()):
            if first.done():
                del self._first[key]


class Dispatcher:
    def __init__(
        self, services: Services, floods: FloodControl, metrics: Metrics, features: Iterable[type[Handlers]] = ()
    ) -> None:
        self._services = services
        self._floods = floods
        self._metrics = metrics
        self._refusals = RefusalReplies(services, metrics)
        self._questions = Questions(services)
        self._idempotency = Idempotency()
        services.on_forget.append(lambda _: self._idempotency.forget())
        self._handlers: dict[str, Handler] = {}
        kinds: list[type[Handlers]] = [TableHandlers, *features]
        for kind in kinds:
            self._handlers |= kind(services).by_name()

    async def handle(self, command: Command) -> Reply:
        """Carry out a command once and answer it; bad input never raises."""
        begun = self._services.clock.now()
        reply = self._turned_away(command) or await self._idempotency.reply(command, self._carry_out)
        self._count(command, reply, begun)
        return reply

    def asked(self, command: Command) -> Question | Reply:
        """Return an incomplete button's question with this person's choices, or the refusal."""
        begun = self._services.clock.now()
        question = self._turned_away(command) or self._question(self._in_force(command))
        self._count(command, question, begun)
        return question

    def _count(self, command: Command, answer: Question | Reply, begun: float) -> None:
        self._metrics.command(command.where.platform, _result(answer), self._services.clock.now() - begun)

    def _turned_away(self, command: Command) -> Reply | None:
        """Return the answer to a command that is not even read, or ``None``."""
        if has_half_surrogate(command.texts):
            return self._refusals.reply(command, Refusal("half-surrogate"))
        match self._floods.verdict(command.who.id):
            case Verdict.TOLD:
                return self._refusals.reply(command, Refusal("flood"))
            case Verdict.IGNORED:
                self._metrics.refused("flood-ignored")
                return Reply(Message(), refused=True, transient=True, ignored=True)
            case Verdict.CARRIED_OUT:
                return None

    def _question(self, command: Command) -> Question | Reply:
        try:
            return self._questions.of(command)
        except Refused as refusal:
            return self._refusals.reply(command, refusal)

    def _in_force(self, command: Command) -> Command:
        """Make names safe to show, and use the group's present id and the account that its sender plays under."""
        groups, who = self._services.groups, _safe(command.who)
        where = command.where._replace(group=groups.present(command.where.group))
        person, spec = groups.person(groups.book(where.group), who.id), spec_of(command.text)
        if person != who.id and (spec is None or spec.about_group):
            who = replace(who, id=person, account=who.id)
        return replace(command, who=who, where=where, picked=tuple(map(_safe, command.picked)))

    # --- carrying it out -------------------------------------------------------------------------------------------

    async def _carry_out(self, command: Command) -> Reply:
        async with self._services.gate.through():
            if (spec := spec_of(command.text)) is not None and spec.across_groups:
                with suppress(LedgerError):
                    await self._services.groups.reload()
            command = self._in_force(command)
            try:
                try:
                    return await self._run(command)
                except WriteRefused:
                    if not self._services.ledger.shared:
                        raise
                    # Another process has changed something, perhaps even the circle of the group.
                    await self._services.groups.reload()
                    command = self._in_force(command)
                    return await self._run(command)
            except (Refused, Overdrawn, NotStored, LedgerClosed) as error:
                refusal = error if isinstance(error, Refused) else Refusal(OF_THE_LEDGER[type(error)])
                # A closed deal whose chance is missing at the end of the process is stored, but not done.
                if refusal.reason not in TRANSIENT and await self._is_done(command):
                    return self._refusals.repeated(command)
                return self._refusals.reply(command, refusal)
            except RepeatedUpdate:
                return self._refusals.repeated(command)
            except Exception:
                spec = spec_of(command.text)
                log.exception(
                    "command failed",
                    action="its sender is told",
                    command="" if spec is None else spec.name,
                    group=command.where.group,
                )
                return self._refusals.unexpected(command)

    async def _is_done(self, command: Command) -> bool:
        """Return true if an earlier process has carried out a refused command."""
        with suppress(LedgerError):
            return bool(command.key) and await self._services.ledger.read(queries.is_done, command.key)
        return False

    async def _run(self, command: Command) -> Reply:
        request = await self._admitted(command)
        spec = request.command.spec
        if spec.scope is Scope.TABLE:
            reply = await self._at_table(request)
        else:
            reply = await self._handlers[spec.handler](request)
        for follow_up in self._services.after:
            reply = await follow_up(request, reply)
        message = reply.message.as_page if reply.menu else reply.message
        return replace(reply, message=message, took_seat=spec.takes_seat)

    async def _at_table(self, request: Request) -> Reply:
        outcome, said = await self._services.tables.meant(request).ask(request), Message()
        if outcome.answer is not None:
            said = answer(request, outcome.answer.key, **outcome.answer.fields).message
        return Reply(said, toast=toast(outcome, request.translate), told=outcome.told)

    async def _admitted(self, command: Command) -> Request:
        """Return the request of a sender who may make it, and who is known from then on."""
        who, where, members = command.who, command.where, self._services.members
        book = self._services.groups.book(where.group)
        await members.recall("" if who.anonymous else who.id, *dict.fromkeys((book, where.group)))
        sure = not command.turn or command.text.endswith(SURE)
        parsed = parse(command.text.removesuffix(SURE) if command.turn else command.text)
        if who.id in members.erasing:
            raise Refusal("being-forgotten")
        check_sender(who, parsed.spec, self._services.groups.of(book))
        if not who.anonymous:
            await members.welcome(who, book)
            if book != where.group:
                await members.came(who, where.group)
                who = replace(who, name=members.name(book, who.id))
            if parsed.spec.plays_on and parsed.spec.scope is not Scope.TABLE:
                # A table asks in its turn, so that no ban comes between the question and the seat.
                await self._services.hindrances.check(who.id, book, practice=parsed.spec.handler == "open_practice")
        if parsed.spec.for_admins:
            # An admin may pick people unknown to the bot.
            for picked in command.picked:
                await members.welcome(picked, book)
                if book != where.group:
                    await members.introduce(picked, where.group)
        account = who.account or who.id
        if hand := parsed.amount("hand") or 0:
            typed = hand < HANDS_A_COUNT and not (command.turn or command.in_menu)
            book, hand = await self._hand_meant(hand, self._services.groups.books(where.group), typed=typed)
            await members.recall("", book)
            parsed = replace(parsed, amounts={**parsed.amounts, "hand": hand})
            who = replace(who, id=self._services.groups.person(book, account))
        translate = members.translator(where.group, account)
        if parsed.spec.own_language or command.on_page:
            translate = members.own_translator(where.group, replace(who, id=account))
        return Request(
            command=parsed,
            who=who,
            where=where,
            book="" if book == where.group else book,
            translate=translate,
            turn=command.turn,
            key=command.key,
            in_private=command.in_private,
            picked=command.picked,
            in_menu=command.in_menu,
            sure=sure,
        )

    async def _hand_meant(self, hand: int, books: Mapping[str, int], *, typed: bool) -> tuple[str, int]:
        """Return the book and the full number of a hand; typed numbers mean hands of the first book, never practice."""
        ledger = self._services.ledger
        counts = [await ledger.numbers.count_of(each) if typed else 0 for each in books]
        meant = [(each, hand + count) for each, count in zip(books, counts, strict=True)]
        for each, number in meant if len(books) > 1 else ():
            row = await ledger.read(queries.hand, number)
            if row is not None and row.group == each and row.opened.timestamp() >= books[each]:
                return each, number
        return meant[0]

    # --- places ----------------------------------------------------------------------------------------------------

    def place_of(self, player: PlayerId, table: str = "") -> Place | None:
        """Return the place of a private button; ``None`` unless its group knows the player, since ids
        can be guessed.
        """
        tables = self._services.tables
        return self._place_at(tables.by_id(table) if table else tables.of_player(player), player)

    def place_in_private(self, player: PlayerId, line: str, own: Place, anywhere: str) -> Place:
        """Return the place of a private line: here for a new table, the player's table, or their latest group."""
        spec = spec_of(line)
        if spec is not None and spec.opens_table:
            return own
        acting = spec is not None and spec.section == "play"
        seated = self._place_at(self._services.tables.of_player(player, own.group, acting=acting), player)
        if seated is not None or spec is None or not spec.in_private:
            return seated or own
        group = self._services.groups.present(self._services.members.latest_group(player))
        return own if group in ("", own.group) else Place(group, anywhere)

    def _place_at(self, table: Table | None, player: PlayerId) -> Place | None:
        if table is None or not self._services.members.knows(table.state.place.group, player):
            return None
        reached = self._services.members.reached(table.state.place, player, by=player)
        return None if reached is None else reached.place

    async def recall(self, player: PlayerId, group: str) -> None:
        """Load a person and a group before asking for a place or translator; on failure they stay unknown."""
        try:
            groups = self._services.groups
            await self._services.members.recall(player, *dict.fromkeys((groups.present(group), groups.book(group))))
        except Exception as error:
            log.warning("people not read", error=repr(error))


def _safe(person: Person) -> Person:
    return replace(person, name=safe_name(person.name))


def _result(answer: Question | Reply) -> CommandResult:
    if not isinstance(answer, Reply):
        return CommandResult.ASKED
    if answer.ignored:
        return CommandResult.IGNORED
    return CommandResult.REFUSED if answer.refused else CommandResult.DONE
