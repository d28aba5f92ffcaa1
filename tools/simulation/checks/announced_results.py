"""Messages arrive at least once, and at most one of them is repeated for each crash."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.messages import Place
from bot.presenting.presenters import PRESENTERS
from tools.simulation.checks.check import Check
from tools.simulation.checks.observed import EVERYBODY, Position, Said
from tools.simulation.checks.stored import read
from tools.simulation.checks.stored import unannounced as unannounced_at

PATIENCE = 90.0
"""Within how many seconds a question or a result is shown while the chat answers: three times what it waits at most."""


class MessagesAtLeastOnce(Check):
    """Every question and every result is shown while the chat answers; none is posted twice without a crash."""

    name = "messages at least once"

    def __init__(self) -> None:
        super().__init__()
        self._posted: dict[tuple[Place, str, Position], int] = {}
        self._repeated = 0
        self._may_repeat = 0
        """How many crashes there were, messages that people deleted, and calls of which Kiu cannot know what became."""

        self._shown: dict[str, Position] = {}
        self._due: dict[tuple[str, object], float] = {}
        """Since when something should be shown."""

        self._hopeless: dict[str, int] = {}
        """The hand of each table that was played when nothing could be shown there the last time."""

    def crashed(self) -> None:
        super().crashed()
        self._may_repeat += 1
        self._due.clear()

    async def ended(self) -> None:
        self._due.clear()

    def unsure(self) -> None:
        self._may_repeat += 1

    def logged(self, entry: Mapping[str, Any]) -> None:
        if entry.get("event") != "nothing can be shown" or "table" not in entry or self.life is None:
            return
        table = self.life.app.tables.by_id(entry["table"])
        if table is not None and table.state.hand is not None:
            self._hopeless[table.state.id] = table.state.hand.number

    def shown(self, said: Said) -> None:
        if said.how == "deleted":
            self._may_repeat += 1
            return
        if said.receiver != EVERYBODY or said.place is None:
            return
        for table, position in said.positions.items():
            self._shown[table] = max(position, self._shown.get(table, position))
            if said.how == "post":
                key = (said.place, table, position)
                self._posted[key] = self._posted.get(key, 0) + 1
                if self._posted[key] > 1:
                    self._repeated += 1
                    if self._repeated > self._may_repeat:
                        raise self.fail(
                            f"question {position} of table {table} was posted again, and nothing had crashed"
                        )

    async def quiet(self) -> None:
        assert self.life is not None
        waiting: set[tuple[str, object]] = set()
        tables = self.life.app.tables.all_open()
        unannounced = await read(
            self.life.app.ledger, lambda connection: unannounced_at(connection, [table.state.id for table in tables])
        )
        for table in tables:
            state, hand = table.state, table.state.hand
            if self.life.app.groups.of(state.place.group).away:
                # Where Kiu is removed and comes back, every table stands in a new message.
                self._posted = {key: times for key, times in self._posted.items() if key[1] != state.id}
            answering = self.life.answering_since(state.place)
            if hand is None or answering is None or table.store.waits or state.paused is not None:
                continue
            for over in unannounced[state.id]:
                if not self._was_never_there(state.id, over.number):
                    waiting.add(self._look_at((f"the result of hand {over.id}", state.id), answering))
            if hand.over:
                continue
            people = [seat for seat in hand.round.awaited if not hand.players[seat].startswith("computer:")]
            now = Position(hand.number, hand.round.question)
            if people and self._shown.get(state.id, Position(0, 0)) < now and not hand.round.window:
                question = f"question {now.hand}.{now.question} of table {state.id}"
                # What is left of a turn is shown to the others when its player has taken all of the usual time.
                within = PRESENTERS[state.game_name].within_a_turn(hand)
                longer = state.question_seconds(hand) if within else 0.0
                waiting.add(self._look_at((question, hand.round.question), answering, longer))
        for gone in set(self._due) - waiting:
            del self._due[gone]

    def _was_never_there(self, table: str, hand: int) -> bool:
        """Whether nothing was shown of a hand because nothing could be: its result is dropped with the rest of it."""
        shown = any(there == table and position.hand == hand for _, there, position in self._posted)
        return not shown and hand < self._hopeless.get(table, 0)

    def _look_at(self, what: tuple[str, object], answering: float, longer: float = 0.0) -> tuple[str, object]:
        """Something has to be shown and is not yet; it may take so many seconds longer than usual."""
        since = max(self._due.setdefault(what, self.now), answering)
        if self.now - since > PATIENCE + longer:
            raise self.fail(f"{what[0]} was not shown for {self.now - since:.0f} seconds, though the chat answers")
        return what
