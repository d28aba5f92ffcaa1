"""Which handler carries out which command, as the commands are declared."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from bot.commands import CommandSpec, Request, Scope
from bot.dispatch.handlers import Handler
from bot.dispatch.handlers.handler import answer
from bot.messages import Message, Reply
from bot.presenting.toasts import toast
from bot.tables.handlers import HANDLERS as TABLE_HANDLERS
from bot.tables.manager import TableManager


class NoHandler(LookupError):
    """A command is declared that nothing carries out, or there is a handler that no command names."""


def routes(
    commands: Iterable[CommandSpec], handlers: Mapping[str, Handler], tables: TableManager
) -> Mapping[str, Handler]:
    """The handler of each command, by its name.

    Raises:
        NoHandler: one is missing, or one too many is there; the text says which, and where it belongs.
    """
    specs = tuple(commands)
    check_complete(specs, handlers)

    async def at_table(request: Request) -> Reply:
        outcome = await tables.ask(request)
        reply = Reply(Message())
        if outcome.answer is not None:
            reply = answer(request, outcome.answer.key, **outcome.answer.fields)
        return replace(reply, toast=toast(outcome, request.translate), told=outcome.told)

    return {spec.name: at_table if spec.scope is Scope.TABLE else handlers[spec.handler] for spec in specs}


def check_complete(specs: Iterable[CommandSpec], handlers: Iterable[str]) -> None:
    """Check that every command has its handler, and every handler a command.

    Raises:
        NoHandler: as above.
    """
    homes = {
        Scope.TABLE: (set(TABLE_HANDLERS), "bot/tables/handlers.py"),
        Scope.GROUP: (set(handlers), "bot/dispatch/handlers"),
    }
    unused = {scope: set(names) for scope, (names, _) in homes.items()}
    for spec in specs:
        names, home = homes[spec.scope]
        if spec.handler not in names:
            raise NoHandler(f"/{spec.name} has no handler: write {spec.handler} in {home}")
        unused[spec.scope].discard(spec.handler)
    for scope, left in unused.items():
        if left:
            raise NoHandler(
                f"no command names {min(left)} in {homes[scope][1]}: declare one in bot/commands/catalogue.py"
            )
