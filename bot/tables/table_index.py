"""The open tables, by everything that they are asked for by: nothing is looked for by walking through all of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator
from typing import NamedTuple

from bot.messages import Place, PlayerId
from bot.tables.state import TableState
from bot.tables.table import Table


class _Keys(NamedTuple):
    """What a table is found by, besides its id."""

    place: Place
    host: PlayerId
    players: frozenset[PlayerId]

    def each(self) -> Iterator[tuple[str, Hashable]]:
        yield ("place", self.place)
        yield ("group", self.place.group)
        yield ("host", self.host)
        for player in self.players:
            yield ("player", player)


def _keys_of(state: TableState) -> _Keys:
    return _Keys(state.place, state.host, frozenset(chair.player for chair in state.seated))


class TableIndex:
    """Every open table; all that is found comes in the order in which the tables were added."""

    def __init__(self) -> None:
        self._by_id: dict[str, Table] = {}
        self._keys: dict[str, _Keys] = {}
        self._ids: defaultdict[tuple[str, Hashable], set[str]] = defaultdict(set)
        self._order: dict[str, int] = {}
        self._added = 0

    def __contains__(self, table: Table) -> bool:
        return self._by_id.get(table.state.id) is table

    def add(self, table: Table) -> None:
        """Find a table from now on."""
        number = table.state.id
        self._by_id[number] = table
        self._added += 1
        self._order[number] = self._added
        self.update(table)

    def update(self, table: Table) -> None:
        """A table has another place, or other people sit there; one that is not open is left alone."""
        if table not in self:
            return
        number, keys = table.state.id, _keys_of(table.state)
        before = self._keys.get(number)
        if keys == before:
            return
        self._drop_keys(number)
        self._keys[number] = keys
        for key in keys.each():
            self._ids[key].add(number)

    def remove(self, table: Table) -> None:
        """Find a table no more."""
        number = table.state.id
        if self._by_id.pop(number, None) is not None:
            self._drop_keys(number)
            del self._order[number]

    def _drop_keys(self, number: str) -> None:
        keys = self._keys.pop(number, None)
        for key in () if keys is None else keys.each():
            self._ids[key].discard(number)
            if not self._ids[key]:
                del self._ids[key]

    def by_id(self, number: str) -> Table | None:
        """A table by its id."""
        return self._by_id.get(number)

    def all(self) -> list[Table]:
        """Every table."""
        return list(self._by_id.values())

    def at(self, place: Place) -> list[Table]:
        """The tables at a place."""
        return self._found("place", place)

    def of_group(self, group: str) -> list[Table]:
        """The tables of a group."""
        return self._found("group", group)

    def of_host(self, host: PlayerId) -> list[Table]:
        """The tables of a host."""
        return self._found("host", host)

    def of_player(self, player: PlayerId) -> list[Table]:
        """The tables at which somebody has a chair."""
        return self._found("player", player)

    def _found(self, kind: str, key: Hashable) -> list[Table]:
        numbers = self._ids.get((kind, key), ())
        return [self._by_id[number] for number in sorted(numbers, key=self._order.__getitem__)]
