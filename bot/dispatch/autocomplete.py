"""Autocomplete of a command's parameters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from bot.commands import CommandSpec, Kind, Parameter
from bot.environment.half_surrogates import has_half_surrogate
from bot.groups import Groups, GroupSettings
from bot.groups.members import Members
from bot.messages import Place, PlayerId
from bot.presenting import question_messages
from bot.tables import hands, seating
from bot.tables.changes import is_allowed
from bot.tables.manager import TableManager
from bot.tables.table import Table
from bot.wording import Translator
from engine import notation
from engine.games import GAMES
from engine.play import NOTHING, Options
from engine.refusal import Refused

MOST = 25
"""Most suggestions of Discord, the strictest platform."""

LONGEST = 100
"""Most characters of a suggestion there."""

LONGEST_AMOUNT = 13

TIMES = ("10m", "1h", "1d", "7d")
"""Suggested times; others may be typed."""

STEPS = 8
"""Doublings from the least amount to the most."""


class Suggestion(NamedTuple):
    label: str
    value: str


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
    """Suggestions for one place and person."""

    def __init__(self, groups: Groups, members: Members, tables: TableManager) -> None:
        self._groups = groups
        self._members = members
        self._tables = tables

    def of(
        self, spec: CommandSpec, parameter: Parameter, typed: str, given: Mapping[str, str], who: PlayerId, where: Place
    ) -> list[Suggestion]:
        """Return suggestions for ``parameter``, the likeliest first."""
        if has_half_surrogate(typed, given):
            return []
        where = where._replace(group=self._groups.present(where.group))
        wanted = typed.strip().casefold()
        found = {each.value: each for each in self._fitting(spec, parameter, wanted, given, who, where)}
        meant = [each for each in found.values() if wanted in each.value.casefold() or wanted in each.label.casefold()]
        if parameter.kind is Kind.CHOICE and not meant:
            meant = [each for each in found.values() if notation.choice_read(wanted) in each.value]
        return [Suggestion(each.label[:LONGEST], each.value) for each in meant if len(each.value) <= LONGEST][:MOST]

    def _fitting(
        self,
        spec: CommandSpec,
        parameter: Parameter,
        wanted: str,
        given: Mapping[str, str],
        who: PlayerId,
        where: Place,
    ) -> Iterable[Suggestion]:
        translate = self._members.translator(where.group, who)
        table, settings = self._tables.at(where), self._groups.of(where.group)
        games = (
            [given["game"]] if given.get("game") in GAMES else list(GAMES) if table is None else [table.state.game_name]
        )
        if parameter.suggest is not None:
            typing = Completing(wanted, given, settings, games, translate)
            return [Suggestion(*each) for each in parameter.suggest(typing)]
        match parameter.kind:
            case Kind.PRESET:
                return [Suggestion(preset, preset) for preset in settings.preset_names(games[0])]
            case Kind.BUY_IN | Kind.REBUY | Kind.BET:
                return _amounts(self._bounds(spec, parameter.kind, who, where.group, table), wanted, translate)
            case Kind.CHOICE if table is not None:
                offered = question_messages.choices(table.state, who, spec.name, _options(table, who), translate)
                return [Suggestion(*each) for each in offered]
            case Kind.ADVANCE if table is not None:
                return [
                    Suggestion(translate(f"suggested-advance-{each.name}"), each.name)
                    for each in table.state.game.advance_verbs
                    if is_allowed(hands.decide, table.state, who, each.name)
                ]
            case Kind.DURATION:
                return [Suggestion(each, each) for each in TIMES]
        return []

    def _bounds(self, spec: CommandSpec, kind: Kind, who: PlayerId, group: str, table: Table | None) -> _Bounds | None:
        """Return the bounds of an amount of chips, if any."""
        rules = self._groups.of(group).tables
        if kind is Kind.BUY_IN:
            buy_in = seating.buy_in_bounds(rules)
            return _Bounds(buy_in.least, buy_in.most, (buy_in.usual,))
        if table is None:
            return None
        if kind is Kind.REBUY:
            chair = table.state.chair_of(who)
            if chair is None:
                return None
            rebuy = seating.rebuy_bounds(chair, rules)
            return _Bounds(rebuy.least, rebuy.most, (rebuy.usual,))
        for each in _options(table, who).amounts:
            if each.verb == spec.name:
                return _Bounds(each.least, each.most, tuple(each.least * 2**doubled for doubled in range(1, STEPS)))
        return None


class _Bounds(NamedTuple):
    """Possible and likely amounts."""

    least: int
    most: int
    between: tuple[int, ...]


def _amounts(bounds: _Bounds | None, wanted: str, translate: Translator) -> list[Suggestion]:
    if bounds is None or bounds.least > bounds.most:
        return []
    amounts = {bounds.least, bounds.most, *(each for each in bounds.between if bounds.least < each < bounds.most)}
    if wanted.isascii() and wanted.isdecimal() and bounds.least <= int(wanted[:LONGEST_AMOUNT]) <= bounds.most:
        amounts.add(int(wanted[:LONGEST_AMOUNT]))
    return [Suggestion(_in_words(each, bounds, translate), str(each)) for each in sorted(amounts)]


def _in_words(amount: int, bounds: _Bounds, translate: Translator) -> str:
    if amount == bounds.least:
        return translate("suggested-least", amount=amount)
    return translate("suggested-most" if amount == bounds.most else "house-number", amount=amount)


def _options(table: Table, who: PlayerId) -> Options:
    try:
        return table.options(who)
    except Refused:
        return NOTHING
