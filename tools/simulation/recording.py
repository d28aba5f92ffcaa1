"""What people have sent to Kiu, when and how far their tables were, which cards lay, and when it was killed.

A recording watches a world as a check does, and finds nothing wrong.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple, Self, TypeAlias

from bot.ledger import queries
from bot.messages import Command, PlayerId, Reply
from bot.tables.state import AnyHand, TableState
from tools.simulation.checks.check import Check
from tools.simulation.checks.observed import Life, Said

CUTTING: Final = ("start", "shuffle")
"""What is carried out while a hand is being cut; for the rest of what changes a table it is dealt first."""


class Reached(NamedTuple):
    """How far the story of a table has come; both only ever grow."""

    lines: int
    """How many lines its journal has."""

    deals: int
    """Twice as many as hands were dealt at it, and one more while the next one is being cut."""

    @classmethod
    def by(cls, state: TableState) -> Self:
        """How far a table is now."""
        return cls(state.seq, 2 * state.hands_played + (state.sealed is not None and state.sealed.stands))

    @property
    def being_cut(self) -> bool:
        """Whether the next hand is being cut."""
        return self.deals % 2 == 1


@dataclass
class Sent:
    """A line or a press that came to Kiu."""

    at: float
    """Virtual seconds since the world began."""

    command: Command
    tables: dict[str, Reached]
    """How far every open table was before it was carried out, by its id."""

    stored: bool = False
    """Whether it was carried out: it was answered, or stored before the process was killed."""

    refused: bool = False

    def waited_for_deals(self, reached: Mapping[str, Reached]) -> None:
        """Note that it was carried out after a hand was dealt that was being cut when it came.

        Args:
            reached: how far every table was when it was answered.
        """
        if self.command.text.partition(" ")[0] not in CUTTING:
            for table, before in self.tables.items():
                if before.being_cut and table in reached and reached[table].deals > before.deals:
                    self.tables[table] = before._replace(deals=before.deals + 1)


@dataclass
class Ended:
    """The process ended, by a kill or in another way, and begins again."""

    at: float
    tables: dict[str, Reached]
    """How far every open table was that was stored."""


Event: TypeAlias = Sent | Ended


@dataclass
class Dealt:
    """A hand, and the pack that it was dealt from."""

    lines: int
    """How many lines the journal of its table had when it was dealt."""

    at: float
    dealer: PlayerId
    pack: tuple[int, ...]
    """The numbers of the cards, the first dealt first."""

    used: int = 0
    """How many cards were dealt or drawn."""


class Recording(Check):
    """Writes everything down that can be told as a script."""

    name = "recording"

    def __init__(self) -> None:
        super().__init__()
        self.events: list[Event] = []
        self.dealt: dict[tuple[str, int], Dealt] = {}
        """Every hand, by the id of its table and its number there."""

        self.groups: dict[str, str] = {}
        """The group of every table."""

        self.reached: dict[str, Reached] = {}
        """How far every table that is open, or was when the process ended, has come."""

        self.chips: dict[PlayerId, int] = {}
        """What each person had, wherever it lay, when the world ended; nothing if it broke off.

        Nothing is read before, since that would make another world of it.
        """

        self.with_computers = False
        """Whether a computer player has sat anywhere: what those choose follows from the seed alone."""

        self._under_way: dict[str, Sent] = {}
        self._lives = 0

    def begun(self, life: Life) -> None:
        super().begun(life)
        self._lives += 1
        for key, sent in list(self._under_way.items()):
            sent.stored = life.app.ledger.recent_receipt(key) is not None
            del self._under_way[key]

    def crashed(self) -> None:
        if self.life is not None:
            self._look()
            self.events.append(Ended(self.now, dict(self.reached)))
        super().crashed()

    def asked(self, command: Command) -> None:
        if self.life is None:
            return
        self._look()
        sent = Sent(self.now, command, dict(self.reached))
        self.events.append(sent)
        if command.key:
            self._under_way[command.key] = sent

    def answered(self, command: Command, reply: Reply) -> None:
        if reply.transient:
            # Nothing was carried out, or a new start finds out whether it was.
            return
        self._look()
        if (sent := self._under_way.pop(command.key, None)) is not None:
            sent.stored, sent.refused = True, reply.refused
            sent.waited_for_deals(self.reached)

    def shown(self, said: Said) -> None:
        self._look()

    async def ended(self) -> None:
        assert self.life is not None
        self._look()
        ledger = self.life.app.ledger
        people = dict.fromkeys(event.command.who.id for event in self.events if isinstance(event, Sent))
        groups = dict.fromkeys(self.groups.values())
        self.chips = {
            player: sum([(await ledger.read(queries.wealth, group, player)).total for group in groups])
            for player in people
        }

    def _look(self) -> None:
        """See how far every table is, and whether a hand was dealt since."""
        if self.life is None:
            return
        self.reached = {}
        for table in self.life.app.tables.all_open():
            state = table.state
            self.groups[state.id] = state.place.group
            self.reached[state.id] = Reached.by(state)
            self.with_computers |= any(chair.computer for chair in state.seated)
            if state.hand is not None:
                self._see(state, state.hand)

    def _see(self, state: TableState, hand: AnyHand) -> None:
        dealt = self.dealt.get((state.id, hand.number))
        if dealt is None:
            dealer = hand.players[hand.chairs.index(hand.dealer)]
            dealt = Dealt(state.seq - hand.actions, self.now, dealer, hand.deal.pack)
            self.dealt[state.id, hand.number] = dealt
        dealt.used = max(dealt.used, len(hand.round.dealt_to))
