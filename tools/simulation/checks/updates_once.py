"""Each update is carried out once: every action and every buy-in at a table was asked for by its player, once."""

from __future__ import annotations

from collections import Counter

from sqlalchemy import Connection

from bot.commands import spec_of
from bot.ledger import PSEUDONYM
from bot.messages import Command, PlayerId, Reply
from bot.wording import in_language, languages
from engine.games import GAMES
from engine.table.hand import LAPSE
from engine.table.players import COMPUTER
from tools.simulation.checks.check import Check
from tools.simulation.checks.followed_journals import FollowedJournals
from tools.simulation.checks.observed import is_action, verb_of
from tools.simulation.checks.stored import moved_for, newest_posting, read, received, tables_of

BUYING_IN = ("open", "join", "rebuy", "practice")
"""Commands for which chips may come to a table."""

DAY = 24 * 3600 * 10**6
"""In microseconds."""

EVERY, ANEW = 5, 60
"""At every so many quiet moments is counted what was added, and at how many of them, at every start and at the end
everything."""


class UpdatesOnce(Check):
    """As much is done in somebody's name as they have asked for: no more, and nothing that was acknowledged less."""

    name = "each update once"

    def __init__(self) -> None:
        super().__init__()
        self._done: set[str] = set()
        """The keys of commands that were answered as done."""

        self._accepted: Counter[tuple[PlayerId, str]] = Counter()
        self._open: dict[str, tuple[PlayerId, str]] = {}
        """Commands that were asked, and never answered as done or refused: they may be carried out or not."""

        self._moments = 0
        self._journals = FollowedJournals()
        self._transfers = 0
        """Up to which posting all is counted."""

        self._stored: Counter[tuple[PlayerId, str]] = Counter()
        """How often somebody has done what, as far as it was counted."""

        self._given: Counter[tuple[str, int]] = Counter()
        """How often somebody was given the chips of a day."""

    def asked(self, command: Command) -> None:
        kind = _kind(command.text)
        if kind and command.key and command.key not in self._done:
            self._open[command.key] = (command.who.id if self.life is None else self.life.player(command), kind)

    def answered(self, command: Command, reply: Reply) -> None:
        asked = self._open.get(command.key)
        if asked is None or is_unknown(reply):
            return
        # What was refused may come again, and be carried out then.
        del self._open[command.key]
        if not reply.refused and not reply.confirms:
            self._done.add(command.key)
            self._accepted[asked] += 1

    async def started(self) -> None:
        self._count_anew()
        await self._count()

    async def quiet(self) -> None:
        self._moments += 1
        if self._moments % EVERY == 0:
            if self._moments % ANEW == 0:
                self._count_anew()
            await self._count()

    async def ended(self) -> None:
        self._count_anew()
        await self._count()

    def _count_anew(self) -> None:
        """Count everything next time, and not only what was added since."""
        self._journals.forget()
        self._transfers = 0
        self._stored.clear()
        self._given.clear()

    def _add(self, connection: Connection) -> None:
        """Count what was stored since."""
        for table in tables_of(connection):
            for line in self._journals.added(connection, table):
                if line.actor and not line.text.startswith(LAPSE) and is_action(line.text):
                    self._stored[line.actor, "action"] += 1
        newest = newest_posting(connection)
        bought_in = moved_for(connection, "sit-down", self._transfers)
        given = received(connection, "daily", self._transfers)
        self._transfers = newest
        self._stored.update((actor, "buy-in") for actor in bought_in)
        for player, at in given:
            self._given[player, at // DAY] += 1

    async def _count(self) -> None:
        assert self.life is not None
        await read(self.life.app.ledger, self._add)
        done = self._stored
        for (player, _), times in self._given.items():
            if times > 1:
                raise self.fail(f"{player} was given the chips of one day {times} times")
        maybe = Counter(self._open.values())
        for who, kind in done:
            if who.startswith((COMPUTER, PSEUDONYM)):
                continue
            asked = (
                self._accepted[who, kind]
                + maybe[who, kind]
                + (self._accepted[who, "advance"] if kind == "action" else 0)
            )
            if done[who, kind] > asked:
                raise self.fail(
                    f"{who} asked for {kind!r} {asked} times at most, and it is stored {done[who, kind]} times"
                )
        forgotten = sum(times for (who, _), times in done.items() if who.startswith(PSEUDONYM))
        for (who, kind), accepted in self._accepted.items():
            # What somebody did who was forgotten since stands under a pseudonym.
            if kind == "action" and done[who, kind] + forgotten < accepted:
                raise self.fail(
                    f"{who} was told of {accepted} actions that they are done, and {done[who, kind]} are stored"
                )


def is_unknown(reply: Reply) -> bool:
    """Whether it is said that nobody knows what became of a command."""
    said = {in_language(code)("refused-outcome-unknown") for code in languages()}
    return reply.refused and bool(said.intersection(reply.message.lines))


def _kind(text: str) -> str:
    if verb_of(text):
        return "action"
    spec = spec_of(text)
    if spec is None:
        return ""
    if spec.name.startswith("advance") or spec.name in {
        verb.name for game in GAMES.values() for verb in game.advance_verbs
    }:
        return "advance"
    return "buy-in" if spec.name in BUYING_IN else ""
