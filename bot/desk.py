"""The desk that every command passes: read it, know the person, carry it out once, answer the one who asked.

Bad input of every kind ends here as one sentence to its sender, and nothing has changed.
"""

from __future__ import annotations

from collections import Counter
from contextlib import AbstractAsyncContextManager
from dataclasses import replace

import structlog

from bot import commands
from bot.commands import BY_NAME, Where
from bot.counters import Counters, Here, Request
from bot.door import Door
from bot.houses import Houses, TableRules
from bot.ledger import Ledger, LedgerClosed, NotStored, Overdrawn, RepeatedUpdate, Row, UpdateDone
from bot.messages import Command, Place, PlayerId, Question, Reply
from bot.names import safe_name, safe_text
from bot.once import Once
from bot.people import People
from bot.presenting import answers
from bot.refusal import Refusal
from bot.rights import check_rights
from bot.tables.tables import Tables
from bot.usher import Usher
from bot.wording import Say
from engine.games import GAMES
from engine.house_rules import BadRule
from engine.play import Refused

log = structlog.get_logger()

PASSING = ("storage-trouble", "shutting-down", "too-busy")
"""Refusals that are nobody's fault: the same command is welcome again."""


class FrontDesk:
    """Where every chat brings its commands."""

    def __init__(
        self,
        ledger: Ledger,
        houses: Houses,
        people: People,
        tables: Tables,
        here: Here,
        usher: Usher,
        counters: Counters,
    ) -> None:
        self._ledger = ledger
        self._houses = houses
        self._people = people
        self._tables = tables
        self._here = here
        self._usher = usher
        self.counters = counters
        """Where everything is carried out that concerns no table."""

        self._door = Door()
        self._once = Once()
        self.refusals: Counter[str] = Counter()
        """How many commands of each kind were refused: a sudden rise is an alarm."""

    async def handle(self, command: Command) -> Reply:
        """Carry out a command and return the answer for its sender; never raises for bad input.

        A command that comes again with the same key is not carried out again: its sender gets the first answer.
        """
        try:
            return await self._once.reply(command, self._carry_out)
        except Refusal as refusal:
            return self._refused(command, refusal)

    def asked(self, command: Command) -> Question | Reply:
        """What to ask somebody who pressed a button that needs more, or the refusal; nothing is carried out.

        ``command.text`` is the button's command without the amount or the choice.
        The choices are those of this person, so nobody else may see them.
        """
        command = self._settled_in(command)
        try:
            check_rights(command.who, BY_NAME.get(command.text), away=self._away(command))
            return self._usher.question(command)
        except (Refusal, Refused) as refusal:
            return self._refused(command, refusal)

    def whereabouts(self, player: PlayerId, table: str = "") -> Place | None:
        """Where somebody means who writes or presses in a private chat.

        Args:
            player: who it is.
            table: the table whose button was pressed, if there was one.

        Returns:
            The place of that table, or else of the one where the player sits; ``None`` if there is none, or the player
            was never seen in its house: a table's id is easily guessed, and proves nothing.
        """
        meant = self._tables.by_id(table) if table else self._tables.of_player(player)
        if meant is None or not self._people.knows(meant.state.place.house, player):
            return None
        return meant.state.place

    def closed(self) -> AbstractAsyncContextManager[None]:
        """Let commands wait while something changes that none may see half of; those under way are finished first."""
        return self._door.closed()

    def voice(self, house: str, player: PlayerId) -> Say:
        """The voice in which a house speaks to one person: in the language chosen, or that of the house."""
        return self._people.voice(house, player)

    # --- the path of a command ---------------------------------------------------------------------------------

    async def _carry_out(self, command: Command, print_: str) -> Reply:
        async with self._door.through():
            return await self._carried_out(self._settled_in(command), print_)

    def _settled_in(self, command: Command) -> Command:
        """The command with a name that is safe to show, and a house that goes by the name it has now."""
        who = replace(command.who, name=safe_name(command.who.name))
        return replace(command, who=who, where=command.where._replace(house=self._houses.present(command.where.house)))

    def _away(self, command: Command) -> bool:
        return self._houses.of(command.where.house).away

    async def _carried_out(self, command: Command, print_: str) -> Reply:
        try:
            if print_ and (done := self._ledger.recent_update(command.key)) is not None:
                return self._repeated(command, done.fingerprint == print_)
            order = commands.read(command.text)
            if not command.who.anonymous:
                await self._people.welcome(command.who, command.where.house)
            check_rights(command.who, order.spec, away=self._away(command))
            row: tuple[Row, ...] = (UpdateDone(command.key, print_, ""),) if print_ else ()
            if order.spec.where is Where.DESK:
                say = self._say(command)
                return await self.counters.carry_out(Request(order, command.who, command.where, row, say))
            return await self._usher.carry_out(order, command, row)
        except (Refusal, Refused, BadRule) as refusal:
            return self._refused(command, refusal)
        except RepeatedUpdate as repeated:
            return self._repeated(command, repeated.same)
        except Overdrawn:
            return self._refused(command, Refusal("not-enough-chips"))
        except NotStored:
            return self._refused(command, Refusal("storage-trouble"))
        except LedgerClosed:
            return self._refused(command, Refusal("shutting-down"))
        except Exception:
            log.exception("command failed", command=command.text.split(" ")[0][:20])
            return Reply(answers.sentence(self._say(command)("unexpected-trouble")), refused=True, passing=True)

    # --- answers -----------------------------------------------------------------------------------------------

    def _say(self, command: Command) -> Say:
        return self.voice(command.where.house, command.who.id)

    def _repeated(self, command: Command, same: bool) -> Reply:
        """The answer to a command that was carried out before, or to another one under its key."""
        if not same:
            return self._refused(command, Refusal("key-reused"))
        return Reply(answers.sentence(self._say(command)("done-already")))

    def _refused(self, command: Command, refusal: Refusal | Refused | BadRule) -> Reply:
        self.refusals[refusal.reason] += 1
        say = self._say(command)
        fields = {name: safe_text(value) if isinstance(value, str) else value for name, value in refusal.fields.items()}
        if "seat" in fields:
            fields["name"] = self._seat_name(command, int(fields.pop("seat")))
        if refusal.reason == "bad-rule-value":
            rule = str(fields["rule"])
            game = self._here.game_of_rule(command.where, rule)
            rules = TableRules if rule in TableRules.kinds() else GAMES[game].rules
            fields["allowed"] = answers.allowed(rules, rule, say)
        sentence = answers.sentence(say(f"refused-{refusal.reason}", **fields))
        return Reply(sentence, refused=True, passing=refusal.reason in PASSING)

    def _seat_name(self, command: Command, seat: int) -> str:
        table_id = command.turn.partition(":")[0]
        table = self._tables.by_id(table_id) if table_id else self._tables.at(command.where)
        hand = table.state.hand if table is not None else None
        return hand.names[seat] if hand is not None and seat < len(hand.names) else "?"
