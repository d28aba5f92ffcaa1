"""Words that players add to a shuffle: whose word counts, and what is told of it."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from bot.commands import Refusal
from bot.features.shuffling import commands as shuffling
from engine.fairness import WORD_BYTES
from engine.table.changes import Notice
from tests.bot.plain_tables import refusal, told
from tests.bot.test_next_deal import AT_THE_CUT, BUDI, CLOSED, LEAST, SARI, WATI, four, sealed
from tests.engine.table.tables import facts, lines, player_told, running
from tests.rows import Readers, rows

NAMED: dict[str, dict[str, Any]] = {
    "playing": {"hand": running(SARI, BUDI)},
    "played": {"hand": running(SARI, BUDI, over=True)},
    "no packs": {"sealed": None},
    "closed": {"sealed": sealed(closing=CLOSED)},
    "a word of Budi": {"sealed": sealed(words={BUDI: "manggis"})},
    "a word of Sari": {"sealed": sealed(words={SARI: "manggis"})},
    "Wati is to cut": {"sealed": sealed(cutter=WATI)},
    "Wati cuts": {"sealed": sealed(cutter=WATI, settled={0: SARI, 1: BUDI, 3: WATI})},
    "Budi cuts": {"sealed": sealed(cutter=BUDI, settled={0: SARI, 1: BUDI, 3: WATI})},
}
LONG = {
    "as long as may be": "x" * WORD_BYTES,
    "too long": "x" * (WORD_BYTES + 1),
    "too long in bytes": "é" * (WORD_BYTES // 2) + "x",
}


TOLD: Readers = {
    "fields": partial(facts, named=NAMED),
    "player": player_told,
    "word": lambda cell: LONG.get(cell, cell),
}


@rows(__file__, **TOLD)
def test_who_may_add_a_word(fields: dict[str, Any], player: str, word: str, turn: str, outcome: str) -> None:
    table = four(**fields)
    if outcome:
        assert refusal(shuffling.shuffled, table, player, word, turn, LEAST) == outcome
        return
    change = shuffling.shuffled(table, player, word, turn, LEAST)
    assert change.state.sealed is not None
    assert change.state.sealed.words[player] == word
    assert lines(change) == [(player, f"shuffle {word}")]
    assert told(change) == ["shuffled"]
    assert change.answer == Notice("you-shuffled", {"word": word})


@pytest.mark.parametrize(("gone", "name"), [(False, "Wati"), (True, "?")])
def test_a_player_who_may_not_add_a_word_is_told_who_cuts(gone: bool, name: str) -> None:
    cut = four(sealed=sealed(cutter=WATI, settled=AT_THE_CUT))
    with pytest.raises(Refusal) as refused:
        shuffling.shuffled(cut.with_chair(3, None) if gone else cut, BUDI, "salak", "", LEAST)

    assert refused.value.fields == {"name": name}


@pytest.mark.parametrize("what", [{"out": True}, {"leaving": True}, {"stack": LEAST - 1}])
def test_only_who_is_dealt_in_adds_a_word(what: dict[str, Any]) -> None:
    table = four().change(BUDI, **what)

    assert refusal(shuffling.shuffled, table, BUDI, "salak", "", LEAST) == "not-dealt-in"


def test_of_a_tap_only_the_end_of_its_number_is_told() -> None:
    change = shuffling.shuffled(four(), BUDI, "1234567890", "", LEAST, typed=False)

    assert told(change) == ["shuffled-by-tap"]
    assert change.notices[0].fields["word"] == "…7890"
    assert change.answer == Notice("you-shuffled-by-tap", {"word": "…7890"})
