"""The menu comes again after a press in it."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.commands import Refusal, Request
from bot.features.menu.commands import MenuHandlers
from bot.messages import Button, Message, Reply
from tests.bot.plain_tables import typed

DONE = Message("done", ("You left.",), buttons=((Button("My hand", "hand"),),))
PAGE = Message("page")


class Pages(MenuHandlers):
    """Handlers with a page in place of the table's offers, or without a table."""

    gone = False

    async def _page(self, request: Request, wanted: str = "", said: tuple[str, ...] = ()) -> Reply:
        if self.gone:
            raise Refusal("no-table")
        return Reply(replace(PAGE, lines=said), menu=True)


@pytest.mark.parametrize(
    ("text", "turn", "in_menu", "answer", "follows"),
    [
        ("leave", "T1:", True, Reply(DONE), True),
        ("leave", "T1:", False, Reply(DONE), False),
        ("leave", "", True, Reply(DONE), False),
        ("leave", "T1:", True, Reply(DONE, menu=True), False),
        ("hand", "T1:", True, Reply(DONE), False),
    ],
)
async def test_the_menu_follows_what_was_pressed_in_it(
    text: str, turn: str, in_menu: bool, answer: Reply, follows: bool
) -> None:
    services: Any = SimpleNamespace(after=[])
    handlers = Pages(cast(Any, services))
    (after,) = services.after
    request = replace(typed("sari", text), turn=turn, in_menu=in_menu)

    assert await after(request, answer) == (Reply(replace(PAGE, lines=DONE.lines), menu=True) if follows else answer)
    handlers.gone = True
    alone = await after(request, answer)
    assert alone.message.lines == DONE.lines
    assert (alone.message.buttons == ()) is follows
