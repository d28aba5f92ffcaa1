"""What is stored, as plain values: whose chips an account holds, how any sum moves, and what no log shows."""

from __future__ import annotations

import pytest

from bot.ledger import (
    MOST_CHIPS,
    Account,
    CardShown,
    ErasureAsked,
    GuestSaved,
    HandClosed,
    HandVoided,
    JournalLine,
    LimitsSaved,
    PackDisclosed,
    PacksSealed,
    PersonSaved,
    PostSaved,
    Transfer,
    Write,
    carried,
    mint,
    practice_stack,
    stack,
    wallet,
)
from bot.ledger.account import stack_player
from engine.facts import SeatFacts

from .conftest import GROUP, hand_opened

MINT, ANN = mint(GROUP), wallet(GROUP, "local:7")


@pytest.mark.parametrize(
    ("account", "player"),
    [
        (MINT, ""),
        (ANN, "local:7"),
        (stack(GROUP, "t", "local:7"), "local:7"),
        (practice_stack(GROUP, "t", "local:7"), ""),
        (carried(GROUP, "t"), ""),
    ],
)
def test_wallets_and_stacks_are_of_a_player_and_all_other_chips_are_of_nobody(account: Account, player: str) -> None:
    assert account.player == player
    assert account.group == GROUP


def test_whoever_sits_behind_a_stack_is_known_at_practice_too() -> None:
    assert stack_player(stack(GROUP, "t", "local:7").owner) == "local:7"
    assert stack_player(practice_stack(GROUP, "t", "local:7").owner) == "local:7"


def test_accounts_are_told_apart_as_databases_of_hosts_tell_them() -> None:
    assert [*MINT] == ["mint", GROUP, ""]
    assert [*ANN] == ["wallet", GROUP, "local:7"]
    assert [*stack(GROUP, "t", "local:7")] == ["stack", GROUP, "t/local:7"]
    assert [*practice_stack(GROUP, "t", "local:7")] == ["stack", GROUP, "t/practice/local:7"]
    assert [*carried(GROUP, "t")] == ["carried", GROUP, "t"]


def test_a_transfer_is_of_its_group_and_of_no_hand_unless_it_says_so() -> None:
    assert Transfer(MINT, ANN, MOST_CHIPS, "grant") == Transfer(MINT, ANN, 10**12, "grant", None, "", "")
    assert Transfer(MINT, ANN, 1, "grant").group == GROUP


def test_the_end_of_a_hand_counts_for_nobody_and_keeps_its_keys_unless_it_says_so() -> None:
    assert HandClosed(1, (4, -4)) == HandClosed(1, (4, -4), "", "", "", b"", (), "", ())
    assert HandVoided(1, "wrong rules") == HandVoided(1, "wrong rules", "")
    assert PersonSaved("local:7", GROUP, "Ann") == PersonSaved("local:7", GROUP, "Ann", "")


@pytest.mark.parametrize(
    "write",
    [
        JournalLine("t", 1, 1, "local:7", "hidden"),
        PacksSealed("t", 1, 0, b"hidden"),
        hand_opened(1),
        HandClosed(1, (4, -4), record="hidden", key=b"hidden", facts=(SeatFacts(),)),
        HandVoided(1, "wrong rules", "hidden"),
        PackDisclosed(1, "hidden"),
        CardShown(1, 3, "local:7", "hidden"),
        LimitsSaved("local:7", "hidden"),
        PostSaved("lounge", 1, "hidden", b"hidden"),
        GuestSaved("hidden", "local:7", "Ann"),
        ErasureAsked("hidden"),
    ],
    ids=lambda write: type(write).__name__,
)
def test_no_key_no_move_and_nothing_typed_shows_in_a_log(write: Write) -> None:
    shown = repr(write)

    assert shown.startswith(type(write).__name__)
    assert not [each for each in ("hidden", "kkk", '{"seats":{}}', "SeatFacts") if each in shown]
