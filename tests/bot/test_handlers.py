"""Every command is carried out by the handler that its declaration names, and no handler is without a command."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from bot.commands import BY_LINE, SPECS, Request, Scope
from bot.dispatch.services import Handlers
from bot.dispatch.table_commands import TableHandlers
from bot.features.installed import HANDLERS
from bot.messages import Message, Reply
from bot.tables.handlers import HANDLERS as TABLE_HANDLERS
from bot.tables.manager import TableManager
from engine.table.changes import Outcome
from tests.bot.scenario import Scenario
from tests.command_samples import line

KINDS: list[type[Handlers]] = [TableHandlers, *HANDLERS]
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

    async def asked(request: Request) -> Outcome:
        carried_out[Scope.TABLE].append(request.command.name)
        return Outcome()

    for kind in KINDS:
        for name in kind.names():
            monkeypatch.setattr(kind, name, noted(name))
    table = SimpleNamespace(ask=asked, state=SimpleNamespace(practice=False))
    monkeypatch.setattr(TableManager, "meant", lambda tables, request: table)
    await scenario.restart()
    scenario.admins.add("joko")

    for spec in SPECS:
        await scenario.do("joko", line(spec))

    assert carried_out == {scope: [spec.name for spec in SPECS if spec.scope is scope] for scope in Scope}


def test_every_command_has_a_handler_and_every_handler_a_command() -> None:
    for scope, names in ((Scope.GROUP, NAMES), (Scope.TABLE, ["play", *TABLE_HANDLERS])):
        assert {spec.handler for spec in SPECS if spec.scope is scope} == set(names)
    assert len(set(NAMES)) == len(NAMES)


def test_nothing_that_changes_seats_only_reads() -> None:
    assert [spec.name for spec in SPECS if spec.changes_seats and (spec.reads_only or spec.scope is Scope.GROUP)] == []


def test_what_is_answered_while_away_changes_nothing_but_the_sender() -> None:
    changing = {spec.name for spec in SPECS if spec.while_away and not spec.reads_only}
    assert changing == {"language", "notify off", "limit", "break begin", "forget now"} & BY_LINE.keys()
