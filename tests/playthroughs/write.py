"""Whole rounds of every game under every preset, written down move by move.

Any change of behaviour shows as a difference in these files.
``make docs`` writes them anew, to be read before they are believed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from engine.fairness import Stream, shuffle
from engine.game import Deal, Game
from engine.games import GAMES
from engine.house_rules import GameRules
from engine.play import Action, Event, Options, Round
from engine.qiuqiu.tiles import hand_names
from engine.quandui.cards import card_word
from tests.engine.kookiew.storytelling import told as told_in_koo_kiew
from tests.engine.qiuqiu.storytelling import told
from tests.engine.quandui.storytelling import told as told_in_quan_dui

FOLDER = Path(__file__).parent
HANDS = 4
"""How many rounds each file tells."""

VARIANTS: dict[str, dict[str, dict[str, str]]] = {
    "qiuqiu": {
        "split-pot": {"compare": "split_pot", "rounds": "three", "odd_chips": "next_pot"},
        "no-limit": {"max_bet": "none", "min_raise": "last_raise", "part_ante": "on", "rounds": "one"},
    },
    "koo-kiew": {
        "collect": {"solvency": "collect", "bank": "after_deals", "bank_deals": "3", "max_stake": "80"},
        "unlimited": {"solvency": "unlimited", "bank": "fixed", "pair_payout": "3", "min_stake": "5"},
    },
    "quan-dui": {"endless": {"endless": "1", "four_alike": "off", "forced_win": "claims", "pick_up_dui": "exposed"}},
}
"""House rules besides the presets that are worth a file of their own."""


class Telling(NamedTuple):
    """How the rounds of a game are told."""

    tells: Callable[[Event, Sequence[str]], str]
    """How to tell an event with the names of the seats."""

    sees: Callable[[Any], str] | None = None
    """How to write what is private in a view, if anything is."""

    is_long: bool = False
    """Whether a round is so long that only those who are asked are told of, and that it is played in one of two ways:
    at random with few cards to draw, or by computer players, who get to an end."""


PLAIN = Telling(lambda event, seats: str(event))
"""How a game is told that is not among those below: every event as it is written in code, and no view."""

TOLD = {
    "qiuqiu": Telling(told, lambda view: " ".join(hand_names(view.hand))),
    "koo-kiew": Telling(told_in_koo_kiew),
    "quan-dui": Telling(told_in_quan_dui, lambda view: " ".join(map(card_word, view.hand.hidden)), is_long=True),
}

CLOSING = 0.1
"""How often the time of a window is up before one more answer comes."""

MOST_PLAYERS = 6
"""How many players a round is told of at most, so that it can be read."""


def names() -> dict[str, tuple[Game[Any, Any], GameRules]]:
    """Every file there has to be, with the game and the house rules it tells of."""
    files: dict[str, tuple[Game[Any, Any], GameRules]] = {}
    for game in GAMES.values():
        for preset, rules in game.presets.items():
            files[f"{game.name}-{preset}"] = (game, rules)
        usual = next(iter(game.presets.values()))
        for variant, texts in VARIANTS.get(game.name, {}).items():
            files[f"{game.name}-{variant}"] = (game, game.rules.from_texts({**usual.texts(), **texts}))
    return files


def playthrough(game: Game[Any, Any], rules: GameRules) -> str:
    """Tell some rounds: the rules that matter, and every option, view and event on the way."""
    usual, lines = next(iter(game.presets.values())), [f"game: {game.name}"]
    lines += [f"rule: {name} = {value}" for name, (value, _) in rules.differences(usual).items()]
    for number in range(HANDS):
        lines += ["", f"== round {number + 1}", *_round(game, rules, number)]
    return "\n".join(lines) + "\n"


def _round(game: Game[Any, Any], rules: GameRules, number: int) -> Iterator[str]:
    rng, players = Random(number), (game.fewest, 3, min(game.most, MOST_PLAYERS), 4)[number % 4]
    least = game.least_stack(rules)
    stacks = tuple(least + rng.randrange(0, 300) for _ in range(players))
    pack = shuffle(Stream(bytes([number] * 32), "deck"), len(game.pack))
    telling = TOLD.get(game.name, PLAIN)
    by_computers = telling.is_long and bool(number % 2)
    if telling.is_long and not by_computers:
        pack = pack[: 16 * players + 3]
    carried = number % 3
    yield f"stacks: {' '.join(map(str, stacks))}  dealer: {number % players}  carried: {carried}  streak: {number}"
    seats = [f"seat {seat}" for seat in range(players)]
    step = game.deal(Deal(rules, stacks, number % players, pack, carried, number))
    yield from (f"  {telling.tells(event, seats)}" for event in step.events)
    now = step.round
    standing: list[str] = []
    while now.settlement is None:
        if now.window and rng.random() < CLOSING:
            yield ""
            yield f"> the {now.window} seconds are over"
            step = now.close()
            yield from (f"  {telling.tells(event, seats)}" for event in step.events)
            now = step.round
            continue
        seat = rng.choice(now.awaited)
        options = now.options(seat)
        amounts = [f"{each.verb} {each.least}..{each.most}" for each in options.amounts]
        typed = [f"({action.text})" for action in options.synonyms]
        may = f"may: {' | '.join([*(each.text for each in options.ready), *amounts, *typed])}"
        before, standing = standing, [*_position(now, telling), may, f"in time out: {now.lapse(seat).text}"]
        if standing != before:
            *position, may, lapse = standing
            yield from ("", *position, f"seat {seat} {may}", lapse)
        action = game.choose(now.view(seat), rng) if by_computers else rng.choice(_moves(now, options, rng))
        yield f"> {seat} {action.text}"
        step = now.play(seat, action)
        yield from (f"  {telling.tells(event, seats)}" for event in step.events)
        now = step.round
    yield ""
    yield f"settlement: {' '.join(f'{seat}:{chips:+}' for seat, chips in sorted(now.settlement.items()))}"
    yield f"carried on: {now.carried_out}"


def _moves(now: Round[Any], options: Options, rng: Random) -> Sequence[Action]:
    """What is drawn from: on one's turn mostly checking or calling, to get to the end; in a window mostly amounts."""
    if not now.window:
        first, *others = *options.synonyms, *options.ready
        return (first,) * 4 + tuple(others)
    amounts = [Action(each.verb, rng.randint(each.least, each.most)) for each in options.amounts for _ in range(3)]
    return (*options.ready, *amounts)


def _position(now: Round[Any], telling: Telling) -> Iterator[str]:
    yield f"question {now.question}  staked: {' '.join(map(str, now.staked))}"
    if telling.sees is not None:
        for seat in sorted(now.awaited) if telling.is_long else range(now.seats):
            yield f"  seat {seat} sees {telling.sees(now.view(seat))}"


def main() -> None:
    """Write every file anew, and remove those that tell of nothing any more."""
    files = names()
    for path in FOLDER.glob("*.txt"):
        if path.stem not in files:
            path.unlink()
    for name, (game, rules) in files.items():
        (FOLDER / f"{name}.txt").write_text(playthrough(game, rules), encoding="utf-8")


if __name__ == "__main__":
    main()
