"""Reversing a hand, moving any number of chips, and confirming corrections: each by itself."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

import pytest

from bot.features.bank.corrections import Correction, Corrections
from bot.features.bank.reversal import Reversed, nets_of, reversal
from bot.ledger import HandRow, Posting, mint, wallet
from bot.messages import PlayerId
from tests.bot.scenario import GROUP
from tests.engine.table.tables import COMPUTER

SARI, BUDI, WATI = "test:sari", "test:budi", "test:wati"


def hand_over(nets: dict[PlayerId, int]) -> HandRow:
    """A finished hand in which these won or lost so much, before there were records."""
    fields = dict.fromkeys(HandRow.__annotations__)
    fields.update(hand=7, group=GROUP, players=tuple(nets), settlement=tuple(nets.values()), record="")
    return HandRow(**cast(Any, fields))


@pytest.mark.parametrize(
    ("nets", "entries"),
    [
        ({SARI: 30, BUDI: -30}, {wallet(GROUP, SARI): -30, wallet(GROUP, BUDI): 30}),
        ({SARI: -10, BUDI: 0, WATI: 10}, {wallet(GROUP, SARI): 10, wallet(GROUP, WATI): -10}),
        ({SARI: 30, BUDI: -31}, {wallet(GROUP, SARI): -30, wallet(GROUP, BUDI): 31, mint(GROUP): -1}),
        ({SARI: 31, BUDI: -30}, {wallet(GROUP, SARI): -31, wallet(GROUP, BUDI): 30, mint(GROUP): 1}),
        ({SARI: 0, BUDI: 0}, {}),
    ],
    ids=["two", "three", "odd chips went on", "odd chips came", "nothing was won"],
)
def test_every_winner_gives_back_and_every_loser_gets_back(nets: dict[PlayerId, int], entries: dict[Any, int]) -> None:
    row = hand_over(nets)
    posting, voided = reversal(row, "test:boss", "misdeal")

    assert nets_of(row) == nets
    assert voided == Reversed(7, "misdeal")
    assert posting == Posting("reversal", tuple(entries.items()), 7, "test:boss", "misdeal", ranked=True)


def test_a_reversal_says_whether_computer_players_were_in_the_hand() -> None:
    posting = reversal(hand_over({SARI: 5, COMPUTER: -5}), "test:boss", "misdeal")[0]

    assert isinstance(posting, Posting)
    assert posting.ranked is False


GRANT = Correction("grant", "raffle", SARI, 100)


def test_an_admin_confirms_what_they_were_shown_last_and_nobody_else_does() -> None:
    kept = Corrections()
    kept.keep(GROUP, "test:boss", replace(GRANT, amount=1))
    kept.keep(GROUP, "test:boss", GRANT)

    assert kept.of(GROUP, "test:boss", None) == kept.of(GROUP, "test:boss", GRANT.number) == GRANT
    assert kept.of(GROUP, "test:boss", replace(GRANT, amount=1).number) is None, "that was shown before"
    assert kept.of(GROUP, "test:other", None) is None
    assert kept.of("test:elsewhere", "test:boss", None) is None
    assert not kept.drop(GROUP, "test:other")
    assert kept.drop(GROUP, "test:boss")
    assert not kept.drop(GROUP, "test:boss")
    assert kept.of(GROUP, "test:boss", None) is None


@pytest.mark.parametrize(
    "other",
    [
        replace(GRANT, kind="take"),
        replace(GRANT, reason="raffles"),
        replace(GRANT, player=BUDI),
        replace(GRANT, amount=101),
        Correction("void", "raffle", hand=7),
        Correction("void", "raffle", hand=8),
    ],
)
def test_no_button_confirms_another_correction(other: Correction) -> None:
    kept = Corrections()
    kept.keep(GROUP, "test:boss", other)

    assert kept.of(GROUP, "test:boss", GRANT.number) is None
    kept.forget(BUDI)
    assert kept.of(GROUP, "test:boss", None) is None
