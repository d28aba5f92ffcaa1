"""Autocomplete of a command's parameters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from bot.commands import Kind, Parameter
from bot.dispatch.incomplete_commands import Questions
from bot.dispatch.services import Services
from bot.environment.half_surrogates import has_half_surrogate
from bot.groups import GroupSettings
from bot.messages import AmountQuestion, Choice, Command
from bot.tables import hands
from bot.wording import Translator
from engine.games import GAMES
from engine.refusal import Refused
from engine.table.changes import is_allowed

MOST = 25
"""Most suggestions of Discord, the strictest platform."""

LONGEST = 100
"""Most characters of a suggestion there."""

LONGEST_AMOUNT = 13

TIMES = ("10m", "1h", "1d", "7d")
"""Suggested times; others may be typed."""


class Completing(NamedTuple):
    """A parameter being typed, for the suggestions of its command."""

    typed: str
    given: Mapping[str, str]
    """Words of other parameters."""

    settings: GroupSettings
    games: Sequence[str]
    """Games that may be meant, the likeliest first."""

    translate: Translator


class Autocomplete:
    def __init__(self, services: Services) -> None:
        self._services = services
        self._questions = Questions(services)

    def of(self, command: Command, parameter: Parameter, typed: str, given: Mapping[str, str]) -> list[Choice]:
        """Return a member's suggestions for a parameter, the likeliest first."""
        if not command.who.member or has_half_surrogate(typed, given):
            return []
        where = command.where._replace(group=self._services.groups.present(command.where.group))
        wanted = typed.strip().casefold()
        found = {each.value: each for each in self._fitting(replace(command, where=where), parameter, wanted, given)}
        meant = [each for each in found.values() if wanted in each.value.casefold() or wanted in each.label.casefold()]
        return [Choice(each.label[:LONGEST], each.value) for each in meant if len(each.value) <= LONGEST][:MOST]

    def _fitting(
        self, command: Command, parameter: Parameter, wanted: str, given: Mapping[str, str]
    ) -> Iterable[Choice]:
        group, table = command.where.group, self._services.tables.at(command.where)
        settings = self._services.groups.of_book(group)
        translate = self._services.members.translator(group, command.who.id)
        games = list(GAMES) if table is None else [table.state.game_name]
        if given.get("game") in GAMES:
            games = [given["game"]]
        if parameter.suggest is not None:
            return [Choice(*each) for each in parameter.suggest(Completing(wanted, given, settings, games, translate))]
        match parameter.kind:
            case Kind.PRESET:
                return [Choice(preset, preset) for preset in settings.preset_names(games[0])]
            case Kind.DURATION:
                return [Choice(each, each) for each in TIMES]
            case Kind.ADVANCE if table is not None:
                return [
                    Choice(translate(f"suggested-advance-{each.name}"), each.name)
                    for each in table.state.game.advance_verbs
                    if is_allowed(hands.decide, table.state, command.who.id, each.name)
                ]
            case Kind.CHIPS | Kind.CHOICE:
                return self._answers(command, wanted, translate)
        return []

    def _answers(self, command: Command, wanted: str, translate: Translator) -> Iterable[Choice]:
        """Return answers to the question that a button of the command would ask."""
        try:
            question = self._questions.of(command)
        except Refused:
            return []
        return _amounts(question, wanted, translate) if isinstance(question, AmountQuestion) else question.choices


def _amounts(question: AmountQuestion, wanted: str, translate: Translator) -> list[Choice]:
    least, most = question.least, question.most
    amounts = {least, most, *(int(each.value) for each in question.usual)}
    if wanted.isascii() and wanted.isdecimal() and least <= int(wanted[:LONGEST_AMOUNT]) <= most:
        amounts.add(int(wanted[:LONGEST_AMOUNT]))
    return [Choice(_in_words(each, question, translate), str(each)) for each in sorted(amounts)]


def _in_words(amount: int, question: AmountQuestion, translate: Translator) -> str:
    if amount == question.least:
        return translate("suggested-least", amount=amount)
    return translate("suggested-most" if amount == question.most else "house-number", amount=amount)
