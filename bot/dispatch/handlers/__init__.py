"""Handlers of commands without a mailbox: public methods named in ``bot/commands/catalogue.py``.

Those of a table are in ``bot/tables/handlers.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bot.dispatch.handlers.handler import Background, Handler, Handlers, Services
from bot.dispatch.handlers.tables import TableHandlers

__all__ = ["Background", "Handler", "Handlers", "Services", "handlers"]

_KINDS: tuple[type[Handlers], ...] = (TableHandlers,)
"""All kinds of handlers; add new ones here."""


def handlers(services: Services, kinds: Iterable[type[Handlers]]) -> Mapping[str, Handler]:
    """Make the handlers of all kinds by name; raise ``ValueError`` for a repeated name."""
    found: dict[str, Handler] = {}
    for kind in (*_KINDS, *kinds):
        for name, handler in kind(services).by_name().items():
            if name in found:
                raise ValueError(f"there are two handlers {name!r}")
            found[name] = handler
    return found
