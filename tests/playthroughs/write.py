"""Whole rounds of every game under every preset, written down move by move.

Any change of behaviour shows as a difference in these files.
``python -m tests.playthroughs.write`` writes them anew, to be read before they are believed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

from engine import notation
from engine.fairness import shuffled_pack
from engine.games import GAMES
from engine.house_rules import HouseRules
from engine.play import Event, Game, Round
from engine.qiuqiu.tiles import hand_names
from tests.engine.qiuqiu.storytelling import told

FOLDER = Path(__file__).parent
HANDS = 4
"""How many rounds each file tells."""

VARIANTS: dict[str, dict[str, dict[str, str]]] = {
    "qiuqiu": {
        "split-pot": {"compare": "split_pot", "rounds": "three", "odd_chips": "next_pot"},
        "no-limit": {"max_bet": "none", "min_raise": "last_raise", "part_ante": "on", "rounds": "one"},
    }
}
"""House rules besides the presets that are worth a file of their own."""

TOLD: dict[str, tuple[Callable[[Any], str], Callable[[Event, Sequence[str]], str]]] = {
    "qiuqiu": (lambda view: " ".join(hand_names(view.hand)), told),
}
"""For each game: how to write what is private in a view, and how to tell an event with the names of the seats."""


def names() -> dict[str, tuple[Game[Any], HouseRules]]:
    """Every file there has to be, with the game and the house rules it tells of."""
    files: dict[str, tuple[Game[Any], HouseRules]] = {}
    for game in GAMES.values():
        for preset, rules in game.presets.items():
            files[f"{game.name}-{preset}"] = (game, rules)
        usual = next(iter(game.presets.values()))
        for variant, texts in VARIANTS.get(game.name, {}).items():
            files[f"{game.name}-{variant}"] = (game, game.rules.from_texts({**usual.texts(), **texts}))
    return files


def playthrough(game: Game[Any], rules: HouseRules) -> str:
    """Tell some rounds: the rules that matter, and every option, view and event on the way."""
    usual = next(iter(game.presets.values()))
    lines = [f"game: {game.name}"]
    lines += [f"rule: {name} = {value}" for name, (value, _) in rules.differences(usual).items()]
    for number in range(HANDS):
        lines += ["", f"== round {number + 1}", *_round(game, rules, number)]
    return "\n".join(lines) + "\n"


def _round(game: Game[Any], rules: HouseRules, number: int) -> Iterator[str]:
    rng = Random(number)
    players = (game.fewest, 3, game.most, 4)[number % 4]
    least = game.least_stack(rules)
    stacks = tuple(least + rng.randrange(0, 300) for _ in range(players))
    pack = shuffled_pack(bytes([number] * 32), len(game.pack))
    carried = number % 3
    yield f"stacks: {' '.join(map(str, stacks))}  dealer: {number % players}  carried: {carried}"
    sees, tell = TOLD[game.name]
    seats = [f"seat {seat}" for seat in range(players)]
    step = game.deal(rules, stacks, number % players, pack, carried)
    yield from (f"  {tell(event, seats)}" for event in step.events)
    now = step.round
    while now.settlement is None:
        seat = rng.choice(now.awaited)
        options = now.options(seat)
        yield ""
        yield from _position(now, sees)
        amounts = [f"{each.verb} {each.least}..{each.most}" for each in options.amounts]
        yield f"seat {seat} may: {' | '.join([*map(notation.write, options.ready), *amounts])}"
        yield f"in time out: {notation.write(now.lapse(seat))}"
        action = rng.choice((*options.ready[:1] * 3, *options.ready))  # mostly check or call, to get to the end
        yield f"> {seat} {notation.write(action)}"
        step = now.play(seat, action)
        yield from (f"  {tell(event, seats)}" for event in step.events)
        now = step.round
    yield ""
    yield f"settlement: {' '.join(f'{seat}:{chips:+}' for seat, chips in sorted(now.settlement.items()))}"
    yield f"carried on: {now.carried_out}"


def _position(now: Round, sees: Callable[[Any], str]) -> Iterator[str]:
    yield f"question {now.question}  staked: {' '.join(map(str, now.staked))}"
    for seat in range(now.seats):
        yield f"  seat {seat} sees {sees(now.view(seat))}"


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
