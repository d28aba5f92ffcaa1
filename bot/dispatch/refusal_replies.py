"""Replies to refused commands, in one sentence that says the remedy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot.commands import BY_LINE
from bot.dispatch.handlers import Services
from bot.environment.metrics import Metrics
from bot.ledger import LedgerClosed, NotStored, OutcomeUnknown, Overdrawn
from bot.messages import Command, MessageLink, Place, Reply
from bot.messages.names import safe_text
from bot.presenting import answers, newcomers, private_hands, question_messages, table_messages
from bot.presenting.presenters import TITLES
from bot.tables.table import Table
from bot.wording import Translator
from engine.refusal import Refused

OF_THE_LEDGER: Mapping[type[Exception], str] = {
    Overdrawn: "not-enough-chips",
    NotStored: "storage-trouble",
    OutcomeUnknown: "outcome-unknown",
    LedgerClosed: "shutting-down",
}
"""Reasons of refusals for errors of the ledger."""

TRANSIENT = ("storage-trouble", "outcome-unknown", "shutting-down", "too-busy", "flood")
"""Transient refusals; the command may be repeated under its key."""


FOR_ONE_ALONE = ("own-limit", "longer-break-already", "flood")
"""Private refusals, such as a personal limit or a flood."""


class RefusalReplies:
    """Turns refusals into replies, and counts them."""

    def __init__(self, services: Services, metrics: Metrics) -> None:
        self._groups = services.groups
        self._members = services.members
        self._tables = services.tables
        self._announcer = services.announcer
        self._metrics = metrics

    def reply(self, command: Command, refusal: Refused) -> Reply:
        self._metrics.refused(refusal.reason)
        translate = self._translator(command)
        fields = {name: safe_text(value) if isinstance(value, str) else value for name, value in refusal.fields.items()}
        if "seat" in fields:
            fields["name"] = self._seat_name(command, int(fields.pop("seat")))
        if refusal.reason == "no-tables-here":
            fields["channels"] = self._announcer.table_channels(command.where.group, translate)
        if "command" in fields:
            fields["usage"] = BY_LINE[str(fields.pop("command"))].usage(translate)
        if refusal.reason == "buy-in-too-small":
            fields["game"] = TITLES[str(fields["game"])]
        sentence = answers.sentence(translate(f"refused-{refusal.reason}", **fields))
        table = self._table(command)
        if refusal.reason == "table-here-already" and table is not None:
            number = self._announcer.shown_in(table.state.id)
            sentence = replace(sentence, link=table_messages.link_to(table.state, number, translate))
        if refusal.reason == "which-table":
            tables = [each.state for each in self._tables.all_at(command.where)]
            sentence = replace(sentence, buttons=table_messages.which_table(tables, command.text, translate))
        if refusal.reason == "no-tables-here":
            sentence = replace(sentence, link=self._to_tables(command, translate))
        if refusal.reason == "no-table":
            sentence = replace(sentence, buttons=newcomers.without_table(translate))
        if refusal.reason == "confirm-all-in":
            # A forged press may have too many spaces for a button.
            sentence = question_messages.confirmation(sentence, " ".join(command.text.split()), command.turn, translate)
        elif refusal.reason == "stale-turn" and table is not None:
            sentence = private_hands.asked_anew(sentence, table.state, command.who.id, translate)
        return Reply(
            sentence,
            refused=True,
            transient=refusal.reason in TRANSIENT,
            secret=refusal.reason in FOR_ONE_ALONE,
            confirms=refusal.reason == "confirm-all-in",
        )

    def _to_tables(self, command: Command, translate: Translator) -> MessageLink:
        channel = min(self._groups.of(command.where.group).channels)
        return MessageLink(translate("link-to-channel"), Place(command.where.group, channel), "")

    def repeated(self, command: Command) -> Reply:
        return Reply(answers.sentence(self._translator(command)("done-already")))

    def unexpected(self, command: Command) -> Reply:
        """Reply after a fault of the program; the command may be repeated."""
        self._metrics.refused("unexpected-trouble")
        return Reply(answers.sentence(self._translator(command)("unexpected-trouble")), refused=True, transient=True)

    def _translator(self, command: Command) -> Translator:
        return self._members.translator(command.where.group, command.who.id)

    def _table(self, command: Command) -> Table | None:
        table_id = command.turn.partition(":")[0]
        return self._tables.by_id(table_id) if table_id else self._tables.at(command.where)

    def _seat_name(self, command: Command, seat: int) -> str:
        table = self._table(command)
        hand = table.state.hand if table is not None else None
        return hand.names[seat] if hand is not None and seat < len(hand.names) else "?"
