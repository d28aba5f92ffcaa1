"""Who owes whom over a day, a week, or since the group last settled."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bot.messages import Button, Message
from engine.settling import payments
from tests.bot.scenario import GROUP, Scenario, player_id

DAY = 24 * 60 * 60
NOBODY = "Nobody owes anybody anything."


def button(message: Message, label: str) -> Button:
    return next(each for each in message.pressable if each.label == label)


def labels(message: Message) -> list[str]:
    return [each.label for each in message.pressable]


async def an_evening(scenario: Scenario, *names: str, bet: int = 50) -> dict[str, int]:
    """Let people play a hand, which the first of them wins, at a table that they close; return what each has won."""
    before = {name: await scenario.fortune(name) for name in names}
    await scenario.sit(*names)
    scenario.stack(dealer=names[0])
    await scenario.do(names[0], "start")
    await scenario.act(f"bet {bet}", *(["fold"] * (len(names) - 1)))
    await scenario.do(names[0], "close")
    return {name: await scenario.fortune(name) - before[name] for name in names}


def owed(nets: Iterable[tuple[str, int]]) -> list[str]:
    paid = payments(dict(nets))
    return [f"{debtor.capitalize()} owes {creditor.capitalize()} {amount}" for debtor, creditor, amount in paid]


async def known(scenario: Scenario, *names: str) -> None:
    for name in names:
        await scenario.do(name, "chips")


async def test_what_is_owed_since_the_beginning_today_and_this_week(scenario: Scenario) -> None:
    await known(scenario, "sari", "budi", "wati")
    assert (await scenario.say("sari", "settle")).message.lines[1:] == (NOBODY,)
    first = await an_evening(scenario, "sari", "budi")
    # The next day, in the same week: the clock begins on a Thursday.
    await scenario.wait(DAY)
    second = await an_evening(scenario, "sari", "budi", "wati")
    both = {name: first.get(name, 0) + second[name] for name in second}
    page = (await scenario.say("sari", "settle")).message
    assert page.lines[0] == "Since the beginning:"
    assert sorted(page.lines[1:]) == sorted(owed(both.items()) or [NOBODY])
    today = await scenario.press("sari", button(page, "Today"))
    assert today.menu
    assert today.message.lines[0] == "Since midnight:"
    assert sorted(today.message.lines[1:]) == sorted(owed(second.items()))
    week = await scenario.press("sari", button(page, "This week"))
    assert week.message.lines[0] == "Since Monday:"
    assert sorted(week.message.lines[1:]) == sorted(page.lines[1:])
    # On Monday a new week begins.
    await scenario.wait(4 * DAY)
    assert NOBODY in (await scenario.say("sari", "settle week")).message.lines


async def test_days_are_those_of_the_groups_time_zone(scenario: Scenario) -> None:
    await known(scenario, "sari", "budi")
    nets = await an_evening(scenario, "sari", "budi")
    # It is 20:00 in UTC, and 03:00 of the next day in Jakarta.
    await scenario.wait(5 * 60 * 60)
    assert NOBODY in (await scenario.say("sari", "settle day")).message.lines
    await scenario.app.groups.change(GROUP, lambda settings: replace(settings, zone="Asia/Jakarta"))
    assert (await scenario.say("sari", "settle day")).message.lines[1:] == tuple(owed(nets.items()))
    assert (await scenario.say("sari", "evening")).message.title == "QiuQiu · 2 Jan 2026"


async def test_what_was_marked_as_settled_is_owed_no_more(scenario: Scenario) -> None:
    scenario.admins.add("boss")
    await known(scenario, "sari", "budi", "boss")
    nets = await an_evening(scenario, "sari", "budi")
    assert "Mark as settled" not in labels((await scenario.say("wati", "settle")).message)
    assert await scenario.refused("wati", "settle mark") == "settle-others"
    await scenario.wait(1)
    page = (await scenario.say("boss", "settle")).message
    question = (await scenario.press("boss", button(page, "Mark as settled"))).message
    assert owed(nets.items())[0] in question.lines
    assert scenario.app.groups.of("test:home").of_features == {}, "nothing is done yet"
    await scenario.wait(1)
    # What is won after the question was put is not settled by answering it.
    later = await an_evening(scenario, "sari", "budi", bet=30)
    yes = button(question, "Yes, all settled")
    assert not (await scenario.press("boss", yes)).refused
    assert "Boss marked all play chips as settled up to now." in scenario.chat.text()
    assert (await scenario.press("boss", yes)).refused, "it is marked once"
    assert (await scenario.say("sari", "settle")).message.lines[1:] == tuple(owed(later.items()))
    await scenario.restart()
    lines = (await scenario.say("sari", "settle")).message.lines
    assert lines[0].startswith("Since the last settling, 1 Jan 2026, 20:")
    assert lines[1:] == tuple(owed(later.items()))


async def test_the_host_of_a_practice_table_marks_nothing(scenario: Scenario) -> None:
    await known(scenario, "sari", "budi")
    nets = await an_evening(scenario, "sari", "budi")
    await scenario.do("wati", "practice qiuqiu", channel="elsewhere")
    assert await scenario.refused("wati", "settle mark", channel="elsewhere") == "settle-others"
    moment = 1_767_300_000_000
    assert await scenario.refused("wati", f"settle mark {moment} 0", channel="elsewhere") == "settle-changed"
    assert (await scenario.say("sari", "settle")).message.lines[1:] == tuple(owed(nets.items()))


async def sure(scenario: Scenario, name: str, channel: str = "main") -> str:
    """Let somebody press that all is settled, and that they are sure; return the answer."""
    await scenario.wait(1)
    question = (await scenario.say(name, "settle mark", channel=channel)).message
    reply = await scenario.press(name, button(question, "Yes, all settled"), channel=channel)
    return " ".join(reply.message.lines)


async def test_those_who_played_mark_together_and_are_told_where_they_play(scenario: Scenario) -> None:
    await known(scenario, "sari", "budi", "boss")
    await an_evening(scenario, "sari", "budi")
    assert await sure(scenario, "sari", "elsewhere") == "Noted. These have to agree, or an admin: Budi"
    assert "That counts when these agree" in scenario.chat.text("main")
    assert await sure(scenario, "sari") == "Noted. These have to agree, or an admin: Budi", "nobody agrees twice"
    await scenario.wait(1)
    later = await an_evening(scenario, "sari", "budi", bet=30)
    await sure(scenario, "budi")
    assert "Budi marked all play chips as settled" in scenario.chat.text()
    lines = (await scenario.say("sari", "settle")).message.lines
    assert lines[1:] == tuple(owed(later.items())), "what came after one of them agreed is still owed"


async def test_an_admin_marks_alone_and_never_twice_for_the_same_time(scenario: Scenario) -> None:
    scenario.admins |= {"boss", "chief"}
    await known(scenario, "sari", "budi", "boss", "chief")
    await an_evening(scenario, "sari", "budi")
    await scenario.wait(1)
    asked = [(await scenario.say(name, "settle mark")).message for name in ("boss", "chief")]
    assert not (await scenario.press("boss", next(asked[0].pressable))).refused
    before = scenario.app.dispatcher.refusals.copy()
    assert (await scenario.press("chief", next(asked[1].pressable))).refused
    assert list(scenario.app.dispatcher.refusals - before) == ["settle-changed"]
    assert await scenario.refused("boss", "settle mark 9999999999999 0") == "settle-changed"


async def test_a_mark_can_be_taken_back_once(scenario: Scenario) -> None:
    scenario.admins.add("boss")
    await known(scenario, "sari", "budi", "wati", "boss")
    nets = await an_evening(scenario, "sari", "budi")
    await sure(scenario, "boss")
    assert "Take back" not in labels((await scenario.say("wati", "settle")).message)
    back = button((await scenario.say("sari", "settle")).message, "Take back")
    assert (await scenario.press("wati", back)).refused
    await scenario.restart()
    assert not (await scenario.press("sari", back)).refused
    assert "Sari took the last settling back" in scenario.chat.text()
    page = (await scenario.say("sari", "settle")).message
    assert page.lines[1:] == tuple(owed(nets.items()))
    assert "Take back" not in labels(page)
    assert (await scenario.press("sari", back)).refused


async def test_a_reversed_hand_and_hands_with_computer_players_are_owed_by_nobody(scenario: Scenario) -> None:
    await scenario.set_rules("computer_chips always")
    scenario.admins.add("boss")
    await known(scenario, "sari", "budi", "boss")
    await an_evening(scenario, "sari", "budi")
    await scenario.do("boss", "bank void 1 misdeal")
    assert NOBODY in (await scenario.say("sari", "settle")).message.lines
    await scenario.sit("sari", "budi")
    await scenario.do("sari", "add computer")
    await scenario.do("sari", "start")
    await scenario.finish_hand()
    lines = (await scenario.say("sari", "settle")).message.lines
    assert lines[1:] == (NOBODY, "Hands with computer players are left out.")
    assert scenario.state().tally(player_id("sari")) is not None
