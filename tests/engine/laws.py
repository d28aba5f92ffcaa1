"""The laws that hold for every game, checked while a hand is played at random.

Every law has a name, and a broken one raises an AssertionError that begins with it.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise, takewhile
from random import Random
from typing import Any, NamedTuple, TypeVar

from hypothesis import strategies as st

from engine.fairness.receivers import Hand, Move, NotDealtLikeThis, taken
from engine.game import Deal, Game
from engine.house_rules import BadRule, GameRules, Kind
from engine.play import LEAVE, Action, Event, Options, Round, Seat, Step
from engine.qiuqiu.round import QiuQiuRound
from engine.qiuqiu.tiles import TILES
from engine.quandui.claims import DUI, PASS, WIN, has_to_win
from engine.quandui.melds import makes_dui
from engine.quandui.round import PICK_UP, QuanDuiRound
from engine.refusal import Refused
from tests.engine.following import Following, FollowingKooKiew, FollowingQiuQiu, FollowingQuanDui

_Thing = TypeVar("_Thing")

MOST_STEPS = 5_000
"""No hand of any game may need more actions than this."""

SMALL_TABLE = 6
"""How many players there are at most in a game that can do with fewer: many small hands try more than a few large."""

DEALT = {"quan-dui": lambda players: 15 * players + 1}
"""How many cards are dealt at first in games whose hands are long, because what is left of the pack is drawn."""

LEFT_TO_DRAW = 10
"""How many cards are left at most in nine in ten hands of such a game: many short hands try more than a few long."""

MOST_THOROUGH = 12
"""In a long hand, every position up to this one is tried in every way, and then one in five."""

CLOSE = Action("close")
"""How a path says that the time of a window was up."""


class Start(NamedTuple):
    """A game, and everything that a hand of it is dealt from."""

    game: Game[Any, Any]
    deal: Deal[Any]

    def begin(self) -> Step[Any]:
        """Deal the hand."""
        return self.game.deal(self.deal)

    def with_pack(self, pack: Iterable[int]) -> Start:
        """The same hand dealt from other cards."""
        return self._replace(deal=replace(self.deal, pack=tuple(pack)))


class Played(NamedTuple):
    """One position of a hand that was played, and what happened on the way to it."""

    round: Round[Any]
    events: tuple[Event, ...]
    seat: Seat | None
    action: Action | None
    """Who did what to reach it: nobody did anything before the first, and nobody closes a window."""


# What each game keeps secret.


class Secrets(NamedTuple):
    """What the laws have to know of a game to tell whether it keeps its secrets."""

    shown: Callable[[Any], bool]
    """Whether hands are being turned over in this position, so that secrets end."""

    seen: Callable[[Start, Sequence[Played], Seat | None], set[int]]
    """The cards, by number, that an observer has seen by the end of a path."""

    following: type[Following]
    """How its cards are followed through what everybody is told."""

    sealed: bool = False
    """Whether nobody may notice that somebody else has answered while a window is open."""

    looks_like: Callable[[Any, Seat, Action], Action] = lambda now, seat, action: action
    """An action that looks the same to everybody else, and is possible whatever the seat holds."""

    betrays: Callable[[Any, Seat, Action], Any] = lambda now, seat, action: None
    """What the rules make public of the seat's own cards when it does this."""


def _own_tiles(start: Start, path: Sequence[Played], observer: Seat | None) -> set[int]:
    now = path[-1].round
    assert isinstance(now, QiuQiuRound)
    return {TILES.index(tile) for tile in now.view(observer).hand}


def _seen_in_quan_dui(start: Start, path: Sequence[Played], observer: Seat | None) -> set[int]:
    following = FollowingQuanDui(start.game, start.deal)
    for event in [event for played in path for event in played.events]:
        following.hear(event)
    own = set() if observer is None else following.seen[observer]
    return {start.deal.pack[place] for place in own | following.opened}


def _claims_in_vain_pass(now: QuanDuiRound, seat: Seat, action: Action) -> Action:
    """A claim for which the cards are missing looks like passing."""
    in_vain = now.window and action in (WIN, DUI) and action not in now.view(seat).rightful
    return PASS if in_vain else action


def _pick_ups_betray(now: QuanDuiRound, seat: Seat, action: Action) -> tuple[bool, bool] | None:
    """A pick-up that has to be exposed, or that forces to win, tells of the hand; so does one that does not."""
    if action != PICK_UP:
        return None
    rules, hand, offered = now.rules, now.hands[seat], now.discards[-1].card
    exposed = rules.pick_up_dui == "exposed" and makes_dui(hand, offered, rules.four_alike)
    return exposed, has_to_win(rules, hand, offered, seat in now.have_passed)


SECRETS: dict[str, Secrets] = {
    "qiuqiu": Secrets(lambda now: bool(now.declaring or now.declared), _own_tiles, FollowingQiuQiu),
    "koo-kiew": Secrets(lambda now: bool(now.view(None).shown), lambda start, path, observer: set(), FollowingKooKiew),
    "quan-dui": Secrets(
        lambda now: now.settlement is not None,
        _seen_in_quan_dui,
        FollowingQuanDui,
        sealed=True,
        looks_like=_claims_in_vain_pass,
        betrays=_pick_ups_betray,
    ),
}
"""What each game keeps secret."""


# Drawing house rules, starts and actions.


def values(kind: Kind) -> st.SearchStrategy[str]:
    """Texts that a house rule can be set to, drawn from what its kind says about itself."""
    if kind.choices:
        if _reads(kind, ">".join(reversed(kind.choices))) and len(kind.choices) > 1:
            if not _reads(kind, "none"):
                return st.permutations(kind.choices).map(">".join)
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
def house_rules(draw: st.DrawFn, game: Game[Any, Any]) -> GameRules:
    """Any house rules of a game: some rules changed, on top of some preset, where they make sense together."""
    rules: GameRules = draw(st.sampled_from(list(game.presets.values())))
    kinds = rules.kinds()
    for name in draw(st.lists(st.sampled_from(list(kinds)), unique=True, max_size=len(kinds))):
        text = draw(values(kinds[name]))
        with suppress(BadRule):  # the one way in which two rules may not go together: a maximum below its minimum
            rules = rules.replace(name, text)
    return rules


def any_start(game: Game[Any, Any], rules: GameRules, rng: Random) -> Start:
    """Deal in a few players with stacks from the least to plenty; more than six only where a game needs them."""
    players = rng.randint(game.fewest, min(game.most, max(game.fewest, SMALL_TABLE)))
    least, depth = game.least_stack(rules), rng.choice((1, 3, 10, 50))
    deal = Deal(
        rules,
        tuple(least + rng.randint(0, depth * (least + 10)) for _ in range(players)),
        rng.randrange(players),
        tuple(rng.sample(range(len(game.pack)), len(game.pack))),
        rng.choice((0, 0, rng.randint(1, 5))),
        rng.choice((0, 0, rng.randint(1, 5))),
    )
    return Start(game, deal)


def any_hand(game: Game[Any, Any], rules: GameRules, rng: Random) -> Start:
    """Deal as `any_start` does, but of a game whose hands are long mostly with few cards left to draw."""
    start = any_start(game, rules, rng)
    if game.name not in DEALT or rng.random() < 0.1:
        return start
    kept = DEALT[game.name](len(start.deal.stacks)) + rng.randint(0, LEFT_TO_DRAW)
    return start.with_pack(start.deal.pack[:kept])


def every_option(options: Options, rng: Random) -> list[Action]:
    """The ready actions and their synonyms, and for every amount the least, the most and one between."""
    named = [
        Action(each.verb, amount)
        for each in options.amounts
        for amount in (each.least, each.most, rng.randint(each.least, each.most))
    ]
    return [*options.ready, *options.synonyms, *named]


# The laws.


def check_hand(start: Start, rng: Random) -> int:
    """Play a hand at random with every law watching; return how many actions it took."""
    path = _play(start, rng)
    _settlement(start, path[-1].round)
    _same_story(start, path)
    check_cards(start, path, rng)
    check_secrets(start, path, rng)
    return len(path) - 1


def _play(start: Start, rng: Random) -> list[Played]:
    step = start.begin()
    path = [Played(step.round, step.events, None, None)]
    record = _Record(SECRETS[start.game.name].sealed)
    while (now := path[-1].round).settlement is None:
        assert len(path) <= MOST_STEPS, f"every round ends: not after {MOST_STEPS} actions"
        _chips(start, now)
        record.put(now, _awaited(now))
        seat = rng.choice(now.awaited)
        if len(path) < MOST_THOROUGH or rng.random() < 0.2:
            _windows(now, record, rng)
            _reprs(start, now, rng.randrange(now.seats))
            _ways_out(now, seat, rng)
            _options(now, seat, rng)
            _in_advance(start.game, now)
            _refusals(now, seat, rng)
        if now.window and rng.random() < 0.4:
            record.closed.add(now.question)
            step = now.close()
            path.append(Played(step.round, step.events, None, CLOSE))
            continue
        action = LEAVE if rng.random() < 0.02 else rng.choice(every_option(now.options(seat), rng))
        record.answered.add((now.question, seat))
        step = now.play(seat, action)
        if record.sealed and now.window and action != LEAVE:
            _sealed(now, step, seat, rng)
        path.append(Played(step.round, step.events, seat, action))
    return path


class _Record:
    """The questions that were put in one hand, and what became of them."""

    def __init__(self, sealed: bool) -> None:
        self.sealed = sealed
        self.asked: dict[tuple[int, Seat], Options] = {}
        self.answered: set[tuple[int, Seat]] = set()
        self.closed: set[int] = set()
        """The questions whose time was up."""

    def put(self, now: Round[Any], offered: Mapping[Seat, Options]) -> None:
        """Check the question that stands now, of which everybody awaited was ``offered`` options a moment ago.

        Nothing that others do changes what an awaited seat may do.
        """
        assert now.question not in self.closed, "different questions have different numbers: a closed one is put again"
        for seat in now.awaited:
            key = (now.question, seat)
            again = key in self.answered and not (now.window and self.sealed)
            assert not again, "different questions have different numbers: an answered one is put again"
            before = self.asked.setdefault(key, offered[seat])
            assert now.options(seat) == before, "a question stands until it is answered"


def _windows(now: Round[Any], record: _Record, rng: Random) -> None:
    """A window can be closed, nothing else can; and that is as if whoever has not answered had let time pass."""
    if not now.window:
        refused = refusal_to_close(now)
        assert refused is not None, "a window can be closed, and nothing else: there was none"
        assert refused.reason == "no-window", "a window can be closed, and nothing else: the refusal is another one"
        return
    assert refusal_to_close(now) is None, "a window can be closed, and nothing else: it cannot"
    closed = now.close().round
    if any((now.question, seat) in record.answered for seat in range(now.seats)):
        return
    lapsed = now
    for seat in now.awaited:
        if lapsed.question == now.question:
            lapsed = lapsed.play(seat, lapsed.lapse(seat)).round
    if lapsed.window and lapsed.question == now.question:
        lapsed = lapsed.close().round
    observer = rng.choice((None, *range(now.seats)))
    assert _snapshot(closed, observer) == _snapshot(lapsed, observer), (
        "closing a window counts lapses: it counts something else"
    )


def _sealed(now: Round[Any], step: Step[Any], seat: Seat, rng: Random) -> None:
    """Nobody else notices an answer while the window stays open."""
    after = step.round
    if after.question != now.question:
        return
    assert not step.events, "answers are sealed until the window closes: an event tells of one"
    assert after.awaited == now.awaited, "answers are sealed until the window closes: it shows who has answered"
    other = rng.choice([None, *(each for each in range(now.seats) if each != seat)])
    assert after.view(other) == now.view(other), (
        "answers are sealed until the window closes: somebody else's view tells of one"
    )


def _awaited(now: Round[Any]) -> dict[Seat, Options]:
    """Check who is awaited; return what each of them may do."""
    awaited = now.awaited
    assert awaited, "somebody is awaited until the round is over: nobody is"
    offered = {seat: options for seat in range(now.seats) if (options := now.options(seat))}
    assert offered.keys() == set(awaited), (
        "somebody is awaited until the round is over: being awaited and having options are not the same"
    )
    return offered


def refusal(now: Round[Any], seat: Seat, action: Action) -> Refused | None:
    """Why an action is refused; ``None`` if it is not."""
    try:
        now.play(seat, action)
    except Refused as refused:
        return refused
    return None


def refusal_to_close(now: Round[Any]) -> Refused | None:
    """Why the window cannot be closed; ``None`` if it can."""
    try:
        now.close()
    except Refused as refused:
        return refused
    return None


def _ways_out(now: Round[Any], seat: Seat, rng: Random) -> None:
    assert now.options(seat).allow(now.lapse(seat)), "a lapse is always an option"
    # The bot may have to play on for long in the place of the last to leave.
    assert rng.random() > 0.2 or refusal(now, seat, LEAVE) is None, "leaving is always accepted"


def _options(now: Round[Any], seat: Seat, rng: Random) -> None:
    options = now.options(seat)
    for action in _some(every_option(options, rng), rng):
        assert options.allow(action), f"every option can be played: {action} is not allowed"
        assert refusal(now, seat, action) is None, f"every option can be played: {action} is refused"
    if options.synonyms:
        _synonyms(now, seat, options)
    _said_once(now, seat, options)


def _in_advance(game: Game[Any, Any], now: Round[Any]) -> None:
    """What a seat has decided in advance, and what still stands when it is asked, is one of its options."""
    names = [each.name for each in game.advance_verbs]
    for seat in range(now.seats):
        decided = [each for name in names if (each := now.advance_action(seat, name)) is not None]
        assert not decided or now.may_decide_in_advance(seat), "a decision is taken from whoever may decide"
        for each in decided:
            assert now.advance_action(seat, each.name) == each, "a decision stands as long as nothing changes"
            if seat in now.awaited:
                action = now.from_advance(seat, each)
                assert now.options(seat).allow(action), f"what was decided can be done: {action} is not allowed"
    assert not any(now.advance_action(seat, "no such thing") for seat in range(now.seats))


def _said_once(now: Round[Any], seat: Seat, options: Options) -> None:
    """Chips are named in one range for each verb, and of all actions that do the same one is offered.

    In a window an answer may come to nothing, so there two of them may well have the same effect.
    """
    ranges = {each.verb: each for each in options.amounts}
    assert len(ranges) == len(options.amounts), "options say everything once: a verb has two ranges"
    for action in options.ready:
        assert action.verb not in ranges or Options(amounts=(ranges[action.verb],)).allow(action), (
            f"options say everything once: {action} is outside the range of its verb"
        )
    if now.window:
        return
    effects: dict[Action, Any] = {}
    for action in options.ready:
        try:
            after, events = now.play(seat, action)
        except Refused:
            raise AssertionError(f"every option can be played: {action} is refused") from None
        effects[action] = (events, _snapshot(after, seat))
    for (one, effect), (other, also) in combinations(effects.items(), 2):
        assert effect != also, f"options say everything once: {one} does the same as {other}"


def _synonyms(now: Round[Any], seat: Seat, options: Options) -> None:
    outcomes = [_outcome(now, seat, action) for action in options.ready]
    for action in options.synonyms:
        assert action not in options.ready, f"a synonym is never offered: {action} is"
        assert _outcome(now, seat, action) in outcomes, f"a synonym does the same as an offered action: not {action}"


def _outcome(now: Round[Any], seat: Seat, action: Action) -> tuple[tuple[Event, ...], tuple[Any, ...]]:
    """How an action is told, and what the one who does it sees afterwards."""
    after, events = now.play(seat, action)
    return events[:1], _snapshot(after, seat)


def _some(anything: list[_Thing], rng: Random) -> list[_Thing]:
    return anything if len(anything) <= 5 else rng.sample(anything, 5)


def _refusals(now: Round[Any], seat: Seat, rng: Random) -> None:
    options = now.options(seat)
    beyond = [Action(each.verb, each.least - 1) for each in options.amounts]
    beyond += [Action(each.verb, each.most + 1) for each in options.amounts]
    beyond += [Action("somersault"), Action(""), Action("leave", 1), Action("leave", choice="now")]
    tries = [(seat, action) for action in beyond if not options.allow(action)]
    others = [other for other in range(-1, now.seats + 1) if other not in now.awaited]
    tries += [(other, action) for other in _some(others, rng) for action in (LEAVE, *options.ready[:1])]
    before = _snapshot(now, seat)
    for who, action in [*_some(tries, rng), *((seat, action) for action in _without_integers(options))]:
        refused = refusal(now, who, action)
        assert refused is not None, f"what is not an option is refused: {action} by seat {who} is played"
        assert re.fullmatch("[a-z]+(-[a-z]+)*", refused.reason), "a refusal says why"
    assert _snapshot(now, seat) == before, "a refusal changes nothing"


def _without_integers(options: Options) -> list[Action]:
    """Actions whose amounts equal what is offered, or read like it, and are no chips all the same."""
    no_chips: tuple[Callable[[int], Any], ...] = (float, str)
    named = [Action(each.verb, kind(each.least)) for each in options.amounts for kind in no_chips]
    return [*named, *(action._replace(amount=bool(action.amount)) for action in options.ready[:1])]


def _snapshot(now: Round[Any], *observers: Seat | None) -> tuple[Any, ...]:
    views = [now.view(seat) for seat in observers]
    return now.awaited, now.question, now.staked, now.opened, now.settlement, views


def _chips(start: Start, now: Round[Any]) -> None:
    for seat, stack in enumerate(start.deal.stacks):
        assert 0 <= now.staked[seat] <= stack, "chips are conserved: a stake is negative or more than the stack"
    if now.settlement is None:
        before = now.view(None).stacks
        together = tuple(stack + staked for stack, staked in zip(before, now.staked, strict=True))
        assert together == start.deal.stacks, "chips are conserved: stacks and stakes are not what was brought"


def _reprs(start: Start, now: Round[Any], seat: Seat) -> None:
    if SECRETS[start.game.name].shown(now):
        return
    text = repr(now) + repr(now.view(seat))
    assert not _card_names(start.game.pack_names).search(text), "no repr tells a card: one is named"
    assert not re.search(r"(hand|pack)=", text), "no repr tells a card: a hand or the pack is in it"


@cache
def _card_names(pack: tuple[str, ...]) -> re.Pattern[str]:
    names = "|".join(re.escape(name) for name in sorted(set(pack)))
    return re.compile(rf"(?<![-\w])({names})(?![-\w])".replace(r"\ ", "[ -]"))


def _settlement(start: Start, over: Round[Any]) -> None:
    settlement = over.settlement
    assert settlement is not None
    assert set(settlement) == set(range(len(start.deal.stacks))), "the settlement names every seat"
    assert over.carried_in == start.deal.carried, "the settlement sums to what was carried"
    assert over.carried_out >= 0, "the settlement sums to what was carried"
    assert sum(settlement.values()) == over.carried_in - over.carried_out, "the settlement sums to what was carried"
    for seat, stack in enumerate(start.deal.stacks):
        assert settlement[seat] >= -over.staked[seat] >= -stack, "nobody loses more than their stake"
    expected = tuple(stack + settlement[seat] for seat, stack in enumerate(start.deal.stacks))
    assert over.view(None).stacks == expected, "chips are conserved: the stacks are not what the settlement says"
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
    everybody = (None, *range(len(start.deal.stacks)))
    same = _snapshot(path[-1].round, *everybody) == _snapshot(again.round, *everybody)
    assert same, "same pack, same actions, same story: the end is another one"


def _replayed(start: Start, path: Sequence[Played]) -> list[Played]:
    return played_again(start, [(seat, action) for _, _, seat, action in path[1:]])


def played_again(start: Start, actions: Iterable[tuple[Seat | None, Action | None]]) -> list[Played]:
    """Every position of a hand in which this is done; nobody closes a window."""
    step = start.begin()
    again = [Played(step.round, step.events, None, None)]
    for seat, action in actions:
        step = _done(step.round, seat, action)
        again.append(Played(step.round, step.events, seat, action))
    return again


def _done(now: Round[Any], seat: Seat | None, action: Action | None) -> Step[Any]:
    """Do again what was done."""
    if seat is None:
        return now.close()
    assert action is not None
    return now.play(seat, action)


def check_cards(start: Start, path: Sequence[Played], rng: Random) -> None:
    """Follow every card through the events: what was shown lies open, each knows their own, and all else is closed."""
    following = SECRETS[start.game.name].following(start.game, start.deal)
    before: tuple[int, ...] = ()
    whose: tuple[Seat, ...] = ()
    for now, events, *_ in path:
        for event in events:
            following.hear(event)
        _dealt(now, following)
        _received(start, now, whose)
        whose = now.dealt_to
        if now.settlement is None and len(path) > MOST_THOROUGH and rng.random() > 0.2:
            continue
        _opened(now, following, before)
        _held(now, following, range(now.seats) if now.settlement is not None else [rng.randrange(now.seats)])
        before = now.opened


def _dealt(now: Round[Any], following: Following) -> None:
    """The events only ever add to the cards dealt, so their number never falls."""
    assert now.dealt == following.dealt(), "so many cards are dealt as everybody has seen: it is another number"
    assert now.dealt <= len(following.pack), "so many cards are dealt as everybody has seen: the pack has fewer"


def _received(start: Start, now: Round[Any], before: tuple[Seat, ...]) -> None:
    """Whoever verifies the record of the hand finds out the same: to whom each card went."""
    rules = json.loads(start.game.in_force(start.deal.rules))
    play = [Move(*move) for move in now.order_of_play]
    hand = Hand(rules, tuple(range(now.seats)), start.deal.dealer, now.banker, play)
    assert now.dealt_to[: len(before)] == before, "to whom a card was dealt stays so: it is another"
    try:
        same = hand.receivers() == now.dealt_to
    except NotDealtLikeThis:
        same = False
    assert same, "cards are dealt to whom the rules say: a verifier finds other players"


def _opened(now: Round[Any], following: Following, before: tuple[int, ...]) -> None:
    opened = now.opened
    assert list(opened) == sorted(set(opened)), "what lies open is told in order, each card once: it is not"
    assert set(before) <= set(opened), "what has lain open stays open: it is closed again"
    assert not opened or opened[-1] < now.dealt, "what was not dealt stays closed: it lies open"
    names = Counter(map(following.card_at, opened))
    assert names == +following.named, "what lies open is what was shown: these are other cards"
    assert set(opened) == following.opened, "what lies open is what was shown: these are other copies"


def _held(now: Round[Any], following: Following, seats: Iterable[Seat]) -> None:
    for seat in seats:
        held, view = now.held(seat), now.view(seat)
        assert following.stock(view) + now.dealt == len(following.pack), "what was not dealt is left to draw: it is not"
        assert list(held) == sorted(set(held)), "a hand is told in order, each card once: it is not"
        assert not held or held[-1] < now.dealt, "nobody holds what was not dealt: somebody can prove it"
        names, in_view = Counter(map(following.card_at, held)), Counter(following.in_hand(view))
        assert names == in_view, "everybody can prove the cards in their view: these are others"
        assert set(held) == following.held(seat, view), "everybody can prove the cards in their view: other copies"
    holders = dict(enumerate(now.dealt_to, start=1)) | taken([Move(*move) for move in now.order_of_play])
    own = all(holders[place + 1] == seat for seat in seats for place in now.held(seat))
    assert own, "everybody holds what they were dealt or took: a verifier finds another holder"
    hands = [now.held(seat) for seat in seats]
    assert len({place for hand in hands for place in hand}) == sum(map(len, hands)), "nobody holds what another holds"


def check_secrets(start: Start, path: Sequence[Played], rng: Random) -> None:
    """Shuffle everything that an observer cannot see, play the same actions, and compare all that reaches them."""
    observer = rng.choice((None, *range(len(start.deal.stacks))))
    _, elsewhere = another_world(start, path, observer, rng)
    for here, there in zip(path, elsewhere, strict=False):
        assert here.events == there.events, "a view does not depend on what others hide: the events differ"
        asked = [(world.round.window, world.round.question, world.round.awaited) for world in (here, there)]
        assert asked[0] == asked[1], "a view does not depend on what others hide: somebody else is asked, or longer"
        same = here.round.view(observer) == there.round.view(observer)
        assert same, "a view does not depend on what others hide: the views differ"
        names = [each.name for each in start.game.advance_verbs]
        decided = [
            [world.round.advance_action(seat, name) for seat in range(world.round.seats) for name in names]
            for world in (here, there)
        ]
        assert decided[0] == decided[1], "what can be decided in advance does not depend on what is hidden: it differs"
        if observer is not None:
            wanted = [[world.round.asks(observer, name) for name in names] for world in (here, there)]
            assert wanted[0] == wanted[1], "whether a seat wants to be asked depends on its own view alone: it differs"
        same = len(here.round.opened) == len(there.round.opened)
        assert same, "how many cards lie open does not depend on what is hidden: it differs"


def another_world(
    start: Start, path: Sequence[Played], observer: Seat | None, rng: Random
) -> tuple[Start, list[Played]]:
    """The same hand with other cards wherever an observer cannot see them, as far as they must not notice that."""
    secrets = SECRETS[start.game.name]
    path = list(takewhile(lambda played: not secrets.shown(played.round), path))
    if not path:
        return start, []
    seen = secrets.seen(start, path, observer)
    hidden = [card for card in start.deal.pack if card not in seen]
    others = iter(rng.sample(hidden, len(hidden)))
    twin = start.with_pack(card if card in seen else next(others) for card in start.deal.pack)
    return twin, played_elsewhere(twin, path, observer, secrets)


def played_elsewhere(start: Start, path: Sequence[Played], observer: Seat | None, secrets: Secrets) -> list[Played]:
    """What a path becomes with other cards, up to where the rules make public that somebody's cards are others."""
    step = start.begin()
    twin = [Played(step.round, step.events, None, None)]
    for was, (_, _, seat, action) in pairwise(path):
        if seat is not None and action is not None and seat != observer:
            action = secrets.looks_like(was.round, seat, action)
            if secrets.betrays(was.round, seat, action) != secrets.betrays(step.round, seat, action):
                break
        try:
            step = _done(step.round, seat, action)
        except Refused:
            raise AssertionError(
                "a view does not depend on what others hide: an action is no longer possible"
            ) from None
        twin.append(Played(step.round, step.events, seat, action))
    return twin
