"""Every acknowledged action is there after any restart."""

from __future__ import annotations

from collections import Counter

from bot.commands import spec_of
from bot.ledger import queries
from bot.messages import Command, PlayerId, Reply
from bot.wording import in_language, languages
from tools.simulation.checks.check import Check
from tools.simulation.checks.observed import verb_of

ALWAYS_STORED = ("open", "join", "rebuy", "leave")
"""Commands that change something for good whenever they are accepted."""

REMEMBERED = 5_000
"""How many acknowledged commands are looked for after a start."""


NOT_STORED = frozenset(in_language(code)("refused-storage-trouble") for code in languages())
"""How people are told that nothing of what they asked for was stored."""


class AcknowledgedActionsStay(Check):
    """All that was answered as done has its key stored, at once and after every start; after a start, what was said
    not to be stored has none."""

    name = "acknowledged actions stay"

    def __init__(self) -> None:
        super().__init__()
        self._done: dict[str, str] = {}
        """Commands that were stored, by key."""

        self._new: dict[str, tuple[str, bool]] = {}
        """Commands that were answered since the last look, with true if they have to be stored."""

        self._denied: dict[str, str] = {}
        """What was said not to be stored, and was not asked for again."""

        self._to_forget: set[PlayerId] = set()
        """Who has asked to be forgotten: with them goes what is named after them, as keys of guests of the room are."""

        self._asked: Counter[str] = Counter()
        """How often an answer is still to come; to those of a process that was killed none does."""

    def asked(self, command: Command) -> None:
        self._asked[command.key] += 1
        self._denied.pop(command.key, None)

    def answered(self, command: Command, reply: Reply) -> None:
        self._asked[command.key] -= 1
        if reply.refused and command.key and NOT_STORED.intersection(reply.message.lines):
            if not (self._asked[command.key] or command.key in self._done or command.key in self._new):
                self._denied[command.key] = command.text
            return
        if self.life is None or reply.refused or reply.confirms or not command.key:
            return
        spec = spec_of(command.text)
        must = bool(verb_of(command.text)) or (spec is not None and spec.name in ALWAYS_STORED)
        if spec is not None and spec.name == "forget now":
            self._to_forget.add(command.who.id)
        self._new[command.key] = command.text, must and not reply.menu

    async def started(self) -> None:
        assert self.life is not None
        for key, text in self._done.items():
            if not await self._is_stored(key):
                raise self.fail(f"somebody was told that {text!r} is done, and after a restart it is not stored")
        for key, text in self._denied.items():
            if await self.life.app.ledger.read(queries.is_done, key):
                raise self.fail(f"somebody was told that {text!r} is not stored, and after a restart it is")

    async def quiet(self) -> None:
        new, self._new = self._new, {}
        for key, (text, must) in new.items():
            if await self._is_stored(key):
                self._done[key] = text
            elif must:
                raise self.fail(f"somebody was told that {text!r} is done, and its key is not stored")
        for key in list(self._done)[:-REMEMBERED]:
            del self._done[key]

    def _is_forgotten(self, key: str) -> bool:
        return any(player in key for player in self._to_forget)

    async def _is_stored(self, key: str) -> bool:
        assert self.life is not None
        return self._is_forgotten(key) or await self.life.app.ledger.read(queries.is_done, key)
