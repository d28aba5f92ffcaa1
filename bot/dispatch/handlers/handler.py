"""What a handler is, and what it works with."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol, TypeAlias

from bot.commands import Request
from bot.dispatch.admission import Gate, Idempotency
from bot.dispatch.membership import Membership
from bot.dispatch.place_context import PlaceContext
from bot.environment.clock import Clock
from bot.environment.entropy import Entropy
from bot.environment.host import Host
from bot.groups import Groups
from bot.groups.corrections import Corrections
from bot.groups.drafts import Drafts
from bot.groups.integrity_reports import IntegrityReports
from bot.groups.members import Members
from bot.groups.personal_limits import PersonalLimits
from bot.groups.wallets import Wallets
from bot.ledger import Ledger
from bot.live.announcer import Announcer
from bot.messages import Chat, Reply
from bot.presenting import answers
from bot.tables.manager import TableManager
from bot.tables.past_hands import Proofs, Replays, Showing

Handler: TypeAlias = Callable[[Request], Awaitable[Reply]]
"""Carries out one command and returns the answer for its sender.

It raises whatever the dispatcher has a sentence for: a refusal, or an error of the ledger.
"""


class Background(Protocol):
    """Work that goes on as long as Kiu runs."""

    async def begin(self) -> None:
        """Begin, or go on with what an earlier process began."""

    async def stop(self) -> None:
        """Begin nothing more; what is being done is finished."""

    async def wait_until_idle(self) -> None:
        """Wait until nothing is being done at this moment."""


@dataclass(frozen=True, slots=True)
class Services:
    """What handlers work with."""

    ledger: Ledger
    groups: Groups
    members: Members
    wallets: Wallets
    personal_limits: PersonalLimits
    tables: TableManager
    proofs: Proofs
    replays: Replays
    showing: Showing
    announcer: Announcer
    place_context: PlaceContext
    drafts: Drafts
    host: Host
    corrections: Corrections
    integrity: IntegrityReports
    clock: Clock
    entropy: Entropy
    chats: Mapping[str, Chat]
    membership: Membership
    gate: Gate
    idempotency: Idempotency
    background: list[Background] = field(default_factory=list)
    """What features do besides commands; each adds its own."""


class Handlers:
    """The handlers of one kind of command: every public method, by its name."""

    def __init__(self, services: Services) -> None:
        self._services = services

    @classmethod
    def names(cls) -> list[str]:
        """The names of the handlers."""
        return [name for name in vars(cls) if not name.startswith("_")]

    def by_name(self) -> Mapping[str, Handler]:
        """The handlers by their names."""
        return {name: getattr(self, name) for name in self.names()}


def told(reply: Reply) -> Reply:
    """A reply that tells its receiver what everybody is told at the same time."""
    return replace(reply, told=True)


def author(request: Request) -> dict[str, str | int]:
    """Return who does something, for everybody to read: by name, or an admin who writes in the name of the group."""
    return {"admin": request.who.name, "by": "group" if request.who.anonymous else "person"}


def answer(request: Request, key: str, **fields: str | int) -> Reply:
    """An answer of one sentence, in the language of the sender; its key in the wording begins with ``answer-``."""
    return Reply(answers.sentence(request.translate(f"answer-{key}", **fields)))
