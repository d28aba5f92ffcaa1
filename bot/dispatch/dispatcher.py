"""The dispatcher, which checks every command, runs its handler, and answers its sender."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import replace

import structlog

from bot.commands import SPECS, CommandSpec, ParsedCommand, Refusal, Request, Scope, parse, spec_of
from bot.dispatch.admission import FloodControl, Gate, Idempotency, Verdict, check_sender
from bot.dispatch.handlers import Handler, Handlers, Services, handlers
from bot.dispatch.handlers.handler import answer
from bot.dispatch.questions import Questions
from bot.dispatch.refusal_replies import OF_THE_LEDGER, TRANSIENT, RefusalReplies
from bot.environment.half_surrogates import has_half_surrogate
from bot.environment.metrics import CommandResult, Metrics
from bot.ledger import HANDS_A_COUNT, LedgerClosed, LedgerError, NotStored, Overdrawn, RepeatedUpdate, queries
from bot.messages import SURE, Command, Message, Person, Place, PlayerId, Question, Reply
from bot.messages.names import safe_name
from bot.presenting.answers import toast
from bot.tables.handlers import HANDLERS as TABLE_HANDLERS
from bot.tables.manager import TableManager
from bot.tables.table import Table
from bot.wording import Translator
from engine.refusal import Refused


class NoHandler(LookupError):
    """A command without a handler, or the reverse; the text says where to add one."""


def routes(
    commands: Iterable[CommandSpec], handlers: Mapping[str, Handler], tables: TableManager
) -> Mapping[str, Handler]:
    """Return handlers by command; raise ``NoHandler`` for a missing or unused one."""
    specs = tuple(commands)
    check_complete(specs, handlers)

    async def at_table(request: Request) -> Reply:
        outcome, said = await tables.ask(request), Message()
        if outcome.answer is not None:
            said = answer(request, outcome.answer.key, **outcome.answer.fields).message
        return Reply(said, toast=toast(outcome, request.translate), told=outcome.told)

    return {spec.name: at_table if spec.scope is Scope.TABLE else handlers[spec.handler] for spec in specs}


def check_complete(specs: Iterable[CommandSpec], handlers: Iterable[str]) -> None:
    homes = {
        Scope.TABLE: (set(TABLE_HANDLERS), "bot/tables/handlers.py"),
        Scope.GROUP: (set(handlers), "bot/dispatch/handlers"),
    }
    unused = {scope: set(names) for scope, (names, _) in homes.items()}
    for spec in specs:
        names, home = homes[spec.scope]
        if spec.handler not in names:
            raise NoHandler(f"/{spec.name} has no handler: write {spec.handler} in {home}")
        unused[spec.scope].discard(spec.handler)
    for scope, left in unused.items():
        if left:
            raise NoHandler(
                f"no command names {min(left)} in {homes[scope][1]}: declare one in bot/commands/catalogue.py"
            )


log = structlog.get_logger()


class Execution:
    """Carries out any number of commands at the same time."""

    def __init__(
        self, services: Services, gate: Gate, refusals: RefusalReplies, features: Iterable[type[Handlers]] = ()
    ) -> None:
        self._ledger = services.ledger
        self._groups = services.groups
        self._members = services.members
        self._tables = services.tables
        self._hindrances = services.hindrances
        self._routes = routes(SPECS, handlers(services, features), services.tables)
        self._clock = services.clock
        self._after = services.after
        self._gate = gate
        self._refusals = refusals

    def in_force(self, command: Command) -> Command:
        """Make names safe to show, and use the group's present id."""
        who, group = _safe(command.who), self._groups.present(command.where.group)
        if who is command.who and group == command.where.group and not command.picked:
            return command
        where = command.where._replace(group=group)
        return replace(command, who=who, where=where, picked=tuple(map(_safe, command.picked)))

    async def run(self, command: Command) -> Reply:
        """Carry out a command and answer it; bad input never raises."""
        async with self._gate.through():
            command = self.in_force(command)
            try:
                await self._members.recall("" if command.who.anonymous else command.who.id, command.where.group)
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
            return bool(command.key) and await self._ledger.read(queries.is_done, command.key)
        return False

    async def _run(self, command: Command) -> Reply:
        sure = not command.turn or command.text.endswith(SURE)
        parsed = parse(command.text.removesuffix(SURE) if command.turn else command.text)
        who, where = command.who, command.where
        if who.id in self._members.erasing:
            raise Refusal("being-forgotten")
        check_sender(who, parsed.spec, self._groups.of(where.group), self._clock.utc())
        if not who.anonymous:
            await self._members.welcome(who, where.group)
            # Restore the ban of a forgotten person.
            check_sender(who, parsed.spec, self._groups.of(where.group), self._clock.utc())
        if parsed.spec.plays_on and not who.anonymous:
            await self._check_own_limits(command, parsed)
        if parsed.spec.for_admins:
            # An admin may pick people unknown to the bot.
            for picked in command.picked:
                await self._members.welcome(picked, where.group)
        if parsed.spec.own_language:
            translate = self._members.own_translator(where.group, who)
        else:
            translate = self._members.translator(where.group, who.id)
        if 0 < (hand := parsed.amount("hand") or 0) < HANDS_A_COUNT:
            # Typed numbers mean hands of the group, never practice.
            hand += await self._ledger.count_of(where.group)
            parsed = replace(parsed, amounts={**parsed.amounts, "hand": hand})
        request = Request(
            command=parsed,
            who=who,
            where=where,
            translate=translate,
            turn=command.turn,
            key=command.key,
            in_private=command.in_private,
            picked=command.picked,
            in_menu=command.in_menu,
            sure=sure,
        )
        reply = await self._routes[parsed.name](request)
        for follow_up in self._after:
            reply = await follow_up(request, reply)
        if not reply.menu and not parsed.spec.takes_seat:
            return reply
        message = reply.message.as_page if reply.menu else reply.message
        return replace(reply, message=message, took_seat=parsed.spec.takes_seat)

    async def _check_own_limits(self, command: Command, parsed: ParsedCommand) -> None:
        practice = parsed.spec.handler == "open_practice"
        if parsed.spec.scope is Scope.TABLE:
            # A missing table refuses for itself.
            with suppress(Refusal):
                practice = self._tables.meant(command).state.practice
        hindrance = await self._hindrances.hindrance(command.who.id, command.where.group, practice=practice)
        if hindrance is not None:
            raise hindrance.refusal()


def _safe(person: Person) -> Person:
    name = safe_name(person.name)
    return person if name == person.name else replace(person, name=name)


class Dispatcher:
    """The entrance for all chats; bad input is answered with one sentence."""

    def __init__(
        self,
        services: Services,
        gate: Gate,
        idempotency: Idempotency,
        floods: FloodControl,
        metrics: Metrics,
        features: Iterable[type[Handlers]] = (),
    ) -> None:
        self._groups = services.groups
        self._members = services.members
        self._tables = services.tables
        self._gate = gate
        self._floods = floods
        self._clock = services.clock
        self._metrics = metrics
        self._replies = RefusalReplies(services, metrics)
        self._execution = Execution(services, self._gate, self._replies, features)
        self._questions = Questions(services)
        self._idempotency = idempotency

    @property
    def refusals(self) -> Counter[str]:
        return self._metrics.refusals()

    async def handle(self, command: Command) -> Reply:
        """Carry out a command once and answer it; bad input never raises."""
        begun = self._clock.now()
        reply = await self._carried_out(command)
        self._count(command, reply, begun)
        return reply

    async def _carried_out(self, command: Command) -> Reply:
        if has_half_surrogate(command.texts):
            return self._replies.reply(command, Refusal("half-surrogate"))
        if (slowed := self._slowed(command)) is not None:
            return slowed
        try:
            return await self._idempotency.reply(command, self._execution.run)
        except Refused as refusal:
            return self._replies.reply(command, refusal)

    def asked(self, command: Command) -> Question | Reply:
        """Return an incomplete button's question with this person's choices, or the refusal."""
        begun = self._clock.now()
        question = self._question(command)
        self._count(command, question, begun)
        return question

    def _count(self, command: Command, answer: Question | Reply, begun: float) -> None:
        self._metrics.command(command.where.platform, _result(answer), self._clock.now() - begun)

    def _question(self, command: Command) -> Question | Reply:
        if has_half_surrogate(command.texts):
            return self._replies.reply(command, Refusal("half-surrogate"))
        if (slowed := self._slowed(command)) is not None:
            return slowed
        command = self._execution.in_force(command)
        try:
            return self._questions.of(command)
        except Refused as refusal:
            return self._replies.reply(command, refusal)

    def _slowed(self, command: Command) -> Reply | None:
        """Return the answer to a flood, or ``None``."""
        match self._floods.verdict(command):
            case Verdict.TOLD:
                return self._replies.reply(command, Refusal("flood"))
            case Verdict.IGNORED:
                self._metrics.refused("flood-ignored")
                return Reply(Message(), refused=True, transient=True, ignored=True)
            case Verdict.CARRIED_OUT:
                return None

    def place_of(self, player: PlayerId, table: str = "") -> Place | None:
        """Return the place of a private button; ``None`` unless its group knows the player, since ids
        can be guessed.
        """
        return self._place_at(self._tables.by_id(table) if table else self._tables.of_player(player), player)

    def place_in_private(self, player: PlayerId, line: str, own: Place, anywhere: str) -> Place:
        """Return the place of a private line: here for a new table, the player's table, or their latest group."""
        spec = spec_of(line)
        if spec is not None and spec.opens_table:
            return own
        acting = spec is not None and spec.section == "play"
        seated = self._place_at(self._tables.of_player(player, own.group, acting=acting), player)
        if seated is not None or spec is None or not spec.in_private:
            return seated or own
        group = self._groups.present(self._members.latest_group(player))
        return own if group in ("", own.group) else Place(group, anywhere)

    def _place_at(self, table: Table | None, player: PlayerId) -> Place | None:
        if table is None or not self._members.knows(table.state.place.group, player):
            return None
        return table.state.place

    def closed(self) -> AbstractAsyncContextManager[None]:
        """Hold new commands after those under way."""
        return self._gate.closed()

    async def recall(self, player: PlayerId, group: str) -> None:
        """Load a person and a group before asking for a place or translator; on failure they stay unknown."""
        try:
            await self._members.recall(player, self._groups.present(group))
        except LedgerClosed:
            log.info("people not read while the ledger is closed")
        except Exception as error:
            log.exception("people not read", error=type(error).__name__)

    def translator(self, group: str, player: PlayerId) -> Translator:
        return self._members.translator(group, player)


def _result(answer: Question | Reply) -> CommandResult:
    if isinstance(answer, Question):
        return CommandResult.ASKED
    if answer.ignored:
        return CommandResult.IGNORED
    return CommandResult.REFUSED if answer.refused else CommandResult.DONE
