"""What the commands about a table do with what they are told of it: who may begin a hand, sit down, act or stop all."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.commands import Refusal, Request
from bot.groups import GroupSettings, TableRules
from bot.ledger import HandClosed
from bot.messages import Person, PlayerId
from bot.tables import hands
from bot.tables.handlers import HANDLERS, STARTED, add
from bot.tables.hindrances import Hindrances
from bot.tables.sealing import sealed_for
from bot.tables.stopping import QuestionTime
from engine.fairness import NO_RECORD
from engine.fairness.sealed import Sealed
from engine.qiuqiu.rules import SUMATRA
from engine.quandui.rules import AMSTERDAM
from engine.table.changes import Change, Notice
from engine.table.state import KeptOut, TableState
from tests.bot.plain_tables import told, typed
from tests.engine.quandui import storytelling as quan_dui
from tests.engine.table.tables import COMPUTER, PAUSED, chair, facts, in_play, lines, player_told, table_of, table_told
from tests.rows import Readers, rows
from tests.seeded_entropy import SeededEntropy

NOW = datetime(2026, 5, 1, 20, 0, tzinfo=UTC)
RULES = replace(TableRules(), min_buy_in=100, buy_in=500, max_buy_in=2000)
SARI, BUDI, WATI, BOSS = "test:sari", "test:budi", "test:wati", "test:boss"
PACKS: Sealed = sealed_for(bytes(16).hex(), 2, 0, "qiuqiu", SUMATRA, NO_RECORD.hex(), SeededEntropy("handlers"))


def done(request: Request, state: TableState, *, chips: int = 5000, **told_besides: Any) -> Change:
    """What a handler makes of a table; everybody has as many chips."""

    async def available_chips(_: PlayerId) -> int:
        return chips

    context = {
        "rules": RULES,
        "house_rules": SUMATRA,
        "computers": None,
        "time_bank_used": 0.0,
        "quiet_until": None,
        "now": NOW,
        "question_time": None,
        **told_besides,
    }
    store = SimpleNamespace(
        state=state,
        table_rules=context["rules"],
        settings=GroupSettings(tables=context["rules"]),
        rules=context["house_rules"],
        least_stack=20,
        services=SimpleNamespace(computers=context["computers"], hindrances=Hindrances()),
        available_chips=available_chips,
        quiet_until=context["quiet_until"],
        now=context["now"],
        moment=lambda moment: f"{moment:%H:%M}",
    )
    clock = SimpleNamespace(question_time=context["question_time"])
    table: Any = SimpleNamespace(store=store, clock=clock, state=state)
    if (name := request.command.spec.handler) == "play":
        return hands.play(state, request, context["time_bank_used"])
    return asyncio.run(_awaited(HANDLERS[name](table, request)))


async def _awaited(change: Any) -> Change:
    return cast(Change, await change)


def refusal(request: Request, state: TableState, **how: Any) -> tuple[str, dict[str, Any]]:
    """Why a handler refuses a command, and what the sentence names."""
    with pytest.raises(Refusal) as refused:
        done(request, state, **how)
    return refused.value.reason, dict(refused.value.fields)


# Beginning a hand.


def lobby(**fields: Any) -> TableState:
    return table_of(chair("Sari"), chair("Budi"), chair("Wati"), **fields)


def between(**fields: Any) -> TableState:
    """Between two hands: Sari has dealt, so Budi deals next, and Wati cuts."""
    return lobby(sealed=PACKS, dealer_chair=0, running=True, **fields)


START = typed(SARI, "start")


NAMED: dict[str, dict[str, Any]] = {
    "paused": {"paused": PAUSED},
    "between hands": {"sealed": PACKS, "dealer_chair": 0, "running": True},
    "quiet hours": {"quiet_until": NOW},
}
TOLD: Readers = {
    "state": partial(table_told, named=NAMED),
    "by": player_told,
    "what_else": partial(facts, named=NAMED),
    "fields": facts,
}


@rows(__file__, **TOLD)
def test_when_nobody_begins_a_hand(
    state: TableState, by: str, what_else: dict[str, Any], reason: str, fields: dict[str, Any]
) -> None:
    assert refusal(typed(by, "start"), state, **what_else) == (reason, fields)


@pytest.mark.parametrize(("state", "by"), [(lobby(), SARI), (lobby(), BOSS), (between(), WATI)])
def test_who_begins_a_hand(state: TableState, by: str) -> None:
    """Anybody before the first; later whoever may cut it, since nobody else may choose when it is closed."""
    change = done(typed(by, "start"), state)

    assert (change.deals, change.done, change.answer, change.state) == (True, STARTED, None, state)


def test_two_are_enough_to_begin_and_one_of_them_may_be_a_computer_player() -> None:
    assert done(START, table_of(chair("Sari"), chair("Budi"))).deals
    assert done(START, table_of(chair("Sari"), chair("Anoman"))).deals
    assert done(typed(BOSS, "start"), table_of(chair("Anoman"), replace(chair("Anoman"), player=f"{COMPUTER}2"))).deals


def test_no_feature_replaces_a_handler() -> None:
    with pytest.raises(ValueError, match="two handlers 'start'"):
        add(HANDLERS["start"])


def test_whoever_begins_a_hand_is_dealt_in_again() -> None:
    """Even if it is not theirs to cut: with one more seat there is a pause in which that can be done."""
    lone = done(START, table_of(chair("Sari", out=True), chair("Budi")))
    assert (lone.deals, lone.done, lone.answer, told(lone)) == (True, STARTED, None, ["is-back"])
    assert lone.state.ready(20) == lone.state.seated
    assert lines(lone) == [(SARI, "sit back"), (SARI, "start")]

    waits = done(typed(WATI, "start"), between().change(WATI, out=True))
    assert (waits.deals, waits.answer, told(waits)) == (False, Notice("you-are-back"), ["is-back"])


# Acting.


def test_a_typed_answer_that_nothing_shows_is_acknowledged() -> None:
    state = in_play(chair("Sari"), chair("Budi"))

    assert done(typed(SARI, "check"), state).answer is None, "everybody sees it"
    assert [each.lapses for each in done(typed(SARI, "check"), state.change(SARI, lapses=1)).state.seated] == [0, 0]
    banked = done(typed(SARI, "check"), state.change(SARI, bank=30.0), time_bank_used=7.0)
    assert [each.bank for each in banked.state.seated if each.player == SARI] == [23.0]


def test_a_sealed_answer_is_acknowledged_to_whoever_typed_it() -> None:
    """Nothing shows that a claim was made; a button that was pressed shows it by itself."""
    state = in_play(chair("Sari"), chair("Budi"), chair("Wati"))
    window = quan_dui.ScriptedHand({"Sari": "9-ben", "Budi": "9-ben", "Wati": "9-ben"}).play("Sari discard 9-ben")
    assert state.hand is not None
    asked = replace(state, game_name="quan-dui", hand=replace(state.hand, round=window.now, rules=AMSTERDAM))
    assert asked.hand is not None

    assert done(typed(BUDI, "dui"), asked).answer == Notice("you-answered")
    assert done(typed(BUDI, "dui", question=asked.hand.turn), asked).answer is None


def test_whoever_is_asked_later_may_decide_now() -> None:
    """QQ-32: nothing shows it to anybody else."""
    change = done(typed(BUDI, "advance", action="check"), in_play(chair("Sari"), chair("Budi")))
    decided = change.state.seated[1].decided

    assert decided is not None
    assert (decided.name, change.silent, change.notices) == ("check", True, ())


# Sitting down and being kept out.


def test_whoever_was_removed_sits_down_again_when_their_time_is_over() -> None:
    state = lobby(kept_out=(KeptOut("test:joko", "Joko", NOW + timedelta(minutes=10)),))

    assert refusal(typed("test:joko", "join"), state) == ("kept-out", {"until": "20:10"})
    assert done(typed("test:joko", "join"), state, now=NOW + timedelta(minutes=10)).state.chair_of("test:joko")
    assert (
        refusal(typed(SARI, "join"), replace(state, kept_out=(KeptOut(SARI, "Sari", NOW + timedelta(hours=1)),)))[0]
        != "kept-out"
    ), "whoever sits there all the same is told that"


def test_with_how_many_chips_somebody_sits_down_and_buys_more() -> None:
    assert done(typed("test:joko", "join", amount=300), lobby()).state.seated[-1].stack == 300
    assert done(typed(SARI, "rebuy", amount=250), lobby()).state.seated[0].stack == 350
    assert refusal(typed("test:joko", "join"), lobby(), chips=99)[0] == "too-few-chips-to-sit"
    assert refusal(typed(SARI, "rebuy", amount=250), lobby(), chips=249)[0] == "not-in-wallet"


class OneComputer:
    """Lets Anoman sit down next."""

    async def newcomer(self, state: TableState, rules: TableRules) -> tuple[Person, int]:
        assert rules is RULES
        return Person(COMPUTER, "Anoman"), 700


def test_a_computer_player_sits_down_with_the_usual_chips() -> None:
    change = done(typed(SARI, "add computer"), lobby(), computers=OneComputer())

    assert (change.state.seated[-1].player, change.state.seated[-1].stack) == (COMPUTER, 500)
    assert (change.answer, change.done) == (None, Notice("did-add", {"name": "Anoman"}))


def test_for_how_long_somebody_is_removed() -> None:
    usual = done(typed(SARI, "kick", player="Budi"), lobby()).state
    longer = done(typed(SARI, "kick", player="Budi", time="2h"), lobby())

    assert [each.until - NOW for each in usual.kept_out] == [timedelta(minutes=10)]
    assert [each.until - NOW for each in longer.state.kept_out] == [timedelta(hours=2)]
    assert Notice("you-are-kept-out", {"until": "22:00"}) in longer.private.values()
    assert done(typed(SARI, "readmit", player="Budi"), usual).state.kept_out == ()


def test_somebody_who_does_not_sit_there_is_not_removed() -> None:
    """The platform tells who was meant, so the answer can name them."""
    request = replace(typed(SARI, "kick", player="test:joko"), picked=(Person("test:joko", "Joko"),))

    assert refusal(request, lobby()) == ("does-not-sit-here", {"name": "Joko"})


# The rest of what a host and an admin may do.


def test_a_pause_lets_the_hand_be_played_to_its_end_or_stand_still() -> None:
    state, time = in_play(chair("Sari"), chair("Budi")), QuestionTime(31.0, {})
    later = done(typed(BUDI, "pause"), state, question_time=time).state.paused
    at_once = done(typed(BUDI, "pause now"), state, question_time=time).state.paused

    assert later is not None
    assert (later.by, later.stands_still) == ("Budi", False)
    assert at_once is not None
    assert (at_once.by, at_once.stands_still, at_once.seconds) == ("Budi", True, 31.0)
    assert done(typed(SARI, "resume"), lobby(paused=PAUSED)).state.paused is None


def test_whoever_stops_a_table_may_give_a_reason() -> None:
    state = in_play(chair("Sari"), chair("Budi"))
    why = "the cards were seen"
    for request, reason in ((typed(BOSS, "stop now"), "-"), (typed(BOSS, "stop now", reason=why), why)):
        change = done(request, state)
        assert change.state.closed
        assert [each.fields["reason"] for each in change.notices if each.key == "hand-voided"] == [reason]
        assert [each.voided for each in change.writes if isinstance(each, HandClosed)] == [reason]
        assert lines(change) == [(BOSS, "void")]


def test_other_commands_are_told_to_the_table() -> None:
    state = lobby()

    assert done(typed(SARI, "sit out"), state).state.ready(20) == state.seated[1:]
    assert done(typed(SARI, "sit back"), state.change(SARI, out=True)).state == state
    assert done(typed(SARI, "leave"), state).state.chair_of(SARI) is None
    ends = replace(SUMATRA, leaving="ends")
    assert done(typed(SARI, "leave"), replace(state, hands_played=1), house_rules=ends).state.closed, "QQ-28"
    assert not done(typed(SARI, "leave"), replace(state, hands_played=1)).state.closed
    assert done(typed(SARI, "host", player="Budi"), state).state.host == BUDI
    assert done(typed(SARI, "close"), state).state.closed
    with_anoman = table_of(chair("Sari"), chair("Anoman"))
    assert done(typed(SARI, "remove computer"), with_anoman).state.chair_of(COMPUTER) is None


def test_a_word_for_the_next_hand_is_typed_or_the_number_of_the_tap() -> None:
    typed_word = done(typed(WATI, "shuffle", words="kopi"), between()).state.sealed
    assert typed_word is not None
    assert typed_word.words == {WATI: "kopi"}
    tapped = done(replace(typed(WATI, "shuffle", question=PACKS.turn), key="tg:" + "7" * 70), between()).state.sealed
    assert tapped is not None
    assert tapped.words == {WATI: "7" * 64}
