"""The dispatcher: takes every command, and every button that needs a question answered first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from contextlib import AbstractAsyncContextManager

import structlog

from bot.commands import Refusal, spec_of
from bot.dispatch.execution import Execution
from bot.dispatch.flood_control import FloodControl, Verdict
from bot.dispatch.gate import Gate
from bot.dispatch.handlers import Handlers, Services
from bot.dispatch.idempotency import Idempotency
from bot.dispatch.questions import Questions
from bot.dispatch.refusal_replies import RefusalReplies
from bot.environment.half_surrogates import has_half_surrogate
from bot.environment.metrics import CommandResult, Metrics
from bot.ledger import LedgerClosed
from bot.messages import Command, Message, Place, PlayerId, Question, Reply
from bot.tables.table import Table
from bot.wording import Translator
from engine.refusal import Refused

log = structlog.get_logger()


class Dispatcher:
    """Has the commands of every chat carried out, each once.

    Bad input of every kind is answered with one sentence, and nothing has changed.
    """

    def __init__(
        self,
        services: Services,
        gate: Gate,
        idempotency: Idempotency,
        floods: FloodControl,
        metrics: Metrics,
        features: Iterable[type[Handlers]] = (),
    ) -> None:
        self._groups = services.groups
        self._members = services.members
        self._tables = services.tables
        self._gate = gate
        self._floods = floods
        self._clock = services.clock
        self._metrics = metrics
        self._replies = RefusalReplies(services, metrics)
        self._execution = Execution(services, self._gate, self._replies, features)
        self._questions = Questions(services)
        self._idempotency = idempotency

    @property
    def refusals(self) -> Counter[str]:
        """How many commands were refused, by reason."""
        return self._metrics.refusals()

    async def handle(self, command: Command) -> Reply:
        """Carry out a command and return the answer for its sender; never raises for bad input.

        A command that comes again with the same key is not carried out again: its sender gets the first answer.
        """
        begun = self._clock.now()
        reply = await self._carried_out(command)
        self._count(command, reply, begun)
        return reply

    async def _carried_out(self, command: Command) -> Reply:
        if has_half_surrogate(command.texts):
            return self._replies.reply(command, Refusal("half-surrogate"))
        if (slowed := self._slowed(command)) is not None:
            return slowed
        try:
            return await self._idempotency.reply(command, self._execution.run)
        except Refused as refusal:
            return self._replies.reply(command, refusal)

    def asked(self, command: Command) -> Question | Reply:
        """What to ask somebody who pressed a button that needs more, or the refusal; nothing is carried out.

        ``command.text`` is the button's command without the amount or the choice.
        The choices are those of this person, so nobody else may see them.
        """
        begun = self._clock.now()
        question = self._question(command)
        self._count(command, question, begun)
        return question

    def _count(self, command: Command, answer: Question | Reply, begun: float) -> None:
        self._metrics.command(command.where.platform, _result(answer), self._clock.now() - begun)

    def _question(self, command: Command) -> Question | Reply:
        if has_half_surrogate(command.texts):
            return self._replies.reply(command, Refusal("half-surrogate"))
        if (slowed := self._slowed(command)) is not None:
            return slowed
        command = self._execution.in_force(command)
        try:
            return self._questions.of(command)
        except Refused as refusal:
            return self._replies.reply(command, refusal)

    def _slowed(self, command: Command) -> Reply | None:
        """What is answered to somebody who sends more than anybody can press, or whose group does."""
        match self._floods.verdict(command):
            case Verdict.TOLD:
                return self._replies.reply(command, Refusal("flood"))
            case Verdict.IGNORED:
                self._metrics.refused("flood-ignored")
                return Reply(Message(), refused=True, transient=True, ignored=True)
            case Verdict.CARRIED_OUT:
                return None

    def place_of(self, player: PlayerId, table: str = "") -> Place | None:
        """The place that is meant by a button in a private chat.

        Args:
            player: who it is.
            table: the table whose button was pressed, if it belongs to one.

        Returns:
            The place of that table, or else of the one where the player sits; ``None`` if there is none, or the player
            was never seen in its group: a table's id is easily guessed, and proves nothing.
        """
        return self._place_at(self._tables.by_id(table) if table else self._tables.of_player(player), player)

    def place_in_private(self, player: PlayerId, line: str, own: Place, anywhere: str) -> Place:
        """The place that is meant by a line that somebody types in a private chat.

        Args:
            player: who it is.
            line: what they type.
            own: the place that the private chat is.
            anywhere: the channel of a place that is in a group, but in none of its channels.

        Returns:
            The private chat itself for a table to be opened; else the place of the table where the player sits; without
            one, the group in which they were last seen, for whatever can be asked in private.
        """
        spec = spec_of(line)
        if spec is not None and spec.opens_table:
            return own
        acting = spec is not None and spec.section == "play"
        seated = self._place_at(self._tables.of_player(player, own.group, acting=acting), player)
        if seated is not None or spec is None or not spec.in_private:
            return seated or own
        group = self._groups.present(self._members.latest_group(player))
        return own if group in ("", own.group) else Place(group, anywhere)

    def _place_at(self, table: Table | None, player: PlayerId) -> Place | None:
        """The place of a table, if a player is known in its group."""
        if table is None or not self._members.knows(table.state.place.group, player):
            return None
        return table.state.place

    def closed(self) -> AbstractAsyncContextManager[None]:
        """Let commands wait while something changes in several steps; those under way are finished first."""
        return self._gate.closed()

    async def recall(self, player: PlayerId, group: str) -> None:
        """Read what is stored of somebody and of a group, unless it was read before.

        A chat has this done before it asks for a place or a translator; where it fails, people are unknown.

        Args:
            player: who sends something; empty for nobody.
            group: where.
        """
        try:
            await self._members.recall(player, self._groups.present(group))
        except LedgerClosed:
            log.info("people not read while the ledger is closed")
        except Exception as error:
            log.exception("people not read", error=type(error).__name__)

    def translator(self, group: str, player: PlayerId) -> Translator:
        """Translates for one person of a group: into the language they chose, or that of the group."""
        return self._members.translator(group, player)


def _result(answer: Question | Reply) -> CommandResult:
    """What became of a command that was answered like this."""
    if isinstance(answer, Question):
        return CommandResult.ASKED
    if answer.ignored:
        return CommandResult.IGNORED
    return CommandResult.REFUSED if answer.refused else CommandResult.DONE
