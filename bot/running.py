"""The long-lived process: opens the chats, resumes the tables, stops cleanly.

A refused platform ends no other; without any the process ends.
"""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractContextManager, AsyncExitStack, nullcontext
from functools import partial

import structlog

from bot import __version__
from bot.app import App, open_app
from bot.chats.local_chat import CommandHelp, LocalRoom, PasswordNeeded, RoomServer
from bot.chats.not_served import AnotherSession, PortTaken, TokenRefused
from bot.chats.platforms import PlatformChat, platforms
from bot.chats.public_server import public_pages
from bot.chats.visitors import Entrance
from bot.commands import COMMANDS
from bot.dispatch.admission import FloodLimit
from bot.environment.clock import SystemClock
from bot.environment.entropy import SystemEntropy
from bot.environment.metrics import Metrics
from bot.environment.settings import Settings
from bot.environment.token_lock import TokenInUse
from bot.features.installed import host_services
from bot.hosting.backup_files import way_back
from bot.hosting.control_socket import ControlSocket
from bot.hosting.exit_codes import (
    EXIT_ANOTHER_INSTANCE,
    EXIT_CANNOT_START,
    EXIT_NOT_REACHED,
    EXIT_STORAGE_FAILED,
    EXIT_TOKEN_REFUSED,
)
from bot.hosting.lost_database import lost_database, set_aside
from bot.hosting.process import Process
from bot.hosting.served_chats import Running, ServedChats
from bot.hosting.service_manager import ServiceManager
from bot.ledger import AnotherInstance, AuditFailed, CannotOpen, Damaged, LedgerError, Lost, OutcomeUnknown, Unreached
from bot.messages import Chat, Message
from bot.presenting import newcomers
from bot.wording import in_language

log = structlog.get_logger()

LAST_SECONDS = 5.0
"""Seconds for stopping; then the process exits, and nothing stored is lost."""

ANSWER_SECONDS = 1.0
"""Seconds for last answers after the disk failed."""

REFUSALS = (TokenRefused, AnotherSession, PortTaken, TokenInUse)
"""Reasons why a platform is not served, each with a sentence for the host."""


class StorageFailed(Exception):
    """The disk failed during storing; the text tells the host."""


EXIT_CODES: Mapping[type[Exception], int] = {
    **dict.fromkeys((AnotherInstance, AnotherSession, TokenInUse), EXIT_ANOTHER_INSTANCE),
    TokenRefused: EXIT_TOKEN_REFUSED,
    Unreached: EXIT_NOT_REACHED,
    **dict.fromkeys((CannotOpen, PasswordNeeded, PortTaken), EXIT_CANNOT_START),
    **dict.fromkeys((StorageFailed, OutcomeUnknown, LedgerError), EXIT_STORAGE_FAILED),
}
"""The exit code for each reason to end; the first that fits counts."""


async def run_until_stopped(settings: Settings, *, new: bool = False) -> int:
    """Run until SIGTERM or SIGINT; ``new`` replaces a lost or damaged database."""
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, _stop, stopped)
    if refusal := await set_aside(settings) if new else lost_database(settings):
        return _cannot_start(refusal if new else f"{refusal} {way_back(settings.backups)}", EXIT_CANNOT_START)
    try:
        await _run(settings, stopped)
    except tuple(EXIT_CODES) as error:
        lost = isinstance(error, AuditFailed | Damaged | Lost) and not settings.several
        sentence = f"{error} {way_back(settings.backups)}" if lost else str(error)
        return _cannot_start(sentence, next(code for kind, code in EXIT_CODES.items() if isinstance(error, kind)))
    except OSError as error:
        where = f"{settings.host}:{settings.port}"
        return _cannot_start(f"The local room cannot listen on {where}: {error.strerror}.", EXIT_CANNOT_START)
    return 0


async def _run(settings: Settings, stopped: asyncio.Event) -> None:
    chats: dict[str, Chat] = {}
    async with AsyncExitStack() as opened:
        # The connections outlive the tables, whose last messages go through them.
        metrics, service_manager = Metrics(__version__), ServiceManager()
        refused = RefusedPlatforms()
        platform_chats = []
        to_serve = platforms(settings, metrics)
        served = ServedChats([LocalRoom.platform, *(platform.name for platform in to_serve)], metrics)
        for platform in to_serve:
            try:
                platform_chats.append(await opened.enter_async_context(platform.opened))
            except REFUSALS as error:
                refused.add(platform.name, error)
        refused.check_any_left(platform_chats)
        process = opened.enter_context(_process(settings))
        opening = partial(
            open_app,
            process.database,
            chats=chats,
            clock=SystemClock(),
            entropy=SystemEntropy(),
            language=settings.language,
            flood_limit=FloodLimit(),
            host=settings.as_host,
            metrics=metrics,
            serves=process.serves,
            maintains=not process.shares,
        )
        app = await process.enter(opened, opening)
        answers, mark = dict(process.answers), SystemEntropy().key().hex()
        kiu = Running(app.ledger, settings, metrics, served, page_mark=mark, process=process.described)
        for serving in host_services():
            answers |= await opened.enter_async_context(serving(kiu))
        await opened.enter_async_context(ControlSocket(settings.data, answers))
        log.info("started", version=__version__, database=process.stored_in)
        room = LocalRoom(app.ledger)
        server = RoomServer(
            room,
            host=settings.host,
            port=settings.port,
            password=settings.room_password.get_secret_value(),
            commands=_command_help,
            welcome=_welcome,
        )
        identities = {chat.platform: chat.identify for chat in platform_chats if chat.identify is not None}
        process.connect(app, platform_chats)
        room.shared, server.foreign_pages = process.shares, process.pages
        in_room = identities if process.shares else {}
        entrance = Entrance({"room": server.visitor, **app.identities, **in_room}, foreign_pages=process.pages)
        server.more.extend(partial(page.add_to, entrance=entrance) for page in app.web_pages)
        await room.open(app.dispatcher, app.own_chance)
        chats[room.platform] = room
        log.info("tables resumed", platform=room.platform, tables=await app.resume(room.platform))
        address = await server.start()
        opened.push_async_callback(server.stop)
        if settings.public_url:
            everybody = {**identities, **app.identities}
            public = public_pages(settings, app.web_pages, everybody, kiu.page_mark, process.pages)
            await opened.enter_async_context(public)
        served.resumed(room.platform)
        watching = asyncio.create_task(service_manager.watch(app.ledger.answers), name="watchdog")
        opened.push_async_callback(_cancelled, watching)
        await app.ledger.answers()
        service_manager.tell("READY=1")
        opened.callback(service_manager.tell, "STOPPING=1")
        # Long-lived objects are frozen: collecting them takes 100 ms and more.
        gc.collect()
        gc.freeze()
        await opened.enter_async_context(process.serving(address, lambda: all(served.ready().values())))
        _print(f"Kiu is ready. Open {address}")
        await serve_until(stopped, app, platform_chats, refused, served, _print)
    log.info("stopped")


def _process(settings: Settings) -> AbstractContextManager[Process]:
    if not settings.several:
        return nullcontext(Process(settings))
    # PostgreSQL's driver takes its time, so it is imported only if used.
    from bot.cluster.member import member

    return member(settings)


async def _cancelled(task: asyncio.Task[None]) -> None:
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def serve_until(
    stopped: asyncio.Event,
    app: App,
    platform_chats: Sequence[PlatformChat],
    refused: RefusedPlatforms,
    served: ServedChats,
    tell: Callable[[str], None],
) -> None:
    """Serve the platforms until stopped; tables of a refused one wait."""
    serving = {asyncio.create_task(_serve(chat, app, served, tell), name=chat.platform) for chat in platform_chats}
    waiting, failing = asyncio.create_task(stopped.wait()), asyncio.create_task(app.ledger.failure())
    try:
        while not waiting.done():
            done, _ = await asyncio.wait((waiting, failing, *serving), return_when=asyncio.FIRST_COMPLETED)
            if failing in done:
                await _end_without_storage(failing.result())
            for task in done - {waiting}:
                serving.discard(task)
                try:
                    task.result()
                except REFUSALS as error:
                    app.suspend(task.get_name())
                    served.refused(task.get_name())
                    refused.add(task.get_name(), error)
            refused.check_any_left(serving)
    finally:
        log.info("stopping", tables=len(app.tables.all_open()))
        for task in (waiting, failing, *serving):
            task.cancel()
        await asyncio.gather(waiting, failing, *serving, return_exceptions=True)


async def _end_without_storage(error: LedgerError) -> None:
    """Let people be told, and raise ``StorageFailed``: only a new start finds out what is stored."""
    log.critical("the disk has failed", error=str(error), action="Kiu ends; started again it finds out what is stored")
    asyncio.get_running_loop().call_later(LAST_SECONDS, os._exit, EXIT_STORAGE_FAILED)
    await asyncio.sleep(ANSWER_SECONDS)
    raise StorageFailed(
        f"The disk failed while something was being stored ({error}). "
        "Look after the disk, then start Kiu again: it finds out what is stored and goes on from there."
    )


async def _serve(chat: PlatformChat, app: App, served: ServedChats, tell: Callable[[str], None]) -> None:
    await chat.start(app)
    app.chats[chat.platform] = chat
    log.info("connected", platform=chat.platform, tables=await app.resume(chat.platform))
    served.resumed(chat.platform, lambda: chat.connected)
    tell(f"Kiu is ready on {chat.platform.title()}.")
    await chat.serve()


def _print(line: str) -> None:
    print(line, flush=True)


class RefusedPlatforms:
    def __init__(self) -> None:
        self._errors: list[Exception] = []

    def add(self, platform: str, error: Exception) -> None:
        log.error("platform not served, the others go on", platform=platform, error=str(error))
        self._errors.append(error)

    def check_any_left(self, served: Collection[object]) -> None:
        """Raise unless a platform is served or none was set up."""
        if self._errors and not served:
            raise self._errors[0]


def _stop(stopped: asyncio.Event) -> None:
    if stopped.is_set():
        os._exit(1)
    stopped.set()
    asyncio.get_running_loop().call_later(LAST_SECONDS, os._exit, 1)


def _cannot_start(sentence: str, code: int) -> int:
    print(sentence, file=sys.stderr, flush=True)
    return code


def _command_help(language: str) -> Sequence[CommandHelp]:
    translate = in_language(language)
    return [CommandHelp(spec.name, spec.usage(translate), translate(spec.key)) for spec in COMMANDS]


def _welcome(language: str) -> Message:
    return newcomers.welcome(in_language(language))
