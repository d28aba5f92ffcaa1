"""What people at a table, and others in the channel, may do of an evening, at random."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from bot.commands import SPECS
from engine.games import GAMES
from engine.house_rules import GameRules
from engine.table.state import TableState
from tests.bot.evening_player import SEATS, filled, least_done, next_move, state_of
from tests.bot.evenings import Deed, Evening, Setting
from tests.bot.played_hands import Pack
from tests.engine.laws import DEALT

PEOPLE = ("sari", "budi", "wati", "joko", "tono", "rini", "asep")
"""The last of them never sits down."""

FAIRNESS = ("disclosure", "beacon")
"""House rules that are as they are: with every hand disclosed nothing is hidden, and there is a beacon or not."""

LOOKS = (
    *("hand", "hand", "hint", "hint", "status", "table", "chips", "top", "ledger", "fairness", "settings", "help"),
    *("house", "verify mine", "verify", "daily", "privacy", "house rule turn_seconds"),
    *("stats", "stats sari", "stats budi", "stats page qiuqiu 2 wati", "stats page quan-dui 1 sari", "records"),
    *("history", "history table", "replay 1", "replay 1 99", "replay 2 99", "replay 2 7"),
)
"""What anybody may ask at any time, in vain or not."""

WAYS = (
    *(*SEATS, "kick {sitting}", "add computer", "remove computer", "wait", "lapse", "suggest"),
    *(*(f"look {again}" for again in range(8)), *(f"advance {again}" for again in range(3))),
)
"""What is done of an evening besides playing on; what there is much of, several times."""

TURN = 45
MOST_HANDS = 3
MOST_DEEDS = {"quan-dui": 70, "qiuqiu": 45, "koo-kiew": 30}
"""How many things are done of an evening once it has begun."""

STAGES = ("bank", "rounds", "compare", "declaration")
"""House rules that decide what is asked in a hand, which are mostly other than usual."""


def any_setting(game: str, rng: Random) -> Setting:
    """Some house rules, some platform."""
    rules: type[GameRules] = GAMES[game].rules
    chosen = [
        (name, rng.choice(kind.choices))
        for name, kind in rules.kinds().items()
        if kind.choices and name not in FAIRNESS and rng.random() < (0.6 if name in STAGES else 0.2)
    ]
    table = [("lapses", str(rng.randint(1, 3))), ("time_bank", rng.choice(("0", "30"))), ("turn_seconds", str(TURN))]
    free = rng.random() < 0.5
    return Setting(
        game,
        PEOPLE,
        (*chosen, *table),
        practice=rng.random() < 0.2,
        beacon=rng.random() < 0.5,
        private_edits_are_free=free,
        sends_every_hand=free or rng.random() < 0.5,
        free_edits=rng.random() < 0.5,
        called_in_private=rng.random() < 0.3,
        blind=game != "quan-dui" and rng.random() < 0.6,
    )


def any_pack(game: str, rng: Random, players: int) -> Pack:
    """A pack in any order; of a game whose hands are long with few cards left to draw."""
    size = len(GAMES[game].pack)
    left = DEALT[game](players) + rng.randint(2, 10) if game in DEALT else size
    return tuple(rng.sample(range(size), size))[:left]


async def play(evening: Evening, rng: Random) -> None:
    """Let an evening take its course."""
    setting = evening.setting
    game, people = setting.game, setting.people[:-1]
    sitting = people[: rng.randint(GAMES[game].fewest, min(len(people), GAMES[game].most, 5))]
    opening = "practice" if setting.practice else "open"
    buy_in = "" if setting.practice or rng.random() < 0.6 else f" {rng.choice((100, 130, 300))}"
    await evening.do(Deed(sitting[0], f"{opening} {game}{buy_in}"))
    for name in sitting[1:]:
        await evening.do(Deed(name, f"join{buy_in}"))
    if rng.random() < 0.35:
        await evening.do(Deed(sitting[0], "add computer"))
    await evening.do(Deed(sitting[0], "start"))
    for _ in range(MOST_DEEDS[game]):
        state = evening.state
        if state is None or len(evening.hands) > MOST_HANDS:
            return
        await evening.do(_next(evening, state, rng))


def _next(evening: Evening, state: TableState, rng: Random) -> Deed:
    """Let somebody play on, or do what was done least in the present state of the table."""
    if rng.random() < 0.6:
        if (line := next_move(state, rng)) is not None:
            return Deed(line.who, line.text)
        if state.playing is None and rng.random() < 0.7:
            return Deed(seconds=rng.choice((1, 3, 5, 8)))
    stage = state_of(state)
    way = least_done(WAYS, stage, evening.done, rng)
    if way in ("wait", "lapse"):
        return Deed(seconds=rng.choice((1, 2, 3)) if way == "wait" else TURN + rng.choice((1, 31)))
    if way == "suggest":
        return Deed(line=_suggestible(rng), suggested=True)
    if way.startswith("look"):
        return Deed(rng.choice(evening.setting.people), rng.choice(LOOKS))
    if way.startswith("advance"):
        way = f"advance {rng.choice([each.name for each in state.game.advance_verbs] or ['call'])}"
    (line,) = filled(way, state, rng, evening.setting.people[0], evening.setting.people[:-1])
    return Deed(line.who, line.text)


def _suggestible(rng: Random) -> str:
    parameters: Sequence[str] = [f"{spec.name} {each.name}" for spec in SPECS for each in spec.parameters]
    of_game = [each for each in parameters if each.split()[0] in ("bet", "raise", "stake", "bid", "discard", "advance")]
    return rng.choice(of_game if of_game and rng.random() < 0.5 else list(parameters))
