"""Starting Kiu over and over and killing it in the middle: ``python -m tests.bot.killing URL KILLS SEED GAME``.

Everything is imported once; each run is a fork with a loop, a connection and a file of its own, and ends by SIGKILL:
every third where it stands still in the middle of a hand, the others at a random moment of what they do. A run begins
by looking whether the ledger still has everything that the runs before it acknowledged or showed. After so many kills,
a last run looks, and what has been found is printed as JSON.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime
from random import Random
from typing import Any

import structlog

from bot.app import App, open_app
from bot.environment import logs
from bot.environment.entropy import SystemEntropy
from bot.games.qiuqiu.hand_picture import hand_picture
from bot.ledger import queries
from bot.messages import Chat, Command, Message, MessageId, Person, Place, PlayerId
from bot.wording import in_language
from engine.fairness import Beacon, BeaconKind
from engine.kookiew import ranking as four_colours
from engine.kookiew.rules import USUAL
from engine.qiuqiu.ranking import ranking
from engine.qiuqiu.rules import PRESETS
from tests.bot.evening_player import next_line
from tests.bot.fake_chat import Platform
from tests.manual_clock import ManualClock
from tests.passing_time import let_pass

PLACE = Place("test:home", "main")
PEOPLE = ("sari", "budi", "wati", "joko")
ERROR = 3

MOST_LINES = 40
"""How many lines a run has told at most before it is killed: three or more for each command."""

IN_MID_HAND = 3
"""Every so many-th run is killed in the middle of a hand, and the next one has to go on with it."""

CHANGES = 3
"""How many commands such a run carries out at least."""

PAUSE = 10.0
"""Seconds that pass between two hands, which is longer than a pause."""


@dataclass
class Known:
    """What the world outside knows: it must never turn out to be wrong."""

    game: str
    """What is played."""

    done: dict[str, str] = field(default_factory=dict)
    """The keys of acknowledged commands that changed something, and what they said."""

    seq: dict[str, int] = field(default_factory=dict)
    """By table, how far its journal must reach at least."""

    under_way: dict[str, Any] | None = None
    """The command that was sent and not answered."""

    runs: int = 0
    resumed: int = 0
    windows: int = 0
    """How often a hand was resumed in which several players were asked at once."""

    shown: int = 0

    @property
    def counts(self) -> dict[str, int]:
        """How often each thing has happened."""
        return {"changed": len(self.done), "shown": self.shown, "resumed": self.resumed, "windows": self.windows}


class Wire:
    """A pipe to the one who stays alive; a line is written at once or not at all."""

    def __init__(self, end: int) -> None:
        self._end = end

    def tell(self, **line: Any) -> None:
        os.write(self._end, json.dumps(line).encode() + b"\n")


class TellingChat(Platform):
    """A chat that tells the world how far the table's story goes that is shown."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self.app: App | None = None
        self._posts = time.time_ns()
        self.has_shown = asyncio.Event()

    async def post(self, place: Place, message: Message) -> MessageId:
        self._show(place)
        self._posts += 1
        return str(self._posts)

    async def edit(self, place: Place, number: MessageId, message: Message) -> None:
        self._show(place)

    async def post_closing(
        self, place: Place, message: Message, *, again: bool, patience: float = 1.0
    ) -> Beacon | None:
        return Beacon(BeaconKind.DISCORD, str(time.time_ns()).encode())

    async def send_private(self, player: PlayerId, message: Message, instead_of: MessageId | None = None) -> MessageId:
        self._posts += 1
        return instead_of or str(self._posts)

    def _show(self, place: Place) -> None:
        table = self.app.tables.at(place) if self.app is not None else None
        if table is not None:
            self._wire.tell(shown=table.state.id, seq=table.state.seq)
            self.has_shown.set()


async def check(app: App, known: Known, wire: Wire) -> None:
    """Look for everything that was acknowledged or shown."""
    audit = await app.ledger.audit()
    assert audit.sound, audit.faults
    people = await app.ledger.read(queries.people, PLACE.group)
    table = app.tables.at(PLACE)
    if table is not None and (hand := table.state.playing) is not None:
        wire.tell(resumed=hand.id, window=hand.round.window)
    held = [(await app.ledger.read(queries.wealth, PLACE.group, each)).total for each in people]
    assert sum(held) == 2000 * len(people), "chips were made or lost"
    for key in known.done:
        assert await app.ledger.read(queries.is_done, key), f"{known.done[key]!r} was acknowledged and is lost"
    for id_, seq in known.seq.items():
        assert await app.ledger.read(queries.last_seq, id_) >= seq, "something shown is lost"
    for number in range(1, await app.ledger.numbers.next_hand(PLACE.group, practice=False)):
        row = await app.ledger.read(queries.hand, number)
        assert row is None or not row.voided, "a hand was called off"


def stands_in_hand(app: App, game: str) -> bool:
    """Whether a hand is under way; in a game that asks several players at once, whether it does."""
    table = app.tables.at(PLACE)
    hand = table.state.playing if table is not None else None
    return hand is not None and (game != "koo-kiew" or bool(hand.round.window))


async def play(url: str, known: Known, wire: Wire, rng: Random, *, stands_still: bool) -> None:
    """One run: look, carry out again what was under way, then play until killed, or until it stands still for that."""
    chat, clock = TellingChat(wire), ManualClock(datetime.now(UTC))
    chats: dict[str, Chat] = {"test": chat}
    async with open_app(url, chats=chats, clock=clock, entropy=SystemEntropy()) as app:
        chat.app = app
        await app.resume()
        await check(app, known, wire)
        wire.tell(ready=True)
        count, changed, done = 0, 0, Counter[tuple[str, str]]()
        line = known.under_way
        while True:
            if stands_still and changed >= CHANGES and stands_in_hand(app, known.game):
                await chat.has_shown.wait()
                wire.tell(stands=True)
                await asyncio.Event().wait()
            if line is None:
                table = app.tables.at(PLACE)
                if table is not None and table.state.hands_played and table.state.playing is None:
                    await let_pass(app, clock, PAUSE)
                count += 1
                name, text, _ = next_line(None if table is None else table.state, known.game, done, rng, PEOPLE)
                line = {"key": f"{known.runs}:{count}", "name": name, "text": text}
            wire.tell(send=line)
            who = Person(f"test:{line['name']}", line["name"].capitalize())
            reply = await app.dispatcher.handle(Command(who, PLACE, line["text"], "", line["key"]))
            assert not reply.transient, reply.message.lines
            table = app.tables.at(PLACE)
            at = (table.state.id, table.state.seq) if table is not None else ("", 0)
            wire.tell(ack=line["key"], text=line["text"], refused=reply.refused, table=at[0], seq=at[1])
            line, changed = None, changed + (not reply.refused)


def learn(known: Known, said: bytes) -> int:
    """Take in what a run has told before it died; return how many commands it acknowledged."""
    acknowledged = 0
    for each in said.splitlines():
        line = json.loads(each)
        if "shown" in line:
            known.shown += 1
            known.seq[line["shown"]] = max(line["seq"], known.seq.get(line["shown"], 0))
        elif "send" in line:
            known.under_way = line["send"]
        elif "resumed" in line:
            known.resumed += 1
            known.windows += bool(line["window"])
        elif "ack" in line:
            acknowledged += 1
            known.under_way = None
            if not line["refused"]:
                known.done[line["ack"]] = line["text"]
            if line["table"]:
                known.seq[line["table"]] = max(line["seq"], known.seq.get(line["table"], 0))
    return acknowledged


def run(url: str, known: Known, seed: str, lines: int | None, seconds: float) -> tuple[int, bytes]:
    """Let one run live until it has told so many lines after it was ready, or stands still, and a moment longer.

    Returns:
        Its exit status and what it has told.
    """

    def is_over() -> bool:
        ready, _, since = said.partition(b'"ready"')
        return ready != said and (since.count(b"\n") > lines if lines is not None else b'"stands"' in since)

    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        try:
            asyncio.run(play(url, known, Wire(writing), Random(seed), stands_still=lines is None))
        except BaseException as error:
            os.write(2, f"{type(error).__name__}: {error}\n".encode())
        os._exit(ERROR)
    os.close(writing)
    said = b""
    try:
        while not is_over() and (more := os.read(reading, 65536)):
            said += more
        time.sleep(seconds)
    finally:
        os.kill(child, signal.SIGKILL)
        while more := os.read(reading, 65536):
            said += more
        os.close(reading)
        status = os.waitpid(child, 0)[1]
    return status, said


def warm_up() -> None:
    """Build what every run would have to build again: rankings, words and fonts."""
    ranking(PRESETS["sumatra"])
    four_colours.ranking(USUAL)
    in_language("en")("play-chips")
    hand_picture(("6-3", "5-2", "1-0"))


def main(url: str, kills: int, seed: str, game: str) -> None:
    """Kill, look, and go on, so many times, and look once more."""
    # Standard output is for what has been found.
    logs.set_up("error")
    rng, known, acknowledged, failures = Random(seed), Known(game), 0, 0
    warm_up()
    for number in range(kills + 1):
        known.runs += 1
        lines = 0 if number == kills else rng.randint(0, MOST_LINES) if number % IN_MID_HAND else None
        # What a run does after its last line takes some milliseconds, of which each is as likely to be its last.
        status, said = run(url, known, f"{seed}/{known.runs}", lines, rng.uniform(0, 0.01))
        acknowledged += learn(known, said)
        failures += not (os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL)
    print(json.dumps({"kills": kills, "failures": failures, "acknowledged": acknowledged, **known.counts}))


if __name__ == "__main__":
    # What is printed is the report alone.
    structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4])
