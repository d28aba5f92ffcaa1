"""Questions of incomplete buttons: an amount, or a choice."""

from __future__ import annotations

from bot.commands import Refusal, spec_of
from bot.dispatch.handlers import Services
from bot.messages import AmountQuestion, Command, Question
from bot.presenting import house_offers, house_pages, questions
from bot.tables import seating
from bot.tables.permissions import check_sender
from bot.wording import Translator


class Questions:
    """Finds the question; executes nothing."""

    def __init__(self, services: Services) -> None:
        self._groups = services.groups
        self._members = services.members
        self._tables = services.tables
        self._clock = services.clock
        self._place_context = services.place_context
        self._drafts = services.drafts

    def of(self, command: Command) -> Question:
        """Return the question of an incomplete button; raise ``engine.refusal.Refused`` without permission."""
        spec = spec_of(command.text)
        if spec is None:
            raise Refusal("stale-button")
        check_sender(command.who, spec, self._groups.of(command.where.group), self._clock.utc())
        translate = self._members.translator(command.where.group, command.who.id)
        if spec.asks is not None:
            return spec.asks(command.text, translate)
        match spec.name:
            case house_pages.SET_COMMAND:
                return self._amount_of_a_rule(command, translate)
            case "join":
                return self._buy_in(command, translate)
            case "rebuy":
                return self._rebuy(command, translate)
            case _:
                return self._of_the_game(command, translate)

    def _amount_of_a_rule(self, command: Command, translate: Translator) -> AmountQuestion:
        where = command.where
        game, rule = self._place_context.game_and_rule(where, command.text.split()[-1].lower())
        wanted = self._drafts.wanted(where.group, command.who.id, self._groups.of(where.group))
        question = house_offers.amount_question(game, rule, wanted, translate)
        if question is None:
            raise Refusal("stale-button")
        return question

    def _buy_in(self, command: Command, translate: Translator) -> AmountQuestion:
        bounds = seating.buy_in_bounds(self._groups.of(command.where.group).tables)
        return questions.buy_in_question(bounds.least, bounds.most, translate)

    def _rebuy(self, command: Command, translate: Translator) -> AmountQuestion:
        chair = self._tables.meant(command.where, command.turn, command.who.id).state.chair_of(command.who.id)
        if chair is None:
            raise Refusal("not-seated")
        bounds = seating.rebuy_bounds(chair, self._groups.of(command.where.group).tables)
        if bounds.most < bounds.least:
            raise Refusal("rebuy-out-of-range", most=0)
        return questions.rebuy_question(bounds.least, bounds.most, translate)

    def _of_the_game(self, command: Command, translate: Translator) -> Question:
        table = self._tables.meant(command.where, command.turn, command.who.id)
        options = table.options(command.who.id, command.turn.partition(":")[2])
        question = questions.question(table.state, command.who.id, command.text, options, translate)
        if question is None:
            raise Refusal("stale-button")
        return question
