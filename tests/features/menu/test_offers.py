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
from bot.wording import has, in_language
from engine.fairness import NO_RECORD
from engine.fairness.sealed import closed
from engine.games import GAMES
from engine.house_rules import GameRules
from engine.qiuqiu.rules import SUMATRA, QiuQiuRules
from engine.quandui.rules import QuanDuiRules
from engine.table.state import Chair, KeptOut, TableState
from tests.bot.plain_tables import person, typed
from tests.engine.table.tables import COMPUTER, PAUSED, chair, chairs_told, facts, in_play, table_of, table_told
from tests.rows import Readers, rows
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


FULL = table_of(*(chair(f"P{number}") for number in range(len(table_of().chairs))))
PLAYING = in_play(chair("Sari"), chair("Budi"))
NAMED: dict[str, dict[str, Any]] = {
    "being cut": {"sealed": CUT},
    "being cut by Sari": {"sealed": replace(CUT, cutter=SARI.id)},
    "sealed": {"sealed": PACKS},
    "sealed with a word of Sari": {"sealed": replace(PACKS, words={SARI.id: "salak"})},
    "sealed with a word of Budi": {"sealed": replace(PACKS, words={BUDI.id: "salak"})},
    "closed": {"sealed": CLOSED},
    "paused": {"paused": PAUSED},
    "standing still": {"paused": replace(PAUSED, stands_still=True)},
    "others kept out": {"kept_out": KEPT},
    "hand": {"hand": PLAYING.hand},
    "no free chair": {"chairs": PLAYING.seated},
    "at close": {"rules": replace(SUMATRA, disclosure="at-close")},
    "no cards shown": {"tables": replace(RULES, show_cards=False)},
    "no computer may come": {"computer_may_come": False},
}
"""What may be so of a table, as the rows tell it."""

WHO = {each.name: each for each in (SARI, BUDI, WATI)}
WHO |= {"an admin": ADMIN, "the group": GROUP_ADMIN, "anonymous": replace(SARI, anonymous=True)}
TOLD: Readers = {
    "table": lambda cell: FULL if cell == "full" else table_told(cell, NAMED),
    "chairs": chairs_told,
    "who": WHO.__getitem__,
    **dict.fromkeys(("what", "fields", "now"), lambda cell: facts(cell, NAMED)),
}


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
    return asyncio.run(_found(cast(Any, SimpleNamespace(store=store, clock=clock, state=store.state)), menu))


async def _found(table: TableContext, menu: Request) -> Offers:
    return await offers(table, menu)


def two(**fields: Any) -> TableState:
    """Sari, who hosts, and Budi, before their first hand."""
    return table_of(chair("Sari"), chair("Budi"), **fields)


def with_budi(what: dict[str, Any], **fields: Any) -> TableState:
    return table_of(chair("Sari"), replace(chair("Budi"), **what), **fields)


def told(offer: Offer) -> str:
    """The button as it reads, marked if it is the usual one, and its command, with the bounds of what it asks for."""
    kind = "button-advance" if offer.command.startswith("advance ") else "button"
    key = f"offer-{offer.name}" if has(f"offer-{offer.name}") else f"{kind}-{offer.name}"
    label = in_language("en")(key, amount=offer.amount or "…", name=offer.who)
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


@rows(__file__, **TOLD)
def test_with_how_many_chips_a_guest_may_sit_down(available: int, offered: list[str]) -> None:
    assert row("seat", table_of(chair("Sari")), available=available) == offered


@rows(__file__, **TOLD)
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


@rows(__file__, **TOLD)
def test_what_a_player_is_offered_of_their_seat(
    what: dict[str, Any], fields: dict[str, Any], now: dict[str, Any], offered: list[str]
) -> None:
    assert row("seat", with_budi(what, **fields), **now) == offered


# --- chips -----------------------------------------------------------------------------------------------------


@rows(__file__, **TOLD)
def test_how_many_chips_a_player_is_offered(stack: int, available: int, offered: list[str]) -> None:
    assert row("chips", with_budi({"stack": stack}), available=available) == [*offered, "Chips: chips"]


@rows(__file__, **TOLD)
def test_who_is_offered_no_chips(what: dict[str, Any], fields: dict[str, Any], now: dict[str, Any]) -> None:
    hand = fields.pop("hand", None)
    table = replace(
        with_budi(what, **fields), hand=None if hand is None else in_play(chair("Sari"), chair("Budi")).hand
    )

    assert row("chips", table, **now) == ["Chips: chips"]


def test_whoever_waits_for_the_next_hand_may_buy_more_while_others_play() -> None:
    table = in_play(chair("Sari"), chair("Wati")).with_chair(2, chair("Budi"))

    assert "+400 chips: rebuy 400" in row("chips", table)
    assert row("chips", table, SARI) == ["Chips: chips"]


@pytest.mark.parametrize(
    ("available", "fields", "now", "daily"),
    [(99, {}, {}, True), (100, {}, {}, False), (0, {"practice": True}, {}, False), (0, {}, {"away": True}, False)],
)
def test_daily_chips_are_offered_to_a_guest_who_cannot_sit_down(
    available: int, fields: dict[str, Any], now: dict[str, Any], daily: bool
) -> None:
    offered = row("chips", table_of(chair("Sari"), **fields), available=available, **now)

    assert offered == [*["*Daily chips: daily"] * daily, "Chips: chips"]


def test_whoever_writes_in_the_name_of_the_group_has_no_chips() -> None:
    assert row("chips", two(), GROUP_ADMIN, available=0) == []


# --- the next hand ---------------------------------------------------------------------------------------------


@rows(__file__, **TOLD)
def test_who_may_begin_the_next_hand_and_shuffle_it(
    what: dict[str, Any], fields: dict[str, Any], now: dict[str, Any], offered: list[str]
) -> None:
    if "hand" in fields:
        fields = {**fields, "hand": in_play(chair("Sari"), chair("Wati")).hand}
    found = offers_at(with_budi(what, **fields), BUDI, **now).of("")
    of_next = [each for each in found if each.name in ("start", "shuffle")]

    assert [f"{told(each)}{' ' * bool(each.turn)}{each.turn}" for each in of_next] == offered
    assert all(each.section == "play" for each in of_next)


@rows(__file__, **TOLD)
def test_when_a_player_may_let_a_computer_player_join_in(
    fields: dict[str, Any], now: dict[str, Any], offered: bool
) -> None:
    now = {"computer_may_come": True, **now}

    assert row("host", replace(two(), **fields), **now) == ["Add computer player: add computer"] * offered
    assert row("host", two(), WATI, **now) == [], "only those who sit there"


@rows(__file__, **TOLD)
def test_the_one_who_cuts_begins_a_hand_and_two_are_enough(
    chairs: tuple[Chair, ...], next_dealer: int | None, begins: list[str]
) -> None:
    table = table_of(*chairs, sealed=PACKS, next_dealer_chair=next_dealer)

    assert [name for name in ("Sari", "Budi", "Wati") if "start" in commands(table, person(name))] == begins


# --- to look at ------------------------------------------------------------------------------------------------

PUBLIC = ["Rules: rules qiuqiu", "House rules: house qiuqiu"]
OF_THE_HAND = ["Verify: verify 7", "Evening: evening 1"]


def hand_of(*names: str, script: str = "", rules: QiuQiuRules = SUMATRA, **fields: Any) -> TableState:
    return replace(in_play(*map(chair, names), script=script, rules=rules), id="1", **fields)


@rows(__file__, **TOLD)
def test_what_anybody_may_look_at(
    table: TableState, who: Person, now: dict[str, Any], learn: list[str], play: list[str]
) -> None:
    now, table = {"others_come": False, **now}, replace(table, id="1")
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


@rows(__file__, **TOLD)
def test_which_discards_a_player_is_asked_about(what: dict[str, Any], now: dict[str, Any], offered: list[str]) -> None:
    table, now = with_budi(what, game_name="quan-dui"), {"house_rules": QuanDuiRules(), "quiet": True, **now}

    assert row("play", table, **now) == offered
    assert row("play", table, WATI, **now) == []
    assert row("play", with_budi(what), quiet=True) == [], "QiuQiu asks about every turn"


# --- what hosts and admins do ----------------------------------------------------------------------------------


@rows(__file__, **TOLD)
def test_what_a_host_and_an_admin_may_do(
    table: TableState, who: Person, now: dict[str, Any], offered: list[str]
) -> None:
    assert row("host", table, who, **now) == offered


@rows(__file__, **TOLD)
def test_whom_a_host_may_remove_and_let_back(
    table: TableState, who: Person, now: dict[str, Any], offered: list[str]
) -> None:
    assert page("remove", table, who, **now) == offered


@rows(__file__, **TOLD)
def test_a_hand_that_is_played_is_paused_at_once_or_after_it(
    table: TableState, now: dict[str, Any], offered: list[str]
) -> None:
    assert page("pause", table, **now) == offered


@rows(__file__, **TOLD)
def test_to_whom_the_host_is_handed_over(
    chairs: tuple[Chair, ...], who: Person, now: dict[str, Any], offered: list[str]
) -> None:
    assert page("host", table_of(*chairs), who, **now) == offered
    assert ("menu host" in commands(table_of(*chairs), who, **now)) is bool(offered)


@rows(__file__, **TOLD)
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
