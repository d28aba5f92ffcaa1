"""The house rules: read by everybody, and changed by an admin who has seen what will be different."""

from __future__ import annotations

from typing import NamedTuple

from bot.announcer import Announcer
from bot.counters.counter import Counter, Request
from bot.counters.here import Here
from bot.houses import Houses, HouseSettings
from bot.messages import PlayerId, Reply
from bot.presenting import answers
from bot.refusal import Refusal
from bot.tables.state import Note
from bot.tables.tables import Tables


class _Pending(NamedTuple):
    """A change of house rules that an admin was shown and has still to apply."""

    game: str
    before: HouseSettings
    wanted: HouseSettings


class RuleBook(Counter):
    """Shows the house rules, and prepares changes that hold once they were seen and applied."""

    def __init__(self, houses: Houses, tables: Tables, announcer: Announcer, here: Here) -> None:
        self._houses = houses
        self._tables = tables
        self._announcer = announcer
        self._here = here
        self._pending: dict[tuple[str, PlayerId], _Pending] = {}

    async def house(self, request: Request) -> Reply:
        """Every rule in force for a game."""
        return Reply(answers.house_rules(self._game(request), self._houses.of(request.house), request.say))

    async def house_rule(self, request: Request) -> Reply:
        """What one rule means, and what it can be."""
        rule, now = request.order.word("rule"), self._houses.of(request.house)
        return Reply(answers.house_rule(self._here.game_of_rule(request.where, rule), rule, now, request.say))

    async def house_preset(self, request: Request) -> Reply:
        """Take over a whole preset."""
        game, now = self._game(request), self._houses.of(request.house)
        return self._prepared(request, game, now.with_preset(game, request.order.word("preset")))

    async def house_set(self, request: Request) -> Reply:
        """Set one rule."""
        rule, now = request.order.word("rule"), self._houses.of(request.house)
        game = self._here.game_of_rule(request.where, rule)
        return self._prepared(request, game, now.with_rule(game, rule, request.order.word("value")))

    async def house_reset(self, request: Request) -> Reply:
        """Go back to the usual rules."""
        game, now = self._game(request), self._houses.of(request.house)
        return self._prepared(request, game, now.reset(game))

    async def house_apply(self, request: Request) -> Reply:
        """Put in force what the same admin was shown last."""
        house, who, say = request.house, request.who, request.say
        pending = self._pending.get((house, who.id))
        if pending is None:
            raise Refusal("nothing-to-apply")
        game, before, wanted = pending

        def as_shown(now: HouseSettings) -> HouseSettings:
            if now != before:
                # Another admin was quicker: what was shown is not what would change.
                self._pending.pop((house, who.id), None)
                raise Refusal("house-changed-meanwhile")
            return wanted

        changes = answers.house_changes(before, wanted, game)
        await self._houses.change(house, as_shown, request.done)
        await self._tables.rules_changed(house)
        self._pending.pop((house, who.id), None)
        public = ", ".join(f"{name} {value}" for name, (_, value) in changes.items())
        self._announcer.post(request.where, Note("house-changed", {"name": who.name, "changes": public}))
        return Reply(answers.sentence(say("answer-house-applied")))

    def _game(self, request: Request) -> str:
        """The game whose rules are meant."""
        return self._here.game(request.where, request.order.word("game"))

    def _prepared(self, request: Request, game: str, wanted: HouseSettings) -> Reply:
        """Show what would change, and keep it until it is applied."""
        now, say = self._houses.of(request.house), request.say
        changes = answers.house_changes(now, wanted, game)
        if not changes:
            return Reply(answers.sentence(say("answer-house-nothing")))
        self._pending[(request.house, request.who.id)] = _Pending(game, now, wanted)
        return Reply(answers.house_summary(changes, say))
