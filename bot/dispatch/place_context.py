"""What a command means at the place where it was sent: which game, and which rules in force."""

from __future__ import annotations

from collections.abc import Callable

from bot.commands import Refusal
from bot.groups import Groups, GroupSettings
from bot.messages import Place
from bot.tables.manager import TableManager
from engine.games import GAMES


class PlaceContext:
    """Finds the game and the rules that are meant at a place."""

    def __init__(self, groups: Groups, tables: TableManager, has_beacon: Callable[[Place], bool]) -> None:
        self._groups = groups
        self._tables = tables
        self.has_beacon = has_beacon

    def game(self, where: Place, named: str = "") -> str:
        """The game that is meant: the one named, the one of the table at the place, or the first there is.

        Raise ``Refusal`` if there is no game of that name.
        """
        if named:
            if named not in GAMES:
                raise Refusal("no-such-game", game=named[:40], games=", ".join(GAMES))
            return named
        table = self._tables.at(where)
        return table.state.game_name if table is not None else next(iter(GAMES))

    def game_of_rule(self, where: Place, rule: str) -> str:
        """The game whose rule is meant: that of the table at the place, or without a table the one that has it."""
        having = [name for name, game in GAMES.items() if rule in game.rules.kinds()]
        likely = self.game(where)
        return likely if not having or self._tables.at(where) is not None else having[0]

    def game_and_rule(self, where: Place, word: str) -> tuple[str, str]:
        """The game and the rule that are meant by a word, such as ``beacon``, or with its game ``koo-kiew.beacon``."""
        game, _, rule = word.partition(".")
        return (game, rule) if game in GAMES and rule else (self.game_of_rule(where, word), word)

    def in_force(self, where: Place, game: str) -> GroupSettings:
        """The settings in force at a place: those of the group, or of the preset its table was opened with."""
        settings = self._groups.of(where.group)
        table = self._tables.at(where)
        if table is not None and table.state.game_name == game:
            return settings.with_game(game, settings.at_table(game, table.state.preset))
        return settings
