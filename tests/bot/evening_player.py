"""The one player of evenings: somebody does next what was done least so far in the present state of a table.

Whoever plays, in a test, in a simulated world or at the pace of people, asks here what comes next, and counts what was
done; nothing here waits, sends or remembers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple, TypeAlias, TypeVar

from engine.games import GAMES
from engine.play import Action, Seat
from engine.quandui.round import QuanDuiRound
from engine.table.hand import AnyHand
from engine.table.state import TableState
from tests.engine.laws import every_option

Way = TypeVar("Way")

Done: TypeAlias = Counter[tuple[str, str]]
"""How often each way was gone, by its name and the state of the table."""

PEOPLE = ("sari", "budi", "wati", "joko", "tono", "rini")

PASSIVE = ("check", "call", "show", "declare")

READINESS: Mapping[str, float] = {
    "fold": 9,
    "bet": 8,
    "raise": 6,
    "all-in": 1,
    "pass-bank": 5,
    "leave": 5,
    "pass": 60,
    "draw": 60,
    "pick-up": 30,
}
"""How readily people press what they are offered; anything else 90."""

SEATS = ("join", "join 100", "leave", "sit out", "sit back", "rebuy", "rebuy 50", "start", "shuffle salak")
"""What anybody may want of a table at any time, in vain or not."""

HOSTING = (
    *("pause", "pause now", "resume", "kick {sitting}", "readmit {anybody}", "host {sitting}", "close"),
    *("add computer", "remove computer"),
)
"""What the host may do."""

ORDER = (
    *("ban {sitting} 2h shouting", "unban {anybody}", "bank void {hand} misdeal\nbank confirm"),
    *("bank grant {sitting} 100 gift\nbank confirm", "house set turn_seconds {seconds}\nhouse apply"),
)
"""What an admin may do, line by line."""


class Line(NamedTuple):
    """Somebody types a line, or presses a button that carries it."""

    who: str
    text: str
    turn: str = ""
    """The turn of the button; empty for a line that is typed."""


def least_done(ways: Sequence[Way], state: str, done: Done, rng: Random, name: Callable[[Way], str] = str) -> Way:
    """Choose one of the ways that were gone least under the conditions of a state, and of these in that state itself.

    It counts as done.
    """
    conditions = state.partition(":")[0]
    counts = [(done[name(each), conditions], done[name(each), state]) for each in ways]
    way = rng.choice([each for each, count in zip(ways, counts, strict=True) if count == min(counts)])
    done.update((name(way), where) for where in {conditions, state})
    return way


def pressed(verbs: Sequence[str], rng: Random) -> int:
    """Choose one of the buttons with these verbs, as readily as people press them; return its place."""
    return rng.choices(range(len(verbs)), [READINESS.get(each, 90) for each in verbs])[0]


def stage_of(hand: AnyHand) -> str:
    """What a hand asks now."""
    now: Any = hand.round
    if hasattr(now, "stage"):
        return str(now.stage)
    if hasattr(now, "declaring"):
        return "declaring" if now.declaring or now.declared else f"street {now.street}"
    return "window" if now.window else "turn"


def state_of(table: TableState | None) -> str:
    """The state of a table in a few words: under which conditions a hand is played, and what it asks."""
    if table is None:
        return "closed"
    hand, sealed = table.playing, table.sealed
    if hand is not None:
        stage = stage_of(hand)
    elif sealed is not None and sealed.stands:
        stage = "cut"
    else:
        stage = "pause" if table.hands_played else "lobby"
    paused = "still" if table.stands_still else "paused" if table.paused is not None else ""
    practice, closing = "practice" if table.practice else "", "closing" if table.closing else ""
    leaving = "leaving" if any(chair.gets_up for chair in table.seated) else ""
    return f"{' '.join(filter(None, (practice, paused, closing, leaving)))}: {stage}"


def move(hand: AnyHand, seat: Seat, rng: Random) -> str:
    """Choose what a player does who is asked."""
    now = hand.round
    options = now.options(seat)
    passive = [each for each in options.ready if each.verb in PASSIVE]
    action: Action
    if passive and rng.random() < 0.5:
        action = passive[0]
    elif isinstance(now, QuanDuiRound) and rng.random() < 0.5:
        action = GAMES["quan-dui"].choose(now.view(seat), rng)
    else:
        action = rng.choice(every_option(options, rng))
    return action.text


def quiet_move(hand: AnyHand) -> str:
    """Choose what the first player does who is asked, and only ever checks and calls."""
    ready = [each.verb for each in hand.round.options(hand.round.awaited[0]).ready]
    return "check" if "check" in ready else "call"


def next_move(table: TableState, rng: Random) -> Line | None:
    """Choose what one of the people does who are asked; nothing if none of them is."""
    hand = table.playing
    asked = () if hand is None else [seat for seat in hand.round.awaited if is_person(table, hand.players[seat])]
    if hand is None or not asked:
        return None
    seat = rng.choice(asked)
    return Line(name_of(table, hand.players[seat]), move(hand, seat, rng), f"{table.id}:{hand.turn}")


def filled(way: str, table: TableState | None, rng: Random, admin: str, people: Sequence[str] = PEOPLE) -> list[Line]:
    """Let somebody go a way who may, or now and then who may not."""
    sitting = [] if table is None else [name_of(table, chair.player) for chair in table.people]
    host = "" if table is None else name_of(table, table.host)
    hand = 1 if table is None or table.hand is None else max(table.hand.id - rng.randint(0, 1), 1)
    who = rng.choice(sitting or people) if way in SEATS and not way.startswith("join") else rng.choice(people)
    if way in HOSTING:
        who = host or admin
    elif way in ORDER:
        who = admin
    words = {
        "sitting": rng.choice(sitting or people),
        "anybody": rng.choice(people),
        "hand": hand,
        "seconds": rng.choice((45, 60, 90)),
    }
    return [Line(who, line) for line in way.format(**words).split("\n")]


def is_person(table: TableState, player: str) -> bool:
    """Whether a person who still sits at the table is called this."""
    chair = table.chair_of(player)
    return chair is not None and not chair.computer


def name_of(table: TableState, player: str) -> str:
    """Return the name by which somebody at a table types; empty without a chair there."""
    chair = table.chair_of(player)
    return "" if chair is None else chair.name.lower()


def next_line(table: TableState | None, game: str, done: Done, rng: Random, people: Sequence[str] = PEOPLE) -> Line:
    """Choose what is typed next at a table where nobody waits for anything: people open it, play and change seats."""
    if table is None:
        return Line(rng.choice(people), f"open {game} 150")
    away = [name for name in people if table.chair_of(f"test:{name}") is None]
    if away and len(people) - len(away) < GAMES[game].fewest:
        return Line(rng.choice(away), "join 150")
    if (line := next_move(table, rng)) is not None and rng.random() < 0.85:
        return line._replace(turn="")
    state = state_of(table)
    way = "start" if table.playing is None and rng.random() < 0.6 else least_done(SEATS, state, done, rng)
    return filled(way, table, rng, people[0], people)[0]
