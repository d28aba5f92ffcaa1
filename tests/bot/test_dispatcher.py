"""Bad input of every kind is answered with one sentence to its sender and changes nothing; nothing is done twice."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.chats.fitting import plain
from bot.commands import LONGEST_LINE, SPECS, Scope, Who, parse
from bot.ledger import queries
from bot.messages import Command, Person, Place, Pressed, Question, Reply
from bot.presenting import newcomers
from bot.wording import in_language, languages
from engine.games import GAMES
from tests.bot.fake_chat import Seen, buttons, words
from tests.bot.scenario import GROUP, Scenario, player_id
from tests.command_samples import line as command_line
from tests.removed_features import needs
from tests.rows import cells, rows
from tests.thoroughness import examples

SAFE = re.compile(r"[^\x00-\x1f\x7f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]*")


class Standing(NamedTuple):
    """Everything that bad input must leave alone."""

    seen: list[Seen]
    tables: list[object]
    settings: object
    postings: int
    chips: int


async def standing(scenario: Scenario) -> Standing:
    audit = await scenario.app.ledger.audit()
    assert audit.sound
    return Standing(
        list(scenario.chat.seen),
        [table.state for table in scenario.app.tables.of_group(GROUP)],
        scenario.app.groups.of(GROUP),
        audit.postings,
        await scenario.all_chips(),
    )


async def refuse(scenario: Scenario, name: str, text: str, *, turn: str = "") -> str:
    """Send bad input; check that it changes nothing and is answered with one sentence; return the reason."""
    before = await standing(scenario)
    reason = await scenario.refused(name, text, turn=turn)
    assert await standing(scenario) == before, ascii(text)
    return reason


# --- amounts ---------------------------------------------------------------------------------------------------

NOT_AMOUNTS = [
    "１２", "٣", "²", "1e9", "-5", "+5", "1_000", "1,00", "1.5", "0x10", "NaN", "inf", "sixty", "5" * 14, "9" * 300,
    "6\N{ZERO WIDTH SPACE}0", "\N{RIGHT-TO-LEFT OVERRIDE}60", "60\x00", "½", "ⅻ", "1e", "--", "6O",
]  # fmt: skip


@pytest.mark.parametrize("command", ["bet", "rebuy", "join", "ledger sari", "open qiuqiu sumatra"])
async def test_only_plain_digits_are_an_amount(table: Scenario, command: str) -> None:
    name = table.asked() if command == "bet" else "joko"
    reasons = {amount: await refuse(table, name, f"/{command} {amount}") for amount in NOT_AMOUNTS}
    assert set(reasons.values()) <= {"not-an-amount", "not-a-number", "not-seated", "nobody-of-that-name"}, reasons


async def test_amounts_out_of_range(table: Scenario) -> None:
    for amount in ("0", "9", "0000", "0009", "101", "490", "9999999999999"):
        assert await refuse(table, table.asked(), f"bet {amount}") == "amount-out-of-range", amount


async def test_all_spaces_and_a_slash_do_not_matter(table: Scenario) -> None:
    await table.do(table.asked(), "  / bet \u00a0  20 ".replace("/ ", "/"))
    assert table.hand().round.view(None).current_bet == 20  # type: ignore[attr-defined]


# --- commands --------------------------------------------------------------------------------------------------

NONSENSE = [
    "", " ", "/", "//", "/ /bet 10", "fly", "/flyaway 10", "\x00", "bet\x00 10", "\U0001f0a1", "🀄🀄", "<b>fold</b>",
    "**fold**", "@everyone", "<@1234>", "fоld", "ｆｏｌｄ", "\N{RIGHT-TO-LEFT OVERRIDE}dlof",
    "`; DROP TABLE account; --",
    "Z̶̡̢̛a̸̢̛l̷̨̛g̶̨̛o̸̧̕ f̴̡̛o̷̢̕l̵̨̛d̸̡̛", "{ $name }", "{0}", "%s", "\\", "\N{ZERO WIDTH JOINER}" * 100,
]  # fmt: skip


async def test_unknown_commands(table: Scenario) -> None:
    for text in NONSENSE:
        assert await refuse(table, "sari", text) in ("no-such-command", "something-missing"), ascii(text)
    assert await refuse(table, "sari", "\ud800") == "half-surrogate"


async def test_what_cannot_be_done_is_refused_with_its_reason(table: Scenario) -> None:
    asked = table.asked()
    refused = {
        (asked, "line-too-long"): (
            *("x" * 10_000, "bet " + "1" * 10_000, "fold " * 2_000, "\n" * 10_000, "é" * (LONGEST_LINE + 1)),
        ),
        (asked, "too-much nothing-follows"): (
            *("fold now", "check 10", "bet 10 20", "chips please", "start again", "daily 500"),
        ),
        (asked, "something-missing"): (
            *("bet", "raise", "declare", "open", "kick", "house set", "house set ante", "bank grant"),
        ),
        (asked, "not-an-option"): ("call", "raise 20", "declare 9-9", "declare nonsense"),
        ("joko", "not-seated"): (
            *("check", "bet 10", "fold", "all-in", "hand", "leave", "sit out", "rebuy", "start", "add computer"),
        ),
        ("sari", "admin-only"): (
            *("house set ante 20", "house preset ceblok", "house reset", "house apply", "house language id"),
            *("house import kiu1 qiuqiu", "house undo", "house draft", "house discard", "house save mine"),
            *("house delete mine", "bank grant sari 100 because !", "bank take budi 100 because !"),
            "bank void 1 because !",
        ),
        ("budi", "host-only"): ("close", "kick wati"),
    }
    for (name, reasons), texts in refused.items():
        for text in texts:
            assert await refuse(table, name, text) in reasons.split(), text[:100]


async def test_not_your_turn_names_whose_it_is(table: Scenario) -> None:
    waiting = next(name for name in ("sari", "budi", "wati") if name != table.asked())
    reply = await table.say(waiting, "check")
    assert table.asked().capitalize() in words(reply.message)
    assert await refuse(table, waiting, "bet 10") == "not-your-turn"
    assert await refuse(table, waiting, "fold") == "not-your-turn"


async def test_where_there_is_no_table(table: Scenario) -> None:
    before = await standing(table)
    for text in ("check", "bet 10", "join", "leave", "start", "status", "hand", "close", "kick budi"):
        assert await table.refused("sari", text, channel="elsewhere") == "no-table"
    assert await standing(table) == before


async def test_without_chips_nobody_sits_down(scenario: Scenario) -> None:
    await scenario.set_rules("grant 0", "daily 0")
    assert await refuse(scenario, "admin", "open chess") == "no-such-game"
    await scenario.do("sari", "chips")
    assert await refuse(scenario, "sari", "open qiuqiu") == "too-few-chips-to-sit"


async def test_every_command_with_nothing_behind_it_is_answered(table: Scenario) -> None:
    """No command of an admin is beyond the dispatcher, and what is private is answered with words."""
    table.admins.add("joko")
    for spec in SPECS:
        reply = await table.say("joko", spec.name)
        assert not reply.transient
        if reply.refused or spec.scope is Scope.GROUP:
            assert words(reply.message).strip() or reply.toast, spec.name


# --- names -----------------------------------------------------------------------------------------------------

EVIL_NAMES = [
    "\N{RIGHT-TO-LEFT OVERRIDE}irab", "a\N{ZERO WIDTH SPACE}b", "x" * 10_000, "\x00\x01", "", "   ", "new\nline\rhere",
    "Z̶̡̢̛̗̘̙a̸̢̛̗̘̙l̷̨̛̗̘̙", "\N{LEFT-TO-RIGHT ISOLATE}open", "\u3164\u2800", "\U000e0041tag", "{ $amount }", "@everyone", "**b**",
]  # fmt: skip


@pytest.mark.parametrize("name", EVIL_NAMES)
async def test_names_are_safe_wherever_they_are_shown(scenario: Scenario, name: str) -> None:
    evil = Person("test:evil", name)
    place = Place(GROUP, "main")
    replies = [await scenario.app.dispatcher.handle(Command(evil, place, "open qiuqiu"))]
    await scenario.do("sari", "join")
    assert len(scenario.chair("evil").name) <= 24
    replies.append(await scenario.app.dispatcher.handle(Command(evil, place, "start")))
    replies.append(await scenario.app.dispatcher.handle(Command(evil, place, f"kick {name[:100]}")))
    replies.append(await scenario.say("sari", "top"))
    replies.append(await scenario.say("sari", "ledger <test:evil>"))
    await scenario.app.wait_until_idle()
    for message in (*(reply.message for reply in replies), *(seen.message for seen in scenario.chat.seen)):
        for line in plain(message).split("\n"):
            assert SAFE.fullmatch(line), ascii(line)
            assert len(line) < 300


async def test_an_admins_reason_is_safe_to_show(scenario: Scenario) -> None:
    scenario.admins.add("boss")
    await scenario.do("sari", "chips")
    await scenario.do("boss", "bank grant sari 5 \N{RIGHT-TO-LEFT OVERRIDE}x\x00y " + "z" * 300)
    reply = await scenario.say("sari", "ledger")
    for line in (*reply.message.lines, *scenario.chat.newest().lines):
        assert SAFE.fullmatch(line), ascii(line)


# --- buttons ---------------------------------------------------------------------------------------------------


async def test_a_button_of_an_earlier_turn_is_refused(table: Scenario) -> None:
    old = table.chat.button("Check")
    await table.act("check", "bet 10")
    assert await refuse(table, table.asked(), old.command, turn=old.turn) == "stale-turn"
    other = next(name for name in ("sari", "budi", "wati") if name != table.asked())
    assert await refuse(table, other, old.command, turn=old.turn) == "stale-button"


async def test_a_button_of_an_earlier_hand_is_refused(table: Scenario) -> None:
    old = table.chat.button("Check")
    await table.finish_hand()
    await table.wait(8)
    assert await refuse(table, table.asked(), old.command, turn=old.turn) == "stale-turn"


async def test_pressing_somebody_elses_button_is_refused(table: Scenario) -> None:
    button = table.chat.button("Check")
    other = next(name for name in ("sari", "budi", "wati") if name != table.asked())
    assert await refuse(table, other, button.command, turn=button.turn) == "not-your-turn"
    assert await refuse(table, "joko", button.command, turn=button.turn) == "not-seated"


async def test_a_double_tap_counts_once(table: Scenario) -> None:
    name, button = table.asked(), table.chat.button("Bet 10")
    first = table.command(name, button.command, turn=button.turn)
    second = table.command(name, button.command, turn=button.turn)
    replies = await asyncio.gather(table.app.dispatcher.handle(first), table.app.dispatcher.handle(second))
    await table.app.wait_until_idle()
    assert [reply.refused for reply in replies] == [False, True]
    assert table.hand().actions == 1


async def test_buttons_of_a_closed_table_are_refused(table: Scenario) -> None:
    check, menu = table.chat.button("Check"), table.chat.button("Table")
    await table.do("sari", "close")
    await table.finish_hand()
    for button in (check, menu):
        assert await refuse(table, "sari", button.command, turn=button.turn) == "stale-button"
    await table.do("joko", "open qiuqiu")
    assert await refuse(table, "sari", menu.command, turn=menu.turn) == "stale-button"


async def test_a_button_of_another_table_never_acts_at_this_one(table: Scenario) -> None:
    await table.sit("dewi", "rini", channel="side")
    await table.do("dewi", "start", channel="side")
    button = table.chat.button("Check", "side")
    assert await refuse(table, table.asked(), button.command, turn=button.turn) == "not-seated"


async def test_a_button_carried_to_another_server_brings_no_rights(table: Scenario) -> None:
    button = next(each for each in await table.menu("sari") if each.label == "Leave")
    elsewhere = Place("test:elsewhere", "main")
    boss = Person(player_id("sari"), "Sari", admin=True)
    before = await standing(table)
    for text in (button.command, "close", "kick budi"):
        assert (await table.app.dispatcher.handle(Command(boss, elsewhere, text, button.turn))).refused
    after = await standing(table)
    assert after.tables == before.tables
    assert after.seen == before.seen


async def test_forged_button_data_never_acts_out_of_turn(table: Scenario) -> None:
    other = next(name for name in ("sari", "budi", "wati") if name != table.asked())
    for turn in ("zz:1.1", ":", "1", "1:", "1:9.9", "1:" + "9" * 999, "\x00:1.1", "-1:1.1", "1:1.1:1.1", "١:1.1"):
        assert await refuse(table, other, "check", turn=turn) in ("stale-button", "not-your-turn"), ascii(turn)


@pytest.mark.parametrize("count", [200, pytest.param(200_000, marks=[pytest.mark.soak, pytest.mark.timeout(3600)])])
async def test_data_that_is_nearly_that_of_a_button_does_nothing(table: Scenario, count: int) -> None:
    """Whoever is asked presses what carries another turn, and the others press anything like what is shown."""
    before = await standing(table)
    verbs = {verb.name for verb in GAMES["qiuqiu"].verbs}
    moves = [button for button in buttons(table.chat.newest()) if button.command.split()[0] in verbs]
    random, pressed = Random(5), 0
    while pressed < count:
        button, name = random.choice(moves), random.choice(["sari", "budi", "wati", "joko"])
        forged = Pressed.read(nearly(button.data, random))
        if name == table.asked() and forged.turn.partition(":")[2] == button.turn.partition(":")[2]:
            # Whoever is asked may say another amount; the table without its number is the one of the channel.
            continue
        reply = await table.app.dispatcher.handle(table.command(name, forged.command, turn=forged.turn))
        assert reply.refused, (name, forged)
        pressed += 1
    assert await standing(table) == before


async def test_a_press_for_the_last_chip_is_asked_about_whatever_spaces_are_forged_into_it(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi", buy_in=100)
    await scenario.do("sari", "start")
    turn = next(button.turn for button in buttons(scenario.chat.newest()) if button.command == "check")
    asked = await scenario.say(scenario.asked(), "bet" + " " * 99 + "90", turn=turn)
    assert [button.command for button in buttons(asked.message)] == ["bet 90 !", "hand"]


def nearly(data: str, random: Random) -> str:
    """The data with one character left out, put in, or changed for another, or two that change places."""
    place = random.randrange(len(data))
    other = random.choice("0123456789:.abcz \x00\N{ARABIC-INDIC DIGIT ONE}")
    return random.choice(
        [
            data[:place] + data[place + 1 :],
            data[:place] + other + data[place:],
            data[:place] + other + data[place + 1 :],
            data[:place] + data[place + 1 : place + 2] + data[place] + data[place + 2 :],
        ]
    )


async def test_every_button_shown_can_be_pressed(scenario: Scenario) -> None:
    """Pressed by the one it is for, a button that stands there does what it says."""
    await scenario.let_computers_play()
    scenario.admins.add("sari")
    await scenario.do("sari", "open qiuqiu")
    await scenario.do("budi", "join")
    for label in ("Table", "Add computer player", "Start"):
        assert not (await scenario.press("sari", scenario.chat.button(label))).refused, label
    while scenario.asked().startswith("computer"):
        await scenario.wait(2)
    summary = (await scenario.say("sari", "house set ante 20")).message
    assert not (await scenario.press("sari", buttons(summary)[0])).refused
    # A computer player may have bet before.
    (amounts,) = scenario.hand().round.options(scenario.hand().round.awaited[0]).amounts
    label = {"bet": "Bet", "raise": "Raise to"}[amounts.verb]
    assert not (await scenario.press(scenario.asked(), scenario.chat.button(label))).refused
    for label in ("My hand", "Table"):
        assert not (await scenario.press("budi", scenario.chat.button(label))).refused, label


# --- asking for an amount, and private chats -------------------------------------------------------------------


def asking(table: Scenario, name: str, text: str, turn: str = "") -> Question | Reply:
    """Let somebody press a button that needs more; whatever comes of it, nothing has changed."""
    return table.app.dispatcher.asked(table.command(name, text, turn=turn))


async def test_a_private_chat_finds_the_table_where_somebody_sits(table: Scenario) -> None:
    place_of = table.app.dispatcher.place_of
    main = Place(GROUP, "main")
    assert place_of(player_id("sari")) == main
    assert place_of(player_id("joko")) is None
    assert place_of(player_id("joko"), table.state().id) == main, "they are known here, so they may be shown in"
    assert place_of("test:stranger", table.state().id) is None, "ids are easily guessed"
    assert place_of(player_id("sari"), "zz") is None
    await table.do("sari", "leave")
    await table.finish_hand()
    assert place_of(player_id("sari")) is None


async def test_of_several_tables_the_one_that_waits_is_meant(table: Scenario) -> None:
    name = table.asked()
    await table.do(name, "open qiuqiu", channel="side")
    side = Place(GROUP, "side")
    assert table.app.dispatcher.place_of(player_id(name)) == Place(GROUP, "main")
    await table.act("check")
    assert table.app.dispatcher.place_of(player_id(name)) == Place(GROUP, "main"), "a hand before a lobby"
    other = next(each for each in ("sari", "budi", "wati") if each != name)
    await table.do(other, "join", channel="side")
    await table.do(name, "start", channel="side")
    if table.asked("side") == name:
        assert table.app.dispatcher.place_of(player_id(name)) == side


async def test_of_several_tables_that_wait_for_nobody_the_newest_is_meant(scenario: Scenario) -> None:
    for channel in ("first", "second"):
        await scenario.do("sari", "open qiuqiu", channel=channel)
    assert scenario.app.dispatcher.place_of(player_id("sari")) == Place(GROUP, "second")


async def test_only_the_private_hand_is_secret(table: Scenario) -> None:
    assert (await table.say("sari", "hand")).secret
    for text in ("status", "chips", "house", "help", "check"):
        assert not (await table.say("sari", text)).secret


# --- an admin who speaks in the name of the group ---------------------------------------------------------------


def as_the_group(text: str) -> Command:
    who = Person("test:group", "The Group", admin=True, anonymous=True)
    return Command(who, Place(GROUP, "main"), text)


async def test_as_the_group_one_may_settle_its_affairs(table: Scenario) -> None:
    for text in ("house", "house rule hui", "rules", "help", "top", "status", "house set hui on", "house apply",
                 "house language id", "house preset ceblok", "house reset", "bank grant sari 5 gift !", "kick wati",
                 "bank void 1 misdeal !", "close"):  # fmt: skip
        reply = await table.app.dispatcher.handle(as_the_group(text))
        assert not reply.refused, (text, words(reply.message))
    await table.app.wait_until_idle()
    assert not table.is_open()
    assert table.app.groups.of(GROUP).game("qiuqiu").rules.texts()["hui"] == "on"


async def test_as_the_group_one_neither_sits_nor_plays_nor_holds_chips(table: Scenario) -> None:
    before = await standing(table)
    done_by_anybody = [
        spec for spec in SPECS if spec.section in ("table", "play", "money") and spec.who is not Who.ADMIN
    ]
    assert {spec.name for spec in done_by_anybody if spec.for_group} >= {"status", "close", "kick", "top"}
    for spec in done_by_anybody:
        if spec.for_group:
            assert not spec.takes_seat, spec.name
            continue
        text = command_line(spec, optional=False)
        counted = table.app.metrics.refusals()
        assert (await table.app.dispatcher.handle(as_the_group(text))).refused, text
        assert list(table.app.metrics.refusals() - counted) == ["anonymous"], text
    assert isinstance(table.app.dispatcher.asked(as_the_group("bet")), Reply)
    assert (await table.app.dispatcher.handle(as_the_group("language id"))).refused
    assert await standing(table) == before
    assert "test:group" not in await table.app.ledger.read(queries.people, GROUP)


async def test_chips_given_in_the_name_of_the_group_are_accounted_for(table: Scenario) -> None:
    page = await table.app.dispatcher.handle(as_the_group("bank grant sari 3 a gift"))
    assert not list(page.message.pressable), "the group cannot press anything"
    assert "To do it, send /bank confirm" in page.message.lines[-1]
    assert not (await table.app.dispatcher.handle(as_the_group("bank confirm"))).refused
    await table.app.dispatcher.handle(as_the_group("bank grant sari 5 a gift !"))
    await table.app.wait_until_idle()
    assert "An admin, in the name of The Group, gave Sari 5 chips" in "\n".join(
        words(seen.message) for seen in table.chat.public()
    )
    assert "an admin in the name of the group: a gift" in await table.do("sari", "ledger")


# --- small things that are typed -------------------------------------------------------------------------------


async def test_a_ledger_is_paged_with_or_without_a_name(scenario: Scenario) -> None:
    scenario.admins.add("boss")
    await scenario.do("sari", "chips")
    for number in range(12):
        await scenario.do("boss", f"bank grant sari {number + 1} gift {number}")
    page = await scenario.do("sari", "ledger")
    before = 8
    assert await scenario.do("sari", f"ledger {before}") == await scenario.do("sari", f"ledger sari {before}")
    assert await scenario.do("sari", f"ledger #{before}") != page


async def test_the_buttons_of_the_welcome_can_be_pressed(scenario: Scenario) -> None:
    needs("languages")
    message = newcomers.welcome(in_language("en"))
    assert message.footer
    for number, button in enumerate(buttons(message)):
        # Each by somebody else and in a channel of its own: there is room for one table, and one may open but a few.
        name = f"admin{number}"
        scenario.admins.add(name)
        assert not (await scenario.say(name, button.command, channel=f"channel-{number}")).refused, button.label
    first, spoken = message.buttons
    assert [button.label for button in first] == ["Play now", "Open a table", "How to play"]
    assert scenario.state("channel-0").practice
    assert [button.label for button in spoken][:2] == ["English", "Bahasa Indonesia"]
    assert [button.command for button in spoken] == [f"house language {each}" for each in languages()]
    assert scenario.app.groups.of(GROUP).language == languages()[-1]


# --- the same update again ------------------------------------------------------------------------------------

ONCE = cells(__file__, "a command sent again with its key has one effect")[1:]
"""Who sends what, and what the admin sends before, with a key of its own, so that there is something to lift, to end,
to undo or to confirm; ``CODE`` stands for the one that the page about being forgotten gives its reader."""

TRIED_ELSEWHERE = {
    *("bank discard", "house discard", "disclose", "share hand", "show cards"),
    *("link group", "link agree", "link not", "link here", "link end", "link me", "link mine", "link undo"),
}
"""What drops a question or a draft, which no restart keeps, or needs a hand that is over or a circle."""


def test_every_command_that_stores_something_itself_is_tried_twice() -> None:
    """What is done at a table is stored in one place, together with the key."""
    tried = {parse(text).name for _, text, _ in ONCE}
    changing = {spec.name for spec in SPECS if not spec.reads_only and spec.scope is Scope.GROUP}

    assert sorted(changing - tried - TRIED_ELSEWHERE) == [], "add these to ONCE"


# What a crash leaves is all that a start finds after a restart as well.
@pytest.mark.parametrize("ends", ["by a crash", pytest.param("by a restart", marks=pytest.mark.soak)])
@rows(__file__)
async def test_a_command_sent_again_with_its_key_has_one_effect(
    table: Scenario, name: str, text: str, before: str, ends: str
) -> None:
    from bot.features.privacy.forgetting import Forgetting

    await table.let_computers_play()
    table.admins.add("boss")
    await table.do("poor", "chips")
    await table.do("boss", "bank take poor 1900 to make room")
    if parse(text).name == "gift":
        await table.set_rules("gifts 100")
    await table.do("boss", "house set ante 20")
    if before:
        assert not (await table.say("boss", before)).refused
    (forgetting,) = [each for each in table.app.background if isinstance(each, Forgetting)]
    text = text.replace("CODE", forgetting.code(player_id(name), sure=True))
    channel = "side" if parse(text).spec.opens_table else "main"
    command = table.command(name, text, key="the-key", channel=channel)
    first, at_once = await asyncio.gather(table.app.dispatcher.handle(command), table.app.dispatcher.handle(command))
    await table.app.wait_until_idle()
    assert first == at_once
    assert not first.refused, words(first.message)
    for again in ("later", "in the next process"):
        if again == "in the next process":
            await (table.die() if ends == "by a crash" else table.restart())
        stood = await standing(table)
        reply = await table.app.dispatcher.handle(command)
        await table.app.wait_until_idle()
        assert not reply.refused, (again, words(reply.message))
        assert await standing(table) == stood, again


async def test_an_action_sent_again_with_its_key_is_taken_once(table: Scenario) -> None:
    command = table.command(table.asked(), "bet 20", key="k")
    replies: list[Reply] = await asyncio.gather(*(table.app.dispatcher.handle(command) for _ in range(20)))
    assert len({words(reply.message) for reply in replies}) == 1
    assert table.hand().actions == 1
    await table.die()
    reply = await table.app.dispatcher.handle(command)
    assert not reply.refused
    assert table.hand().actions == 1


async def test_another_person_cannot_use_a_key_to_read_an_answer(table: Scenario) -> None:
    secret = await table.app.dispatcher.handle(table.command("sari", "hand", key="k"))
    stolen = await table.app.dispatcher.handle(table.command("budi", "hand", key="k"))
    assert words(stolen.message) != words(secret.message)


async def test_who_stops_waiting_does_not_take_the_answer_from_the_others(table: Scenario) -> None:
    command = table.command(table.asked(), "bet 20", key="k")
    first = asyncio.create_task(table.app.dispatcher.handle(command))
    second = asyncio.create_task(table.app.dispatcher.handle(command))
    await asyncio.sleep(0)
    first.cancel()
    assert not (await second).refused
    assert table.hand().actions == 1


# --- anything at all -------------------------------------------------------------------------------------------

WORDS = sorted({word for spec in SPECS for word in spec.name.split()})
typed = st.one_of(
    st.text(max_size=60),
    st.lists(
        st.one_of(st.sampled_from(WORDS), st.text(max_size=8), st.integers(-5, 10**14).map(str), st.just("sari")),
        max_size=6,
    ).map(" ".join),
    st.tuples(st.sampled_from([spec.name for spec in SPECS]), st.text(max_size=30)).map(" ".join),
)
turns = st.one_of(st.just(""), st.text(max_size=12), st.from_regex(r"[0-9a-z]{1,2}:[0-9]\.[0-9]", fullmatch=True))


@settings(max_examples=examples(40), suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(lines=st.lists(st.tuples(st.sampled_from(["sari", "budi", "joko"]), typed, turns), max_size=12))
def test_random_text_never_raises_and_never_makes_or_loses_chips(
    tmp_path_factory: pytest.TempPathFactory, lines: list[tuple[str, str, str]]
) -> None:
    async def story(folder: Path) -> None:
        async with Scenario(folder, connected=False) as scenario:
            await scenario.sit("sari", "budi")
            await scenario.do("joko", "chips")
            await scenario.do("sari", "start")
            for name, text, turn in lines:
                reply = await scenario.say(name, text, turn=turn)
                assert not reply.transient, words(reply.message)
            # Computer players may have been added: each brings one buy-in, and everybody else was given the same, once.
            everybody = await scenario.app.ledger.read(queries.people, GROUP)
            computers = sum(player.startswith("computer:") for player in everybody)
            assert await scenario.all_chips() == 2000 * (len(everybody) - computers) + 500 * computers
            await scenario.sound()

    asyncio.run(story(tmp_path_factory.mktemp("random") / "house"))
