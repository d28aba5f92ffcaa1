"""Every acknowledged action is there after any restart."""

from __future__ import annotations

from bot.commands import spec_of
from bot.messages import Command, Reply
from simulation.checks.check import Check
from simulation.checks.observed import verb_of

ALWAYS_STORED = ("open", "join", "rebuy", "leave")
"""Commands that change something for good whenever they are accepted."""

REMEMBERED = 5_000
"""How many acknowledged commands are looked for after a start; receipts themselves go after a month."""


class AcknowledgedActionsStay(Check):
    """Whatever was answered as done has its receipt, at once and after every start."""

    name = "acknowledged actions stay"

    def __init__(self) -> None:
        super().__init__()
        self._done: dict[str, str] = {}

    def answered(self, command: Command, reply: Reply) -> None:
        if self.life is None or reply.refused or reply.confirms or not command.key:
            return
        stored = self.life.app.ledger.recent_receipt(command.key) is not None
        spec = spec_of(command.text)
        must = bool(verb_of(command.text)) or (spec is not None and spec.name in ALWAYS_STORED)
        if must and not stored and not reply.menu:
            raise self.fail(f"{command.who.id} was told that {command.text!r} is done, and no receipt of it is stored")
        if stored:
            self._done[command.key] = command.text
            if len(self._done) > REMEMBERED:
                del self._done[next(iter(self._done))]

    async def started(self) -> None:
        assert self.life is not None
        for key, text in self._done.items():
            if await self.life.app.ledger.receipt(key) is None:
                raise self.fail(f"somebody was told that {text!r} is done, and after a restart it is not stored")
