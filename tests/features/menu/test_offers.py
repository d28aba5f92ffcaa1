"""What one person is offered at a table, from the table alone: each button with the command that it carries."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.commands import Refusal, Request
from bot.features.menu.offers import PAGES, Offer, Offers, Page, Section, offers
from bot.groups import GroupSettings, TableRules
from bot.messages import Person, PlayerId
from bot.tables.handlers import TableContext
from bot.tables.sealing import sealed_for
from bot.tables.stopping import QuestionTime
from bot.wording import in_language
from engine.fairness import NO_RECORD
from engine.fairness.sealed import closed
from engine.games import GAMES
from engine.house_rules import GameRules
from engine.qiuqiu.rules import SUMATRA, QiuQiuRules
from engine.quandui.rules import QuanDuiRules
from engine.table.state import Chair, KeptOut, TableState
from tests.bot.plain_tables import person, typed
from tests.engine.table.tables import COMPUTER, PAUSED, chair, in_play, table_of
from tests.seeded_entropy import SeededEntropy

NOW = datetime(2026, 5, 1, 20, 0, tzinfo=UTC)
SARI, BUDI, WATI = (person(name) for name in ("Sari", "Budi", "Wati"))
ADMIN = person("Ani", admin=True)
GROUP_ADMIN = person("Ani", admin=True, anonymous=True)
"""An admin who writes in the name of the group, and so has no chair and no chips."""

LEAST = GAMES["qiuqiu"].least_stack(SUMATRA)
PACKS = sealed_for(bytes(16).hex(), 1, 0, "qiuqiu", SUMATRA, NO_RECORD.hex(), SeededEntropy("offers"))
CUT = replace(PACKS, cutter=BUDI.id, settled={0: SARI.id, 1: BUDI.id})
"""The next hand is being cut, by Budi."""

CLOSED = closed(PACKS, {0: SARI.id, 1: BUDI.id}, 0)
"""The next hand is closed, and about to be dealt."""

KEPT = (KeptOut("test:wati", "Wati", NOW + timedelta(seconds=1)), KeptOut("test:joko", "Joko", NOW))
RULES = replace(TableRules(), min_buy_in=100, buy_in=500, max_buy_in=2000)


def offers_at(
    table: TableState,
    who: Person,
    *,
    tables: TableRules = RULES,
    house_rules: GameRules = SUMATRA,
    available: int = 1000,
    computer_may_come: bool = False,
    others_come: bool = True,
    notified: bool = False,
    hindered: bool = False,
    quiet: bool = False,
    away: bool = False,
) -> Offers:
    """What somebody is offered at a table as it is, with what is so besides."""

    async def hindrance(*_: object, **__: object) -> Refusal | None:
        return Refusal("own-limit") if hindered else None

    async def nobody_hindered(_: TableState) -> dict[PlayerId, Refusal]:
        return {}

    async def newcomer(*_: object) -> tuple[Person, int]:
        if not computer_may_come:
            raise Refusal("computers-never")
        return Person(COMPUTER, "Anoman"), 500

    async def available_chips(_: PlayerId) -> int:
        return available

    settings = GroupSettings(
        tables=tables, away=away, of_features={"notified": {who.id: [table.game_name]}} if notified else {}
    )
    store = SimpleNamespace(
        state=table,
        settings=settings,
        table_rules=tables,
        rules=house_rules,
        least_stack=table.game.least_stack(house_rules),
        available_chips=available_chips,
        waits=away,
        quiet_until=NOW if quiet else None,
        now=NOW,
        moment=lambda moment: f"{moment:%H:%M}",
        services=SimpleNamespace(
            hindrances=SimpleNamespace(hindrance=hindrance, before_deal=nobody_hindered),
            computers=SimpleNamespace(newcomer=newcomer),
            listener=SimpleNamespace(others_come=lambda _: others_come),
        ),
    )
    clock = SimpleNamespace(question_time=QuestionTime(20.0, {}), time_bank_used=lambda _: 0.0)
    menu = replace(typed(who.id, "menu"), who=who)
    return asyncio.run(_found(TableContext(cast(Any, store), cast(Any, clock)), menu))


async def _found(table: TableContext, menu: Request) -> Offers:
    return await offers(table, menu)


def two(**fields: Any) -> TableState:
    """Sari, who hosts, and Budi, before their first hand."""
    return table_of(chair("Sari"), chair("Budi"), **fields)


def with_budi(what: dict[str, Any], **fields: Any) -> TableState:
    return table_of(chair("Sari"), replace(chair("Budi"), **what), **fields)


def told(offer: Offer) -> str:
    """The button as it reads, marked if it is the usual one, and its command, with the bounds of what it asks for."""
    key = f"button-advance-{offer.name}" if offer.command.startswith("advance ") else f"offer-{offer.name}"
    label = in_language("en")(key, amount=offer.amount, name=offer.who)
    if offer.who and offer.name != "readmit":
        label = offer.who
    asked = f" {offer.least}-{offer.most}" if offer.most else ""
    return f"{'*' * offer.usual}{label}: {offer.command}{asked}"


def page(which: Page, table: TableState, who: Person = SARI, **now: Any) -> list[str]:
    """What stands on a page of the menu."""
    return [told(each) for each in offers_at(table, who, **now).of(which)]


def row(section: Section, table: TableState, who: Person = BUDI, **now: Any) -> list[str]:
    """What stands in a row of the first page."""
    found = offers_at(table, who, **now).of("")
    return [told(each) for each in found if each.section == section]


def commands(table: TableState, who: Person = BUDI, **now: Any) -> list[str]:
    """All commands of the first page."""
    return [each.partition(": ")[2] for each in page("", table, who, **now)]


# --- a seat ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("available", "offered"),
    [
        (5000, ["*Join with 500: join", "Join with 100: join 100", "Join with 2,000: join 2000",
                "Join with …: join 100-2000"]),
        (1000, ["*Join with 500: join", "Join with 100: join 100", "Join with 1,000: join 1000",
                "Join with …: join 100-1000"]),
        (500, ["*Join with 500: join", "Join with 100: join 100", "Join with …: join 100-500"]),
        (102, ["*Join with 102: join", "Join with 100: join 100", "Join with …: join 100-102"]),
        (101, ["*Join with 101: join", "Join with 100: join 100"]),
        (100, ["*Join with 100: join"]),
        (99, []),
    ],
)  # fmt: skip
def test_with_how_many_chips_a_guest_may_sit_down(available: int, offered: list[str]) -> None:
    assert row("seat", table_of(chair("Sari")), available=available) == offered


FULL = table_of(*(chair(f"P{number}") for number in range(len(table_of().chairs))))
LOOKS = ["rules qiuqiu", "house qiuqiu"]
"""What anybody may read of a table at which no hand was dealt."""

TO_GUESTS = ["share", "notify me qiuqiu"]
ALL_THREE = (chair("Sari"), chair("Budi"), chair("Wati"))


@pytest.mark.parametrize(
    ("table", "who", "now", "offered"),
    [
        pytest.param(two(), WATI, {"hindered": True}, ["chips", *LOOKS, *TO_GUESTS], id="takes a break"),
        pytest.param(two(kept_out=KEPT), WATI, {}, ["chips", *LOOKS, *TO_GUESTS], id="kept out"),
        pytest.param(two(), WATI, {"away": True}, ["chips", *LOOKS, "share"], id="the bot is away"),
        pytest.param(two(closing=True), WATI, {}, ["chips", *LOOKS, *TO_GUESTS], id="closing"),
        pytest.param(two(sealed=CUT), WATI, {}, ["chips", *LOOKS, *TO_GUESTS], id="being cut"),
        pytest.param(FULL, WATI, {}, ["chips", *LOOKS, *TO_GUESTS], id="full"),
        pytest.param(
            two(), WATI, {"available": 0}, ["daily", "chips", *LOOKS, *TO_GUESTS], id="no chips"
        ),
        pytest.param(two(), GROUP_ADMIN, {}, [*LOOKS, "share", "menu remove", "pause", "menu host", "menu end"],
                     id="in the name of the group"),
    ],
)  # fmt: skip
def test_who_is_offered_no_seat(table: TableState, who: Person, now: dict[str, Any], offered: list[str]) -> None:
    assert commands(table, who, **now) == offered


def test_a_guest_is_told_when_others_wait_and_brings_others_where_they_can_come() -> None:
    table = table_of(chair("Sari"))

    assert row("learn", table)[2:] == ["Invite: share", "Tell me when …: notify me qiuqiu"]
    assert row("learn", table, notified=True)[2:] == ["Invite: share", "Stop telling me: notify off"]
    assert row("learn", table, SARI)[2:] == ["Invite: share"]
    assert row("learn", table, SARI, notified=True)[2:] == ["Invite: share"]
    assert row("learn", table, GROUP_ADMIN, notified=True)[2:] == ["Invite: share"]
    assert row("learn", table, others_come=False)[2:] == []


@pytest.mark.parametrize(
    ("what", "fields", "now", "offered"),
    [
        ({}, {}, {}, ["Sit out: sit out", "Leave: leave"]),
        ({"out": True}, {}, {}, ["*I'm back: sit back", "Leave: leave"]),
        ({"out": True, "stack": LEAST}, {}, {}, ["*I'm back: sit back", "Leave: leave"]),
        ({"out": True, "stack": LEAST - 1}, {}, {}, ["Leave: leave"]),
        ({"leaving": True}, {}, {}, ["*Stay: join"]),
        ({"leaving": True, "out": True}, {}, {}, ["*Stay: join"]),
        ({"leaving": True}, {"closing": True}, {}, []),
        ({"leaving": True, "out": True}, {"closing": True}, {}, ["*I'm back: sit back"]),
        ({"removed": True}, {}, {}, []),
        ({"removed": True, "leaving": True}, {}, {}, []),
        ({}, {}, {"hindered": True}, ["Sit out: sit out", "Leave: leave"]),
        ({"out": True}, {}, {"hindered": True}, ["Leave: leave"]),
        ({"leaving": True}, {}, {"hindered": True}, []),
        ({}, {"sealed": PACKS}, {}, ["Sit out: sit out", "Leave: leave"]),
        ({}, {"sealed": CUT}, {}, []),
        ({}, {}, {"away": True}, []),
    ],
)
def test_what_a_player_is_offered_of_their_seat(
    what: dict[str, Any], fields: dict[str, Any], now: dict[str, Any], offered: list[str]
) -> None:
    assert row("seat", with_budi(what, **fields), **now) == offered


# --- chips -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stack", "available", "offered"),
    [
        (100, 1000, ["+400 chips: rebuy 400", "+1,000 chips: rebuy 1000", "More chips …: rebuy 1-1000"]),
        (500, 1000, ["+500 chips: rebuy 500", "+1,000 chips: rebuy 1000", "More chips …: rebuy 1-1000"]),
        (700, 5000, ["+500 chips: rebuy 500", "+1,300 chips: rebuy 1300", "More chips …: rebuy 1-1300"]),
        (100, 400, ["+400 chips: rebuy 400", "More chips …: rebuy 1-400"]),
        (1998, 1000, ["+2 chips: rebuy 2", "More chips …: rebuy 1-2"]),
        (1999, 1000, ["+1 chips: rebuy 1"]),
        (2000, 1000, []),
        (100, 0, []),
        (LEAST, 1000, ["+490 chips: rebuy 490", "+1,000 chips: rebuy 1000", "More chips …: rebuy 1-1000"]),
        (LEAST - 1, 1000, ["*+491 chips: rebuy 491", "+1,000 chips: rebuy 1000", "More chips …: rebuy 1-1000"]),
        (LEAST, 0, []),
        (LEAST - 1, 1, ["*+1 chips: rebuy 1"]),
        (LEAST - 1, 0, ["*Daily chips: daily"]),
    ],
)
def test_how_many_chips_a_player_is_offered(stack: int, available: int, offered: list[str]) -> None:
    assert row("chips", with_budi({"stack": stack}), available=available) == [*offered, "My chips: chips"]


@pytest.mark.parametrize(
    ("what", "fields", "now"),
    [
        ({"removed": True}, {}, {}),
        ({}, {"hand": True}, {}),
        ({}, {"sealed": CUT}, {}),
        ({}, {}, {"hindered": True}),
        ({}, {}, {"away": True}),
        ({"stack": 0}, {"practice": True}, {"available": 0}),
    ],
)
def test_who_is_offered_no_chips(what: dict[str, Any], fields: dict[str, Any], now: dict[str, Any]) -> None:
    hand = fields.pop("hand", None)
    table = replace(
        with_budi(what, **fields), hand=None if hand is None else in_play(chair("Sari"), chair("Budi")).hand
    )

    assert row("chips", table, **now) == ["My chips: chips"]


def test_whoever_waits_for_the_next_hand_may_buy_more_while_others_play() -> None:
    table = in_play(chair("Sari"), chair("Wati")).with_chair(2, chair("Budi"))

    assert "+400 chips: rebuy 400" in row("chips", table)
    assert row("chips", table, SARI) == ["My chips: chips"]


@pytest.mark.parametrize(
    ("available", "fields", "now", "daily"),
    [(99, {}, {}, True), (100, {}, {}, False), (0, {"practice": True}, {}, False), (0, {}, {"away": True}, False)],
)
def test_daily_chips_are_offered_to_a_guest_who_cannot_sit_down(
    available: int, fields: dict[str, Any], now: dict[str, Any], daily: bool
) -> None:
    offered = row("chips", table_of(chair("Sari"), **fields), available=available, **now)

    assert offered == [*["*Daily chips: daily"] * daily, "My chips: chips"]


def test_whoever_writes_in_the_name_of_the_group_has_no_chips() -> None:
    assert row("chips", two(), GROUP_ADMIN, available=0) == []


# --- the next hand ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("what", "fields", "now", "offered"),
    [
        ({}, {}, {}, ["*Start now: start"]),
        ({}, {"running": True}, {}, ["Start now: start"]),
        ({"out": True}, {}, {}, []),
        ({"stack": LEAST}, {}, {}, ["*Start now: start"]),
        ({"stack": LEAST - 1}, {}, {}, []),
        ({"removed": True}, {}, {}, []),
        ({}, {"paused": PAUSED}, {}, []),
        ({}, {"hand": True}, {}, []),
        ({}, {}, {"quiet": True}, []),
        ({}, {}, {"hindered": True}, []),
        ({}, {}, {"away": True}, []),
        ({}, {"sealed": PACKS}, {}, ["*Start now: start", "Shuffle: shuffle 1.0"]),
        ({}, {"sealed": PACKS}, {"quiet": True}, ["Shuffle: shuffle 1.0"]),
        ({}, {"sealed": PACKS, "paused": PAUSED}, {}, ["Shuffle: shuffle 1.0"]),
        ({"out": True}, {"sealed": PACKS}, {}, []),
        ({}, {"sealed": PACKS, "hand": True}, {}, []),
        ({}, {"sealed": replace(PACKS, words={SARI.id: "salak"})}, {}, ["*Start now: start", "Shuffle: shuffle 1.0"]),
        ({}, {"sealed": replace(PACKS, words={BUDI.id: "salak"})}, {}, ["*Start now: start"]),
        ({}, {"sealed": CUT}, {}, ["*Start now: start", "Shuffle: shuffle 1.0"]),
        ({}, {"sealed": replace(CUT, cutter=SARI.id)}, {}, []),
        ({}, {"sealed": CLOSED}, {}, ["*Start now: start"]),
    ],
)
def test_who_may_begin_the_next_hand_and_shuffle_it(
    what: dict[str, Any], fields: dict[str, Any], now: dict[str, Any], offered: list[str]
) -> None:
    if "hand" in fields:
        fields = {**fields, "hand": in_play(chair("Sari"), chair("Wati")).hand}
    found = offers_at(with_budi(what, **fields), BUDI, **now).of("")
    of_next = [each for each in found if each.name in ("start", "shuffle")]

    assert [f"{told(each)}{' ' * bool(each.turn)}{each.turn}" for each in of_next] == offered
    assert all(each.section == "play" for each in of_next)


@pytest.mark.parametrize(
    ("fields", "now", "offered"),
    [
        ({}, {}, True),
        ({"hand": in_play(chair("Sari"), chair("Budi")).hand}, {}, True),
        ({}, {"computer_may_come": False}, False),
        ({"closing": True}, {}, False),
        ({"sealed": CUT}, {}, False),
        ({}, {"away": True}, False),
        ({"chairs": (chair("Sari"), chair("Budi"))}, {}, False),
    ],
)
def test_when_a_player_may_let_a_computer_player_join_in(
    fields: dict[str, Any], now: dict[str, Any], offered: bool
) -> None:
    now = {"computer_may_come": True, **now}

    assert row("host", replace(two(), **fields), **now) == ["Add computer: add computer"] * offered
    assert row("host", two(), WATI, **now) == [], "only those who sit there"


@pytest.mark.parametrize(
    ("chairs", "next_dealer", "begins"),
    [
        pytest.param(ALL_THREE, None, ["Sari", "Budi", "Wati"], id="nobody cuts yet"),
        pytest.param(ALL_THREE, 0, ["Budi"], id="the next after the dealer cuts"),
        pytest.param((chair("Sari"), chair("Anoman")), 0, ["Sari"], id="a computer player cuts nothing"),
        pytest.param((chair("Sari"), chair("Budi", out=True)), None, [], id="one alone"),
        pytest.param((*ALL_THREE[:2], chair("Wati", out=True)), None, ["Sari", "Budi"], id="never who sits out"),
    ],
)  # fmt: skip
def test_the_one_who_cuts_begins_a_hand_and_two_are_enough(
    chairs: tuple[Chair, ...], next_dealer: int | None, begins: list[str]
) -> None:
    table = table_of(*chairs, sealed=PACKS, next_dealer_chair=next_dealer)

    assert [name for name in ("Sari", "Budi", "Wati") if "start" in commands(table, person(name))] == begins


# --- to look at ------------------------------------------------------------------------------------------------

PUBLIC = ["Rules: rules qiuqiu", "House rules: house qiuqiu"]
AHEAD = ["Ahead: check/fold: advance check-fold", "Ahead: check/call: advance call"]
OF_THE_HAND = ["Verify: verify 7", "This evening: evening 1"]


def hand_of(*names: str, script: str = "", rules: QiuQiuRules = SUMATRA, **fields: Any) -> TableState:
    table = in_play(*map(chair, names), script=script, rules=rules)
    return replace(table, id="1", **fields)


FOLDED = "Sari bet 20 · Budi fold"
"""Both keep their cards to themselves."""


@pytest.mark.parametrize(
    ("table", "who", "now", "learn", "play"),
    [
        (two(id="1"), BUDI, {}, [], []),
        (hand_of("Sari", "Budi"), SARI, {}, [], ["My hand: hand"]),
        (hand_of("Sari", "Budi"), BUDI, {}, [], ["My hand: hand", *AHEAD]),
        (hand_of("Sari", "Budi", script="Sari bet 20"), SARI, {},
         [], ["My hand: hand"]),
        (hand_of("Sari", "Budi", paused=replace(PAUSED, stands_still=True)), BUDI, {},
         [], ["My hand: hand"]),
        (hand_of("Sari", "Budi", practice=True), BUDI, {}, [],
         ["My hand: hand", "Hint: hint", *AHEAD]),
        (hand_of("Sari", "Wati", practice=True), BUDI, {}, [], []),
        (hand_of("Sari", "Budi"), replace(BUDI, anonymous=True), {}, [], []),
        (hand_of("Sari", "Budi", script=FOLDED), BUDI, {},
         ["Verify my last cards: verify mine 7", "Show my last cards: show cards 7", "Replay: replay 7"], []),
        (hand_of("Sari", "Budi", script=FOLDED), BUDI, {"tables": replace(RULES, show_cards=False)},
         ["Verify my last cards: verify mine 7", "Replay: replay 7"], []),
        (hand_of("Sari", "Budi", script=FOLDED, rules=replace(SUMATRA, disclosure="at-close")), BUDI, {},
         ["Verify my last cards: verify mine 7", "Replay: replay 7"], []),
        (hand_of("Sari", "Wati", script=FOLDED.replace("Budi", "Wati")), BUDI, {}, ["Replay: replay 7"], []),
        (hand_of("Sari", "Budi", script=FOLDED), GROUP_ADMIN, {}, ["Replay: replay 7"], []),
    ],
)  # fmt: skip
def test_what_anybody_may_look_at(
    table: TableState, who: Person, now: dict[str, Any], learn: list[str], play: list[str]
) -> None:
    now = {"others_come": False, **now}
    of_hand = [] if table.hand is None else OF_THE_HAND if table.hand.over else OF_THE_HAND[1:]

    assert row("learn", table, who, **now) == [*PUBLIC, *of_hand, *learn]
    assert row("play", table, who, quiet=True, **now) == play


def test_cards_that_lie_open_are_shown_to_nobody_again() -> None:
    shown = hand_of("Sari", "Budi", script="Sari check · Budi check · Sari check · Budi check")
    assert shown.hand is not None
    assert shown.hand.round.opened

    offered = commands(shown)
    assert ("show cards 7" in offered) is bool(set(shown.hand.round.held(1)) - set(shown.hand.round.opened))
    assert "verify mine 7" in offered


@pytest.mark.parametrize(
    ("what", "now", "offered"),
    [
        ({}, {}, ["Ask me if dui: advance pass-unless-dui", "Ask me if win: advance pass-unless-win"]),
        ({"standing": "pass-unless-dui"}, {},
         ["Ask me always: advance ask-always", "Ask me if win: advance pass-unless-win"]),
        ({"removed": True}, {}, []),
        ({}, {"away": True}, []),
    ],
)  # fmt: skip
def test_which_discards_a_player_is_asked_about(what: dict[str, Any], now: dict[str, Any], offered: list[str]) -> None:
    table, now = with_budi(what, game_name="quan-dui"), {"house_rules": QuanDuiRules(), "quiet": True, **now}

    assert row("play", table, **now) == offered
    assert row("play", table, WATI, **now) == []
    assert row("play", with_budi(what), quiet=True) == [], "QiuQiu asks about every turn"


# --- what hosts and admins do ----------------------------------------------------------------------------------

PLAYING = in_play(chair("Sari"), chair("Budi"))


@pytest.mark.parametrize(
    ("table", "who", "now", "offered"),
    [
        (two(), SARI, {},
         ["Remove somebody: menu remove", "Pause: pause", "Hand over …: menu host", "End …: menu end"]),
        (two(), BUDI, {}, []),
        (two(), WATI, {}, []),
        (two(), ADMIN, {},
         ["Remove somebody: menu remove", "Pause: pause", "Hand over …: menu host", "End …: menu end"]),
        (two(), replace(SARI, anonymous=True), {}, []),
        (two(), SARI, {"away": True}, []),
        (two(sealed=CUT), SARI, {}, ["Hand over …: menu host"]),
        (two(sealed=CUT), ADMIN, {}, ["Remove somebody: menu remove", "Hand over …: menu host"]),
        (two(closing=True), SARI, {}, ["Remove somebody: menu remove", "Hand over …: menu host"]),
        (table_of(chair("Sari")), SARI, {}, ["Pause: pause", "End …: menu end"]),
        (two(paused=PAUSED), SARI, {},
         ["Remove somebody: menu remove", "*Resume: resume", "Hand over …: menu host", "End …: menu end"]),
        (PLAYING, SARI, {},
         ["Remove somebody: menu remove", "Pause …: menu pause", "Hand over …: menu host", "End …: menu end"]),
    ],
)  # fmt: skip
def test_what_a_host_and_an_admin_may_do(
    table: TableState, who: Person, now: dict[str, Any], offered: list[str]
) -> None:
    assert row("host", table, who, **now) == offered


@pytest.mark.parametrize(
    ("table", "who", "now", "offered"),
    [
        (two(), SARI, {}, ["Budi: kick test:budi"]),
        (two(), ADMIN, {}, ["Sari: kick test:sari", "Budi: kick test:budi", "Bans …: bans"]),
        (two(), GROUP_ADMIN, {}, ["Sari: kick test:sari", "Budi: kick test:budi", "Bans …: bans"]),
        (two(), BUDI, {}, []),
        (with_budi({"removed": True}), SARI, {}, []),
        (with_budi({"leaving": True}), SARI, {}, ["Budi: kick test:budi"]),
        (table_of(chair("Sari"), chair("Anoman")), SARI, {}, ["Remove computer: remove computer"]),
        (table_of(chair("Sari"), chair("Anoman", removed=True)), SARI, {}, []),
        (table_of(chair("Sari"), chair("Anoman"), sealed=CUT), SARI, {}, []),
        (two(sealed=CUT), SARI, {}, []),
        (table_of(chair("Sari"), kept_out=KEPT), SARI, {}, ["Let Wati back: readmit test:wati"]),
    ],
)
def test_whom_a_host_may_remove_and_let_back(
    table: TableState, who: Person, now: dict[str, Any], offered: list[str]
) -> None:
    assert page("remove", table, who, **now) == offered


@pytest.mark.parametrize(
    ("table", "now", "offered"),
    [
        (PLAYING, {}, ["After this hand: pause", "At once: pause now"]),
        (replace(PLAYING, closing=True), {}, ["At once: pause now"]),
        (replace(PLAYING, paused=PAUSED), {}, []),
        (two(), {}, []),
    ],
)
def test_a_hand_that_is_played_is_paused_at_once_or_after_it(
    table: TableState, now: dict[str, Any], offered: list[str]
) -> None:
    assert page("pause", table, **now) == offered


@pytest.mark.parametrize(
    ("chairs", "who", "now", "offered"),
    [
        (ALL_THREE, SARI, {}, ["Budi: host test:budi", "Wati: host test:wati"]),
        ((chair("Sari"), chair("Budi", leaving=True), chair("Wati", removed=True)), SARI, {}, []),
        ((chair("Sari"), chair("Anoman"), chair("Budi", out=True)), ADMIN, {}, ["Budi: host test:budi"]),
        ((chair("Sari"), chair("Budi")), BUDI, {}, []),
    ],
)
def test_to_whom_the_host_is_handed_over(
    chairs: tuple[Chair, ...], who: Person, now: dict[str, Any], offered: list[str]
) -> None:
    assert page("host", table_of(*chairs), who, **now) == offered
    assert ("menu host" in commands(table_of(*chairs), who, **now)) is bool(offered)


STOPPING = "Stop …: menu stop"


@pytest.mark.parametrize(
    ("table", "who", "now", "ends", "stops"),
    [
        (two(), SARI, {}, ["Close the table: close"], []),
        (PLAYING, SARI, {}, ["Close after the hand: close"], []),
        (PLAYING, BUDI, {}, [], []),
        (two(), ADMIN, {}, ["Close the table: close", STOPPING], ["Give stakes back: stop now"]),
        (PLAYING, ADMIN, {}, ["Close after the hand: close", STOPPING],
         ["Give stakes back: stop now", "Only this hand: bank void 7"]),
        (replace(PLAYING, closing=True), ADMIN, {}, [STOPPING],
         ["Give stakes back: stop now", "Only this hand: bank void 7"]),
        (two(), ADMIN, {"away": True}, [], []),
        (two(sealed=CUT), ADMIN, {}, [], []),
    ],
)  # fmt: skip
def test_who_ends_a_table_and_who_stops_it(
    table: TableState, who: Person, now: dict[str, Any], ends: list[str], stops: list[str]
) -> None:
    assert page("end", table, who, **now) == ends
    assert page("stop", table, who, **now) == stops
    assert ("menu end" in commands(table, who, **now)) is bool(ends)


# --- the menu as a whole ---------------------------------------------------------------------------------------


def test_every_page_is_led_to_by_a_button_and_only_what_takes_chips_names_an_amount() -> None:
    found = offers_at(PLAYING, ADMIN)
    everything = [each for which in PAGES for each in found.of(which)]

    assert {each.command.partition(" ")[2] for each in everything if each.command.startswith("menu")} | {""} == set(
        PAGES
    )
    assert {each.name for each in everything if each.amount} == {"join-with"}
    assert {each.name for each in offers_at(two(), BUDI).of("") if each.amount} == {"rebuy-with"}
