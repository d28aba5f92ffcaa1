"""The groups and places that the database knows, read from it, or asked of the running Kiu, which has it open alone."""

from __future__ import annotations

from bot.chats.known_places import KnownPlaces
from bot.environment.settings import Settings
from bot.hosting.control_socket import Answer, CannotAnswer, Fields, NotRunning, Request, Tell, ask
from bot.ledger import CannotOpen, Ledger, inspection, stored_places
from bot.messages import Place


def telling_places(ledger: Ledger) -> Answer:
    """Answers other processes which groups and places the database knows."""

    async def answer(_: Fields, __: Tell) -> Fields:
        return (await ledger.read(inspection.places))._asdict()

    return answer


async def known_places(settings: Settings) -> KnownPlaces:
    """What the database knows; nothing if there is none, or if it cannot be read, which is told elsewhere."""
    try:
        told = await ask(settings.data, Request.PLACES)
    except CannotAnswer:
        return KnownPlaces()
    except NotRunning:
        pass
    else:
        return KnownPlaces(told["groups"], [Place(*each) for each in told["tables"]])
    try:
        if not settings.database_file.exists():
            return KnownPlaces()
        groups, tables = await stored_places(settings.database)
    except (CannotOpen, OSError):
        return KnownPlaces()
    return KnownPlaces(groups, [Place(*each) for each in tables])
