"""The long-lived process: it opens the room, resumes the tables, and ends cleanly when asked to."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Sequence

import structlog

from bot.chance import SystemChance
from bot.chats.local_chat import CommandHelp, LocalRoom, PasswordNeeded, RoomServer
from bot.clock import SystemClock
from bot.commands import COMMANDS
from bot.kiu import assembled
from bot.ledger import AnotherInstance, CannotOpen
from bot.messages import Button, Chat, Message
from bot.settings import Settings
from bot.wording import in_language

log = structlog.get_logger()

LAST_SECONDS = 5.0
"""How long ending may take; after that the process goes at once, and nothing is lost by it."""

EXIT_CANNOT_START = 2
EXIT_ANOTHER_INSTANCE = 3


async def run_until_stopped(settings: Settings) -> int:
    """Run Kiu until SIGTERM or SIGINT; return the exit code."""
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, _stop, stopped)
    chats: dict[str, Chat] = {}
    try:
        async with assembled(
            settings.database, chats=chats, clock=SystemClock(), chance=SystemChance(), language=settings.language
        ) as kiu:
            room = LocalRoom(kiu.ledger)
            server = RoomServer(
                room,
                host=settings.host,
                port=settings.port,
                password=settings.room_password.get_secret_value(),
                commands=_offered,
                welcome=_welcome,
            )
            await room.open(kiu.desk)
            chats[room.platform] = room
            await kiu.resume()
            address = await server.start()
            print(f"Kiu is ready. Open {address}", flush=True)
            try:
                await stopped.wait()
            finally:
                await server.stop()
    except AnotherInstance as error:
        return _cannot_start(str(error), EXIT_ANOTHER_INSTANCE)
    except (CannotOpen, PasswordNeeded) as error:
        return _cannot_start(str(error), EXIT_CANNOT_START)
    except OSError as error:
        where = f"{settings.host}:{settings.port}"
        return _cannot_start(f"The local room cannot listen on {where}: {error.strerror}.", EXIT_CANNOT_START)
    return 0


def _stop(stopped: asyncio.Event) -> None:
    """End cleanly; when asked twice, or when it takes too long, end at once."""
    if stopped.is_set():
        os._exit(1)
    stopped.set()
    asyncio.get_running_loop().call_later(LAST_SECONDS, os._exit, 1)


def _cannot_start(sentence: str, code: int) -> int:
    print(sentence, file=sys.stderr, flush=True)
    return code


def _offered(language: str) -> Sequence[CommandHelp]:
    """The commands as the page offers them while one is typed."""
    say = in_language(language)
    return [CommandHelp(spec.name, spec.usage, say(spec.key)) for spec in COMMANDS]


def _welcome(language: str) -> Message:
    """What an empty room says."""
    say = in_language(language)
    return Message(
        say("welcome-title"),
        tuple(say("welcome").splitlines()),
        say("play-chips"),
        (
            (
                Button(say("button-open-qiuqiu"), "open qiuqiu", style="primary"),
                Button(say("button-rules"), "rules qiuqiu"),
            ),
        ),
    )
