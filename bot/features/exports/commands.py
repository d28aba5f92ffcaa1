from __future__ import annotations

import asyncio
from functools import partial

from bot.commands import Kind, Parameter, Refusal, Request, handles, own_page
from bot.dispatch.autocomplete import Completing
from bot.dispatch.services import Handlers
from bot.features.exports import pages, queries
from bot.features.exports.pages import EVENING, HANDS, MOST_ROWS, MOVEMENTS, Reader
from bot.ledger import statement_queries
from bot.messages import Message, Reply


def _files(typing: Completing) -> list[tuple[str, str]]:
    translate = typing.translate
    return [(translate(f"button-export-{each}"), each) for each in pages.WHAT]


class ExportHandlers(Handlers):
    @handles(
        own_page(
            name="export", section="money", parameters=(Parameter("what", Kind.WORD, optional=True, suggest=_files),)
        )
    )
    async def export(self, request: Request) -> Reply:
        """Export the sender's hands or movements, or the table's hands; without a word list the choices."""
        ledger, group, what = self._services.ledger, request.group, request.word("what")
        now, reader = self._services.clock.utc(), self._reader(request)
        if not what:
            return Reply(pages.menu(request.translate), menu=True)
        if what == HANDS:
            played = await ledger.read(queries.hands_of_player, group, request.who.id, MOST_ROWS)
            return await _file(bool(played), partial(pages.hands, played, now, reader))
        if what == MOVEMENTS:
            lines = await ledger.read(statement_queries.statement, group, request.who.id, limit=MOST_ROWS)
            return await _file(bool(lines), partial(pages.movements, lines, now, reader))
        if what != EVENING:
            raise Refusal("nothing-of-that-name-to-export", word=what[:40], words=", ".join(pages.WHAT))
        table = await ledger.read(queries.newest_table, *request.place)
        played = [] if table is None else await ledger.read(queries.hands_of_table, table, MOST_ROWS)
        return await _file(bool(played), partial(pages.evening, played, now, reader))

    def _reader(self, request: Request) -> Reader:
        zone = self._services.groups.of(request.group).time_zone
        return Reader(request.who.id, zone, partial(self._name, request), request.translate)


async def _file(found: bool, made: partial[Message]) -> Reply:
    """Write the file outside the event loop; raise ``Refusal`` if it is empty."""
    if not found:
        raise Refusal("nothing-to-export")
    return Reply(await asyncio.to_thread(made), secret=True)
