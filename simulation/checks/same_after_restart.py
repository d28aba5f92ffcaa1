"""A restart changes nothing: whoever sat out, left, was removed, banned, paused or limited before is so after it."""

from __future__ import annotations

import json
from typing import Any

from bot.ledger import PSEUDONYM
from bot.messages import PlayerId
from bot.tables.state import TableState
from simulation.checks.check import Check
from simulation.checks.gapless_journals import digest_of

CHAIR = ("player", "name", "computer", "out", "leaving", "removed", "decided", "standing")
"""What is compared of a chair; time banks and lapses begin afresh."""

LEFT_OUT = ("chairs", "sealed", "last_cutter")
"""What is compared in another way, or settled anew when a table is resumed."""


class SameAfterRestart(Check):
    """After a crash in a quiet moment every table, rule, ban and limit is as it was."""

    name = "the same after a restart"

    def __init__(self) -> None:
        super().__init__()
        self._tables: dict[str, Any] = {}
        self._groups: dict[str, str] = {}
        self._limits: dict[PlayerId, str] = {}
        self._touched = True
        """Whether anything has happened since, so that more may be stored by now."""

    def asked(self, command: object) -> None:
        self._touched = True

    def called(self, call: object) -> None:
        self._touched = True

    def shown(self, said: object) -> None:
        self._touched = True

    async def quiet(self) -> None:
        assert self.life is not None
        app = self.life.app
        self._tables = {table.state.id: _told(table.state) for table in app.tables.all_open()}
        self._groups = {group: app.groups.of(group).to_json() for group in await app.ledger.groups()}
        self._limits = {player: limits.to_json() for player, limits in app.personal_limits._limits.items()}
        self._touched = False

    def begun(self, life: Any) -> None:
        super().begun(life)
        if not self._touched:
            groups = life.app.groups
            for group, before in self._groups.items():
                if groups.of(group).to_json() != before:
                    raise self.fail(f"the settings of {group} are others after the restart")

    async def started(self) -> None:
        assert self.life is not None
        app = self.life.app
        for player, before in self._limits.items():
            if (await app.personal_limits.of(player)).to_json() != before:
                raise self.fail(f"the limits of {player} are others after the restart")
        for table, before in self._tables.items():
            there = app.tables.by_id(table)
            if there is None or _progress(_told(there.state)) != _progress(before):
                # It has gone on since: what was due has happened.
                continue
            after = _told(there.state)
            if after != before and repr(after).count(PSEUDONYM) == repr(before).count(PSEUDONYM):
                field = next(name for name in before if after.get(name) != before[name])
                raise self.fail(
                    f"table {table} has another {field} after the restart: {after.get(field)!r} for {before[field]!r}"
                )
        await self.quiet()


def _progress(told: dict[str, Any]) -> object:
    return told["seq"], told["hands_played"], told["hand"] and told["hand"][0], told["hand"] and told["hand"][2]


def _told(state: TableState) -> dict[str, Any]:
    stored = json.loads(state.to_json())
    hand = state.playing
    sealed = state.sealed
    return {
        **{name: value for name, value in stored.items() if name not in LEFT_OUT},
        "seq": state.seq,
        "chairs": [
            None if chair is None else [getattr(chair, name) for name in CHAIR] + [chair.stack]
            for chair in state.chairs
        ],
        "hand": None if hand is None else [hand.id, digest_of(hand), hand.actions],
        "sealed": None if sealed is None else [sealed.turn, sealed.commitment, dict(sealed.words)],
    }
