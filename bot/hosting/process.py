"""This process of Kiu, which serves every group unless it is one of several."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, nullcontext

from bot.app import App
from bot.chats.platforms import PlatformChat
from bot.chats.web_server import ForeignPages
from bot.environment.settings import Settings
from bot.hosting.control_socket import Answer


class Process:
    """The only process; :class:`bot.cluster.member.Member` is one of several."""

    shares = False
    """True if other processes serve groups of the same database."""

    answers: Mapping[str, Answer] = {}
    """Its own answers on the control socket."""

    pages: ForeignPages | None = None
    """The pages of groups that others serve, once it is connected."""

    def __init__(self, settings: Settings) -> None:
        self.database = settings.database
        """The address by which it opens the database."""

        self.stored_in = settings.database_file.name

    def serves(self, book: str) -> bool:
        """Return true for the books of the groups that it serves."""
        return True

    async def enter(self, opened: AsyncExitStack, opening: Callable[[], AbstractAsyncContextManager[App]]) -> App:
        """Open the application, until the stack closes it."""
        return await opened.enter_async_context(opening())

    def described(self) -> str:
        """Say which of all processes it is, and how much it serves."""
        return ""

    def connect(self, app: App, chats: Sequence[PlatformChat]) -> None:
        """Let updates and pages find the process of their group; before the platforms start."""

    def serving(self, address: str, ready: Callable[[], bool]) -> AbstractAsyncContextManager[None]:
        """Serve its groups, once the platforms are ready."""
        return nullcontext()
