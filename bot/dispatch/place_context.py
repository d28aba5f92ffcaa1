from __future__ import annotations

from collections.abc import Callable

from bot.commands import Refusal
from bot.groups import Groups, GroupSettings
from bot.messages import Place
from bot.tables.manager import TableManager
from engine.games import GAMES


class PlaceContext:
    def __init__(self, groups: Groups, tables: TableManager, has_beacon: Callable[[Place], bool]) -> None:
        self._groups = groups
        self._tables = tables
        self.has_beacon = has_beacon

    def game(self, where: Place, named: str = "") -> str:
        """Return the named game, the table's, or the first; raise ``Refusal`` if unknown."""
        if named:
            if named not in GAMES:
                raise Refusal("no-such-game", game=named[:40], games=", ".join(GAMES))
            return named
        table = self._tables.at(where)
        return table.state.game_name if table is not None else next(iter(GAMES))

    def in_force(self, where: Place, game: str) -> GroupSettings:
        """Return them of the group, or of the table's preset."""
        settings = self._groups.of_book(where.group)
        table = self._tables.at(where)
        if table is not None and table.state.game_name == game:
            return settings.with_game(game, settings.at_table(game, table.state.preset))
        return settings
