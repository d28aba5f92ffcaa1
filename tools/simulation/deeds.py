"""What people do besides playing, by their habits: each time what was done least in what they see of their table."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace

from engine.games import GAMES
from engine.table.rules import TableRules
from tests.bot.evening_player import least_done
from tools.simulation.chats import SeenButton
from tools.simulation.groups import value_of
from tools.simulation.habits import Habit
from tools.simulation.people import SECOND_LOOK, Deed, PersonInGroup

AWAY = (30.0, 240.0)
"""From how long to how long somebody stays away who has left the group."""

BETWEEN = (2.0, 40.0)
"""From how long to how long somebody waits between two lines."""

BURST = 25
"""How often somebody presses at most who cannot wait."""

RUBBISH = (
    *("", " ", "?", "rise 50", "raise", "raise -5", "raise 1e9", "raise \u0661\u0660", "bet ²", "bet 1_000"),
    *("bet " + "9" * 41, "hand\x00", "raise\n50", "🂡🂢"),
    *("joni", "join join", "open", "open poker", "open qiuqiu -1", "leave now please", "house set", "house set x y"),
    *("\u202eevil", "a" * 3_000, "bank grant", "gift budi", "replay #", "verify 0", "verify 99999999", "stats nobody"),
    *("limit loss never", "shuffle " + "z" * 500, "kick", "settle mark 1 2 3", "\ud83d"),
)

READ = ("chips", "house", "hint", "evening", "rules", "menu")
"""The buttons of the menu that change nothing."""

LINES: Mapping[Habit, tuple[str, ...]] = {
    Habit.QUITTER: ("leave", "leave\njoin"),
    Habit.RETURNER: ("sit out\nsit back", "sit out\njoin", "advance fold\nsit out", "rebuy 50", "daily"),
    Habit.ADMIN: (
        *("house undo", "house apply", "house discard", "house draft", "channels add\nchannels all"),
        *("ban {other} 3m quarrelling\nunban {other}", "bank grant {other} 70 miscounted\nbank confirm"),
        *("bank take {other} 30 miscounted\nbank confirm", "bank take {other} 9 miscounted\nbank discard"),
        *("bank void {number} misdealt\nbank confirm", "season open spring", "season close", "season reset"),
        *("settle mark", "integrity", "export evenings"),
    ),
    Habit.HOST: (
        *("pause\nresume", "pause now\nresume", "host {other}", "kick {other}\nreadmit {other}", "close"),
        *("add computer", "remove computer"),
    ),
    Habit.BABBLER: RUBBISH,
    Habit.READER: (
        *("hand", "stats", "history", "ledger", "chips", "top", "records", "status", "table", "rules", "house", "help"),
        *("fairness", "verify mine", "privacy", "settings", "evening", "season", "seasons", "audit", "hint"),
        *("ledger days", "stats page qiuqiu 1 {other}", "history table", "replay 1", "replay 2 5", "verify {number}"),
        *("settle", "settle day", "evening text", "house presets", "house rule ante", "limit", "break", "bans"),
        *("commands table", "show cards", "disclose 1", "share hand 1", "language id\nlanguage en"),
        *("export me", "share"),
        *("notify me\nnotify off", "gift {other} {number}"),
    ),
}
"""What people of a habit type, line by line."""


async def look_around(person: PersonInGroup) -> None:
    """Look at one's hand or at a page of the menu, or add a word to the packs."""
    said = await person.press_command(person.random.choice(("hand", "menu", "shuffle", "rules")))
    harmless = [each for each in said.buttons if each.verb in READ]
    if harmless:
        await person.pause(SECOND_LOOK)
        await person.press(person.random.choice(harmless))


async def spam(person: PersonInGroup) -> None:
    """Press one button many times at once, or flood the group with lines."""
    if person.random.random() < 0.3:
        # More than anybody may send: the last of them are ignored.
        lines = [person.world.type(person.id, person.place, "status") for _ in range(4 * BURST)]
        await asyncio.gather(*lines)
        return
    buttons = [each for message in person.messages()[:2] for each in message.buttons if not each.pressed.asks]
    if buttons:
        button = person.random.choice(buttons)
        presses = [person.world.press(person.id, person.place, button) for _ in range(person.random.randint(2, BURST))]
        await asyncio.gather(*presses)


async def quit_and_come_back(person: PersonInGroup) -> None:
    """Leave the group, and come back after a while."""
    person.world.leave(person.id, person.place.group)
    person.seated = False
    await person.pause(AWAY)
    person.world.enter(person.id, person.place.group)


async def change_rules(person: PersonInGroup) -> None:
    """Put any house rule in force, in the middle of everything."""
    game = person.seat.game
    kinds = {**GAMES[game].rules.kinds(), **TableRules.kinds()}
    for name in ("quiet_hours", "quiet_from", "quiet_to"):
        del kinds[name]
    name = person.random.choice(list(kinds))
    shared = name in TableRules.kinds()
    await person.type(f"house set {name if shared else f'{game}.{name}'} {value_of(person.random, name, kinds[name])}")
    await person.pause(SECOND_LOOK)
    await person.type("house apply")


async def forge(person: PersonInGroup) -> None:
    """Press a button from long ago, one of somebody else, or one that never was."""
    if not person.kept:
        return
    for _ in range(person.random.randint(1, 4)):
        button = person.random.choice(person.kept)
        if person.random.random() < 0.5:
            button = forged(person, button)
        await person.world.press(person.id, person.place, button)


def forged(person: PersonInGroup, button: SeenButton) -> SeenButton:
    """A button that somebody has made up from one that they have seen."""
    pressed, random = button.pressed, person.random
    table, _, question = pressed.turn.partition(":")
    match random.randrange(6):
        case 0:
            pressed = pressed._replace(turn=f"{random.randint(1, 50)}:{question}")
        case 1:
            moved = str(int(question) + random.choice((-1, 1))) if question.isdecimal() else "1"
            pressed = pressed._replace(turn=f"{table}:{moved}")
        case 2:
            wishes = ("win", "all-in", "stop now", "house apply", "bank confirm", "forget now 1", "close")
            pressed = pressed._replace(command=random.choice(wishes))
        case 3:
            pressed = pressed._replace(command=f"raise {10 ** random.randint(1, 14)}", asks=False)
        case 4:
            pressed = pressed._replace(asks=not pressed.asks)
        case _:
            garbage = "".join(random.choices(":^?!%\\/{}\"'0129abcé漢", k=random.randint(0, 20)))
            return replace(button, data=garbage)
    return replace(button, data=pressed.data)


async def ask_to_be_forgotten(person: PersonInGroup) -> None:
    """Ask for it, and mean it twice."""
    said = await person.type("forget me", in_private=True)
    for _ in range(2):
        sure = next((each for each in said.buttons if each.pressed.command.startswith("forget now")), None)
        if sure is not None:
            await person.pause(SECOND_LOOK)
            said = await person.world.press(person.id, person.private, sure)
            person.seated = False


DEEDS: Mapping[Habit, tuple[Deed, ...]] = {
    Habit.SPAMMER: (spam,),
    Habit.QUITTER: (quit_and_come_back,),
    Habit.ADMIN: (change_rules,),
    Habit.FORGER: (forge,),
    Habit.READER: (ask_to_be_forgotten,),
}
"""What people of a habit do by more than lines."""


def ways_of(habit: Habit) -> tuple[str | Deed, ...]:
    """Everything that people of a habit do, and what everybody does."""
    return (*LINES.get(habit, ()), *DEEDS.get(habit, ()), look_around)


def name_of(way: str | Deed) -> str:
    """The name under which it is counted."""
    return way if isinstance(way, str) else getattr(way, "__name__", "")


async def something(person: PersonInGroup) -> None:
    """Do what was done least by anybody in what this person sees of their table."""
    way = least_done(ways_of(person.habit), person.state, person.done, person.random, name_of)
    if not isinstance(way, str):
        await way(person)
        return
    other = person.random.choice(person.others) if person.others else person.name
    words = {"other": other, "number": person.random.randint(1, 12)}
    private = person.habit in (Habit.READER, Habit.BABBLER) and person.random.random() < 0.5
    for number, line in enumerate(way.split("\n") if person.habit is not Habit.BABBLER else (way,)):
        if number:
            await person.pause(BETWEEN)
        said = await person.type(line.format(**words) if "{" in line else line, in_private=private)
        pages = [each for each in said.buttons if each.pressed.command.split()[:1] == line.split()[:1]]
        if person.habit is Habit.READER and pages:
            await person.pause(SECOND_LOOK)
            await person.press(person.random.choice(pages))
