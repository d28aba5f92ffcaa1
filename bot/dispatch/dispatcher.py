"""The dispatcher that every command passes: read it, know the person, carry it out once, answer the one who asked.

Bad input of every kind ends here as one sentence to its sender, and nothing has changed.
"""

from __future__ import annotations

from collections import Counter
from contextlib import AbstractAsyncContextManager
from dataclasses import replace

import structlog

from bot import commands
from bot.commands import BY_NAME, Where
from bot.commands.refusal import Refusal
from bot.dispatch.gate import Gate
from bot.dispatch.handlers import Handlers, Request
from bot.dispatch.idempotency import Idempotency
from bot.dispatch.permissions import check_permissions
from bot.dispatch.place_context import PlaceContext
from bot.dispatch.usher import Usher
from bot.groups import Groups, TableRules
from bot.groups.members import Members
from bot.ledger import Ledger, LedgerClosed, NotStored, Overdrawn, Receipt, RepeatedUpdate, Write
from bot.messages import Command, Place, PlayerId, Question, Reply
from bot.messages.names import safe_name, safe_text
from bot.presenting import answers
from bot.tables.manager import TableManager
from bot.wording import Translator
from engine.games import GAMES
from engine.refusal import Refused

log = structlog.get_logger()

TRANSIENT = ("storage-trouble", "shutting-down", "too-busy")
"""Refusals that are nobody's fault: the same command is welcome again."""


class Dispatcher:
    """Where every chat brings its commands."""

    def __init__(
        self,
        ledger: Ledger,
        groups: Groups,
        members: Members,
        tables: TableManager,
        place_context: PlaceContext,
        usher: Usher,
        handlers: Handlers,
    ) -> None:
        self._ledger = ledger
        self._groups = groups
        self._members = members
        self._tables = tables
        self._place_context = place_context
        self._usher = usher
        self.handlers = handlers
        """Where everything is carried out that concerns no table."""

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
        command = self._settled_in(command)
        try:
            check_permissions(command.who, BY_NAME.get(command.text), away=self._away(command))
            return self._usher.question(command)
        except Refused as refusal:
            return self._refused(command, refusal)

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
        """The voice in which a group speaks to one person: in the language chosen, or that of the group."""
        return self._members.translator(group, player)

    # --- the path of a command ---------------------------------------------------------------------------------

    async def _carry_out(self, command: Command, fingerprint: str) -> Reply:
        async with self._gate.through():
            return await self._carried_out(self._settled_in(command), fingerprint)

    def _settled_in(self, command: Command) -> Command:
        """The command with a name that is safe to show, and a group that goes by the name it has now."""
        who = replace(command.who, name=safe_name(command.who.name))
        return replace(command, who=who, where=command.where._replace(group=self._groups.present(command.where.group)))

    def _away(self, command: Command) -> bool:
        return self._groups.of(command.where.group).away

    async def _carried_out(self, command: Command, fingerprint: str) -> Reply:
        try:
            if fingerprint and (done := self._ledger.recent_receipt(command.key)) is not None:
                return self._repeated(command, done.fingerprint == fingerprint)
            order = commands.read(command.text)
            if not command.who.anonymous:
                await self._members.welcome(command.who, command.where.group)
            check_permissions(command.who, order.spec, away=self._away(command))
            row: tuple[Write, ...] = (Receipt(command.key, fingerprint, ""),) if fingerprint else ()
            if order.spec.where is Where.DESK:
                translate = self._translator(command)
                return await self.handlers.carry_out(Request(order, command.who, command.where, row, translate))
            return await self._usher.carry_out(order, command, row)
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
            fields["allowed"] = answers.allowed(rules, rule, translate)
        sentence = answers.sentence(translate(f"refused-{refusal.reason}", **fields))
        return Reply(sentence, refused=True, transient=refusal.reason in TRANSIENT)

    def _seat_name(self, command: Command, seat: int) -> str:
        table_id = command.turn.partition(":")[0]
        table = self._tables.by_id(table_id) if table_id else self._tables.at(command.where)
        hand = table.state.hand if table is not None else None
        return hand.names[seat] if hand is not None and seat < len(hand.names) else "?"
