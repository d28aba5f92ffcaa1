"""Questions of incomplete buttons: an amount, or a choice."""

from __future__ import annotations

from bot.commands import Refusal, spec_of
from bot.dispatch.admission import check_sender
from bot.dispatch.handlers import Services
from bot.messages import AmountQuestion, Command, Question
from bot.presenting import question_messages
from bot.tables import seating
from bot.wording import Translator


class Questions:
    """Finds the question; executes nothing."""

    def __init__(self, services: Services) -> None:
        self._groups = services.groups
        self._members = services.members
        self._tables = services.tables
        self._clock = services.clock
        self._of_features = services.questions

    def of(self, command: Command) -> Question:
        """Return the question of an incomplete button; raise ``engine.refusal.Refused`` without permission."""
        spec = spec_of(command.text)
        if spec is None:
            raise Refusal("stale-button")
        check_sender(command.who, spec, self._groups.of(command.where.group), self._clock.utc())
        translate = self._members.translator(command.where.group, command.who.id)
        if (asks := self._of_features.get(spec.name)) is not None:
            return asks(command, translate)
        match spec.name:
            case "join":
                return self._buy_in(command, translate)
            case "rebuy":
                return self._rebuy(command, translate)
            case _:
                return self._of_the_game(command, translate)

    def _buy_in(self, command: Command, translate: Translator) -> AmountQuestion:
        bounds = seating.buy_in_bounds(self._groups.of(command.where.group).tables)
        return question_messages.buy_in_question(bounds.least, bounds.most, translate)

    def _rebuy(self, command: Command, translate: Translator) -> AmountQuestion:
        chair = self._tables.meant(command).state.chair_of(command.who.id)
        if chair is None:
            raise Refusal("not-seated")
        bounds = seating.rebuy_bounds(chair, self._groups.of(command.where.group).tables)
        if bounds.most < bounds.least:
            raise Refusal("rebuy-out-of-range", most=0)
        return question_messages.rebuy_question(bounds.least, bounds.most, translate)

    def _of_the_game(self, command: Command, translate: Translator) -> Question:
        table = self._tables.meant(command)
        options = table.options(command.who.id, command.turn.partition(":")[2])
        question = question_messages.question(table.state, command.who.id, command.text, options, translate)
        if question is None:
            raise Refusal("stale-button")
        return question
