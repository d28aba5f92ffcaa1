"""What a button asks for before its command can be carried out, and whom it asks nothing."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.commands import Refusal
from bot.dispatch.incomplete_commands import Questions
from bot.groups import GroupSettings, TableRules
from bot.messages import AmountQuestion, Command, Person, Question
from bot.wording import in_language
from engine.qiuqiu.rules import SUMATRA
from engine.table import turns
from engine.table.state import TableState
from tests.bot.plain_tables import person
from tests.engine.table.tables import PLACE, chair, in_play, table_of

NOW = datetime(2026, 5, 1, 20, 0, tzinfo=UTC)
BUDI, ANI = person("Budi"), person("Ani", admin=True)
TABLES = TableRules(min_buy_in=100, buy_in=500, max_buy_in=2000)


def asked(
    text: str, who: Person = BUDI, table: TableState | None = None, turn: str = "T1:", **settings: Any
) -> Question:
    """What a press of a button is answered with."""
    state = table or table_of(chair("Sari"), chair("Budi"))

    def meant(command: Command) -> Any:
        assert (command.where, command.turn, command.who) == (PLACE, turn, who)
        return SimpleNamespace(state=state, options=lambda by, question: turns.options(state, by, question))

    group = GroupSettings(tables=TABLES, **settings)
    services = SimpleNamespace(
        groups=SimpleNamespace(of_book={PLACE.group: group}.__getitem__),
        members=SimpleNamespace(
            translator=lambda group, player: {(PLACE.group, who.id): in_language("en")}[group, player]
        ),
        tables=SimpleNamespace(meant=meant),
        questions={"status": lambda command, translate: AmountQuestion("How many?", 1, 9)},
    )
    return Questions(cast(Any, services)).of(Command(who, PLACE, text, turn))


def bounds(text: str, who: Person = BUDI, **how: Any) -> tuple[int, int]:
    """Between what an amount is asked for."""
    question = asked(text, who, **how)
    assert isinstance(question, AmountQuestion)
    return question.least, question.most


def refusal(text: str, who: Person = BUDI, **how: Any) -> str:
    try:
        asked(text, who, **how)
    except Refusal as refused:
        in_language("en")(f"refused-{refused.reason}", **refused.fields)
        return refused.reason
    return ""


def test_with_how_many_chips_one_sits_down_and_buys_more() -> None:
    assert bounds("join") == (100, 2000)
    assert bounds("rebuy") == (1, 1900)
    assert bounds("rebuy", table=table_of(chair("Budi", 1999))) == (1, 1)
    with pytest.raises(Refusal) as refused:
        asked("rebuy", table=table_of(chair("Budi", 2000)))
    assert (refused.value.reason, refused.value.fields) == ("rebuy-out-of-range", {"most": 0})
    assert refusal("rebuy", table=table_of(chair("Sari"))) == "not-seated"


def test_what_the_game_asks_is_what_it_allows_now() -> None:
    table = in_play(chair("Sari"), chair("Budi"), script="Sari check")
    assert table.hand is not None
    turn = f"T1:{table.hand.turn}"

    assert bounds("bet", table=table, turn=turn) == (SUMATRA.min_bet[0], 100)
    assert refusal("raise", table=table, turn=turn) == "stale-button"
    assert refusal("bet", table=table, turn="T1:7.999") == "stale-turn"
    assert refusal("bet", person("Wati"), table=table, turn=turn) == "not-seated"


def test_a_feature_asks_for_its_own_amounts() -> None:
    assert bounds("status") == (1, 9)


@pytest.mark.parametrize(
    ("who", "settings", "reason"),
    [
        (replace(BUDI, member=False), {}, "not-in-group"),
        (BUDI, {"away": True}, "group-away"),
        (BUDI, {}, ""),
        (replace(BUDI, anonymous=True), {}, "anonymous"),
    ],
)
def test_whoever_may_not_use_a_command_is_asked_nothing(who: Person, settings: dict[str, Any], reason: str) -> None:
    assert refusal("join", who, **settings) == reason


def test_a_button_whose_command_there_is_no_more_asks_nothing() -> None:
    assert refusal("nonsense 5") == "stale-button"
