"""Trying a channel from the command line: the running Kiu does it, or one that is started for as long as it takes."""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import DEVNULL
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import datetime

from pydantic import TypeAdapter

from bot.app import App
from bot.chats.findings import fault
from bot.chats.platforms import PlatformChat, platform_of
from bot.environment.clock import Clock
from bot.environment.settings import Settings
from bot.hosting.control_socket import Answer, CannotAnswer, Fields, NotRunning, Request, Tell, ask
from bot.hosting.report import Report, Section
from bot.hosting.trial_report import trial_section
from bot.live.trials import TrialResults
from bot.wording import in_language

START_SECONDS = 60.0
"""How long a Kiu that is started may take until it answers, and a platform until it is connected."""

STOP_SECONDS = 10.0
"""How long that Kiu may take to stop."""

_LOOK_SECONDS = 0.1

_RESULTS = TypeAdapter(TrialResults)


class NoSuchChannel(Exception):
    """What the host has named is no channel that can be tried; the text is one sentence for them."""


def trying(app: App, chats: Sequence[PlatformChat], ready: Callable[[], Mapping[str, bool]], clock: Clock) -> Answer:
    """Answers other processes by trying a channel.

    Args:
        app: the running application.
        chats: the platforms that are served.
        ready: tells of each whether it is connected, with its tables resumed.
        clock: time.
    """
    by_platform = {chat.platform: chat for chat in chats}

    async def answer(asked: Fields, tell: Tell) -> Fields:
        address = str(asked["channel"])
        platform = platform_of(address) or ""
        if platform not in by_platform:
            raise CannotAnswer(f"The running Kiu does not serve {platform.title()}.")
        if not await _comes_true(lambda: ready()[platform]):
            raise CannotAnswer(f"Kiu is not connected to {platform.title()}; its log tells why.")
        place = await by_platform[platform].find_place(address)
        if place is None:
            raise CannotAnswer(f"The bot sees no such channel on {platform.title()}; it has to be a member there.")
        translate = in_language(app.groups.of(place.group).language)
        results = await app.self_tests.try_place(place, translate, lambda seconds: tell({"press_within": seconds}))
        if results is None:
            raise CannotAnswer("A test is running there already; try again when it is over.")
        return {"at": clock.utc().isoformat(), "results": _RESULTS.dump_python(results, mode="json")}

    return answer


async def try_channel(settings: Settings, address: str, write: Callable[[str], None]) -> int:
    """Try a channel, and write what its platform did; return the exit code.

    Args:
        settings: the settings.
        address: what the host calls it: its link, its id, or a name.
        write: writes a line.

    Raises:
        NoSuchChannel: that is no channel of a platform whose token is set.
    """
    platform = platform_of(address)
    if platform is None:
        raise NoSuchChannel(
            f"{address!r} is neither a channel of Discord nor a group of Telegram; give its link, or its id."
        )
    if not (settings.discord_token if platform == "discord" else settings.telegram_token):
        raise NoSuchChannel(f"That is a place on {platform.title()}, and {platform.upper()}_TOKEN is not set.")
    report = Report(settings, write)

    def tell(progress: Fields) -> None:
        seconds = round(progress["press_within"])
        write(f"Press the button below the test table within {seconds} s; whoever does has to be an admin there.")

    try:
        told = await _asked(settings, address, tell, write)
        results = _RESULTS.validate_python(told["results"])
        report.add(trial_section(platform, results, datetime.fromisoformat(told["at"])))
    except (CannotAnswer, NotRunning) as error:
        report.add(Section(platform.title(), [fault(str(error), "Mend that, and try again.")]))
    return report.end()


async def _asked(settings: Settings, address: str, tell: Tell, write: Callable[[str], None]) -> Fields:
    """What the running Kiu tells of its trial; if none runs, one is started."""
    asked = {"channel": address}
    try:
        await ask(settings.data, Request.STATUS)
    except NotRunning:
        write("Kiu is not running, so it is started for this and stopped again.")
        async with _started(settings):
            return await ask(settings.data, Request.TRY, asked, tell)
    return await ask(settings.data, Request.TRY, asked, tell)


@asynccontextmanager
async def _started(settings: Settings) -> AsyncIterator[None]:
    """A Kiu as the host starts it, that runs meanwhile; its warnings are written where those of this process are.

    Raises:
        NotRunning: it does not start; it has said why.
    """
    quiet = os.environ | {"KIU_LOG_LEVEL": "warning"}
    process = await asyncio.create_subprocess_exec(sys.executable, "-m", "bot", "run", env=quiet, stdout=DEVNULL)

    async def answers() -> bool:
        try:
            await ask(settings.data, Request.STATUS)
        except NotRunning:
            return False
        return True

    try:
        until = asyncio.get_running_loop().time() + START_SECONDS
        while not await answers():
            if process.returncode is not None or asyncio.get_running_loop().time() > until:
                raise NotRunning("Kiu could not be started; what it has said of it stands above.")
            await asyncio.sleep(_LOOK_SECONDS)
        yield
    finally:
        if process.returncode is None:
            process.terminate()
        try:
            await asyncio.wait_for(process.wait(), STOP_SECONDS)
        except TimeoutError:
            process.kill()
            await process.wait()


async def _comes_true(condition: Callable[[], bool]) -> bool:
    """Whether something comes true in the time that a platform may take to be connected."""
    until = asyncio.get_running_loop().time() + START_SECONDS
    while not condition():
        if asyncio.get_running_loop().time() > until:
            return False
        await asyncio.sleep(_LOOK_SECONDS)
    return True
