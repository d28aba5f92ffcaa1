"""A restart changes nothing: whoever sat out, left, was removed, banned, paused or limited before is so after it."""

from __future__ import annotations

import json
from typing import Any

from bot.ledger import PSEUDONYM
from bot.messages import PlayerId
from bot.tables.stored import saved
from engine.table.state import TableState
from tools.simulation.checks.check import Check
from tools.simulation.checks.gapless_journals import digest_of
from tools.simulation.checks.own_limits import personal_limits

CHAIR = ("player", "name", "computer", "out", "leaving", "removed", "decided", "standing")
"""What is compared of a chair; time banks and lapses begin afresh."""

LEFT_OUT = ("chairs", "sealed", "last_cutter")
"""What is compared in another way, or settled anew when a table is resumed."""

SILENT = ("decided", "standing", "tallies")
"""What may change without a line in the journal: decisions, and tallies when a hand is reversed."""

COUNTED = ("hands_played", "voids", "given_up", "without_beacon", "not_revealed")
"""What is counted at a table for everybody to read, and never becomes less."""

EXCHANGED = ("given_up", "running", "sealed")
"""What changes when the packs of the next hand are given up, and others are sealed in their place."""


class SameAfterRestart(Check):
    """After a crash in a quiet moment every table, rule, ban and limit is as it was."""

    name = "the same after a restart"

    def __init__(self) -> None:
        super().__init__()
        self._tables: dict[str, TableState] = {}
        """Every open table as it was when all was quiet last."""

        self._groups: dict[str, str] = {}
        self._limits: dict[PlayerId, str] = {}
        self._touched = True
        """Whether anything has happened since, so that more may be stored by now."""

        self._went_on = True
        """Whether anything had happened since when the last life ended, or was asked of this one."""

    def asked(self, command: object) -> None:
        self._touched = self._went_on = True

    def called(self, call: object) -> None:
        self._touched = True

    def shown(self, said: object) -> None:
        self._touched = True

    async def quiet(self) -> None:
        assert self.life is not None
        app = self.life.app
        self._tables = {table.state.id: table.state for table in app.tables.all_open()}
        self._groups = {each: app.groups.of(each).to_json() for each in app.groups.all()}
        kept = getattr(personal_limits(app), "_limits", {})
        self._limits = {player: limits.to_json() for player, limits in kept.items()}
        self._touched = False

    def begun(self, life: Any) -> None:
        super().begun(life)
        self._went_on = self._touched
        if not self._touched:
            groups = life.app.groups
            for group, before in self._groups.items():
                if groups.of(group).to_json() != before:
                    raise self.fail(f"the settings of {group} are others after the restart")

    async def started(self) -> None:
        assert self.life is not None
        app = self.life.app
        for player, before in self._limits.items():
            if (await personal_limits(app).of(player)).to_json() != before:
                raise self.fail(f"the limits of {player} are others after the restart")
        for table in self._tables.values():
            if (there := app.tables.by_id(table.id)) is not None:
                self._compare(table, there.state)
        await self.quiet()

    def _compare(self, before: TableState, after: TableState) -> None:
        """A table may have gone on after the last quiet moment, but what was counted in public is never forgotten."""
        for name in COUNTED:
            if getattr(after, name) < getattr(before, name):
                raise self.fail(
                    f"table {before.id} has forgotten some of its {name}: {getattr(after, name)} after the restart, "
                    f"{getattr(before, name)} before"
                )
        was, now = _told(before, went_on=self._went_on), _told(after, went_on=self._went_on)
        if _progress(was) != _progress(now):
            # What was due has happened.
            return
        changed = [name for name in was if now[name] != was[name]]
        if before.sealed is not None and after.sealed is not None and before.sealed.attempt < after.sealed.attempt:
            # The process was killed while the hand was dealt, say, and its beacon can be had no more.
            if before.sealed.had_words and after.given_up == before.given_up:
                raise self.fail(f"table {before.id} has given up a deal before the restart, and has not counted it")
            changed = [name for name in changed if name not in EXCHANGED]
        if changed and repr(now).count(PSEUDONYM) == repr(was).count(PSEUDONYM):
            name = changed[0]
            is_now, it_was = _differing(now[name], was[name])
            raise self.fail(f"table {before.id} has another {name} after the restart: {is_now!r}; it was {it_was!r}")


def _differing(one: Any, other: Any) -> tuple[Any, Any]:
    """The first items in which two lists differ, or the two as they are if they are no such lists."""
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return next((pair for pair in zip(one, other, strict=True) if pair[0] != pair[1]), (one, other))
    return one, other


def _progress(told: dict[str, Any]) -> object:
    return told["seq"], told["hands_played"], told["hand"] and told["hand"][0], told["hand"] and told["hand"][2]


def _told(state: TableState, *, went_on: bool) -> dict[str, Any]:
    """What is compared of a table.

    Args:
        state: the table.
        went_on: whether commands came after the last quiet moment: then what changes without a line in the journal is
            left out.
    """
    stored = json.loads(saved(state).state)
    hand = state.playing
    sealed = state.sealed
    silent = SILENT if went_on else ()
    return {
        **{name: value for name, value in stored.items() if name not in LEFT_OUT and name not in silent},
        "seq": state.seq,
        "chairs": [
            None if chair is None else [getattr(chair, name) for name in CHAIR if name not in silent] + [chair.stack]
            for chair in state.chairs
        ],
        "hand": None if hand is None else [hand.id, digest_of(hand), hand.actions],
        "sealed": None if sealed is None else [sealed.turn, sealed.commitment, dict(sealed.words)],
    }
