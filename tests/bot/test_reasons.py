"""Every result says why, through the real tables: what decided, by which house rule, and where each odd chip went."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from bot.games.qiuqiu.hand_words import HYPHEN
from bot.presenting.presenters import PRESENTERS
from bot.wording import in_language
from tests.bot.fake_chat import words
from tests.bot.scenario import Scenario, player_id


def plain(text: str) -> str:
    """A text with plain spaces and hyphens."""
    return text.replace("\N{NO-BREAK SPACE}", " ").replace(HYPHEN, "-")


def result(scenario: Scenario) -> list[str]:
    """What stands above the seats in the newest message, which shows a finished hand."""
    lines = [plain(line) for line in scenario.chat.newest().lines]
    return [line for line in lines[: lines.index("")] if not line.startswith("★")]


async def showdown(scenario: Scenario, rules: tuple[str, ...], **hands: str) -> list[str]:
    """What is told first of a hand in which everybody checks, the first player dealing."""
    await scenario.set_rules(*rules)
    first, *others = hands
    await scenario.sit(first, *others)
    tiles = {name: each.split() for name, each in hands.items()}
    dealt = "; ".join(f"{name}: {', '.join(each[:3])}" for name, each in tiles.items())
    then = ", ".join(tiles[name][3] for name in (*others, first))
    scenario.stack(f"{dealt}; then: {then}", dealer=first)
    await scenario.do(first, "start")
    await scenario.finish_hand()
    return result(scenario)


TIE, ALIKE, WEAK = "6-2 1-0 5-4 3-3", "6-3 0-0 4-1 5-5", "6-4 6-6 2-0 2-1"
ODD = ("ante 11",)


class Example(NamedTuple):
    """A hand of ``reasons.txt``."""

    rules: tuple[str, ...]
    hands: dict[str, str]
    told: list[str]


def examples() -> list[Example]:
    """Read the hands with what their results say."""
    _, *blocks = (Path(__file__).parent / "reasons.txt").read_text("utf-8").strip().split("\n\n")
    found = []
    for block in blocks:
        lines = block.splitlines()
        (_, rules), *hands = (line.split(": ", 1) for line in lines if not line.startswith("> "))
        told = [line.removeprefix("> ") for line in lines if line.startswith("> ")]
        found.append(Example(() if rules == "usual" else tuple(rules.split("; ")), dict(hands), told))
    return found


AGAINST_THE_BANK = "against the bank"


@pytest.mark.parametrize("example", [each for each in examples() if AGAINST_THE_BANK not in each.hands])
async def test_a_pot_says_why(scenario: Scenario, example: Example) -> None:
    assert await showdown(scenario, example.rules, **example.hands) == example.told


async def test_what_counts_otherwise_is_said_below_the_result(scenario: Scenario) -> None:
    """QQ-10, QQ-12."""
    await showdown(scenario, ("hui on", "three_doubles optional"), sari="2-1 3-0 6-4 5-0", budi="6-6 5-5 4-4 6-0")
    history = [plain(line) for line in scenario.chat.newest().lines]

    assert "Sari showed 3-0 + 2-1 | 6-4 + 5-0 (2-1 counts 6): 9 / 5." in history
    assert "Budi showed 6-6 + 5-5 + 4-4 | 6-0 (three doubles count 9): 9 / 6." in history


async def test_carried_chips_are_said_to_wait_and_where_they_come_from(scenario: Scenario) -> None:
    told = await showdown(scenario, (*ODD, "odd_chips next_pot"), sari=TIE, budi=ALIKE, wati=WEAK)
    assert told[-1] == "Odd chips stay in the pot for the next hand: 1 (house rule)."

    await scenario.wait(8)
    assert "In the pot from the last hand: 1." in scenario.chat.newest().lines


@pytest.mark.parametrize("typed", ["8-1", "8/1", "8 / 1", "8·1"])
async def test_a_declaration_is_typed_as_it_is_shown_or_as_ever(scenario: Scenario, typed: str) -> None:
    await scenario.set_rules("compare split_pot")
    await scenario.deal("sari", "budi", cards="sari: 6-2, 0-0, 4-1; budi: 6-4, 5-2, 4-3; then: 5-5, 5-1", dealer="sari")
    await scenario.act("check", "check", "check", "check")

    assert [plain(button.label) for button in scenario.chat.newest().buttons[0]][:2] == ["8 / 1", "6 / 3"]
    await scenario.do("sari", f"declare {typed}")
    assert scenario.hand().round.view(None).shown[0].label == "8-1"  # type: ignore[attr-defined]


# --- Koo Kiew ---------------------------------------------------------------------------------------------------


async def deal(scenario: Scenario, cards: str, stakes: dict[str, int], *rules: str) -> list[str]:
    """What is told first of a deal of Koo Kiew against the bank of Sari."""
    await scenario.set_rules(*rules)
    await scenario.deal("sari", *stakes, game="koo-kiew", buy_in=100, cards=cards, dealer="sari")
    for name, stake in stakes.items():
        await scenario.do(name, f"stake {stake}")
    await scenario.do("sari", "show")
    return result(scenario)


BANK = "sari: green cannon, white general"
"""Seven points; the green card is the highest."""


@pytest.mark.parametrize("example", [each for each in examples() if AGAINST_THE_BANK in each.hands])
async def test_the_bank_says_what_decided(scenario: Scenario, example: Example) -> None:
    cards = f"{BANK}; budi: {example.hands[AGAINST_THE_BANK]}"
    assert (await deal(scenario, cards, {"budi": 10}, *example.rules))[1:2] == example.told


async def test_the_other_card_decides_by_house_rule_alone(scenario: Scenario) -> None:
    """KK-4."""
    told = await deal(
        scenario, "sari: yellow chariot, white horse; budi: yellow chariot, red horse", {"budi": 10}, "second_card on"
    )
    assert told[1] == (
        "Budi won most: 10, with 9 points; equal points and highest card, and 馬 red horse beats "
        "馬 white horse by colour (house rule)."
    )


async def test_a_bank_says_whom_it_covers_in_which_order(scenario: Scenario) -> None:
    """KK-12: from the banker's left on, whoever staked first."""
    await deal(scenario, BANK, {"wati": 50, "joko": 100, "budi": 60})
    hand = scenario.hand()
    told = [line for line in PRESENTERS["koo-kiew"].history(hand, in_language("en")) if "The bank covers" in line]
    assert told == [
        "Joko: 50 of 100 covered, 50 back. The bank covers 100, from its left.",
        "Budi: 0 of 60 covered, 60 back. The bank covers 100, from its left.",
    ]


# --- Quan Dui ---------------------------------------------------------------------------------------------------

PAIRS = "1 ben, 1 ben, 1 suo, 1 suo, 2 ben, 2 ben, 2 suo, 2 suo, 3 ben, 3 ben, 3 suo, 3 suo, 4 ben, 4 ben"
FOUR = ("sari", "budi", "wati", "joko")
DISCARDER = "da hong, 9 ben, 9 suo, 8 ben, 8 suo, 7 ben, 7 suo, 6 ben, 6 suo, 5 ben, 5 suo, 9 wan, 8 wan, 7 wan, 6 wan"


NONE_SUCH = (
    "5 wan, 5 wan, 5 wan, 6 ben, 6 ben, 6 suo, 6 suo, 7 ben, 7 suo, 7 wan, 8 ben, 8 wan, 9 ben, 9 wan, xiao hong"
)
"""Fifteen cards without a da hong."""


async def discarded(scenario: Scenario, cards: str, answers: dict[str, str]) -> None:
    """Sari deals and discards da hong, and the others answer."""
    await scenario.sit(*FOUR, game="quan-dui")
    scenario.stack(f"sari: {DISCARDER}; {cards}", dealer="sari")
    await scenario.do("sari", "start")
    await scenario.do("sari", "discard da hong")
    for name, answer in answers.items():
        await scenario.do(name, answer)


async def test_a_win_says_what_it_completed_and_whose_claim_it_came_before(scenario: Scenario) -> None:
    """QD-8: a win goes before a dui, although Joko is nearer."""
    cards = f"budi: {PAIRS}, xiao hong; joko: da hong"
    await discarded(scenario, cards, {"joko": "dui", "wati": "pass", "budi": "win"})

    told = result(scenario)
    assert told[0].startswith("Budi won with da hong from Sari: ")
    assert told[1:3] == [
        "It completed the ka da hong + xiao hong.",
        "Budi's win comes before Joko's dui: a win goes first.",
    ]
    assert told[-1].startswith("Sari, Wati, Joko pay ")


async def test_of_two_wins_the_nearer_one_counts(scenario: Scenario) -> None:
    """QD-8, QD-9: play is anticlockwise, so Joko is nearer to Sari than Budi."""
    other = PAIRS.replace("ben", "wan").replace("3 suo, 3 suo", "9 suo, 9 suo").replace("1 suo, 1 suo", "8 suo, 8 suo")
    cards = f"budi: {PAIRS}, xiao hong; joko: {other}, ba shu; wati: {NONE_SUCH}"
    await discarded(scenario, cards, {"budi": "win", "wati": "dui", "joko": "win"})

    told = result(scenario)
    assert told[0].startswith("Joko won with da hong from Sari: ")
    assert told[2] == "Joko's win comes before Budi's: Joko's turn would have come sooner."
    assert not any("Wati's dui" in line for line in told), "who has not the cards for a claim has passed"


async def test_a_dui_that_came_later_is_told_to_its_player_alone(scenario: Scenario) -> None:
    """While the hand goes on, nobody else may know what Budi holds."""
    await discarded(scenario, "budi: da hong; joko: da hong", {"budi": "dui", "wati": "pass", "joko": "dui"})

    private = {name: words(scenario.chat.private_messages(player_id(name))[-1]) for name in FOUR}
    sentence = "Joko's dui came before yours: Joko's turn would have come sooner."
    assert {name for name, told in private.items() if sentence in told} == {"budi"}
    public = [words(seen.message) for seen in scenario.chat.public()]
    assert not any("came before" in told or "comes before" in told for told in public)
