"""What people at a table, and others in the channel, may do of an evening, at random."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from bot.commands import SPECS
from bot.tables.state import AnyHand, TableState
from engine import notation
from engine.games import GAMES
from engine.house_rules import GameRules
from engine.play import Action, Seat
from engine.quandui.opponent import choose
from engine.quandui.round import QuanDuiRound
from tests.bot.evenings import Deed, Evening, Setting
from tests.bot.played_hands import Pack
from tests.engine.laws import DEALT, every_option

PEOPLE = ("sari", "budi", "wati", "joko", "tono", "rini", "asep")
"""The last of them never sits down."""

FAIRNESS = ("disclosure", "beacon")
"""House rules that are as they are: with every hand disclosed nothing is hidden, and there is a beacon or not."""

LOOKS = (
    *(
        "hand",
        "hand",
        "hint",
        "hint",
        "status",
        "table",
        "chips",
        "top",
        "ledger",
        "fairness",
        "settings",
        "help",
        "house",
    ),
    *("verify mine", "verify", "daily", "privacy", "house rule turn_seconds"),
    *("stats", "stats sari", "stats budi", "stats page qiuqiu 2 wati", "stats page quan-dui 1 sari", "records"),
    *("history", "history table", "replay 1", "replay 1 99", "replay 2 99", "replay 2 7"),
)
"""What anybody may ask at any time, in vain or not."""

CHAIRS = ("join", "join 100", "leave", "sit out", "sit back", "rebuy", "rebuy 50")
"""What anybody may want of the table at any time, in vain or not."""

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
    least = GAMES[game].fewest
    sitting = people[: rng.randint(least, min(len(people), GAMES[game].most, 5))]
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
    hand = state.playing
    if hand is None:
        return _between_hands(evening, state, rng)
    chance = rng.random()
    people = [seat for seat in hand.round.awaited if _types(state, hand, seat)]
    if chance < 0.6 and people:
        return _action(hand, rng.choice(people), rng)
    if chance < 0.66 or not people:
        return Deed(seconds=rng.choice((1, 2, 3)))
    if chance < 0.69:
        return Deed(seconds=TURN + rng.choice((1, 31)))
    if chance < (0.76 if state.game.standing_verbs else 0.8) and hand.round.seats > 1 and state.game.advance_verbs:
        others = [seat for seat in range(hand.round.seats) if _types(state, hand, seat)]
        name = rng.choice([each.name for each in state.game.advance_verbs])
        return Deed(_name(hand, rng.choice(others)), f"advance {name}") if others else Deed(seconds=1)
    return _anything(evening, state, rng)


def _types(state: TableState, hand: AnyHand, seat: Seat) -> bool:
    """Whether a person who still sits at the table plays a seat."""
    player = hand.players[seat]
    return not player.startswith("computer:") and state.chair_of(player) is not None


def _name(hand: AnyHand, seat: Seat) -> str:
    return hand.names[seat].lower()


def _action(hand: AnyHand, seat: Seat, rng: Random) -> Deed:
    now = hand.round
    options = now.options(seat)
    passive = [each for each in options.ready if each.verb in ("check", "call", "show", "declare")]
    action: Action
    if passive and rng.random() < 0.5:
        action = passive[0]
    elif isinstance(now, QuanDuiRound) and rng.random() < 0.5:
        action = choose(now.view(seat), rng)
    else:
        action = rng.choice(every_option(options, rng))
    return Deed(_name(hand, seat), notation.write(action))


def _between_hands(evening: Evening, state: TableState, rng: Random) -> Deed:
    chance = rng.random()
    sitting = [chair.name.lower() for chair in state.seated if not chair.computer]
    if chance < 0.5:
        return Deed(seconds=rng.choice((1, 3, 5, 8)))
    if chance < 0.65:
        return Deed(rng.choice(sitting), f"shuffle {rng.choice(('salak', 'rambutan'))}")
    if chance < 0.75:
        return Deed(rng.choice(sitting), "start")
    return _anything(evening, state, rng)


def _anything(evening: Evening, state: TableState, rng: Random) -> Deed:
    """Something that may be done at any time."""
    name = rng.choice(evening.setting.people)
    chance = rng.random()
    if chance < 0.45:
        return Deed(name, rng.choice(LOOKS))
    if chance < 0.6:
        return Deed(line=_suggestible(rng), suggested=True)
    if chance < 0.7:
        chair = state.chair_of(state.host)
        host = name if chair is None else chair.name.lower()
        other = rng.choice(evening.setting.people)
        return Deed(host, rng.choice((f"kick {other}", "remove computer", "add computer")))
    if name == evening.setting.people[-1]:
        return Deed(name, "status")
    return Deed(name, rng.choice(CHAIRS))


def _suggestible(rng: Random) -> str:
    parameters: Sequence[str] = [f"{spec.name} {each.name}" for spec in SPECS for each in spec.parameters]
    of_game = [each for each in parameters if each.split()[0] in ("bet", "raise", "stake", "bid", "discard", "advance")]
    return rng.choice(of_game if of_game and rng.random() < 0.5 else list(parameters))
