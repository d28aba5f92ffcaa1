"""The spread of slots over processes that look one after another, come, go and drain."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from bot.cluster.slots import SLOTS, Spread, slot_of

PROCESSES = range(1, 9)

holders = st.dictionaries(st.integers(0, SLOTS - 1), st.sampled_from(PROCESSES))
some = st.frozensets(st.sampled_from(PROCESSES), min_size=1)
spreads = st.builds(Spread, st.just(SLOTS), holders, some)


def step(spread: Spread, process: int) -> Spread:
    """Let one process look: it takes its free slots, or gives one away, or all while draining."""
    own = [slot for slot, holder in spread.held.items() if holder == process]
    given_away = own[: spread.surplus(process) if process not in spread.serving else min(spread.surplus(process), 1)]
    held = {slot: holder for slot, holder in spread.held.items() if slot not in given_away}
    held |= dict.fromkeys(spread.to_take(process), process)
    return Spread(spread.count, held, spread.serving)


@given(spreads)
def test_targets_add_up_and_differ_by_one(spread: Spread) -> None:
    targets = spread.targets()
    assert targets.keys() == spread.serving
    assert sum(targets.values()) == SLOTS
    assert max(targets.values()) - min(targets.values()) <= 1


@given(spreads)
def test_no_two_processes_take_the_same_slot(spread: Spread) -> None:
    taken = [slot for process in PROCESSES for slot in spread.to_take(process)]
    assert len(taken) == len(set(taken))
    assert not spread.held.keys() & set(taken)


@given(spreads, st.permutations(PROCESSES))
def test_slots_are_balanced_within_as_many_looks_as_slots(spread: Spread, order: list[int]) -> None:
    for _ in range(SLOTS):
        for process in order:
            spread = step(spread, process)
    holds = Counter(spread.held.values())
    assert len(spread.held) == SLOTS
    assert holds.keys() == spread.serving
    assert max(holds.values()) - min(holds.values()) <= 1
    for process in PROCESSES:
        assert step(spread, process) == spread, "what is balanced moves no more"


def test_a_single_lock_stays_with_its_holder() -> None:
    spread = Spread(1, {0: 3}, frozenset({1, 2, 3}))
    assert (spread.to_take(1), spread.surplus(3)) == ((), 0)
    assert Spread(1, {}, frozenset({2, 3})).to_take(2) == (0,)


def test_the_slots_of_groups_never_change() -> None:
    assert [slot_of(book) for book in ("discord:1", "telegram:-100", "local:home")] == [0, 10, 30]
