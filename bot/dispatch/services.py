from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, NamedTuple, Protocol, TypeAlias

from bot.commands import Refusal, Request
from bot.dispatch.admission import Gate
from bot.dispatch.membership import Membership
from bot.dispatch.place_context import PlaceContext
from bot.environment.clock import Clock
from bot.environment.entropy import Entropy
from bot.environment.host import Host
from bot.groups import Groups
from bot.groups.members import Members
from bot.groups.wallets import Wallets
from bot.ledger import Ledger, PersonSaved
from bot.live.announcer import Announcer
from bot.messages import Chat, Command, CommandHandler, PlayerId, Question, Reply
from bot.presenting import answers
from bot.tables.hindrances import Hindrances
from bot.tables.manager import TableManager
from bot.wording import Translator

Handler: TypeAlias = Callable[[Request], Awaitable[Reply]]
"""Carries out a command and returns its answer, or raises an error with a sentence."""

Unranked: TypeAlias = Callable[[str, datetime, datetime | None], Awaitable[Mapping[PlayerId, int]]]
"""Counts chips of a group between two moments by person."""


class Outlasting(NamedTuple):
    """A state of a person that outlasts their forgetting."""

    name: str
    until: Callable[[PlayerId], Awaitable[datetime | None]]
    restore: Callable[[PlayerId, datetime], Awaitable[None]]


class Background(Protocol):
    """Work that goes on as long as Kiu runs."""

    async def begin(self) -> None:
        """Begin, or resume an earlier process's work."""

    async def stop(self) -> None:
        """Begin nothing more, and finish the work under way."""

    async def wait_until_idle(self) -> None:
        """Wait until no work is under way."""


class WebPage(Protocol):
    """A page of a feature on the web server of this process."""

    def add_to(self, server: Any, entrance: Any) -> None:
        """Add its routes to an aiohttp application, a :class:`bot.chats.visitors.Entrance`."""


@dataclass(frozen=True, slots=True)
class Services:
    ledger: Ledger
    groups: Groups
    members: Members
    wallets: Wallets
    hindrances: Hindrances
    tables: TableManager
    announcer: Announcer
    place_context: PlaceContext
    host: Host
    clock: Clock
    entropy: Entropy
    chats: Mapping[str, Chat]
    membership: Membership
    gate: Gate
    background: list[Background] = field(default_factory=list)
    after: list[Callable[[Request, Reply], Awaitable[Reply]]] = field(default_factory=list)
    """Functions that get each answer and may return another, in order."""
    unranked: list[Unranked] = field(default_factory=list)
    """Counts of chips that rankings leave out on request."""

    following: list[Callable[[], Awaitable[None]]] = field(default_factory=list)
    """Steps of every process after what another does."""

    on_forget: list[Callable[[PlayerId], object]] = field(default_factory=list)
    """Steps that drop a person from what a feature keeps in memory."""

    questions: dict[str, Callable[[Command, Translator], Question]] = field(default_factory=dict)
    """Questions of incomplete buttons, by command; each may raise ``engine.refusal.Refused``."""

    web_pages: list[WebPage] = field(default_factory=list)
    identities: dict[str, Callable[[CommandHandler], Any]] = field(default_factory=dict)
    """Makers of ``bot.chats.visitors.Identify`` for features, by the field of a hello."""

    outlasting: list[Outlasting] = field(default_factory=list)
    outlasting_settings: dict[str, Callable[[Any, Any], Any]] = field(default_factory=dict)
    """Keys of features' settings by person that outlast forgetting, and how to merge two."""


class Handlers:
    """Handlers of one kind, one for each public method."""

    def __init__(self, services: Services) -> None:
        self._services = services

    @classmethod
    def names(cls) -> list[str]:
        return [name for name in vars(cls) if not name.startswith("_")]

    def by_name(self) -> Mapping[str, Handler]:
        return {name: getattr(self, name) for name in self.names()}

    def _member(self, request: Request, wanted: str) -> PersonSaved:
        """Return a member by name or id; raise ``Refusal`` for an unknown name, or a person who has not played here."""
        members = self._services.members
        if not members.knows(request.group, wanted) and (name := request.picked_name(wanted)):
            raise Refusal("not-played-here", name=name)
        return members.named(request.group, wanted)

    def _name(self, request: Request, player: PlayerId) -> str:
        """Return a member's name; anybody else has spoken as the group."""
        members = self._services.members
        known = members.knows(request.group, player)
        return members.name(request.group, player) if known else request.translate("the-group")


def told(reply: Reply) -> Reply:
    """Mark a reply as told to everybody else too."""
    return replace(reply, told=True)


def author(request: Request) -> dict[str, str | int]:
    return {"admin": request.who.name, "by": "group" if request.who.anonymous else "person"}


def answer(request: Request, key: str, **fields: str | int) -> Reply:
    """Answer in the sender's language with the key ``answer-`` and ``key``."""
    return Reply(answers.sentence(request.translate(f"answer-{key}", **fields)))
