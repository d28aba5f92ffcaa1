from __future__ import annotations

from bot.commands import Refusal, spec_of
from bot.dispatch.admission import check_sender
from bot.dispatch.services import Services
from bot.messages import Command, Question
from bot.presenting import question_messages
from bot.presenting.bets import amount_question
from engine.play import AmountRange
from engine.table import seating


class Questions:
    """Finds the question; executes nothing."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def of(self, command: Command) -> Question:
        """Return the question of an incomplete command; raise ``engine.refusal.Refused`` without permission."""
        services, who, group = self._services, command.who, command.where.group
        spec, settings = spec_of(command.text), services.groups.of_book(group)
        if spec is None:
            raise Refusal("stale-button")
        check_sender(who, spec, settings)
        translate = services.members.translator(group, who.id)
        if (asks := services.questions.get(spec.name)) is not None:
            return asks(command, translate)
        if spec.name in ("open", "join"):
            bounds = seating.buy_in_bounds(settings.tables)
            return amount_question(AmountRange("join", bounds.least, bounds.most), (), translate)
        table = services.tables.meant(command)
        if spec.name == "rebuy":
            chair = table.state.chair_of(who.id)
            if chair is None:
                raise Refusal("not-seated")
            bounds = seating.rebuy_bounds(chair, settings.tables)
            if bounds.most < bounds.least:
                raise Refusal("rebuy-out-of-range", most=0)
            return amount_question(AmountRange("rebuy", bounds.least, bounds.most), (), translate)
        options = table.options(who.id, command.turn.partition(":")[2])
        question = question_messages.question(table.state, who.id, command.text, options, translate)
        if question is None:
            raise Refusal("stale-button")
        return question
