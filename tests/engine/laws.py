"""The laws that hold for every game, checked while a hand is played at random.

Every law has a name, and a broken one raises an AssertionError that begins with it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random
from typing import Any, NamedTuple

from hypothesis import strategies as st

from engine.house_rules import BadRule, HouseRules, Kind
from engine.play import LEAVE, Action, Event, Game, Options, Refused, Round, Seat, Step
from engine.qiuqiu.round import QiuQiuRound
from engine.qiuqiu.tiles import TILES

MOST_STEPS = 2_000
"""No hand of any game may need more actions than this."""


def _seen_in_qiuqiu(now: QiuQiuRound, observer: Seat | None) -> set[int] | None:
    if now.declaring or now.declared:
        return None
    return {TILES.index(tile) for tile in now.view(observer).hand}


SEEN: dict[str, Callable[[Any, Seat | None], set[int] | None]] = {"qiuqiu": _seen_in_qiuqiu}
"""For each game: the cards, by number, that an observer sees, or ``None`` once hands are being turned over."""


class Start(NamedTuple):
    """Everything that a hand is dealt from."""

    game: Game[Any]
    rules: HouseRules
    stacks: tuple[int, ...]
    dealer: Seat
    pack: tuple[int, ...]
    carried: int

    def deal(self) -> Step:
        """Deal the hand."""
        return self.game.deal(self.rules, self.stacks, self.dealer, self.pack, self.carried)


class Played(NamedTuple):
    """One position of a hand that was played, and what happened on the way to it."""

    round: Round
    events: tuple[Event, ...]
    seat: Seat | None
    action: Action | None
    """Who did what to reach it; nobody did anything before the first."""


# Drawing house rules, starts and actions.


def values(kind: Kind) -> st.SearchStrategy[str]:
    """Texts that a house rule can be set to, drawn from what its kind says about itself."""
    if kind.choices:
        if _reads(kind, ">".join(reversed(kind.choices))) and len(kind.choices) > 1:
            subsets = st.lists(st.sampled_from(kind.choices), unique=True)
            return subsets.map(lambda words: ">".join(words) or "none")
        return st.sampled_from(kind.choices)
    assert kind.least is not None
    assert kind.most is not None
    low = st.integers(kind.least, min(kind.most, kind.least + 60)).map(str)
    texts = [low, low, st.integers(kind.least, min(kind.most, 5_000)).map(str)]
    if _reads(kind, f"{kind.least},{kind.least}"):
        texts.append(st.lists(low, min_size=2, max_size=3).map(",".join))
    if _reads(kind, "none"):
        texts.append(st.just("none"))
    return st.one_of(texts)


def _reads(kind: Kind, text: str) -> bool:
    try:
        kind.read(text)
    except ValueError:
        return False
    return True


@st.composite
def house_rules(draw: st.DrawFn, game: Game[Any]) -> HouseRules:
    """Any house rules of a game: some rules changed, on top of some preset, where they make sense together."""
    rules: HouseRules = draw(st.sampled_from(list(game.presets.values())))
    kinds = rules.kinds()
    for name in draw(st.lists(st.sampled_from(list(kinds)), unique=True, max_size=len(kinds))):
        text = draw(values(kinds[name]))
        with suppress(BadRule):  # the one way in which two rules may not go together: a maximum below its minimum
            rules = rules.replace(name, text)
    return rules


def any_start(game: Game[Any], rules: HouseRules, rng: Random) -> Start:
    """Deal in some players with stacks from the least to plenty."""
    players = rng.randint(game.fewest, game.most)
    least = game.least_stack(rules)
    depth = rng.choice((1, 3, 10, 50))
    return Start(
        game,
        rules,
        tuple(least + rng.randint(0, depth * (least + 10)) for _ in range(players)),
        rng.randrange(players),
        tuple(rng.sample(range(len(game.pack)), len(game.pack))),
        rng.choice((0, 0, rng.randint(1, 5))),
    )


def every_option(options: Options, rng: Random) -> list[Action]:
    """The ready actions, and for every amount the least, the most and one between."""
    named = [
        Action(each.verb, amount)
        for each in options.amounts
        for amount in (each.least, each.most, rng.randint(each.least, each.most))
    ]
    return [*options.ready, *named]


# The laws.


def check_hand(start: Start, rng: Random) -> int:
    """Play a hand at random with every law watching; return how many actions it took."""
    path = _play(start, rng)
    _settlement(start, path[-1].round)
    _same_story(start, path)
    _secrets(start, path, rng)
    return len(path) - 1


def _play(start: Start, rng: Random) -> list[Played]:
    step = start.deal()
    path = [Played(step.round, step.events, None, None)]
    asked: dict[tuple[int, Seat], Options] = {}
    answered: set[tuple[int, Seat]] = set()
    while (now := path[-1].round).settlement is None:
        assert len(path) <= MOST_STEPS, f"every round ends: not after {MOST_STEPS} actions"
        _chips(start, now)
        _awaited(now)
        _question(now, asked, answered)
        seat = rng.choice(now.awaited)
        _reprs(start, now, rng.randrange(now.seats))
        _ways_out(now, seat)
        _options(now, seat, rng)
        _refusals(now, seat)
        action = LEAVE if rng.random() < 0.02 else rng.choice(every_option(now.options(seat), rng))
        answered.add((now.question, seat))
        step = now.play(seat, action)
        path.append(Played(step.round, step.events, seat, action))
    return path


def _awaited(now: Round) -> None:
    assert now.awaited, "somebody is awaited until the round is over: nobody is"
    for seat in range(now.seats):
        assert bool(now.options(seat)) == (seat in now.awaited), (
            "somebody is awaited until the round is over: being awaited and having options are not the same"
        )


def refusal(now: Round, seat: Seat, action: Action) -> Refused | None:
    """Why an action is refused; ``None`` if it is not."""
    try:
        now.play(seat, action)
    except Refused as refused:
        return refused
    return None


def _ways_out(now: Round, seat: Seat) -> None:
    assert now.options(seat).allow(now.lapse(seat)), "a lapse is always an option"
    assert refusal(now, seat, LEAVE) is None, "leaving is always accepted"


def _options(now: Round, seat: Seat, rng: Random) -> None:
    options = now.options(seat)
    for action in every_option(options, rng):
        assert options.allow(action), f"every option can be played: {action} is not allowed"
        assert refusal(now, seat, action) is None, f"every option can be played: {action} is refused"


def _refusals(now: Round, seat: Seat) -> None:
    options = now.options(seat)
    beyond = [Action(each.verb, each.least - 1) for each in options.amounts]
    beyond += [Action(each.verb, each.most + 1) for each in options.amounts]
    beyond += [Action("somersault"), Action(""), Action("leave", 1), Action("leave", choice="now")]
    tries = [(seat, action) for action in beyond if not options.allow(action)]
    others = [other for other in range(-1, now.seats + 1) if other not in now.awaited]
    tries += [(other, action) for other in others for action in (LEAVE, *options.ready[:1])]
    before = _snapshot(now)
    for who, action in tries:
        refused = refusal(now, who, action)
        assert refused is not None, f"what is not an option is refused: {action} by seat {who} is played"
        assert re.fullmatch("[a-z]+(-[a-z]+)*", refused.reason), "a refusal says why"
    assert _snapshot(now) == before, "a refusal changes nothing"


def _snapshot(now: Round) -> tuple[Any, ...]:
    views = [now.view(seat) for seat in (None, *range(now.seats))]
    return now.awaited, now.question, now.staked, now.settlement, views


def _question(now: Round, asked: dict[tuple[int, Seat], Options], answered: set[tuple[int, Seat]]) -> None:
    for seat in now.awaited:
        key = (now.question, seat)
        assert key not in answered, "different questions have different numbers: an answered one is put again"
        options = asked.setdefault(key, now.options(seat))
        assert options == now.options(seat), "a question stands until it is answered"


def _chips(start: Start, now: Round) -> None:
    for seat, stack in enumerate(start.stacks):
        assert 0 <= now.staked[seat] <= stack, "chips are conserved: a stake is negative or more than the stack"
    before = getattr(now.view(None), "stacks", None)
    if before is not None and now.settlement is None:
        together = tuple(stack + staked for stack, staked in zip(before, now.staked, strict=True))
        assert together == start.stacks, "chips are conserved: stacks and stakes are not what was brought"


def _reprs(start: Start, now: Round, seat: Seat) -> None:
    if SEEN[start.game.name](now, seat) is None:
        return
    text = repr(now) + repr(now.view(seat))
    names = "|".join(map(re.escape, start.game.pack))
    assert not re.search(rf"(?<![-\w])({names})(?![-\w])", text), "no repr tells a card: one is named"
    assert not re.search(r"(hand|pack)=", text), "no repr tells a card: a hand or the pack is in it"


def _settlement(start: Start, over: Round) -> None:
    settlement = over.settlement
    assert settlement is not None
    assert set(settlement) == set(range(len(start.stacks))), "the settlement names every seat"
    assert over.carried_in == start.carried, "the settlement sums to what was carried"
    assert over.carried_out >= 0, "the settlement sums to what was carried"
    assert sum(settlement.values()) == over.carried_in - over.carried_out, "the settlement sums to what was carried"
    for seat, stack in enumerate(start.stacks):
        assert settlement[seat] >= -over.staked[seat] >= -stack, "nobody loses more than his stake"
    stacks = getattr(over.view(None), "stacks", None)
    if stacks is not None:
        expected = tuple(stack + settlement[seat] for seat, stack in enumerate(start.stacks))
        assert stacks == expected, "chips are conserved: the stacks are not what the settlement says"
    assert not over.awaited, "nobody is asked when the round is over"
    for seat in range(over.seats):
        assert not over.options(seat), "nobody is asked when the round is over"
        refused = refusal(over, seat, LEAVE)
        assert refused is not None, "nobody is asked when the round is over"
        assert refused.reason == "round-over", "nobody is asked when the round is over"


def _same_story(start: Start, path: Sequence[Played]) -> None:
    for was, again in zip(path, _replayed(start, path), strict=True):
        same = was.events == again.events and was.round.question == again.round.question
        assert same, "same pack, same actions, same story: something else happened"
    same = _snapshot(path[-1].round) == _snapshot(again.round)
    assert same, "same pack, same actions, same story: the end is another one"


def _replayed(start: Start, path: Sequence[Played]) -> list[Played]:
    step = start.deal()
    again = [Played(step.round, step.events, None, None)]
    for _, _, seat, action in path[1:]:
        assert seat is not None
        assert action is not None
        step = step.round.play(seat, action)
        again.append(Played(step.round, step.events, seat, action))
    return again


def _secrets(start: Start, path: Sequence[Played], rng: Random) -> None:
    """Shuffle everything that an observer cannot see, play the same actions, and compare all that reaches him."""
    observer = rng.choice((None, *range(len(start.stacks))))
    seen: set[int] = set()
    told = 0
    for played in path:
        visible = SEEN[start.game.name](played.round, observer)
        if visible is None:
            break
        seen, told = visible, told + 1
    if not told:
        return
    hidden = [card for card in start.pack if card not in seen]
    others = iter(rng.sample(hidden, len(hidden)))
    twin = start._replace(pack=tuple(card if card in seen else next(others) for card in start.pack))
    try:
        world = _replayed(twin, path[:told])
    except Refused:
        raise AssertionError("a view does not depend on what others hide: an action is no longer possible") from None
    for here, there in zip(path[:told], world, strict=True):
        assert here.events == there.events, "a view does not depend on what others hide: the events differ"
        same = here.round.view(observer) == there.round.view(observer)
        assert same, "a view does not depend on what others hide: the views differ"
