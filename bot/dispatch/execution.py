"""Carrying out one command that was not carried out before: parse it, check its sender, route it to its handler."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace

import structlog

from bot.commands import COMMANDS, ParsedCommand, Refusal, Request, Scope, parse, spec_of
from bot.dispatch.gate import Gate
from bot.dispatch.handlers import Handlers, Services, handlers
from bot.dispatch.refusal_replies import RefusalReplies
from bot.dispatch.routes import routes
from bot.ledger import (
    HANDS_A_COUNT,
    LedgerClosed,
    NotStored,
    OutcomeUnknown,
    Overdrawn,
    Receipt,
    RepeatedUpdate,
    WriteSet,
)
from bot.messages import SURE, Command, Person, Reply
from bot.messages.names import safe_name
from bot.tables.permissions import check_sender
from engine.refusal import Refused

log = structlog.get_logger()


class Execution:
    """Carries out commands, any number at the same time."""

    def __init__(
        self, services: Services, gate: Gate, refusals: RefusalReplies, features: Iterable[type[Handlers]] = ()
    ) -> None:
        self._ledger = services.ledger
        self._groups = services.groups
        self._members = services.members
        self._tables = services.tables
        self._limits = services.personal_limits
        self._routes = routes(COMMANDS, handlers(services, features), services.tables)
        self._clock = services.clock
        self._table_menus = services.table_menus
        self._gate = gate
        self._refusals = refusals

    def in_force(self, command: Command) -> Command:
        """The command with names that are safe to show, and the present id of its group."""
        where = command.where._replace(group=self._groups.present(command.where.group))
        return replace(command, who=_safe(command.who), where=where, picked=tuple(map(_safe, command.picked)))

    async def run(self, command: Command, fingerprint: str) -> Reply:
        """Carry out a command and return the answer for its sender; never raises for bad input.

        Args:
            command: what was sent.
            fingerprint: what tells it from another command under the same key; empty if it has no key.
        """
        async with self._gate.through():
            command = self.in_force(command)
            try:
                await self._members.recall("" if command.who.anonymous else command.who.id, command.where.group)
                return await self._run(command, fingerprint)
            except Refused as refusal:
                return self._refusals.reply(command, refusal)
            except RepeatedUpdate as repeated:
                return self._refusals.repeated(command, same=repeated.same)
            except Overdrawn:
                return self._refusals.reply(command, Refusal("not-enough-chips"))
            except NotStored:
                return self._refusals.reply(command, Refusal("storage-trouble"))
            except OutcomeUnknown:
                return self._refusals.reply(command, Refusal("outcome-unknown"))
            except LedgerClosed:
                return self._refusals.reply(command, Refusal("shutting-down"))
            except Exception:
                spec = spec_of(command.text)
                log.exception(
                    "command failed",
                    action="its sender is told",
                    command="" if spec is None else spec.name,
                    group=command.where.group,
                )
                return self._refusals.unexpected(command)

    async def _run(self, command: Command, fingerprint: str) -> Reply:
        if fingerprint and (earlier := self._ledger.recent_receipt(command.key)) is not None:
            return self._refusals.repeated(command, same=earlier.fingerprint == fingerprint)
        sure = not command.turn or command.text.endswith(SURE)
        parsed = parse(command.text.removesuffix(SURE) if command.turn else command.text)
        who, where = command.who, command.where
        if who.id in self._members.erasing:
            raise Refusal("being-forgotten")
        check_sender(who, parsed.spec, self._groups.of(where.group), self._clock.utc())
        if not who.anonymous:
            await self._members.welcome(who, where.group)
        if parsed.spec.plays_on and not who.anonymous:
            await self._check_own_limits(command, parsed)
        if parsed.spec.for_admins:
            # Whoever an admin picks need not have spoken to the bot before.
            for picked in command.picked:
                await self._members.welcome(picked, where.group)
        receipt: WriteSet = (Receipt(command.key, fingerprint, ""),) if fingerprint else ()
        if parsed.spec.own_language:
            translate = self._members.own_translator(where.group, who)
        else:
            translate = self._members.translator(where.group, who.id)
        if 0 < (hand := parsed.amount("hand") or 0) < HANDS_A_COUNT:
            # Buttons know of hands of practice too; who types a number means the hands of the group.
            hand += await self._ledger.count_of(where.group)
            parsed = replace(parsed, amounts={**parsed.amounts, "hand": hand})
        request = Request(
            command=parsed,
            who=who,
            where=where,
            translate=translate,
            turn=command.turn,
            receipt=receipt,
            key=command.key,
            in_private=command.in_private,
            picked=command.picked,
            in_menu=command.in_menu,
            sure=sure,
            let_others_pass=command.let_others_pass,
        )
        reply = await self._routes[parsed.name](request)
        if request.in_menu and request.table and not reply.menu and not parsed.spec.reads_only:
            reply = await self._table_menus.after(request, reply)
        message = reply.message.as_page if reply.menu else reply.message
        return replace(reply, message=message, took_seat=parsed.spec.takes_seat)

    async def _check_own_limits(self, command: Command, parsed: ParsedCommand) -> None:
        """Refuse to let somebody play on who has decided not to.

        Raises:
            Refusal: they take a break, or a limit of their own is reached.
        """
        practice = parsed.spec.handler == "open_practice"
        if parsed.spec.scope is Scope.TABLE:
            # A table that is not there refuses for itself.
            with suppress(Refusal):
                practice = self._tables.meant(command.where, command.turn, command.who.id).state.practice
        hindrance = await self._limits.hindrance(command.who.id, command.where.group, practice=practice)
        if hindrance is not None:
            raise hindrance.refusal()


def _safe(person: Person) -> Person:
    """The person with a name that is safe to show."""
    return replace(person, name=safe_name(person.name))
