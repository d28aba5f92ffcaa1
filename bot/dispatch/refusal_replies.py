"""Replies to refused commands, in one sentence that says the remedy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot.commands import BY_LINE
from bot.dispatch.services import Services
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

TRANSIENT = ("storage-trouble", "outcome-unknown", "shutting-down", "flood")
"""Transient refusals; the command may be repeated under its key."""


FOR_ONE_ALONE = ("own-limit", "longer-break-already", "flood")
"""Private refusals, such as a personal limit or a flood."""


class RefusalReplies:
    """Turns refusals into replies, and counts them."""

    def __init__(self, services: Services, metrics: Metrics) -> None:
        self._services = services
        self._metrics = metrics

    def reply(self, command: Command, refusal: Refused) -> Reply:
        self._metrics.refused(refusal.reason)
        translate, table, group = self._translator(command), self._table(command), command.where.group
        fields = {name: safe_text(value) if isinstance(value, str) else value for name, value in refusal.fields.items()}
        if "seat" in fields:
            fields["name"] = _seat_name(table, int(fields.pop("seat")))
        if "command" in fields:
            fields["usage"] = BY_LINE[str(fields.pop("command"))].usage(translate)
        if refusal.reason == "buy-in-too-small":
            fields["game"] = TITLES[str(fields["game"])]
        if refusal.reason == "no-tables-here":
            fields["channels"] = self._services.announcer.table_channels(group, translate)
        sentence = answers.sentence(translate(f"refused-{refusal.reason}", **fields))
        match refusal.reason:
            case "table-here-already" if table is not None:
                stands = self._services.announcer.stands_at(table.state, group)
                sentence = replace(sentence, link=table_messages.link_to(table.state, *stands, translate))
            case "which-table":
                tables = [each.state for each in self._services.tables.all_at(command.where)]
                sentence = replace(sentence, buttons=table_messages.which_table(tables, command.text, translate))
            case "no-tables-here":
                place = Place(group, min(self._services.groups.of(group).channels))
                sentence = replace(sentence, link=MessageLink(translate("link-to-channel"), place, ""))
            case "no-table":
                sentence = replace(sentence, buttons=newcomers.without_table(translate))
            case "confirm-all-in":
                # A forged press may have too many spaces for a button.
                line = " ".join(command.text.split())
                sentence = question_messages.confirmation(sentence, line, command.turn, translate)
            case "stale-turn" if table is not None:
                sentence = private_hands.asked_anew(sentence, table.state, command.who.id, translate)
        return Reply(
            sentence,
            refused=True,
            transient=refusal.reason in TRANSIENT,
            secret=refusal.reason in FOR_ONE_ALONE,
            confirms=refusal.reason == "confirm-all-in",
        )

    def repeated(self, command: Command) -> Reply:
        return Reply(answers.sentence(self._translator(command)("done-already")))

    def unexpected(self, command: Command) -> Reply:
        """Reply after a fault of the program; the command may be repeated."""
        self._metrics.refused("unexpected-trouble")
        return Reply(answers.sentence(self._translator(command)("unexpected-trouble")), refused=True, transient=True)

    def _translator(self, command: Command) -> Translator:
        members, group = self._services.members, command.where.group
        return (
            members.own_translator(group, command.who) if command.on_page else members.translator(group, command.who.id)
        )

    def _table(self, command: Command) -> Table | None:
        tables, table_id = self._services.tables, command.turn.partition(":")[0]
        return tables.by_id(table_id) if table_id else tables.at(command.where)


def _seat_name(table: Table | None, seat: int) -> str:
    hand = table.state.hand if table is not None else None
    return hand.names[seat] if hand is not None and seat < len(hand.names) else "?"
