"""The pause between two hands, who is dealt in at its end, and what becomes of a deal that lacks its chance."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot.groups import TableRules
from bot.groups.settings import GameSettings
from bot.ledger import JournalLine, LogAppended, Once, Overdrawn, wallet
from bot.tables import dealing, hands
from bot.tables.dealing import CUT_SECONDS, LONGEST_PAUSE
from bot.tables.next_deal import Why
from bot.tables.table import TROUBLE_SECONDS
from engine.qiuqiu.rules import SUMATRA
from engine.table.state import Pause, TableState
from tests.bot.plain_evenings import DIE, PAUSE, PlainEvening
from tests.engine.table.tables import COMPUTER, chair, table_of

SARI, BUDI, WATI = "test:sari", "test:budi", "test:wati"
WITHOUT = replace(SUMATRA, beacon="if-there-is-one")
"""Rules by which a hand is dealt though its platform draws nothing."""


def between(*names: str, **fields: Any) -> TableState:
    """Between two hands: Sari has dealt, so Budi deals next; where three sit there, Wati cuts."""
    chairs = map(chair, names or ("Sari", "Budi", "Wati"))
    return table_of(*chairs, **{"running": True, "hands_played": 1, "dealer_chair": 0, **fields})


def alone() -> TableState:
    """Sari deals next, and nobody but a computer player could cut."""
    return between("Sari", "Anoman", dealer_chair=1)


async def pause(state: TableState | None = None, rules: Any = SUMATRA, **tables: Any) -> PlainEvening:
    """A table at which the pause before the next hand begins."""
    own = TableRules(computer_chips="always", **{"pause_seconds": PAUSE, **tables})
    evening = PlainEvening(between() if state is None else state, rules, own)
    await evening.begin()
    return evening


def dealt(evening: PlainEvening) -> bool:
    return evening.state.playing is not None


async def until(evening: PlainEvening, happened: Callable[[PlainEvening], bool]) -> float:
    """Let time pass until something has happened, or nothing more comes by itself; how many seconds that took."""
    begun = evening.clock.now()
    await evening.wait(0)
    while not happened(evening) and (due := evening.clock.next_due()) is not None and due < begun + 2 * LONGEST_PAUSE:
        await evening.wait(due - evening.clock.now())
    return evening.clock.now() - begun


async def until_dealt(evening: PlainEvening) -> float:
    return await until(evening, dealt)


async def until_cut(evening: PlainEvening) -> float:
    return await until(evening, lambda evening: evening.packs.settled is not None)


# --- how long it lasts -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seconds", "cut"), [(PAUSE, PAUSE - CUT_SECONDS), (7, 5.25), (4, 3), (60, 60 - CUT_SECONDS)])
async def test_the_last_seconds_of_the_pause_are_the_cutters(seconds: int, cut: float) -> None:
    evening = await pause(pause_seconds=seconds)

    assert (evening.seconds_left, await until_cut(evening)) == (seconds, cut)
    assert evening.packs.settled == {0: SARI, 1: BUDI, 2: WATI}
    assert (evening.seconds_left, await until_dealt(evening)) == (seconds - cut, seconds - cut)
    assert evening.seconds_left is None


async def test_a_cut_that_a_restart_interrupts_has_its_seconds_anew() -> None:
    begun = await pause(pause_seconds=3)
    assert await until_cut(begun) == 2.25
    restarted = await pause(begun.state, pause_seconds=3)

    assert (restarted.seconds_left, await until_dealt(restarted)) == (0.75, 0.75)


async def test_a_word_at_the_cut_makes_it_no_longer() -> None:
    evening = await pause()
    shown = evening.shown
    await until_cut(evening)
    assert evening.shown == shown, "that it is cut changes nothing that anybody is shown"
    await evening.wait(1)
    await evening.do(WATI, "shuffle", words="salak")

    assert (evening.seconds_left, await until_dealt(evening)) == (CUT_SECONDS - 1, CUT_SECONDS - 1)


async def test_without_a_cutter_the_pause_lasts_as_long_and_people_come_until_its_end() -> None:
    evening = await pause(alone())
    evening.wallets[BUDI] = 500

    assert not evening.packs.cutter
    await evening.wait(PAUSE - 0.5)
    assert evening.packs.settled is None
    await evening.do(BUDI, "join")
    assert await until_dealt(await pause(alone())) == PAUSE


@pytest.mark.parametrize(("takes", "earlier"), [(1.0, 1.0), (4.0, 4.0), (10.0, PAUSE / 2)])
async def test_words_close_earlier_where_the_platform_takes_time_and_no_more_than_half_the_pause(
    takes: float, earlier: float
) -> None:
    evening = PlainEvening(between())
    evening.platform.takes = takes
    await evening.begin()

    assert (evening.seconds_left, await until_cut(evening)) == (PAUSE, PAUSE - earlier - CUT_SECONDS)
    assert (evening.seconds_left, await until_dealt(evening)) == (earlier + CUT_SECONDS, CUT_SECONDS)


async def test_the_pause_is_longer_where_the_chat_is_full() -> None:
    evening = PlainEvening(between())
    evening.full_chat = 5
    await evening.begin()

    assert (evening.seconds_left, await until_dealt(evening)) == (PAUSE + 5, PAUSE + 5)
    missed = PlainEvening(between(sealed=replace((await pause()).packs, misses=2)))
    missed.full_chat = 5
    await missed.begin()
    assert missed.seconds_left == 2 * PAUSE + 5


@pytest.mark.parametrize(
    ("misses", "hands_played", "seconds"),
    [(0, 1, 8), (1, 1, 8), (2, 1, 16), (3, 1, 32), (30, 1, 600), (1, 0, 8), (2, 0, 16), (0, 0, 0)],
)
async def test_the_pause_doubles_while_no_beacon_comes(misses: int, hands_played: int, seconds: float) -> None:
    packs = replace((await pause()).packs, misses=misses)
    evening = await pause(between(hands_played=hands_played, sealed=packs))

    assert (evening.seconds_left or 0) == seconds
    assert await until_dealt(evening) == seconds


async def test_a_pause_longer_than_the_longest_is_not_made_shorter() -> None:
    sealed = await pause()
    evening = await pause(between(sealed=replace(sealed.packs, misses=1)), pause_seconds=60)

    assert evening.seconds_left == 60


# --- when none runs --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "state",
    [
        between(running=False),
        between("Sari"),
        between(paused=Pause("Sari", PlainEvening(between()).clock.utc())),
        between(closing=True),
    ],
    ids=["not begun", "one alone", "paused", "closing"],
)
async def test_no_pause_runs_where_no_hand_is_to_follow(state: TableState) -> None:
    evening = await pause(state)

    assert evening.seconds_left is None
    await evening.wait(30)
    assert not dealt(evening)


async def test_a_deserted_table_closes_after_an_hour_that_is_not_quiet() -> None:
    evening = await pause(between("Sari"))
    evening.settings = replace(evening.settings, tables=QUIET)
    await evening.wait(3600)
    assert not evening.state.closed
    evening.settings = replace(evening.settings, tables=TableRules())
    await evening.wait(3600)

    assert evening.told == ["table-deserted", "table-closed"]
    assert any(JournalLine("T1", 1, None, "", "close", "") in writes for writes in evening.stored)
    joined = await pause(between("Sari"))
    joined.wallets[BUDI] = 500
    await joined.do_just_before(3600, BUDI, "join")
    assert not joined.state.closed


async def test_whoever_comes_and_goes_makes_the_pause_no_longer() -> None:
    evening = await pause()
    await evening.wait(3)
    await evening.do(WATI, "leave")

    assert evening.seconds_left == PAUSE - 3
    await evening.do(BUDI, "sit out")
    assert evening.seconds_left is None, "one alone is not dealt in"
    await evening.do(BUDI, "sit back")
    assert evening.seconds_left == PAUSE, "a pause begins anew"


async def test_quiet_hours_let_the_table_rest_and_say_so_once() -> None:
    evening = PlainEvening(between())
    now = evening.clock.utc()
    tables = replace(evening.settings.tables, quiet_hours=True, quiet_from=(now.hour + 1) % 24, quiet_to=now.hour)
    evening.settings = replace(evening.settings, tables=tables)
    evening.clock.move_to(3600 - now.minute * 60 - now.second - 3)
    await evening.begin()
    assert evening.seconds_left == PAUSE, "they begin in three seconds"
    await evening.wait(PAUSE)

    assert (evening.told, evening.state.running) == (["rests-quietly"], False)
    assert str(evening.notices[0].fields["until"]).endswith(f"{now.hour:02}:00")
    await evening.wait(60)
    assert (dealt(evening), evening.told) == (False, ["rests-quietly"])
    another = PlainEvening(between(), tables=tables)
    another.clock.move_to(3600 + 60)
    await another.begin()
    assert (another.told, another.state.running, another.seconds_left) == (["rests-quietly"], False, None)


QUIET = TableRules(quiet_hours=True, quiet_from=0, quiet_to=23)


async def test_at_a_full_table_that_rests_in_quiet_hours_no_pause_runs() -> None:
    full = between(*(f"P{number}" for number in range(len(table_of().chairs))))
    evening = await pause(full)
    assert evening.seconds_left == PAUSE
    evening.settings = replace(evening.settings, tables=QUIET)
    await evening.do("test:p1", "shuffle", words="salak")

    assert (evening.told[-1], evening.state.running) == ("rests-quietly", False)
    assert evening.seconds_left is None
    await evening.do("test:p2", "shuffle", words="manggis")
    assert evening.told.count("rests-quietly") == 1


# --- what comes at the last moment -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("by", "command", "told"),
    [(SARI, "pause", ["paused"]), (SARI, "close", ["table-closed"]), (BUDI, "leave", ["left", "waiting-for-players"])],
)
async def test_what_somebody_does_right_before_the_cut_counts(by: str, command: str, told: list[str]) -> None:
    evening = await pause(between("Sari", "Budi"))
    await evening.do_just_before(PAUSE - CUT_SECONDS, by, command)

    assert (evening.told, evening.packs.settled) == (told, None)
    await evening.wait(2 * PAUSE)
    assert not dealt(evening)


async def test_a_hand_that_is_sealed_anew_right_before_the_cut_has_a_pause_of_its_own() -> None:
    evening = await pause()
    evening.settings = evening.settings.with_game("qiuqiu", GameSettings("", replace(SUMATRA, ante=20)))
    await evening.do_just_before(PAUSE - CUT_SECONDS, WATI, "start")

    assert (evening.told, evening.packs.settled, evening.seconds_left) == (["sealed-anew"], None, PAUSE)


async def test_a_hand_that_is_closed_right_before_the_cut_is_cut_no_more() -> None:
    evening = await pause()
    evening.hands_fit = False
    await evening.do_just_before(PAUSE - CUT_SECONDS, WATI, "start")

    assert (evening.packs.closing is None, evening.packs.settled) == (False, None)
    closings = len(evening.stored)
    await evening.wait(2 * TROUBLE_SECONDS)
    assert len(evening.stored) == closings


async def test_a_hand_that_is_closed_at_the_cut_is_closed_once() -> None:
    evening = await pause()
    await until_cut(evening)
    evening.hands_fit = False
    await evening.do_just_before(CUT_SECONDS, WATI, "start")

    assert evening.packs.closing is not None
    assert [isinstance(write, LogAppended) for writes in evening.stored for write in writes].count(True) == 2
    evening.hands_fit = True
    await until_dealt(evening)
    assert evening.platform.asked == [False]


async def test_a_hand_that_has_begun_before_the_cut_is_over_is_not_dealt_again() -> None:
    evening = await pause()
    await until_cut(evening)
    with capture_logs() as logs:
        await evening.do_just_before(CUT_SECONDS, WATI, "start")

    assert dealt(evening)
    assert not [each for each in logs if each["log_level"] == "error"]


async def test_whoever_sits_out_right_before_the_deal_leaves_no_computer_players_to_play_alone() -> None:
    bima = replace(chair("Anoman"), player="computer:test:home:2", name="Bima")
    evening = await pause(table_of(chair("Sari"), chair("Anoman"), bima, running=True, hands_played=1, dealer_chair=2))
    await evening.do_just_before(PAUSE - CUT_SECONDS, SARI, "sit out")

    assert evening.told == ["sits-out", "waiting-for-players"]
    await evening.wait(2 * PAUSE)
    assert not dealt(evening)


@pytest.mark.parametrize(
    ("rules", "said"),
    [(QUIET, ["rests-quietly"]), (replace(QUIET, quiet_to=QUIET.quiet_from), []), (TableRules(), [])],
    ids=["quiet", "no hour between", "not quiet"],
)
@pytest.mark.parametrize("what", ["not running", "being played", "closed", "deal closed", "running"])
async def test_of_quiet_hours_only_a_table_that_would_go_on_is_told(
    rules: TableRules, said: list[str], what: str
) -> None:
    made = await pause()
    if what == "being played":
        await made.wait(PAUSE)
    elif what == "closed":
        await made.do(SARI, "close")
        made.table.store.state = replace(made.state, running=True)
    elif what == "deal closed":
        made.hands_fit = False
        await made.wait(PAUSE)
    elif what == "not running":
        made.table.store.state = replace(made.state, running=False)
    made.settings = replace(made.settings, tables=rules)
    before = len(made.told)
    await made.table._dealing.rest_quietly()

    assert made.told[before:] == (said if what == "running" else [])


# --- who is dealt in -------------------------------------------------------------------------------------------


async def test_a_computer_player_without_chips_buys_in_before_the_cut_or_gets_up() -> None:
    state = table_of(chair("Sari"), chair("Budi"), chair("Anoman", 0), running=True, hands_played=1, dealer_chair=2)
    evening = PlainEvening(state)
    evening.wallets[COMPUTER] = 500
    await evening.begin()
    assert await until_cut(evening) == PAUSE - CUT_SECONDS

    assert (evening.told, evening.packs.settled) == (["rebought"], {0: SARI, 1: BUDI, 2: COMPUTER})
    broke = await pause(state)
    assert await until_cut(broke) == PAUSE - CUT_SECONDS
    assert (broke.told, broke.packs.settled) == (["left"], {0: SARI, 1: BUDI})


async def test_a_table_whose_computer_player_had_to_get_up_waits_for_others() -> None:
    evening = await pause(table_of(chair("Sari"), chair("Anoman", 0), running=True, hands_played=1, dealer_chair=0))
    await evening.wait(PAUSE)

    assert (evening.told, dealt(evening)) == (["left", "waiting-for-players"], False)
    assert evening.seconds_left is None
    await evening.wait(60)
    assert evening.told == ["left", "waiting-for-players"]


async def test_computer_players_are_not_dealt_in_among_themselves() -> None:
    bima = replace(chair("Anoman"), player="computer:test:home:2", name="Bima")
    out = table_of(chair("Sari"), chair("Anoman"), bima, running=True, hands_played=1, dealer_chair=0)
    evening = await pause(out)
    await evening.wait(1)
    await evening.do(SARI, "sit out")
    await evening.wait(60)

    assert not dealt(evening)


# --- rules that change -----------------------------------------------------------------------------------------


async def test_a_hand_is_sealed_anew_when_the_rules_have_changed_and_words_come_first() -> None:
    evening = await pause()
    before = evening.packs
    evening.settings = evening.settings.with_game("qiuqiu", GameSettings("", replace(SUMATRA, ante=20)))
    await evening.wait(PAUSE)

    assert not dealt(evening)
    assert (evening.packs.attempt, evening.packs.superseded) == (before.attempt + 1, (before.commitment,))
    assert [(each.key, each.fields["why"]) for each in evening.notices] == [("sealed-anew", Why.RULES)]
    assert await until_dealt(evening) == PAUSE
    assert evening.state.playing is not None
    assert evening.state.playing.stacks == (100, 100, 100)


async def test_whoever_begins_a_hand_under_other_rules_sees_its_new_fingerprint_first() -> None:
    evening = await pause(between(running=False, dealer_chair=None, hands_played=0))
    before = evening.packs
    evening.settings = evening.settings.with_game("qiuqiu", GameSettings("", replace(SUMATRA, ante=20)))
    outcome = await evening.do(SARI, "start")

    assert (bool(outcome.told), evening.told) == (True, ["sealed-anew"])
    assert evening.packs.commitment != before.commitment
    assert not dealt(evening)


# --- chance ----------------------------------------------------------------------------------------------------


async def test_a_deal_is_closed_in_the_log_and_its_chance_is_asked_for_once() -> None:
    evening = await pause()
    packs = evening.packs.seal
    await evening.wait(PAUSE)

    assert evening.platform.asked == [False]
    assert evening.state.hand is not None
    assert evening.state.hand.deal.chance.beacons == (DIE,)
    logged = [type(write) for writes in evening.stored for write in writes if isinstance(write, LogAppended | Once)]
    assert logged == [LogAppended] * 2, "the packs when they were sealed, and the closing"
    assert evening.state.hand.deal.seal.commitment == packs.commitment
    assert evening.state.without_beacon == 0
    assert evening.state.clock == evening.settings.tables


async def test_without_a_beacon_that_is_required_other_packs_are_sealed() -> None:
    evening = await pause()
    evening.platform.beacon = None
    await evening.wait(PAUSE)

    assert (dealt(evening), evening.packs.attempt, evening.packs.misses, evening.state.given_up) == (False, 1, 1, 1)
    assert [(each.key, each.fields["why"]) for each in evening.notices] == [("sealed-anew", Why.BEACON)]
    assert evening.platform.asked == [False]
    await evening.wait(PAUSE)
    assert (evening.packs.attempt, evening.packs.misses, evening.seconds_left) == (2, 2, 2 * PAUSE)
    evening.platform.beacon = DIE
    assert await until_dealt(evening) == 2 * PAUSE


async def test_a_hand_that_is_dealt_without_the_beacon_says_so() -> None:
    evening = await pause(rules=WITHOUT)
    evening.platform.beacon = None
    await evening.wait(PAUSE)

    assert dealt(evening)
    (notice,) = evening.notices
    assert (notice.key, dict(notice.fields)) == ("dealt-without-beacon", {"count": 1, "hands": 2})
    assert evening.state.without_beacon == 1


async def test_where_the_platform_has_none_nothing_is_missing() -> None:
    evening = PlainEvening(between(), WITHOUT)
    evening.platform.is_there, evening.platform.beacon = False, None
    await evening.begin()
    await evening.wait(PAUSE)

    assert dealt(evening)
    assert (evening.told, evening.state.without_beacon, evening.platform.asked) == ([], 0, [])


async def test_what_else_has_happened_is_told_with_the_packs_that_are_sealed_anew_or_with_the_hand() -> None:
    state = table_of(chair("Sari"), chair("Anoman", 0), running=True, hands_played=1, dealer_chair=1)
    given_up, later = PlainEvening(state), PlainEvening(state)
    given_up.platform.beacon, later.hands_fit = None, False
    for evening in (given_up, later):
        evening.wallets[COMPUTER] = 500
        await evening.begin()
        await evening.wait(PAUSE)
    assert given_up.told == ["rebought", "sealed-anew"]
    assert given_up.state.seated[1].stack == 500
    assert later.told == [], "nothing is told before the hand is stored"
    later.hands_fit = True
    await until_dealt(later)
    assert later.told == ["rebought"]


async def test_whose_pledged_chance_is_missing_is_named_and_counted() -> None:
    evening = await pause(between(not_revealed=2))
    evening.platform.pledges = {2: bytes(32), 1: bytes(32)}
    await evening.wait(PAUSE)

    assert dealt(evening)
    (notice,) = evening.notices
    assert (notice.key, notice.fields) == ("not-revealed", {"names": "Budi · Wati", "count": 4})
    assert evening.state.not_revealed == 4


async def test_sources_are_prepared_and_rules_for_the_clock_hold_from_the_deal_on() -> None:
    evening = await pause()
    assert evening.platform.prepared == 1
    tables = replace(evening.settings.tables, turn_seconds=90)
    evening.settings = replace(evening.settings, tables=tables)
    await evening.do(BUDI, "shuffle", words="salak")
    assert evening.platform.prepared == 2
    assert evening.state.clock.turn_seconds != 90
    await evening.wait(PAUSE)

    assert evening.state.clock.turn_seconds == 90


# --- trouble ---------------------------------------------------------------------------------------------------


async def test_a_hand_that_cannot_be_stored_is_dealt_later_with_the_chance_it_had() -> None:
    evening = await pause(alone())
    evening.hands_fit = False
    await evening.wait(PAUSE)
    assert (dealt(evening), evening.packs.drawn) == (False, ("players",))
    restarted = PlainEvening(evening.state)
    restarted.hands_fit = False
    await restarted.begin()
    assert (restarted.seconds_left, restarted.platform.asked) == (None, [True]), "no other pause runs"
    restarted.hands_fit = True
    assert await until_dealt(restarted) <= TROUBLE_SECONDS
    await evening.wait(2 * TROUBLE_SECONDS)
    assert not dealt(evening)
    evening.hands_fit = True
    assert await until_dealt(evening) <= TROUBLE_SECONDS
    assert evening.platform.asked == [False], "it is asked once"


async def test_a_process_that_ends_leaves_a_closed_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    async def draw(*_: object, **__: object) -> None:
        asked.set()
        await asyncio.sleep(600)

    evening, asked = await pause(alone()), asyncio.Event()
    monkeypatch.setattr(dealing, "LAST_SECONDS", 0)
    monkeypatch.setattr(evening.platform, "draw", draw)
    waiting = asyncio.create_task(evening.wait(PAUSE))
    await asked.wait()
    with capture_logs() as logs:
        evening.table.stop()
        await waiting

    assert (dealt(evening), logs, evening.packs.attempt) == (False, [], 0)


async def test_a_deal_that_can_never_be_made_keeps_nobodys_chips(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ValueError("no such deal")

    evening = await pause()
    with monkeypatch.context() as patch, capture_logs():
        patch.setattr(hands, "begin", broken)
        await evening.wait(PAUSE)
    assert [(each.key, each.fields["why"]) for each in evening.notices] == [("sealed-anew", Why.TROUBLE)]
    assert (evening.packs.closing, evening.packs.misses, evening.state.given_up) == (None, 0, 1)
    assert await until_dealt(evening) == PAUSE
    assert evening.platform.asked == [False, False], "chance for other packs is other chance"


async def test_chips_that_another_process_has_moved_make_no_deal_impossible(monkeypatch: pytest.MonkeyPatch) -> None:
    def overdrawn(*_: object) -> None:
        raise Overdrawn(wallet("test:home", BUDI), 0, 10)

    evening = await pause()
    monkeypatch.setattr(hands, "begin", overdrawn)
    await evening.wait(PAUSE)
    assert (evening.packs.closing is None, evening.notices) == (False, [])


async def test_a_hand_that_cannot_be_shown_is_dealt_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ValueError("no such place")

    evening = await pause()
    await until_cut(evening)
    with capture_logs() as logs:
        monkeypatch.setattr(evening, "show", broken)
        await evening.wait(PAUSE)

    assert dealt(evening)
    assert [each["event"] for each in logs if each["log_level"] == "error"] == ["deal cannot be made"]


async def test_what_was_dealt_in_the_meantime_is_not_dealt_when_it_is_tried_again() -> None:
    evening = await pause()
    evening.hands_fit = False
    await evening.wait(PAUSE)
    evening.hands_fit = True
    with capture_logs() as logs:
        await evening.do(BUDI, "leave")
        await evening.wait(TROUBLE_SECONDS)

    assert evening.state.hands_played == 2
    assert not [each for each in logs if each["log_level"] == "error"]


async def test_a_hand_that_was_begun_by_a_command_is_stored_with_its_key() -> None:
    evening = PlainEvening(between(running=False, dealer_chair=None, hands_played=0))
    await evening.begin()
    await evening.do(SARI, "start", key="u1")

    begun = JournalLine("T1", 1, None, SARI, "start", "u1")
    (closing,) = [writes for writes in evening.stored if begun in writes]
    assert any(isinstance(write, LogAppended) for write in closing), "with the closing, before any chance is asked for"
    assert dealt(evening)
