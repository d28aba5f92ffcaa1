"""Settling up: everybody is even afterwards, with as few payments as there can be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.settling import MOST_EXACT, balanced, payments

NETS = st.lists(st.integers(-30, 30), max_size=5).map(lambda nets: [*nets, -sum(nets)])
"""Nets of up to six players that sum to zero; small ones, so that some of them can be settled among themselves."""

MANY = st.lists(st.integers(-(10**9), 10**9), max_size=56).map(lambda nets: [*nets, -sum(nets)])


def even_groups(nets: Sequence[int], members: Sequence[int]) -> Iterator[int]:
    """How many groups that sum to zero each the members can be parted into, for every way to part them."""
    if not members:
        yield 0
        return
    first, rest = members[0], members[1:]
    for size in range(len(rest) + 1):
        for others in combinations(rest, size):
            if nets[first] + sum(nets[each] for each in others) == 0:
                left = [each for each in rest if each not in others]
                yield from (1 + more for more in even_groups(nets, left))


@given(st.one_of(NETS, MANY))
def test_everybody_is_even_afterwards_with_one_payment_fewer_than_players(nets: list[int]) -> None:
    named = dict(enumerate(nets))
    paid = payments(named)
    for debtor, creditor, amount in paid:
        assert 0 < amount <= min(-nets[debtor], nets[creditor]), "nobody pays more than they owe, or gets more"
        named[debtor] += amount
        named[creditor] -= amount
    assert not any(named.values())
    assert len(paid) <= max(sum(net != 0 for net in nets) - 1, 0)
    assert [each.amount for each in paid] == sorted((each.amount for each in paid), reverse=True)


@given(NETS)
def test_a_few_players_need_as_few_payments_as_there_can_be(nets: list[int]) -> None:
    uneven = [number for number, net in enumerate(nets) if net]
    fewest = len(uneven) - max(even_groups(nets, uneven))
    assert len(payments(dict(enumerate(nets)))) == fewest


def test_two_evenings_in_one_are_settled_apart() -> None:
    nets = {"Sari": 70, "Budi": -50, "Citra": 50, "Dewi": -70}
    assert [tuple(each) for each in payments(nets)] == [("Dewi", "Sari", 70), ("Budi", "Citra", 50)]


def test_the_largest_debt_is_not_paid_to_the_largest_win_where_two_groups_are_even() -> None:
    """Sari is owed what Budi and Citra owe, and Dewi owes what Eka and Fajar are owed, which is four payments."""
    nets = {"Budi": -8, "Eka": 4, "Fajar": 5, "Citra": -8, "Dewi": -9, "Sari": 16}
    assert sorted(tuple(each) for each in payments(nets)) == [
        ("Budi", "Sari", 8),
        ("Citra", "Sari", 8),
        ("Dewi", "Eka", 4),
        ("Dewi", "Fajar", 5),
    ]


def test_ten_players_are_parted_into_all_groups_that_can_be_settled_apart() -> None:
    """Three groups, in none of which one owes exactly what another is owed; in one group they would pay eight times."""
    nets = dict(enumerate([-5, -9, -3, 8, -6, 4, 4, 2, 8, -3]))
    assert len(payments(nets)) == 7


def test_among_many_whoever_owes_what_another_is_owed_pays_that_one() -> None:
    nets = {f"player {number}": (-1) ** number * (number // 2 + 1) for number in range(2 * MOST_EXACT)}
    assert len(payments(nets)) == MOST_EXACT


def test_among_many_larger_debts_and_wins_keep_nobody_from_whom_they_owe_exactly() -> None:
    nets = dict(enumerate([60, 50, -50, -45, -15, 10, 13, 16, 19, -11, -16, -21, -10]))
    paid = {(each.debtor, each.creditor): each.amount for each in payments(nets)}

    assert paid.items() >= {((2, 1), 50), ((10, 7), 16), ((12, 5), 10)}


def test_what_is_not_balanced_cannot_be_settled() -> None:
    with pytest.raises(ValueError, match="won from each other"):
        payments({"Sari": 1, "Budi": -2})


@given(st.dictionaries(st.integers(), st.integers(-1000, 1000), max_size=8))
def test_odd_chips_are_owed_by_nobody(nets: dict[int, int]) -> None:
    even, left = balanced(nets), sum(nets.values())
    assert sum(even.values()) == 0
    assert even.keys() == nets.keys()
    for player, net in nets.items():
        assert abs(even[player]) <= abs(net)
        assert even[player] * net >= 0, "nobody who won owes anything, and the other way round"
        assert even[player] == net or (net > 0) == (left > 0)


@pytest.mark.parametrize(
    ("sari", "budi", "even"), [(61, -60, 60), (60, -61, 60), (60, -60, 60)], ids=["won", "lost", "neither"]
)
def test_a_single_odd_chip_is_owed_by_nobody(sari: int, budi: int, even: int) -> None:
    assert balanced({"Sari": sari, "Budi": budi}) == {"Sari": even, "Budi": -even}


def test_the_largest_debt_is_the_one_forgiven() -> None:
    assert balanced({"Sari": 60, "Budi": -20, "Citra": -43}) == {"Sari": 60, "Budi": -20, "Citra": -40}
