"""Every result says why, through the real tables: what decided, by which house rule, and where each odd chip went."""

from __future__ import annotations

import pytest

from bot.games.qiuqiu.hand_words import HYPHEN
from bot.presenting.presenters import PRESENTERS
from bot.wording import in_language
from tests.bot.fake_chat import words
from tests.bot.scenario import Scenario, player_id

NINETY_NINE = ("specials none", "tie highest_double")
SPLIT = ("compare split_pot", "declaration automatic")


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
HIGH, LOW = "6-2 0-0 4-1 5-1", "6-4 5-2 4-3 5-5"
DOUBLES, SIX_GODS, BIG = "6-6 5-5 4-4 2-2", "6-0 5-1 4-2 3-3", "6-6 6-5 6-4 5-5"
ODD = ("ante 11",)

EXAMPLES = [
    (
        (),
        ("6-3 0-0 5-4 6-1", "6-2 1-0 4-4 2-1"),
        ["Sari won the pot: 20.", "9 / 6 beats Budi's 9 / 1: the first pairs tie, 6 beats 1."],
    ),
    ((), ("6-3 0-0 5-4 6-1", WEAK), ["Sari won the pot: 20.", "9 / 6 beats Budi's 5 / 2: 9 beats 5."]),
    (
        NINETY_NINE,
        ("6-3 0-0 4-4 6-0", "6-2 1-0 5-4 3-2"),
        ["Sari won the pot: 20.", "Budi has 9 / 4 too: the highest double decides (house rule), 4-4 over none."],
    ),
    (
        NINETY_NINE,
        ("6-3 0-0 4-4 6-0", "6-2 1-0 5-5 4-0"),
        ["Budi won the pot: 20.", "Sari has 9 / 4 too: the highest double decides (house rule), 5-5 over 4-4."],
    ),
    (
        NINETY_NINE,
        ("6-3 1-0 5-3 5-0", "6-2 4-1 3-1 5-4"),
        ["Budi won the pot: 20.", "9 / 7 beats Sari's 9 / 4: the first pairs tie, 7 beats 4."],
    ),
    (
        (),
        (DOUBLES, "6-2 1-0 5-4 3-2"),
        ["Sari won the pot: 20.", "Four Doubles beats Budi's 9 / 4: a special hand beats any two pairs."],
    ),
    (
        (),
        (DOUBLES, SIX_GODS),
        [
            "Budi won the pot: 20.",
            "Six Gods beats Sari's Four Doubles: it ranks higher among the special hands.",
        ],
    ),
    (
        ("specials murni_besar>enam_dewa",),
        (BIG, SIX_GODS),
        [
            "Sari won the pot: 20.",
            "Pure Big beats Budi's Six Gods: it ranks higher among the special hands (house rule).",
        ],
    ),
    (
        ("besar_min 36",),
        ("6-6 6-5 5-4 3-1", ALIKE),
        [
            "Sari won the pot: 20.",
            "Pure Big beats Budi's 9 / 5: a special hand beats any two pairs (house rule on how many spots it takes).",
        ],
    ),
    (
        ("besar_min 38", "special_tie total"),
        ("6-6 6-4 5-3 4-4", "6-5 6-3 5-5 5-4"),
        ["Budi won the pot: 20.", "Sari has Pure Big too: more spots win, 39 against 38 (house rule)."],
    ),
    (
        ("seri on",),
        ("6-4 6-3 5-3 5-2", TIE),
        ["Sari won the pot: 20.", "Seri beats Budi's 9 / 5: a seri ranks just below 9 / 9 (house rule)."],
    ),
    (
        ("seri on",),
        ("6-4 6-3 5-3 5-2", "5-4 6-2 6-1 5-1"),
        ["Sari won the pot: 20.", "Budi has Seri too: more spots win, 34 against 30."],
    ),
    (
        ("hui on",),
        ("2-1 3-0 6-4 5-0", TIE),
        [
            "They share the pot: Sari 10, Budi 10.",
            "Equal hands: 9 / 5.",
            "Sari showed 3-0 + 2-1 | 6-4 + 5-0 (2-1 counts 6): 9 / 5.",
        ],
    ),
    (
        ("three_doubles optional",),
        ("6-6 5-5 4-4 6-0", TIE),
        [
            "Sari won the pot: 20.",
            "9 / 6 beats Budi's 9 / 5: the first pairs tie, 6 beats 5.",
            "Sari showed 6-6 + 5-5 + 4-4 | 6-0 (three doubles count 9): 9 / 6.",
        ],
    ),
    (
        ODD,
        (TIE, ALIKE, WEAK),
        [
            "They share the pot: Sari 17, Budi 16.",
            "Equal hands: 9 / 5. 9 / 5 beats Wati's 5 / 2: 9 beats 5.",
            "The odd chip goes to Sari, first to act.",
        ],
    ),
    (
        (*ODD, "odd_chips left_of_dealer"),
        (TIE, ALIKE, WEAK),
        [
            "They share the pot: Budi 17, Sari 16.",
            "Equal hands: 9 / 5. 9 / 5 beats Wati's 5 / 2: 9 beats 5.",
            "The odd chip goes to Budi, first from the dealer's left on (house rule).",
        ],
    ),
    (
        (*ODD, "odd_chips next_pot"),
        (TIE, ALIKE, WEAK),
        [
            "They share the pot: Sari 16, Budi 16.",
            "Equal hands: 9 / 5. 9 / 5 beats Wati's 5 / 2: 9 beats 5.",
            "1 odd chip stays in the pot for the next hand (house rule).",
        ],
    ),
    (
        SPLIT,
        (HIGH, LOW),
        [
            "Sari won the high half of the pot: 10.",
            "8 / 1 beats Budi's 7 / 7: 8 beats 7.",
            "Budi won the low half of the pot: 10.",
            "7 / 7 beats Sari's 8 / 1: of the second pairs, 7 beats 1.",
        ],
    ),
    (
        SPLIT,
        (TIE, LOW),
        [
            "Sari won the pot: 20.",
            "Sari shows 9 / 5, so the pot is not halved.",
            "9 / 5 beats Budi's 7 / 7: 9 beats 7.",
        ],
    ),
    (SPLIT, (HIGH, "5-2 1-0 4-3 2-2"), ["They share the pot: Sari 10, Budi 10.", "Equal hands: 8 / 1."]),
    (
        (*SPLIT, *ODD),
        (HIGH, LOW, "2-1 2-0 6-6 3-0"),
        [
            "Sari won the high half of the pot: 17.",
            "8 / 1 beats Budi's 7 / 7: 8 beats 7.",
            "The pot does not split evenly: the odd chip goes to the high half.",
            "Budi won the low half of the pot: 16.",
            "7 / 7 beats Wati's 6 / 4: of the second pairs, 7 beats 4.",
        ],
    ),
    (
        SPLIT,
        (HIGH, WEAK),
        [
            "Sari won the high half of the pot: 10.",
            "8 / 1 beats Budi's 5 / 2: 8 beats 5.",
            "Budi won the low half of the pot: 10.",
            "5 / 2 beats Sari's 8 / 1: of the second pairs, 2 beats 1.",
        ],
    ),
]


@pytest.mark.parametrize(("rules", "hands", "told"), EXAMPLES)
async def test_a_pot_says_why(
    scenario: Scenario, rules: tuple[str, ...], hands: tuple[str, ...], told: list[str]
) -> None:
    assert await showdown(scenario, rules, **dict(zip(("sari", "budi", "wati"), hands, strict=False))) == told


async def test_what_counts_otherwise_is_said_below_the_result(scenario: Scenario) -> None:
    """QQ-10, QQ-12."""
    await showdown(scenario, ("hui on", "three_doubles optional"), sari="2-1 3-0 6-4 5-0", budi="6-6 5-5 4-4 6-0")
    history = [plain(line) for line in scenario.chat.newest().lines]

    assert "Sari showed 3-0 + 2-1 | 6-4 + 5-0 (2-1 counts 6): 9 / 5." in history
    assert "Budi showed 6-6 + 5-5 + 4-4 | 6-0 (three doubles count 9): 9 / 6." in history


async def test_carried_chips_are_said_to_wait_and_where_they_come_from(scenario: Scenario) -> None:
    told = await showdown(scenario, (*ODD, "odd_chips next_pot"), sari=TIE, budi=ALIKE, wati=WEAK)
    assert told[-1] == "1 odd chip stays in the pot for the next hand (house rule)."

    await scenario.wait(8)
    assert "1 chip waits in the pot from the last hand." in scenario.chat.newest().lines


async def test_in_private_the_best_pairs_are_told_with_their_values_in_words_and_in_the_picture(
    scenario: Scenario,
) -> None:
    await scenario.sit("sari", "budi")
    scenario.stack("sari: 6-3, 0-0, 5-4; then: 4-4, 6-1", dealer="sari")
    await scenario.do("sari", "start")
    three = scenario.chat.private_messages(player_id("sari"))[-1]
    await scenario.act("check", "check")
    four = scenario.chat.private_messages(player_id("sari"))[-1]

    assert "Pairs so far: 6-3 + 0-0 = 9, 6-3 + 5-4 = 8, 0-0 + 5-4 = 9." in plain(words(three))
    assert "Best: 9 / 6 — 5-4 + 0-0 | 6-3 + 6-1" in plain(words(four))
    assert three.picture is not None
    assert four.picture is not None
    assert plain(three.picture.alt) == "Your dominoes: 6-3 · 0-0 · 5-4"
    assert plain(four.picture.alt) == "Your dominoes in their best pairs: 5-4 + 0-0 | 6-3 + 6-1, 9 / 6"


@pytest.mark.parametrize("typed", ["8-1", "8/1", "8 / 1", "8·1"])
async def test_a_declaration_is_typed_as_it_is_shown_or_as_ever(scenario: Scenario, typed: str) -> None:
    await scenario.set_rules("compare split_pot")
    await scenario.sit("sari", "budi")
    scenario.stack("sari: 6-2, 0-0, 4-1; budi: 6-4, 5-2, 4-3; then: 5-5, 5-1", dealer="sari")
    await scenario.do("sari", "start")
    await scenario.act("check", "check", "check", "check")

    assert [plain(button.label) for button in scenario.chat.newest().buttons[0]][:2] == ["8 / 1", "6 / 3"]
    await scenario.do("sari", f"declare {typed}")
    assert scenario.hand().round.view(None).shown[0].label == "8-1"  # type: ignore[attr-defined]


# --- Koo Kiew ---------------------------------------------------------------------------------------------------


async def deal(scenario: Scenario, cards: str, stakes: dict[str, int], *rules: str) -> list[str]:
    """What is told first of a deal of Koo Kiew against the bank of Sari."""
    await scenario.set_rules(*rules)
    await scenario.sit("sari", *stakes, game="koo-kiew", buy_in=100)
    scenario.stack(cards, dealer="sari")
    await scenario.do("sari", "start")
    for name, stake in stakes.items():
        await scenario.do(name, f"stake {stake}")
    await scenario.do("sari", "show")
    return result(scenario)


BANK = "sari: green cannon, white general"
"""Seven points; the green card is the highest."""


@pytest.mark.parametrize(
    ("rules", "budi", "last"),
    [
        ((), "red soldier, red soldier", "Budi won most: 10, with a pair; a pair beats 7 points."),
        ((), "red soldier, white valet", "Budi won most: 10, with 9 points; 9 beats 7."),
        (
            (),
            "red cannon, white general",
            "Budi won most: 10, with 7 points; equal points, and 炮 red cannon beats 炮 green cannon by colour.",
        ),
        (
            (),
            "green valet, white chariot",
            "Nobody beat the bank; the best was Budi with 6 points; 7 beats 6.",
        ),
        (
            (),
            "white valet, white chariot",
            "Nobody beat the bank; the best was Budi with 6 points; 7 beats 6.",
        ),
        (
            (),
            "green general, white cannon",
            "Budi won most: 10, with 7 points; equal points, and 將 green general beats 炮 green cannon by piece.",
        ),
        (
            (),
            "green cannon, yellow general",
            "Budi won most: 10, with 7 points; equal points, and 將 yellow general beats 炮 green cannon by colour.",
        ),
        (
            (),
            "green cannon, white general",
            "Nobody beat the bank; the best was Budi with 7 points; a tie, and ties go to the banker.",
        ),
        (
            ("colours yellow>white>red>green",),
            "red cannon, green general",
            "Nobody beat the bank; the best was Budi with 7 points; equal points, and 將 white general beats "
            "炮 red cannon by colour (house rule).",
        ),
    ],
)  # fmt: skip
async def test_the_bank_says_what_decided(scenario: Scenario, rules: tuple[str, ...], budi: str, last: str) -> None:
    assert (await deal(scenario, f"{BANK}; budi: {budi}", {"budi": 10}, *rules))[1] == last


async def test_the_other_card_decides_by_house_rule_alone(scenario: Scenario) -> None:
    """KK-4."""
    told = await deal(
        scenario,
        "sari: yellow chariot, white horse; budi: yellow chariot, red horse",
        {"budi": 10},
        "second_card on",
    )
    assert told[1] == (
        "Budi won most: 10, with 9 points; equal points and the same highest card, and 馬 red horse beats "
        "馬 white horse by colour (house rule)."
    )


async def test_a_bank_says_whom_it_covers_in_which_order_and_why_not_more(scenario: Scenario) -> None:
    """KK-12: from the banker's left on, whoever staked first."""
    await deal(scenario, BANK, {"wati": 50, "joko": 100, "budi": 60})
    hand = scenario.hand()
    told = [line for line in PRESENTERS["koo-kiew"].history(hand, in_language("en")) if "the bank covers" in line]
    assert told == [
        "Joko: 50 of 100 covered, 50 go back: the bank covers 100, from the banker's left on, and 50 of it went to "
        "stakes before.",
        "Nothing of Budi's stake of 60 is covered, and it goes back: the bank covers 100, from the banker's left on, "
        "and 100 of it went to stakes before.",
    ]


async def test_an_empty_bank_says_what_it_does_not_pay(scenario: Scenario) -> None:
    cards = f"{BANK}; wati: red soldier, red soldier; joko: red cannon, red cannon"
    await deal(scenario, cards, {"wati": 80, "joko": 50}, "solvency collect")
    history = PRESENTERS["koo-kiew"].history(scenario.hand(), in_language("en"))

    assert "Wati won 80, 卒 red soldier + 卒 red soldier: a pair." in history
    assert "Joko won 20, 炮 red cannon + 炮 red cannon: a pair." in history
    assert "Joko is not paid 30 more: the bank paid from the banker's left on, and was empty (house rule)." in history


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
