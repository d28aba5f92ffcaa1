"""The audit of a mint, of what is known of every player: who was given what for what, and whether it adds up."""

from __future__ import annotations

from bot.features.mint.queries import Given, Held
from bot.features.mint.sources import Account, Source, audited
from engine.table.players import COMPUTER

ANN = Given("ann", {"newcomer": 1000, "daily": 60, "gift": -300}, won=-50, unranked=20, balance=730)
BO = Given("bo", {"newcomer": 1000, "grant": 500, "take": -100, "gift": 300}, won=50, unranked=-70, balance=1680)
ANOMAN = Given(f"{COMPUTER}anoman", {"computer": 550}, won=0, unranked=50, balance=600)
HELD = Held(mint=-3117, wallets=2400, stacks=600, practice=90, carried=27)


def given(player: str, *, by_mint: int, from_computers: int = 0) -> Given:
    return Given(player, {"grant": by_mint}, 0, from_computers, by_mint + from_computers)


def test_what_the_mint_gave_to_people_by_what_it_was_for() -> None:
    audit = audited([ANN, BO, ANOMAN], HELD)

    assert audit.people == (
        Account("bo", {Source.START: 1000, Source.ADMINS: 400}, -70),
        Account("ann", {Source.START: 1000, Source.DAILY: 60}, 20),
    )
    assert [each.given for each in audit.people] == [1400, 1060]
    assert audit.by_source == {Source.START: 2000, Source.DAILY: 60, Source.ADMINS: 400}
    assert audit.from_computers == -50
    assert audit.computers == 550


def test_what_it_gave_to_nobody_are_odd_chips() -> None:
    audit = audited([ANN, BO, ANOMAN], HELD)

    assert audit.odd_chips == 3117 - 2460 - 550 - 90
    assert audit.balances
    assert not audited([], HELD._replace(carried=26)).balances
    assert not audited([], HELD._replace(wallets=2401)).balances


def test_chips_for_what_has_no_name_are_counted_too_and_gifts_between_players_are_not() -> None:
    moved = {"season": -40, "reversal": 7, "moved": 3, "gift": 1000}
    (account,) = audited([Given("ann", moved, 0, 0, 970)], HELD).people

    assert account.by_source == {Source.SEASONS: -40, Source.OTHERS: 10}
    assert account.given == -30


def test_what_was_given_and_taken_back_is_not_named() -> None:
    (account,) = audited([Given("ann", {"grant": 30, "take": -30, "daily": 5}, 0, 0, 5)], HELD).people

    assert account.by_source == {Source.DAILY: 5}


def test_who_has_gained_most_from_the_mint_and_computer_players_comes_first() -> None:
    players = [
        given("ann", by_mint=10, from_computers=5),
        given("dewi", by_mint=16),
        given("cy", by_mint=-10),
        given("bo", by_mint=20, from_computers=-5),
    ]

    assert [each.player for each in audited(players, HELD).people] == ["dewi", "ann", "bo", "cy"]
