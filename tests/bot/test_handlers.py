"""Every command is carried out by the handler that its declaration names, and no handler is without a command."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.commands import BY_LINE, SPECS, Request, Scope
from bot.dispatch import handlers as dispatched
from bot.dispatch.dispatcher import NoHandler, check_complete
from bot.dispatch.handlers.handler import Handlers
from bot.features.installed import HANDLERS
from bot.messages import Message, Reply
from bot.tables.changes import Outcome
from bot.tables.handlers import HANDLERS as TABLE_HANDLERS
from bot.tables.manager import TableManager
from tests.bot.scenario import Scenario
from tests.command_samples import line

KINDS = (*dispatched._KINDS, *HANDLERS)
NAMES = [name for kind in KINDS for name in kind.names()]


async def test_every_command_is_carried_out_where_it_is_declared(
    scenario: Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    carried_out: dict[Scope, list[str]] = {scope: [] for scope in Scope}

    def noted(name: str) -> object:
        async def handler(_: Handlers, request: Request) -> Reply:
            assert name == request.command.spec.handler
            carried_out[Scope.GROUP].append(request.command.name)
            return Reply(Message())

        return handler

    async def asked(_: TableManager, request: Request) -> Outcome:
        carried_out[Scope.TABLE].append(request.command.name)
        return Outcome()

    for kind in KINDS:
        for name in kind.names():
            monkeypatch.setattr(kind, name, noted(name))
    monkeypatch.setattr(TableManager, "ask", asked)
    await scenario.restart()
    scenario.admins.add("joko")

    for spec in SPECS:
        await scenario.do("joko", line(spec))

    assert carried_out == {scope: [spec.name for spec in SPECS if spec.scope is scope] for scope in Scope}


def test_commands_and_handlers_are_complete() -> None:
    check_complete(SPECS, NAMES)


def test_a_command_without_a_handler_is_named_with_the_place_for_it() -> None:
    toss = replace(BY_LINE["daily"], name="toss", handler="toss_a_coin")

    with pytest.raises(NoHandler, match=r"/toss has no handler: write toss_a_coin in bot/dispatch/handlers"):
        check_complete((*SPECS, toss), NAMES)


def test_a_table_command_without_a_handler_is_named_with_the_place_for_it() -> None:
    swap = replace(BY_LINE["leave"], name="swap", handler="swap_seats")

    with pytest.raises(NoHandler, match=r"/swap has no handler: write swap_seats in bot/tables/handlers\.py"):
        check_complete((*SPECS, swap), NAMES)


@pytest.mark.parametrize("unused", ["daily", "sit_out"])
def test_a_handler_without_a_command_is_named(unused: str) -> None:
    commands = [spec for spec in SPECS if spec.handler != unused]

    with pytest.raises(NoHandler, match=f"no command names {unused} in "):
        check_complete(commands, NAMES)


def test_every_handler_says_what_it_does() -> None:
    documented = [handler for kind in KINDS for handler in (getattr(kind, name) for name in kind.names())]

    assert [each.__name__ for each in (*documented, *TABLE_HANDLERS.values()) if not each.__doc__] == []


def test_nothing_that_changes_seats_only_reads() -> None:
    assert [spec.name for spec in SPECS if spec.changes_seats and (spec.reads_only or spec.scope is Scope.GROUP)] == []


def test_what_is_answered_while_away_changes_nothing_but_the_sender() -> None:
    changing = {spec.name for spec in SPECS if spec.while_away and not spec.reads_only}
    assert changing == {"language", "notify off", "limit", "break begin", "forget now"} & BY_LINE.keys()
