"""Messages arrive at least once, and at most one of them is repeated for each crash."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.messages import Place, is_computer
from bot.presenting.presenters import PRESENTERS
from tools.simulation.checks.check import Check
from tools.simulation.checks.observed import EVERYBODY, Position, Said
from tools.simulation.checks.private_cards import is_of
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

        self._shown: dict[tuple[str, Place], Position] = {}
        self._results = set[tuple[int, Place]]()
        """Of which hands the result was told where."""

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
        for there in () if self.life is None else self.life.app.tables.all_at(said.place):
            hand = there.state.hand
            if hand is not None and hand.over and is_of(said, there.state, hand):
                self._results.add((hand.id, said.place))
        for table, position in said.positions.items():
            self._shown[table, said.place] = max(position, self._shown.get((table, said.place), position))
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
            state, hand, groups = table.state, table.state.hand, self.life.app.groups
            stands = (state.place, *groups.of(state.place.group).places)
            if any(groups.of(groups.present(each.group)).away for each in stands):
                # Where Kiu is removed and comes back, every table stands in a new message.
                self._posted = {key: times for key, times in self._posted.items() if key[1] != state.id}
            if hand is None or table.store.waits or state.paused is not None:
                continue
            if (answering := self.life.answering(state)) is not None:
                for over in unannounced[state.id]:
                    if not self._was_never_there(state.id, over.number):
                        waiting.add(self._look_at((f"the result of hand {over.id}", state.id), answering))
            for place in self.life.places(state) if hand.over else ():
                there, told = self.life.answering_since(place), (hand.id, place) in self._results
                if there is not None and not told and not self._was_never_there(state.id, hand.number):
                    waiting.add(self._look_at((f"the result of hand {hand.id} in {place}", state.id), there))
            if hand.over or hand.round.window:
                continue
            people = [hand.players[seat] for seat in hand.round.awaited]
            reached = [self.life.app.members.reached(state.place, each) for each in people if not is_computer(each)]
            now = Position(hand.number, hand.round.question)
            for place in {each.place for each in reached if each is not None}:
                there = self.life.answering_since(place)
                if there is None or self._shown.get((state.id, place), Position(0, 0)) >= now:
                    continue
                question = f"question {now.hand}.{now.question} of table {state.id}"
                # What is left of a turn is shown to the others when its player has taken all of the usual time.
                within = PRESENTERS[state.game_name].within_a_turn(hand)
                longer = state.question_seconds(hand) if within else 0.0
                waiting.add(self._look_at((question, place), there, longer))
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
