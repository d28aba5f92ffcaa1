"""Stories of a group in text files, step by step: what people type and press, and what comes of it.

    # nobody ends a break sooner
    sit: sari, budi
    budi: break begin month
    budi: break begin day !! longer-break-already
    budi@side: limit >> no limit >> Hands -- chips
    budi@side> Hands >> 50 hands
    out budi: True

A line of somebody, perhaps in another channel, is refused for the reason after ``!!``, or its answer has the texts
after ``>>``, perhaps of several lines, and none of those after ``--``; behind ``>`` stands a button of the answer that
they got last. Other steps have the names of what a scenario can do or show (``DEEDS``, ``LOOKS``).
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from operator import attrgetter
from typing import Any

from bot.ledger import queries
from bot.messages import Reply
from tests.bot.fake_chat import words
from tests.bot.scenario import GROUP, Scenario, player_id
from tests.engine.stories import Story

BEST, WORST = "5-4, 0-0, 6-3", "1-0, 2-0, 5-1"


async def a_hand(scenario: Scenario, *, winner: str, loser: str, pot: int) -> None:
    """Two play one hand, in which so many chips change hands, and get up."""
    await scenario.sit(winner, loser)
    scenario.stack(f"{winner}: {BEST}; {loser}: {WORST}; then: 3-1, 4-1", dealer=winner)
    await scenario.do(winner, "start")
    staked = scenario.hand().round.staked
    await scenario.act(f"bet {pot - staked[0]}", "call")
    await scenario.finish_hand()
    await scenario.do(winner, "close")
    assert not scenario.is_open()


DEEDS: dict[str, Callable[[Scenario, str, str], Awaitable[object] | None]] = {
    "admins": lambda scenario, _, names: scenario.admins.update(names.split(", ")),
    "sit": lambda scenario, place, names: scenario.sit(*names.split(", "), **_place(place)),
    "rules": lambda scenario, _, rules: scenario.set_rules(*rules.split("; ")),
    "stack": lambda scenario, dealer, cards: scenario.stack(cards, **_at(dealer, "dealer")),
    "pot": lambda scenario, pot, names: a_hand(
        scenario, **dict(zip(("winner", "loser"), names.split(", "), strict=True)), pot=int(pot)
    ),
    "wait": lambda scenario, _, seconds: scenario.wait(float(seconds)),
    "restart": lambda scenario, *_: scenario.restart(),
    "die": lambda scenario, *_: scenario.die(),
    "finish": lambda scenario, channel, _: scenario.finish_hand(channel or "main"),
    "act": lambda scenario, channel, actions: scenario.act(*actions.split(", "), channel=channel or "main"),
    "full": lambda scenario, _, seconds: setattr(scenario.chat, "until_hand", float(seconds)),
    "computers": lambda scenario, *_: scenario.let_computers_play(),
    "sound": lambda scenario, *_: scenario.sound(),
    "group": lambda scenario, _, name: setattr(scenario, "name", name or GROUP),
}
"""What can be done, with what stands behind the name of the step and behind its colon."""

LOOKS: dict[str, Callable[[Scenario, str], Any]] = {
    "out": lambda scenario, who: scenario.chair(*who.split("@")).out,
    "sits": lambda scenario, who: scenario.sits(*who.split("@")),
    "bank": lambda scenario, who: round(scenario.chair(who).bank),
    "wallet": lambda scenario, who: scenario.in_wallet(who),
    "fortune": lambda scenario, who: scenario.fortune(who),
    "open": lambda scenario, _: scenario.is_open(),
    "asked": lambda scenario, channel: scenario.asked(channel or "main"),
    "stage": lambda scenario, _: attrgetter("stage")(scenario.hand().round),
    "awaited": lambda scenario, _: ", ".join(
        scenario.hand().names[seat].lower() for seat in scenario.hand().round.awaited
    ),
    "happened": lambda scenario, kind: any(type(event).__name__ == kind for event in scenario.hand().events),
    "passed": lambda scenario, _: next(each.why for each in scenario.hand().events if hasattr(each, "why")),
    "banker": lambda scenario, _: scenario.hand().names[scenario.hand().round.dealer].lower(),
    "covers": lambda scenario, _: attrgetter("bank")(scenario.hand().round),
    "streak": lambda scenario, _: scenario.state().streak,
    "line": lambda scenario, _: latest_line(scenario),
    "over": lambda scenario, channel: scenario.hand(channel or "main").over,
    "has": lambda scenario, who: scenario.chair(*who.split("@")).stack,
    "opened": lambda scenario, _: scenario.state().preset,
    "played": lambda scenario, rule: scenario.hand().rules.texts()[rule],
    "number": lambda scenario, _: 0 if scenario.state().hand is None else scenario.hand().number,
    "players": lambda scenario, _: ", ".join(each.removeprefix("test:") for each in scenario.hand().players),
    "folded": lambda scenario, who: (
        scenario.hand().seat(player_id(who)) in attrgetter("folded")(scenario.hand().round.view(None))
    ),
    "buttons": lambda scenario, _: ", ".join(each.label for each in scenario.chat.newest().pressable),
    "marked": lambda scenario, _: ", ".join(
        each.label for each in scenario.chat.newest().pressable if each.style != "plain"
    ),
    "host": lambda scenario, _: scenario.state().host.removeprefix("test:"),
    "paused": lambda scenario, _: scenario.state().paused is not None,
    "still": lambda scenario, _: scenario.state().stands_still,
    "playing": lambda scenario, _: scenario.state().playing is not None,
    "hands": lambda scenario, _: scenario.state().hands_played,
    "staked": lambda scenario, _: scenario.hand().round.staked,
    "rule": lambda scenario, name: scenario.app.groups.of(scenario.name).rules_of("qiuqiu", name).texts()[name],
    "news": lambda scenario, who: sum(
        "notify off" in {button.command for button in each.pressable}
        for each in scenario.chat.private_messages(player_id(who))
    ),
    "notified": lambda scenario, _: {
        player: sorted(games)
        for player, games in scenario.app.groups.of(scenario.name).of_features.get("notified", {}).items()
    },
    "preset": lambda scenario, game: scenario.app.groups.of(scenario.name).game(game).preset,
}
"""What can be looked at, by what stands behind the name of the step."""


def _place(told: str) -> dict[str, Any]:
    """Read where and what is played: ``@side koo-kiew``."""
    return {"channel" if each.startswith("@") else "game": each.removeprefix("@") for each in told.split()}


def _at(told: str, name: str) -> dict[str, Any]:
    """Read who, and at which table: ``sari@side``."""
    who, _, channel = told.partition("@")
    return {name: who, "channel": channel or "main"}


async def latest_line(scenario: Scenario) -> str:
    """The last line of the journal of a hand."""
    *_, line = await scenario.app.ledger.read(queries.journal, scenario.hand().id)
    return f"{line.actor.removeprefix('test:') or 'nobody'}: {line.text}"


def told_to(scenario: Scenario, name: str) -> str:
    """All that somebody was told in private, or for ``not sari`` all that was shown to anybody else."""
    others = name.startswith("not ")
    who = player_id(name.removeprefix("not "))
    return "\n".join(words(seen.message) for seen in scenario.chat.seen if (seen.where == who) != others)


async def lived(story: Story, scenario: Scenario) -> None:
    """Let a story happen, and look at all that it tells."""
    answers: dict[str, Reply] = {}
    for step, value in story.lines:
        verb, _, more = step.partition(" ")
        verb, value = verb.rstrip(":"), value.strip()
        if verb in DEEDS:
            doing = DEEDS[verb](scenario, more.rstrip(":"), value)
            if doing is not None:
                await doing
        elif verb in LOOKS:
            found = LOOKS[verb](scenario, more)
            found = str(await found if isinstance(found, Awaitable) else found)
            assert found == value, f"{step}: {found}"
        elif verb in ("chat", "told"):
            _has(scenario.chat.text(more or "main") if verb == "chat" else told_to(scenario, more), f">> {value}")
        elif verb == "newest":
            _has(words(scenario.chat.newest()), f">> {value}")
        elif verb == "menu":
            name, _, page = more.partition(" ")
            _has("\n".join(each.label for each in await scenario.menu(name, page)), f">> {value}")
        elif verb == "press":
            name, _, page = more.partition(" ")
            label, _, expected = value.partition(" >> ")
            reply = await scenario.press_in_menu(name, label, page=page)
            assert reply.menu
            _has(words(reply.message), f">> {expected}" if expected else "")
        else:
            line = re.fullmatch(r"(\w+(?:@\w+)?>?):? (.*)", f"{step}: {value}".removesuffix(": "))
            assert line is not None, step
            await _typed(scenario, line[1], line[2], answers)


async def _said(scenario: Scenario, who: str, line: str, answers: dict[str, Reply]) -> str:
    """Let somebody type a line, or press a button of their last answer; return the answer with its buttons."""
    name, _, channel = who.removesuffix(">").partition("@")
    if who.endswith(">"):
        offered = answers[name].message.pressable
        button = next((each for each in offered if each.label == line), None)
        assert button is not None, (line, [each.label for each in offered])
        reply = await scenario.press(name, button, channel=channel or "main")
    else:
        reply = await scenario.say(name, line, channel=channel or "main")
        if any(button.command.startswith("bank confirm") for button in reply.message.pressable):
            reply = await scenario.say(name, "bank confirm", channel=channel or "main")
    assert not reply.refused, words(reply.message)
    answers[name] = reply
    return "\n".join([words(reply.message), *(f"[{each.label}]" for each in reply.message.pressable)])


async def _typed(scenario: Scenario, who: str, typed: str, answers: dict[str, Reply]) -> None:
    name, _, channel = who.partition("@")
    line, *expected = re.split(r" (?=!! |>> |-- )", typed)
    if expected and expected[0].startswith("!! "):
        reason = await scenario.refused(name, line, channel=channel or "main")
        assert reason == expected[0].removeprefix("!! "), f"{who}: {typed}"
        if len(expected) > 1:
            _has(words((await scenario.say(name, line, channel=channel or "main")).message), " ".join(expected[1:]))
    else:
        _has(await _said(scenario, who, line, answers), " ".join(expected))


def _has(text: str, expected: str) -> None:
    """Look for texts: ``>> what is there -- what is not``."""
    for each in filter(None, re.split(r"(?:^| )(?=>> |-- )", expected)):
        sign, _, part = each.partition(" ")
        assert (part.replace(" / ", "\n") in text.replace("\N{NO-BREAK SPACE}", " ")) == (sign == ">>"), (
            f"{each}\n{text}"
        )
