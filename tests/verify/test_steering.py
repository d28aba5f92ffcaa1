"""A worked example: one pack of the four is false, and whoever sealed it knows all words but the last, their own.

``docs/fairness.md`` has these figures. Without a beacon the false pack is dealt from in nearly every hand, and nobody
can tell; with one that they cannot foresee it is turned up in three hands of four, for all verifiers to see.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import replace
from itertools import accumulate
from math import comb
from random import Random

import pytest

from bot.wording import in_language
from engine.fairness import PACKS, REVEAL_BYTES, Beacon, BeaconKind, Chance, Closing, Seal, SealedDeal, pledge
from engine.fairness.dealing import picked
from engine.fairness.records import record
from engine.games import GAMES
from tests.docs.reference import DOCS
from tests.engine.fairness.example_deals import SEATS, context, so_far
from tests.verify.verifiers import BY_PYTHON, lying

FALSE = 2
"""The pack that is no pack."""

CANDIDATES = tuple(f"last word {number}".encode() for number in range(14))
"""The words among which the last player chooses."""

KEYS = tuple(bytes([number]) * 32 for number in range(1, PACKS + 1))
NOTHING = Chance()
DICE = tuple(Chance((Beacon(BeaconKind.TELEGRAM, bytes([shown])),)) for shown in range(1, 65))
PAGE = (DOCS / "fairness.md").read_text(encoding="utf-8")


def fingerprint(hand: int) -> bytes:
    """Stands for the fingerprint of a hand: whatever it is, the words are tried against it."""
    return hashlib.sha256(b"hand %d" % hand).digest()


def closing(hand: int, last: bytes) -> Closing:
    """A deal in which all words are known beforehand but the last, which is theirs."""
    return Closing(SEATS, {0: b"known in advance %d" % hand, 5: last})


def deals_false(hand: int, last: bytes, chance: Chance = NOTHING) -> bool:
    """Whether the false pack is dealt from."""
    return picked(closing(hand, last).seed(fingerprint(hand), chance), PACKS) == FALSE


def test_without_a_beacon_fourteen_words_steer_the_pick_to_the_false_pack() -> None:
    steered = [any(deals_false(hand, word) for word in CANDIDATES) for hand in range(600)]

    figure = 1 - (3 / 4) ** 14
    assert f"{figure:.1%}" == "98.2%"
    assert sum(steered) / len(steered) == pytest.approx(figure, abs=0.02)
    assert "14 words" in PAGE
    assert "98 of 100 hands" in PAGE


def test_a_word_that_they_do_not_know_leaves_them_one_hand_in_four() -> None:
    """What ends it without a beacon: an honest player who cuts after them."""
    hands = 600
    cut = [
        picked(
            Closing(SEATS, {0: b"honest %d" % hand, 5: CANDIDATES[hand % 14]}).seed(fingerprint(hand), NOTHING), PACKS
        )
        for hand in range(hands)
    ]
    assert cut.count(FALSE) / hands == pytest.approx(0.25, abs=0.05)


def test_a_die_that_falls_after_the_last_word_leaves_them_a_third() -> None:
    """They choose the word after which most of the 64 faces pick the false pack."""
    faces, words = len(DICE), len(CANDIDATES)
    at_most = list(accumulate(comb(faces, hits) * 3 ** (faces - hits) / 4**faces for hits in range(faces + 1)))
    figure = sum(1 - chance**words for chance in at_most) / faces

    best = [max(sum(deals_false(hand, word, die) for die in DICE) for word in CANDIDATES) / faces for hand in range(20)]
    assert sum(best) / len(best) == pytest.approx(figure, abs=0.03)
    assert f"{100 * figure:.0f} of 100" in PAGE


@pytest.mark.parametrize("kind", [BeaconKind.DISCORD, BeaconKind.TELEGRAM])
def test_a_beacon_that_they_cannot_foresee_leaves_them_one_hand_in_four(kind: BeaconKind) -> None:
    """However they choose among their words: each is as good as any other until the beacon is there."""
    rng, hands = Random(14), 600

    def beacon() -> Chance:
        value = b"%d" % rng.getrandbits(63) if kind is BeaconKind.DISCORD else rng.randbytes(48)
        return Chance((Beacon(kind, value),))

    hits = 0
    for hand in range(hands):
        guessed = beacon()
        word = next((each for each in CANDIDATES if deals_false(hand, each, guessed)), CANDIDATES[0])
        hits += deals_false(hand, word, beacon())
    assert hits / hands == pytest.approx(0.25, abs=0.05)


def test_a_players_own_chance_leaves_them_one_hand_in_four() -> None:
    rng, hands, hits = Random(15), 600, 0
    for hand in range(hands):
        reveal = rng.randbytes(REVEAL_BYTES)
        closed = Closing(SEATS, {5: CANDIDATES[hand % 14]}, {0: pledge(reveal)})
        hits += picked(closed.seed(fingerprint(hand), Chance((), {0: reveal})), PACKS) == FALSE
    assert hits / hands == pytest.approx(0.25, abs=0.05)


# --- what the verifiers see of it ------------------------------------------------------------------------------


def falsely_sealed() -> Seal:
    """Packs one of which lies in an order that somebody has chosen: highest cards first."""
    game = GAMES["qiuqiu"]
    place = replace(context(), rules=game.in_force(game.rules().without_beacon()), cards=game.pack_names)
    seal = Seal(place, KEYS)
    seal.packs[FALSE].__dict__["order"] = tuple(reversed(range(28)))
    return seal


def test_nothing_tells_a_false_pack_that_was_steered_to_so_the_record_says_that_it_has_no_beacon() -> None:
    from bot.features.proofs import pages as verification

    seal = falsely_sealed()
    tried = (SealedDeal(seal, Closing(SEATS, {5: word}), NOTHING) for word in CANDIDATES)
    text = record(so_far(next(deal for deal in tried if deal.pick == FALSE), 0, 1, 2))

    assert {name: lying(findings(text.encode())) for name, findings in BY_PYTHON.items()} == {
        "engine": set(),
        "script": set(),
    }
    told = verification.record(1, text, {}, in_language("en"))
    assert "no random number from outside" in told.title
    assert not re.search(r"in order|proved", "\n".join((told.title, *told.lines)))


def test_a_false_pack_that_the_beacon_did_not_pick_is_turned_up_and_seen_by_every_verifier() -> None:
    seal, seen = falsely_sealed(), 0
    for die in DICE[::4]:
        deal = SealedDeal(seal, Closing(SEATS, {5: CANDIDATES[0]}), die)
        text = record(so_far(deal, 0))
        found = {name: lying(findings(text.encode())) for name, findings in BY_PYTHON.items()}
        if deal.pick != FALSE:
            seen += 1
            assert found == {"engine": {"packs"}, "script": {"packs"}}
    assert 9 <= seen <= 15, "three of four faces of the die turn it up"
