"""Whom a command is carried out for: what is asked before it reaches its handler, and what the handler is given."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.commands import SPECS, Refusal, Request
from bot.dispatch import dispatcher
from bot.dispatch.admission import FloodControl, Gate
from bot.dispatch.dispatcher import Dispatcher
from bot.environment.metrics import Metrics
from bot.groups import GroupSettings
from bot.ledger import LedgerClosed, NotStored, Once, OutcomeUnknown, Overdrawn, RepeatedUpdate, queries, wallet
from bot.messages import SURE, Button, Command, Message, Person, Reply
from bot.wording import in_language
from engine.refusal import Refused
from tests.bot.plain_tables import person
from tests.engine.table.tables import PLACE
from tests.rows import rows

NOW = datetime(2026, 5, 1, 20, 0, tzinfo=UTC)
BUDI, WATI = person("Budi"), person("Wati")
ANI = person("Ani", admin=True)
GROUP_ITSELF = Person("test:group", "Group", admin=True, anonymous=True)
WHO = {"Budi": BUDI, "a stranger": replace(BUDI, member=False), "Wati": WATI, "Ani": ANI, "the group": GROUP_ITSELF}
OLD = "test:old"
DONE = Message("done", buttons=((Button("My hand", "hand"),),))
BREAK = Refusal("own-limit", what="break", until="21:00", amount=0)


def _present(group: str) -> str:
    return PLACE.group if group == OLD else group


def _itself(_: str, account: str) -> str:
    return account


class World:
    """Everything around the execution of commands; what it is asked is taken down."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.happened: list[str] = []
        self.requests: list[Request] = []
        self.answer = Reply(Message("done"))
        self.trouble: Exception | None = None
        self.settings = GroupSettings()
        self.hindered: dict[str, Refusal] = {}
        self.known = False
        self.erasing: set[str] = set()
        self.after: list[Any] = []
        self.gate = Gate()
        self.on_forget: list[Any] = []
        monkeypatch.setattr(dispatcher, "TableHandlers", lambda _: SimpleNamespace(by_name=lambda: self._handlers))
        monkeypatch.setattr(dispatcher, "RefusalReplies", lambda *_: self)
        monkeypatch.setattr(Dispatcher, "_at_table", lambda _, request: self._carry_out(request))
        services = SimpleNamespace(
            ledger=SimpleNamespace(read=self._read),
            groups=SimpleNamespace(
                of=self._settings, present=_present, book=_present, person=lambda _, account: account
            ),
            members=self,
            hindrances=SimpleNamespace(check=self._check),
            clock=SimpleNamespace(utc=lambda: NOW, now=lambda: 0.0),
            after=self.after,
            gate=self.gate,
            on_forget=self.on_forget,
        )
        self.dispatcher = Dispatcher(cast(Any, services), FloodControl(None, lambda: 0.0), Metrics())

    async def run(self, text: str, who: Person = BUDI, **how: Any) -> str:
        """What is answered to a command: why it is refused, or that it is done."""
        reply = await self.dispatcher.handle(Command(who, how.pop("where", PLACE), text, **how))
        return reply.toast or reply.message.title

    # --- what it is given ------------------------------------------------------------------------------------------

    @property
    def _handlers(self) -> dict[str, Any]:
        return {spec.handler: self._carry_out for spec in SPECS}

    async def _carry_out(self, request: Request) -> Reply:
        self.happened.append(request.command.name)
        self.requests.append(request)
        if self.trouble is not None:
            raise self.trouble
        return self.answer

    def _settings(self, group: str) -> GroupSettings:
        assert group == PLACE.group
        return self.settings

    async def _read(self, query: object, key: str) -> bool:
        assert (query, key) == (queries.is_done, "k1")
        return self.known

    async def _check(self, player: str, group: str, *, practice: bool) -> None:
        assert group == PLACE.group
        if player in self.hindered and not practice:
            raise self.hindered[player]

    # --- members ---------------------------------------------------------------------------------------------------

    async def recall(self, player: str, group: str) -> None:
        self.happened.append(f"read {player} in {group}")

    async def welcome(self, who: Person, group: str) -> None:
        assert group == PLACE.group
        self.happened.append(f"welcome {who.name}")

    def translator(self, group: str, player: str) -> Any:
        assert group == PLACE.group
        return in_language("id" if player == BUDI.id else "en")

    def own_translator(self, group: str, who: Person) -> Any:
        assert group == PLACE.group
        return in_language("en" if who == BUDI else "id")

    # --- refusals --------------------------------------------------------------------------------------------------

    def reply(self, command: Command, refusal: Refused) -> Reply:
        assert command.where == PLACE
        return Reply(Message(), refused=True, toast=refusal.reason)

    def repeated(self, command: Command) -> Reply:
        assert command.where == PLACE
        return Reply(Message(), toast="done before")

    def unexpected(self, _: Command) -> Reply:
        return Reply(Message(), refused=True, toast="unexpected")


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> World:
    return World(monkeypatch)


# --- who may ---------------------------------------------------------------------------------------------------


@rows(__file__, who=WHO.__getitem__)
async def test_who_may_use_a_command(world: World, text: str, who: Person, outcome: str) -> None:
    assert await world.run(text, who) == outcome
    assert len(world.requests) == (outcome == "done")


async def test_while_the_bot_is_away_little_is_carried_out(world: World) -> None:
    world.settings = GroupSettings(away=True)

    assert await world.run("join") == "group-away"


async def test_nothing_is_done_for_somebody_who_is_being_forgotten(world: World) -> None:
    world.erasing.add(BUDI.id)

    assert await world.run("join") == "being-forgotten"
    assert world.happened == [f"read {BUDI.id} in {PLACE.group}"], "nobody is welcomed who is being forgotten"


@rows(__file__, who=WHO.__getitem__)
async def test_somebody_on_a_break_opens_practice_alone_and_is_left_to_their_table(
    world: World, text: str, who: Person, outcome: str
) -> None:
    world.hindered = {BUDI.id: BREAK}

    assert await world.run(text, who, turn="T1:") == outcome


# --- who is known ----------------------------------------------------------------------------------------------


async def test_people_are_read_and_welcomed_before_anything_is_done(world: World) -> None:
    await world.run("leave")

    assert world.happened == [f"read {BUDI.id} in {PLACE.group}", "welcome Budi", "leave"]


async def test_nobody_is_welcomed_who_writes_in_the_name_of_the_group(world: World) -> None:
    await world.run("house set ante 20", GROUP_ITSELF, picked=(WATI,))

    assert world.happened == [f"read  in {PLACE.group}", "welcome Wati", "house set"], "whom an admin picks is"


async def test_whom_others_pick_is_not_welcomed(world: World) -> None:
    await world.run("kick Wati", picked=(WATI,))

    assert world.happened[1:] == ["welcome Budi", "kick"]


# --- what the handler is given ---------------------------------------------------------------------------------


async def test_a_handler_is_given_all_of_the_command(world: World) -> None:
    old = PLACE._replace(group=OLD)
    how: dict[str, Any] = {"key": "k1", "in_private": True, "picked": (WATI,), "in_menu": True}
    await world.run("raise 60", turn="T1:7.1", where=old, **how)

    (request,) = world.requests
    assert (request.command.name, request.who, request.where) == ("raise", BUDI, PLACE)
    assert (request.turn, request.key, request.in_private) == ("T1:7.1", "k1", True)
    assert (request.picked, request.in_menu, request.sure) == ((WATI,), True, False)
    assert request.receipt == (Once("k1"),)
    assert request.translate("button-join") == in_language("id")("button-join")


async def test_a_command_without_a_key_leaves_no_receipt(world: World) -> None:
    await world.run("leave")

    (request,) = world.requests
    assert (request.receipt, request.turn, request.in_menu, request.in_private) == ((), "", False, False)


async def test_what_a_reader_may_see_alone_is_in_their_own_language(world: World) -> None:
    await world.run(next(spec.name for spec in SPECS if spec.own_language and not spec.for_admins))

    (request,) = world.requests
    assert request.translate("button-join") == in_language("en")("button-join")


@pytest.mark.parametrize(
    ("text", "turn", "sure", "amount"),
    [("raise 60", "", True, 60), ("raise 60", "T1:7.1", False, 60), (f"raise 60{SURE}", "T1:7.1", True, 60)],
)
async def test_a_press_is_sure_only_once_it_was_asked_about(
    world: World, text: str, turn: str, sure: bool, amount: int
) -> None:
    await world.run(text, turn=turn)

    (request,) = world.requests
    assert (request.sure, request.amount("amount")) == (sure, amount)


async def test_whoever_types_is_sure_without_saying_so(world: World) -> None:
    assert await world.run(f"raise 60{SURE}") not in ("done", "unexpected")


async def test_names_that_could_deceive_are_shown_safely(world: World) -> None:
    await world.run("kick Wati", replace(BUDI, name="Bu\u202edi"), picked=(replace(WATI, name="Wa\nti"),))

    (request,) = world.requests
    assert "\u202e" not in request.who.name
    assert "\n" not in request.picked[0].name


# --- what is answered ------------------------------------------------------------------------------------------


async def test_what_was_done_before_is_not_done_again(world: World) -> None:
    world.trouble = Refusal("not-seated")
    assert await world.run("leave", key="k1") == "not-seated"

    world.known = True
    world.on_forget[0](BUDI.id)
    assert await world.run("leave", key="k1") == "done before"
    assert await world.run("leave") == "not-seated", "a command without a key is told from no other"


async def test_a_half_done_command_that_may_be_repeated_is_refused(world: World) -> None:
    world.trouble, world.known = Refusal("shutting-down"), True

    assert await world.run("start", key="k1") == "shutting-down"


@pytest.mark.parametrize(
    ("trouble", "answer"),
    [
        (Refused("seat-taken"), "seat-taken"),
        (RepeatedUpdate("k1"), "done before"),
        (Overdrawn(wallet(PLACE.group, BUDI.id), 5, 9), "not-enough-chips"),
        (NotStored("full"), "storage-trouble"),
        (OutcomeUnknown("?"), "outcome-unknown"),
        (LedgerClosed(), "shutting-down"),
        (ZeroDivisionError(), "unexpected"),
    ],
)
async def test_whatever_goes_wrong_is_answered(world: World, trouble: Exception, answer: str) -> None:
    world.trouble = trouble

    assert await world.run("leave") == answer


async def test_a_feature_may_follow_an_answer_with_a_page(world: World) -> None:
    async def with_page(request: Request, reply: Reply) -> Reply:
        return replace(reply, menu=request.command.name == "leave")

    world.answer = Reply(DONE)
    world.after.append(with_page)
    for text, page in (("leave", True), ("join", False)):
        reply = await world.dispatcher.handle(Command(BUDI, PLACE, text))
        assert reply.menu is page
        assert reply.message == (DONE.as_page if page else DONE)


@pytest.mark.parametrize(("text", "took_seat"), [("join", True), ("leave", False)])
async def test_whoever_sits_down_is_known_to_have_hands_shown_from_now_on(
    world: World, text: str, took_seat: bool
) -> None:
    reply = await world.dispatcher.handle(Command(BUDI, PLACE, text))

    assert reply.took_seat is took_seat


async def test_commands_wait_while_the_gate_is_closed(world: World) -> None:
    async with world.gate.closed():
        waiting = asyncio.create_task(world.run("leave"))
        await asyncio.sleep(0)
        assert world.happened == []
    assert await waiting == "done"
