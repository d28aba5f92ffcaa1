"""Players whom something keeps from the game: they sit out with a change, and each is told the reason."""

from __future__ import annotations

from typing import Any

import pytest

from bot.commands import Refusal
from bot.tables.hindrances import rested
from engine.table.changes import Change, NewLine, Notice
from tests.engine.table.tables import chair, lines, table_of

BUDI = "test:budi"
HINDERED = Refusal("own-limit", what="chips", until="midnight", amount=500)


@pytest.mark.parametrize(
    ("who", "rests"),
    [({}, True), ({"stack": 19}, True), ({"out": True}, False), ({"leaving": True}, False), ({"removed": True}, False)],
)
def test_a_player_at_their_limit_sits_out_unless_they_do_anyway(who: dict[str, Any], rests: bool) -> None:
    line = NewLine(7, "", "close")
    before = Change(table_of(chair("Anoman"), chair("Budi", **who)), (line,), (Notice("hand-over"),))
    after = rested(before, {BUDI: HINDERED})

    if not rests:
        assert after is before
        return
    assert [each.player for each in after.state.seated if each.out] == [BUDI]
    assert [notice.key for notice in after.notices] == ["hand-over", "sits-out"]
    assert after.private == {BUDI: Notice("you-rest", {"what": "chips", "amount": 500, "until": "midnight"})}
    assert lines(after) == [("", "close"), (BUDI, "sit out")]


def test_a_player_who_got_up_meanwhile_does_not_sit_out() -> None:
    before = Change(table_of(chair("Budi")))

    assert rested(before, {"test:gone": HINDERED}) is before
