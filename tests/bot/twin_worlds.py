"""Two worlds that differ in cards alone which an observer cannot see: an evening, and the same one over again.

Whatever has to be public by the rules is the same in both: an evening is told again as far as that goes. What others
decide for all windows nobody may notice either, so in the other world they decide something else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from functools import partial
from itertools import pairwise, takewhile
from random import Random
from typing import Any, NamedTuple

from bot.messages import PlayerId
from engine.games import GAMES
from engine.play import Round, Seat
from engine.quandui.events import Won
from engine.quandui.round import QuanDuiRound
from tests.bot.evening_habits import any_pack, any_setting, play
from tests.bot.evenings import Deed, Evening, Evenings, Heard
from tests.bot.played_hands import BY_LAPSE, Pack, PlayedHand
from tests.engine.laws import SECRETS, Played, Start, played_elsewhere

STANDING = [f"advance {verb.name}" for game in GAMES.values() for verb in game.standing_verbs]
"""How somebody decides what to be asked in windows."""

OBSERVERS = 3
"""How many look at an evening, each in another world of their own."""


class Elsewhere(NamedTuple):
    """What an evening becomes in another world."""

    packs: tuple[Pack, ...]
    """What each hand is dealt from."""

    deeds: tuple[Deed, ...]
    """What is done, as far as nobody has to notice that cards are others."""

    hands: int
    """How many of the hands that are dealt in it have other cards."""


class Twins(NamedTuple):
    """What one observer gets to see in both worlds, and all that was going on."""

    here: list[Heard]
    there: list[Heard]
    moments: frozenset[str]

    @property
    def difference(self) -> tuple[Heard | None, Heard | None] | None:
        """The first thing that is not the same, or has no counterpart; nothing if the worlds cannot be told apart."""
        longest = max(len(self.here), len(self.there))
        one, two = ([*heard, *[None] * (longest - len(heard))] for heard in (self.here, self.there))
        return next(((a, b) for a, b in zip(one, two, strict=True) if a != b), None)


def elsewhere(evening: Evening, observer: str, rng: Random) -> Elsewhere:
    """Another world for one observer.

    One hand in it may end before it is shown; there everybody else's cards are others, and in all other hands those
    that nobody ever shows.
    """
    packs, paths = [], list[list[Played]]()
    proved = any(deed.who == observer and deed.line.startswith("verify") for deed in evening.deeds)
    hidden_until = rng.randrange(len(evening.hands)) if evening.hands and rng.random() < 0.5 else -1
    for number, hand in enumerate(evening.hands):
        other, again = _other_hand(hand, evening.id_of(observer), rng, shown=number != hidden_until, proved=proved)
        packs.append(other.deal.pack)
        paths.append(again)
        if len(again) <= len(hand.actions):
            break
    until = _deeds_told(evening, paths)
    dealt = evening.marks[until - 1].hands if until else 0
    changed = sum(one.start.deal.pack != two for one, two in zip(evening.hands[:dealt], packs, strict=False))
    return Elsewhere(tuple(packs), tuple(_deciding_otherwise(_retold(evening, paths, until), observer, rng)), changed)


def _deciding_otherwise(deeds: Iterator[Deed], observer: str, rng: Random) -> Iterator[Deed]:
    """The same deeds, but what others than the observer decide for all windows is something else."""
    for deed in deeds:
        if deed.line in STANDING and deed.who != observer:
            deed = deed._replace(line=rng.choice([each for each in STANDING if each != deed.line]))
        yield deed


def _other_hand(
    hand: PlayedHand, player: PlayerId, rng: Random, *, shown: bool, proved: bool
) -> tuple[Start, list[Played]]:
    """A hand with other cards, and what becomes of it; its path ends early where others must notice that.

    Args:
        hand: the hand as it was played.
        player: the observer.
        rng: what orders the other cards.
        shown: whether the hands may be shown in it, so that those cards have to be the same.
        proved: whether the observer asks for proofs while it goes on.
    """
    start, path, observer = hand.start, hand.path, hand.seat(player)
    secrets = SECRETS[start.game.name]
    before = list(takewhile(lambda played: not secrets.shown(played.round), path))
    if not shown or (path[-1].round.settlement is None and len(before) < len(path)):
        path = before
    if not path:
        return start, []
    places = set(path[-1].round.opened)
    for seat in {*hand.look, *_with_later_claims(path), *(() if observer is None else (observer,))}:
        places |= {place for played in path for place in played.round.held(seat)}
    same = {start.deal.pack[place] for place in places}
    others = [card for card in start.deal.pack if card not in same]
    mixed = iter(rng.sample(others, len(others)))
    twin = start.with_pack(card if card in same else next(mixed) for card in start.deal.pack)
    again = _lapsing_alike(hand, played_elsewhere(twin, path, observer, secrets))
    return twin, list(_untold(path, again, observer, proved=proved))


def _with_later_claims(path: Sequence[Played]) -> set[Seat]:
    """Whose claims are told when somebody else wins in Quan Dui, so that everybody knows of a card they hold (QD-8)."""
    won = [event for played in path for event in played.events if isinstance(event, Won)]
    return {claim.seat for event in won for claim in event.later}


def _lapsing_alike(hand: PlayedHand, again: list[Played]) -> list[Played]:
    """A path in the other world up to where somebody lapses there by another card, as in Quan Dui they may."""
    for number, (before, played) in enumerate(pairwise(again)):
        seat, action, way = hand.actions[number]
        if way == BY_LAPSE and seat is not None and before.round.lapse(seat) != action:
            assert isinstance(played.round, QuanDuiRound), "what lapses depends on nothing that is hidden"
            return again[: number + 1]
    return again


def _untold(
    path: Sequence[Played], again: Sequence[Played], observer: Seat | None, *, proved: bool
) -> Iterator[Played]:
    """A path in the other world, up to where a proof has to tell of it: that of the hand, or one for the observer.

    In Quan Dui a proof says when a card that was discarded had been dealt or drawn; of several alike that is one or
    another.

    Args:
        path: the path in this world.
        again: the same in the other one.
        observer: who must not notice anything.
        proved: whether they ask for proofs while the hand goes on.
    """
    for here, there in zip(path, again, strict=False):
        assert here.events == there.events, "events tell of nothing that is hidden"
        assert here.round.view(observer) == there.round.view(observer), "a view shows nothing that is hidden"
        if (proved or there.round.settlement is not None) and _in_proofs(here.round) != _in_proofs(there.round):
            assert isinstance(there.round, QuanDuiRound), "which cards lie open depends on nothing that is hidden"
            return
        yield there


def _in_proofs(now: Round[Any]) -> tuple[object, ...]:
    """What proofs tell of the way of the cards."""
    return now.opened, now.order_of_play


def _deeds_told(evening: Evening, paths: Sequence[Sequence[Played]]) -> int:
    """How many deeds of an evening are told again."""
    for number, mark in enumerate(evening.marks):
        if not mark.hands:
            continue
        if mark.hands > len(paths) or mark.steps >= len(paths[mark.hands - 1]):
            return number
    return len(evening.marks)


def _retold(evening: Evening, paths: Sequence[Sequence[Played]], until: int) -> Iterator[Deed]:
    """The deeds of an evening, each line being what it looks like to others."""
    hands, steps = 0, 0
    for deed, mark in zip(evening.deeds[:until], evening.marks, strict=False):
        if deed.line and not deed.suggested and hands == mark.hands and steps < mark.steps:
            was, again = evening.hands[hands - 1].actions[steps][1], paths[hands - 1][steps + 1].action
            if again is not None and again != was:
                deed = deed._replace(line=again.text)
        yield deed
        hands, steps = mark.hands, mark.steps


async def twins(evenings: Evenings, game: str, rng: Random) -> AsyncIterator[Twins]:
    """Play an evening, and again in other worlds."""
    setting = any_setting(game, rng)
    async with evenings.begin(setting, lambda number, players: any_pack(game, rng, players)) as here:
        await play(here, rng)
    for observer in rng.sample(setting.people, OBSERVERS):
        other = elsewhere(here, observer, rng)
        if not other.hands:
            continue
        async with evenings.begin(setting, partial(_given, other.packs)) as there:
            for deed in other.deeds:
                await there.do(deed)
        told = len(other.deeds)
        reached = frozenset(moment for mark in here.marks[:told] for moment in mark.moments)
        otherwise = {one.who for one, two in zip(here.deeds, there.deeds, strict=False) if one != two}
        seen = here.reaching(observer, told, otherwise), there.reaching(observer, told, otherwise)
        yield Twins(*seen, reached)


def _given(packs: Sequence[Pack], number: int, players: int) -> Pack:
    """The pack for a hand; who plays it is known already."""
    return packs[number]


async def compared(evenings: Evenings, game: str, pairs: int) -> Counter[str]:
    """Compare at least so many pairs of worlds; count in how many of them each moment came."""
    rng, moments = Random(f"twins of {game}"), Counter[str]()
    while moments["pairs"] < pairs:
        async for twin in twins(evenings, game, rng):
            assert twin.difference is None, f"told apart after {moments['pairs']} pairs by {twin.difference}"
            moments.update(("pairs", *twin.moments))
    return moments
