"""The next hand until its deal: sealing packs, adding words, the cut, and the closing.

The packs are sealed with the end of the hand before, so that their commitment stands in its result. Words are
voluntary, and the pause is the same without them. The players are settled before the cut: if one is gone all the same,
other packs are sealed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum, auto
from typing import Any

from bot.commands import Refusal
from bot.environment.entropy import Entropy
from bot.ledger import HeadPosted, LogAppended, SealBroken, Write
from bot.tables.sealing import keys_row, sealed_for
from engine.fairness import Chance
from engine.fairness.log_entries import HandEntries
from engine.fairness.sealed import Sealed, closed
from engine.fairness.transparency_log import Head
from engine.game import Game
from engine.house_rules import GameRules
from engine.table.changes import Change, Notice
from engine.table.players import PlayerId
from engine.table.state import Chair, TableState

SUPERSEDED_SHOWN = 5
"""The superseded fingerprints that stay on show beside the present one."""


def prepared(state: TableState, rules: GameRules, entropy: Entropy, head: Head | None = None) -> Change:
    """Seal packs for the next hand, if there will be one and they are missing.

    ``rules`` are those of the next hand; ``head`` is a head of the log due with the result.
    """
    if state.closed:
        # Its fingerprint stays on show.
        return _broken_off(state)
    if state.playing is not None:
        return Change(state)
    if state.sealed is not None:
        if _unsettled(state):
            return exchanged(state, rules, entropy, Why.SEATS)
        return Change(with_cutter(state, rules))
    after = with_cutter(_sealed(state, state.hands_played + 1, 0, rules, entropy), rules)
    return _stored(after) if head is None or not state.hands_played else _stored_with_head(after, head)


def _broken_off(state: TableState) -> Change:
    counted = _counted(state)
    if counted is state:
        return Change(state, (SealBroken(state.id),))
    notice = Notice("deal-given-up", {"count": counted.given_up, "hands": counted.hands_played})
    return Change(counted, (SealBroken(state.id),), (notice,))


def _counted(state: TableState) -> TableState:
    sealed = state.sealed
    return state if sealed is None or not sealed.had_words else replace(state, given_up=state.given_up + 1)


class Why(StrEnum):
    """The reason why other packs are sealed for a hand."""

    BEACON = auto()

    RULES = auto()

    SEATS = auto()
    """A player who was settled at the cut is gone."""

    TROUBLE = auto()


def exchanged(state: TableState, rules: GameRules, entropy: Entropy, why: Why) -> Change:
    """Seal other packs for the next hand and tell everybody, before anything is dealt.

    Words count only after the commitment, so the old ones are void. A deal that anybody could know is counted as given
    up.
    """
    old = state.sealed
    assert old is not None
    counted = _counted(state)
    anew = with_cutter(_sealed(counted, old.number, old.attempt + 1, rules, entropy), rules)
    assert anew.sealed is not None
    superseded = (*old.superseded, old.commitment)[-SUPERSEDED_SHOWN:]
    missed = why is Why.BEACON
    sealed = replace(anew.sealed, superseded=superseded, misses=old.misses + 1 if missed else 0, head=old.head)
    # The hand begins by itself when the beacon can come again.
    change = _stored(replace(anew, sealed=sealed, running=anew.running or missed))
    fields: dict[str, str | int] = {
        "number": sealed.number,
        "why": why,
        "count": 0 if counted is state else counted.given_up,
        "hands": state.hands_played,
    }
    return replace(change, notices=(Notice("sealed-anew", fields),))


def lacks_beacon(sealed: Sealed, game: Game[Any, Any], chance: Chance) -> bool:
    return not chance.has_platform and game.rules_from(sealed.rules).beacon_required


def out_of_date(state: TableState, rules: GameRules) -> bool:
    """True if the next hand is sealed with other rules, and can still be sealed anew.

    Once it is being cut, its rules stand like its seats.
    """
    sealed = state.sealed
    return sealed is not None and not sealed.stands and sealed.rules != state.game.in_force(rules)


def _sealed(state: TableState, number: int, attempt: int, rules: GameRules, entropy: Entropy) -> TableState:
    sealed = sealed_for(state.identity, number, attempt, state.game_name, rules, state.chain, entropy)
    return replace(state, sealed=sealed)


def _stored(state: TableState, *besides: Write) -> Change:
    assert state.sealed is not None
    entry = HandEntries.of(state.sealed.seal).sealed
    return Change(state, (keys_row(state.id, state.sealed), LogAppended(entry), *besides))


def _stored_with_head(state: TableState, head: Head) -> Change:
    assert state.sealed is not None
    posted = HeadPosted(state.place.group, state.place.channel, head.size)
    return _stored(replace(state, sealed=replace(state.sealed, head=head)), posted)


def dealer_chair(state: TableState, ready: Sequence[Chair]) -> int | None:
    """The chair that deals next; ``None`` for the first hand, whose seed draws it."""
    numbers = [state.number_of(chair.player) for chair in ready]
    around = len(state.chairs)
    step = 1 if state.game.clockwise else -1
    if state.next_dealer_chair is not None:
        start, first = state.next_dealer_chair, 0
    elif state.dealer_chair is not None:
        start, first = state.dealer_chair, 1
    else:
        return None
    for distance in range(first, around + first):
        number = (start + step * distance) % around
        if number in numbers:
            return number
    return None


def with_cutter(state: TableState, rules: GameRules) -> TableState:
    """Choose the next cutter: the next person clockwise from the last one.

    It is never the dealer or banker, so nobody cuts the first hand, whose dealer is drawn, or one whose bank is sold
    after the deal. Once a hand is being cut, its cutter stands.
    """
    sealed = state.sealed
    if sealed is None or sealed.stands:
        return state
    ready = state.ready(state.game.least_stack(rules))
    dealer = dealer_chair(state, ready)
    cutter = ""
    if dealer is not None and not rules.bank_is_sold:
        people = {state.number_of(chair.player): chair.player for chair in ready if not chair.computer}
        people.pop(dealer, None)
        around = len(state.chairs)
        last = dealer if state.last_cutter is None else state.last_cutter
        nearest = min(people, key=lambda number: (number - last - 1) % around, default=None)
        cutter = "" if nearest is None else people[nearest]
    return state if cutter == sealed.cutter else replace(state, sealed=replace(sealed, cutter=cutter))


def cutter(state: TableState, rules: GameRules) -> Chair | None:
    """The chair of the next cutter; ``None`` if nobody cuts."""
    sealed = with_cutter(state, rules).sealed
    return None if sealed is None else state.chair_of(sealed.cutter)


def check_between_hands(state: TableState) -> None:
    """Refuse to begin a hand while one is played, or the table is paused."""
    if state.playing is not None:
        raise Refusal("already-playing")
    if state.paused is not None:
        raise Refusal("table-paused", name=state.paused.by)


def check_start(state: TableState, least_stack: int) -> tuple[Chair, ...]:
    """The chairs that would be dealt in now; refused if no hand can begin."""
    check_between_hands(state)
    ready = state.ready(least_stack)
    if len(ready) < state.game.fewest:
        raise Refusal("too-few-to-start", least=state.game.fewest, ready=len(ready))
    return ready


def settled(state: TableState, least_stack: int) -> TableState:
    """Settle the players of the next hand for its cut; from now on only the cutter may add a word."""
    assert state.sealed is not None
    return replace(state, sealed=replace(state.sealed, settled=_dealt_in(state, least_stack)))


def _dealt_in(state: TableState, least_stack: int) -> dict[int, PlayerId]:
    return {state.number_of(chair.player): chair.player for chair in state.ready(least_stack)}


def _unsettled(state: TableState) -> bool:
    sealed = state.sealed
    if sealed is None or sealed.settled is None or sealed.closing is not None:
        return False
    ready = _dealt_in(state, state.game.least_stack(state.game.rules_from(sealed.rules)))
    return not sealed.settled.items() <= ready.items()


def close_deal(state: TableState, least_stack: int) -> TableState:
    """Close seats and words; from now on only chance from outside is missing."""
    sealed = state.sealed
    assert sealed is not None
    seats = _dealt_in(state, least_stack) if sealed.settled is None else sealed.settled
    ready = [chair for number in sorted(seats) if (chair := state.chairs[number]) is not None]
    cutter = state.chair_of(sealed.cutter)
    last = state.last_cutter if cutter is None else state.number_of(cutter.player)
    return replace(state, sealed=closed(sealed, seats, dealer_chair(state, ready)), last_cutter=last)


def not_revealed(state: TableState, chance: Chance) -> tuple[str, ...]:
    """The names of players whose pledged chance is missing in a closed deal."""
    _, closing = state.closed_deal
    missing = sorted(closing.pledges.keys() - chance.reveals.keys())
    return tuple(chair.name for number in missing if (chair := state.chairs[number]) is not None)
