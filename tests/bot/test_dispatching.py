"""What stands before a command is carried out, and which place is meant by what somebody says in private."""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.commands import Refusal
from bot.dispatch import dispatcher
from bot.dispatch.admission import Verdict
from bot.dispatch.dispatcher import Dispatcher
from bot.environment.metrics import CommandResult
from bot.ledger import LedgerClosed
from bot.messages import AmountQuestion, Command, Message, Place, Question, Reply
from engine.refusal import Refused
from tests.bot.plain_tables import person
from tests.engine.table.tables import PLACE
from tests.manual_clock import ManualClock
from tests.rows import rows

BUDI = person("Budi")
ASKED = AmountQuestion("How many?", 1, 9)
OLD = "test:old"


class World:
    """Everything around the dispatcher; what it counts is taken down."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.verdict = Verdict.CARRIED_OUT
        self.answer = Reply(Message("done"))
        self.question: Question | Refused = ASKED
        self.counted: list[tuple[str, CommandResult, float]] = []
        self.ignored: list[str] = []
        self.clock = ManualClock()
        self.clock.move_to(100)
        self.known: set[tuple[str, str]] = set()
        self.seats: dict[tuple[str, str, bool], Place] = {}
        self.tables: dict[str, Place] = {}
        self.latest = ""
        self.recalled: list[tuple[str, str]] = []
        self.trouble: Exception | None = None
        for name in ("RefusalReplies", "Questions", "Idempotency"):
            monkeypatch.setattr(dispatcher, name, lambda *_: self)
        services = SimpleNamespace(groups=self, members=self, tables=self, clock=self.clock, on_forget=[])
        own = cast(Any, self)
        self.dispatcher = Dispatcher(cast(Any, services), cast(Any, SimpleNamespace(verdict=self._slowed)), own)

    def _slowed(self, who: str) -> Verdict:
        assert who == BUDI.id
        return self.verdict

    # --- execution, questions and their answers --------------------------------------------------------------------

    async def reply_once(self, command: Command) -> Reply:
        assert command is BET
        self.clock.move_to(self.clock.now() + 2)
        return self.answer

    def reply(self, command: Command, then: Any) -> Any:
        if isinstance(then, Refused):
            return Reply(Message(), refused=True, toast=then.reason)
        return self.reply_once(command)

    def of(self, command: Command) -> Question:
        assert command.where == PLACE
        self.clock.move_to(self.clock.now() + 1)
        if isinstance(self.question, Refused):
            raise self.question
        return self.question

    # --- metrics ---------------------------------------------------------------------------------------------------

    def command(self, platform: str, result: CommandResult, seconds: float) -> None:
        self.counted.append((platform, result, seconds))

    def refused(self, reason: str) -> None:
        self.ignored.append(reason)

    def refusals(self) -> Counter[str]:
        return Counter(self.ignored)

    # --- people and tables -----------------------------------------------------------------------------------------

    def present(self, group: str) -> str:
        return PLACE.group if group == OLD else group

    book = present

    def person(self, group: str, account: str) -> str:
        return account

    def reached(self, place: Place, player: str, by: str) -> Any:
        return SimpleNamespace(place=place)

    def knows(self, group: str, player: str) -> bool:
        return (group, player) in self.known

    def latest_group(self, player: str) -> str:
        assert player == BUDI.id
        return self.latest

    async def recall(self, player: str, group: str) -> None:
        if self.trouble is not None:
            raise self.trouble
        self.recalled.append((player, group))

    def by_id(self, table: str) -> Any:
        return self._at(self.tables.get(table))

    def of_player(self, player: str, own: str = "", *, acting: bool = False) -> Any:
        return self._at(self.seats.get((player, own, acting)))

    @staticmethod
    def _at(place: Place | None) -> Any:
        return None if place is None else SimpleNamespace(state=SimpleNamespace(place=place))


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> World:
    return World(monkeypatch)


BET = Command(BUDI, PLACE, "bet 20")
HALF = Command(BUDI, PLACE, "shuffle \ud83d")


# --- before a command ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "verdict", "answer", "says", "counted"),
    [
        (BET, Verdict.CARRIED_OUT, Reply(Message("done"), toast="done"), "done", CommandResult.DONE),
        (BET, Verdict.CARRIED_OUT, Reply(Message(), True, toast="not-now"), "not-now", CommandResult.REFUSED),
        (BET, Verdict.TOLD, Reply(Message()), "flood", CommandResult.REFUSED),
        (BET, Verdict.IGNORED, Reply(Message()), "", CommandResult.IGNORED),
        (HALF, Verdict.TOLD, Reply(Message()), "half-surrogate", CommandResult.REFUSED),
    ],
)
async def test_what_a_command_is_answered_with_and_counted_as(
    world: World, command: Command, verdict: Verdict, answer: Reply, says: str, counted: CommandResult
) -> None:
    world.verdict, world.answer = verdict, answer
    reply = await world.dispatcher.handle(command)

    assert reply.toast == says
    took = 2.0 if verdict is Verdict.CARRIED_OUT else 0.0
    assert world.counted == [("test", counted, took)]
    assert world.refusals() == Counter(["flood-ignored"] * (verdict is Verdict.IGNORED))


@pytest.mark.parametrize(
    ("command", "verdict", "question", "says", "counted"),
    [
        (BET, Verdict.CARRIED_OUT, ASKED, ASKED, CommandResult.ASKED),
        (BET, Verdict.CARRIED_OUT, Refusal("not-seated"), "not-seated", CommandResult.REFUSED),
        (BET, Verdict.TOLD, ASKED, "flood", CommandResult.REFUSED),
        (BET, Verdict.IGNORED, ASKED, "", CommandResult.IGNORED),
        (HALF, Verdict.CARRIED_OUT, ASKED, "half-surrogate", CommandResult.REFUSED),
    ],
)
def test_what_a_button_that_needs_more_is_answered_with(
    world: World, command: Command, verdict: Verdict, question: Any, says: Any, counted: CommandResult
) -> None:
    world.verdict, world.question = verdict, question
    found = world.dispatcher.asked(command)

    assert (found.toast if isinstance(found, Reply) else found) == says
    took = 1.0 if verdict is Verdict.CARRIED_OUT and command is BET else 0.0
    assert world.counted == [("test", counted, took)]


async def test_of_what_is_ignored_nothing_is_said_and_it_may_be_sent_again(world: World) -> None:
    world.verdict = Verdict.IGNORED
    reply = await world.dispatcher.handle(BET)

    assert (reply.refused, reply.transient, reply.ignored, reply.message) == (True, True, True, Message())


# --- the place that is meant -----------------------------------------------------------------------------------

TABLE, SEAT = Place("test:home", "main"), Place("test:other", "main")
PRIVATE = Place("test:private:budi", "main")
PLACES = {"here": PRIVATE, "the seat": SEAT, "the table": TABLE, "home": Place("test:home", "anywhere")}
PLACES |= {"old": Place(OLD, "anywhere"), "nowhere": Place("", "")}


def test_a_button_of_a_table_means_its_place_for_whoever_is_known_there(world: World) -> None:
    world.tables, world.seats = {"T1": TABLE}, {(BUDI.id, "", False): SEAT}
    world.known = {("test:home", BUDI.id)}

    assert world.dispatcher.place_of(BUDI.id, "T1") == TABLE
    assert world.dispatcher.place_of("test:stranger", "T1") is None, "the id of a table is easily guessed"
    assert world.dispatcher.place_of(BUDI.id, "T2") is None
    assert world.dispatcher.place_of(BUDI.id) is None, "they are not known where they sit"
    world.known.add(("test:other", BUDI.id))
    assert world.dispatcher.place_of(BUDI.id) == SEAT


@rows(__file__, latest=lambda cell: PLACES[cell].group, meant=PLACES.__getitem__)
def test_which_place_a_line_in_private_means(world: World, line: str, seated: bool, latest: str, meant: Place) -> None:
    if seated:
        world.seats = {(BUDI.id, PRIVATE.group, True): SEAT, (BUDI.id, PRIVATE.group, False): TABLE}
    world.known, world.latest = {("test:home", BUDI.id), ("test:other", BUDI.id)}, latest

    assert world.dispatcher.place_in_private(BUDI.id, line, PRIVATE, "anywhere") == meant


# --- people ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("trouble", [LedgerClosed(), ZeroDivisionError()])
async def test_where_people_cannot_be_read_nothing_breaks(world: World, trouble: Exception) -> None:
    await world.dispatcher.recall(BUDI.id, OLD)
    assert world.recalled == [(BUDI.id, PLACE.group)]
    world.trouble = trouble
    await world.dispatcher.recall(BUDI.id, OLD)

    assert len(world.recalled) == 1
