"""The one entrance of every command: read it, know the sender, carry it out once, answer the one who asked.

Bad input of every kind ends here as one sentence to its sender, and nothing has changed.
"""

from __future__ import annotations

from collections import Counter
from contextlib import AbstractAsyncContextManager
from dataclasses import replace

import structlog

from bot.commands import COMMANDS, Refusal, Request, parse, spec_of
from bot.dispatch.gate import Gate
from bot.dispatch.handlers import Services, handlers
from bot.dispatch.idempotency import Idempotency
from bot.dispatch.permissions import check_permissions
from bot.dispatch.routes import routes
from bot.groups import TableRules
from bot.ledger import LedgerClosed, NotStored, Overdrawn, Receipt, RepeatedUpdate, WriteSet
from bot.messages import Command, Place, PlayerId, Question, Reply
from bot.messages.names import safe_name, safe_text
from bot.presenting import answers, table_messages
from bot.presenting import house_rules as shown_rules
from bot.wording import Translator
from engine.games import GAMES
from engine.refusal import Refused

log = structlog.get_logger()

TRANSIENT = ("storage-trouble", "shutting-down", "too-busy")
"""Refusals that are nobody's fault: the same command is welcome again."""


class Dispatcher:
    """Where every chat brings its commands."""

    def __init__(self, services: Services) -> None:
        self._ledger = services.ledger
        self._groups = services.groups
        self._members = services.members
        self._tables = services.tables
        self._place_context = services.place_context
        self._routes = routes(COMMANDS, handlers(services), services.tables)
        self._gate = Gate()
        self._idempotency = Idempotency()
        self.refusals: Counter[str] = Counter()
        """How many commands of each kind were refused: a sudden rise is an alarm."""

    async def handle(self, command: Command) -> Reply:
        """Carry out a command and return the answer for its sender; never raises for bad input.

        A command that comes again with the same key is not carried out again: its sender gets the first answer.
        """
        try:
            return await self._idempotency.reply(command, self._carry_out)
        except Refused as refusal:
            return self._refused(command, refusal)

    def asked(self, command: Command) -> Question | Reply:
        """What to ask somebody who pressed a button that needs more, or the refusal; nothing is carried out.

        ``command.text`` is the button's command without the amount or the choice.
        The choices are those of this person, so nobody else may see them.
        """
        command = self._in_force(command)
        try:
            spec = spec_of(command.text)
            if spec is None:
                raise Refusal("stale-button")
            check_permissions(command.who, spec, away=self._away(command))
            return self._question(command)
        except Refused as refusal:
            return self._refused(command, refusal)

    def _question(self, command: Command) -> Question:
        table = self._tables.meant(command.where, command.turn)
        options = table.options(command.who.id, command.turn.partition(":")[2])
        question = table_messages.question(
            table.state, command.who.id, command.text, options, self._translator(command)
        )
        if question is None:
            raise Refusal("stale-button")
        return question

    def place_of(self, player: PlayerId, table: str = "") -> Place | None:
        """Where somebody means who writes or presses in a private chat.

        Args:
            player: who it is.
            table: the table whose button was pressed, if there was one.

        Returns:
            The place of that table, or else of the one where the player sits; ``None`` if there is none, or the player
            was never seen in its group: a table's id is easily guessed, and proves nothing.
        """
        meant = self._tables.by_id(table) if table else self._tables.of_player(player)
        if meant is None or not self._members.knows(meant.state.place.group, player):
            return None
        return meant.state.place

    def closed(self) -> AbstractAsyncContextManager[None]:
        """Let commands wait while something changes that none may see half of; those under way are finished first."""
        return self._gate.closed()

    def translator(self, group: str, player: PlayerId) -> Translator:
        """Translates for one person of a group: into the language they chose, or that of the group."""
        return self._members.translator(group, player)

    # --- the path of a command ---------------------------------------------------------------------------------

    async def _carry_out(self, command: Command, fingerprint: str) -> Reply:
        async with self._gate.through():
            return await self._carried_out(self._in_force(command), fingerprint)

    def _in_force(self, command: Command) -> Command:
        """The command with a name that is safe to show, and a group that goes by the name it has now."""
        who = replace(command.who, name=safe_name(command.who.name))
        return replace(command, who=who, where=command.where._replace(group=self._groups.present(command.where.group)))

    def _away(self, command: Command) -> bool:
        return self._groups.of(command.where.group).away

    async def _carried_out(self, command: Command, fingerprint: str) -> Reply:
        try:
            parsed = parse(command.text)
            if fingerprint and (earlier := self._ledger.recent_receipt(command.key)) is not None:
                return self._repeated(command, earlier.fingerprint == fingerprint)
            if not command.who.anonymous:
                await self._members.welcome(command.who, command.where.group)
            check_permissions(command.who, parsed.spec, away=self._away(command))
            receipt: WriteSet = (Receipt(command.key, fingerprint, ""),) if fingerprint else ()
            translate = self._translator(command)
            request = Request(parsed, command.who, command.where, translate, command.turn, receipt, command.key)
            reply = await self._routes[parsed.name](request)
            return replace(reply, took_seat=parsed.spec.takes_seat)
        except Refused as refusal:
            return self._refused(command, refusal)
        except RepeatedUpdate as repeated:
            return self._repeated(command, repeated.same)
        except Overdrawn:
            return self._refused(command, Refusal("not-enough-chips"))
        except NotStored:
            return self._refused(command, Refusal("storage-trouble"))
        except LedgerClosed:
            return self._refused(command, Refusal("shutting-down"))
        except Exception:
            log.exception("command failed", command=command.text.split(" ")[0][:20])
            return Reply(
                answers.sentence(self._translator(command)("unexpected-trouble")), refused=True, transient=True
            )

    # --- answers -----------------------------------------------------------------------------------------------

    def _translator(self, command: Command) -> Translator:
        return self.translator(command.where.group, command.who.id)

    def _repeated(self, command: Command, same: bool) -> Reply:
        """The answer to a command that was carried out before, or to another one under its key."""
        if not same:
            return self._refused(command, Refusal("key-reused"))
        return Reply(answers.sentence(self._translator(command)("done-already")))

    def _refused(self, command: Command, refusal: Refused) -> Reply:
        self.refusals[refusal.reason] += 1
        translate = self._translator(command)
        fields = {name: safe_text(value) if isinstance(value, str) else value for name, value in refusal.fields.items()}
        if "seat" in fields:
            fields["name"] = self._seat_name(command, int(fields.pop("seat")))
        if refusal.reason == "bad-rule-value":
            rule = str(fields["rule"])
            game = self._place_context.game_of_rule(command.where, rule)
            rules = TableRules if rule in TableRules.kinds() else GAMES[game].rules
            fields["allowed"] = shown_rules.allowed(rules, rule, translate)
        sentence = answers.sentence(translate(f"refused-{refusal.reason}", **fields))
        return Reply(sentence, refused=True, transient=refusal.reason in TRANSIENT)

    def _seat_name(self, command: Command, seat: int) -> str:
        table_id = command.turn.partition(":")[0]
        table = self._tables.by_id(table_id) if table_id else self._tables.at(command.where)
        hand = table.state.hand if table is not None else None
        return hand.names[seat] if hand is not None and seat < len(hand.names) else "?"
