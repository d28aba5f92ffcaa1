"""What a verdict tells of a record beside its checks: what the record says, and why something is no record."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.fairness import Beacon, BeaconKind, Chance, Closing, SealedDeal, pledge, rules_in_force
from engine.fairness.reading import WORKED
from engine.fairness.records import OWN_CARDS, RECORD, Outcome, own_cards, record, with_picked_pack, with_reversal
from engine.fairness.verifying import Check, Facts, Verdict, accepts, verify, verify_chain
from tests.engine.fairness.example_deals import DICE, KEYS, SEATS, TABLE, WORDS, dealt, sealed, so_far
from tests.engine.fairness.example_log import ExampleLog, entries_of
from tests.verify.making import worked
from tests.verify.tampering import resealed

DEAL = dealt()
RULES = {"disclosure": "never", "game": "test"}
RUNNING = record(so_far(DEAL, 0, 3))
OVER = record(so_far(DEAL, 0, 3), Outcome({0: 30, 1: -10, 5: -20}))
NOTHING_ELSE = '{"format":"sealed-deck/2 record"}'
VOIDED = record(so_far(DEAL, 0, 3), Outcome({0: 0, 1: 0, 5: 0}, "the bot was broken"))


def facts(text: str) -> Facts:
    """What a record says."""
    said = verify(text).facts
    assert said is not None
    return said


def forged(text: str, **changes: Any) -> str:
    """A record with fields of another value, and hashes that fit."""
    return resealed({**json.loads(text), **changes})


def test_what_the_record_of_a_hand_says() -> None:
    names = [DEAL.seal.context.cards[DEAL.pack[place]] for place in (0, 3)]

    assert facts(OVER) == Facts(
        form=RECORD,
        table=TABLE.hex(),
        hand=7,
        attempt=0,
        rules=RULES,
        commitment=DEAL.seal.commitment.hex(),
        seats=SEATS,
        words=WORDS,
        beacons=DICE.beacons,
        pledges={},
        missing=(),
        pick=DEAL.pick,
        dealer=DEAL.first_dealer,
        dealt=4,
        dealt_to=(0, 1, 5, 0),
        opened=((1, names[0]), (4, names[1])),
        seat=None,
        running=False,
        all_open=False,
        net={0: 30, 1: -10, 5: -20},
        voided="",
        reversed="",
        log=None,
    )


def test_what_a_record_says_names_no_card_where_it_is_logged() -> None:
    assert "opened=" not in repr(facts(OVER))


def test_every_check_is_made_and_named() -> None:
    checks = verify(forged_deal(0)).checks

    assert [check.name for check in checks[:4]] == ["text", "fields", "digest", "rules"]
    assert all(check.passed is True for check in checks)
    assert [check.name for check in verify(OVER).checks if not check.passed] == ["dealt_to"], "no dealing"


def test_of_a_chain_with_a_record_that_lies_nothing_else_is_looked_at() -> None:
    first = forged_deal(0)

    assert verify_chain([first, forged(first, hand=8)]) == (Check("records", False),)
    assert verify_chain([first, "{}"]) == (Check("records", False),)
    assert [check.name for check in verify_chain([first])] == ["records", "table", "numbers", "previous"]


def test_what_becomes_of_a_hand_is_said() -> None:
    running, voided, own = facts(RUNNING), facts(VOIDED), facts(own_cards(so_far(DEAL, 2), 5))

    assert (running.running, running.net, running.voided, running.all_open) == (True, {}, "", False)
    assert (voided.running, voided.net, voided.all_open) == (False, {0: 0, 1: 0, 5: 0}, False)
    assert voided.voided == "the bot was broken"
    assert facts(with_picked_pack(OVER, DEAL.picked_pack.key)).all_open
    assert facts(with_reversal(OVER, "wrong stakes")).reversed == "wrong stakes"
    assert (own.form, own.seat, own.running) == (OWN_CARDS, 5, True)


def test_what_players_pledged_and_did_not_reveal_is_said() -> None:
    reveal = bytes(range(32))
    pledges = {0: bytes(32), 1: bytes([1]) * 32, 5: pledge(reveal)}
    drawn = (Beacon(BeaconKind.DISCORD, b"12"), Beacon(BeaconKind.TELEGRAM, b"\x06"))
    said = facts(record(so_far(SealedDeal(sealed(), Closing(SEATS, {}, pledges), Chance(drawn, {5: reveal})))))

    assert (said.pledges, said.missing) == (pledges, (0, 1))
    assert (said.beacons, said.words) == (drawn, {})


def test_what_a_worked_record_says() -> None:
    """It says neither who deals nor to whom, nor how the hand ended; all its packs lie open."""
    said = facts(json.dumps(worked(DEAL, [0, 3], Random(1))))

    assert (said.form, said.table, said.hand, said.attempt) == (WORKED, TABLE.hex(), 7, 0)
    assert (said.dealer, said.dealt, said.dealt_to, said.seat) == (-1, 28, (), None)
    assert (said.running, said.all_open, said.net, said.voided, said.reversed) == (False, True, {}, "", "")
    assert said.log is None


def test_what_the_log_says_of_a_hand() -> None:
    """Where the fingerprint of the packs stands that were dealt from, and which heads the log goes on from."""
    log = ExampleLog()
    log.fill(3, Random(1))
    log.append(*entries_of(OVER))
    said = facts(log.logged(OVER, 1, 4)).log

    assert said is not None
    assert (said.head, said.index) == (log.head, 3)
    assert [head.size for head in said.earlier] == [1, 4]

    other = record(so_far(dealt(sealed(keys=KEYS[::-1]))))
    without = facts(forged(other, log=json.loads(log.logged(OVER))["log"])).log
    assert without is not None
    assert without.index == -1, "it knows nothing of these packs"


def test_a_card_that_no_pack_has_is_not_named() -> None:
    one = json.loads(OVER)["openings"][0]

    for place, card, said in (
        (28, 0, (0, "c0")),
        (DEAL.positions[0], 28, (1, "")),
        (DEAL.positions[27], 27, (28, "c27")),
    ):
        assert facts(forged(OVER, openings=[{**one, "pos": place, "card": card}])).opened == (said,)


def test_rules_that_cannot_be_read_are_none() -> None:
    assert facts(forged(OVER, rules="whatever Ani says")).rules == {}


def why(verdict: Verdict) -> tuple[list[str], bool, bool]:
    """Which checks failed, whether it is spelled otherwise, and whether it is too large."""
    return [check.name for check in verdict.checks if not check.passed], verdict.respelled, verdict.oversized


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", (["text"], False, False)),
        ("[]", (["text"], False, False)),
        (OVER.replace(",", ", "), (["text"], True, False)),
        ("{" + " " * 65_534 + "}", (["text"], False, True)),
        ("{" + " " * 65_533 + "}", (["fields"], False, False)),
        (NOTHING_ELSE, (["fields"], False, False)),
    ],
)
def test_what_is_no_record_is_told_apart(text: str, expected: tuple[list[str], bool, bool]) -> None:
    verdict = verify(text)

    assert why(verdict) == expected
    assert (verdict.valid, verdict.facts, accepts(text)) == (False, None, False)


def test_a_record_that_lacks_something_is_told_what() -> None:
    misfits = verify(NOTHING_ELSE).misfits

    assert misfits is not None
    assert {"table", "seats", "digest"} <= set(misfits.missing)
    assert verify("[]").misfits is None
    assert verify(OVER).misfits == ((), (), ())


def forged_deal(table: int) -> str:
    """The record of a hand at some table whose rules say how the cards are handed out."""
    seal = sealed()
    rules = rules_in_force("test", {"dealing": "dealer+1 clockwise 0 1", "disclosure": "never"})
    context = replace(seal.context, table=bytes([table]) * 16, rules=rules)
    return record(so_far(SealedDeal(replace(seal, context=context), Closing(SEATS, WORDS), DICE)))


def test_half_a_surrogate_pair_makes_a_worked_record_invalid() -> None:
    fields = worked(DEAL, [0, 3], Random(1))
    seat = next(iter(fields["seats"]))

    said = verify(json.dumps({**fields, "seats": {**fields["seats"], seat: "x\ud83cy"}}))

    assert (said.valid, said.facts) == (False, None)
