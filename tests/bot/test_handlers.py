"""Every command that concerns no table is carried out by one handler, and no other command is."""

from __future__ import annotations

import pytest

from bot.commands import COMMANDS, CommandSpec, Kind, Order, Where
from bot.dispatch.handlers import Handlers, Request
from bot.dispatch.handlers.handler import Handler
from bot.dispatch.usher import Usher
from bot.ledger import Write
from bot.messages import Command, Message, Reply
from tests.bot.scenario import Scenario


def declared(where: Where) -> list[str]:
    """The names of the commands that are carried out there."""
    return [spec.name for spec in COMMANDS if spec.where is where]


def typed(spec: CommandSpec) -> str:
    """A line that gives a command all it needs."""
    numbers = (Kind.AMOUNT, Kind.NUMBER)
    return " ".join([spec.name, *("20" if each.kind in numbers else "word" for each in spec.parameters)])


async def test_every_command_of_the_desk_has_exactly_one_counter(scenario: Scenario) -> None:
    carried_out = [name for handler in scenario.app.dispatcher.handlers.all for name in handler.handles()]

    assert sorted(carried_out) == sorted(declared(Where.DESK))


async def test_every_command_is_brought_where_it_is_declared(
    scenario: Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    brought: dict[Where, list[str]] = {where: [] for where in Where}

    async def to_a_counter(_: Handlers, request: Request) -> Reply:
        brought[Where.DESK].append(request.order.name)
        return Reply(Message())

    async def to_a_table(_: Usher, order: Order, command: Command, done: tuple[Write, ...]) -> Reply:
        brought[Where.TABLE].append(order.name)
        return Reply(Message())

    monkeypatch.setattr(Handlers, "carry_out", to_a_counter)
    monkeypatch.setattr(Usher, "carry_out", to_a_table)
    scenario.admins.add("joko")

    for spec in COMMANDS:
        await scenario.do("joko", typed(spec))

    assert brought == {where: declared(where) for where in Where}


def test_a_counter_carries_out_the_commands_that_its_public_methods_are_named_for() -> None:
    class Postbox(Handler):
        async def post_letter(self, request: Request) -> Reply:
            return self._answer("gone")

        async def post(self, request: Request) -> Reply:
            return self._answer("a penny")

        def _answer(self, text: str) -> Reply:
            return Reply(Message(text))

    postbox = Postbox()

    assert postbox.handles() == {"post letter": postbox.post_letter, "post": postbox.post}
