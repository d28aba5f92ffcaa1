"""What people do besides playing, by their habits; each thing is counted when it is done."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.groups.table_rules import TableRules
from engine.games import GAMES
from tools.simulation.chats import SeenButton
from tools.simulation.groups import value_of
from tools.simulation.habits import Habit
from tools.simulation.people import SECOND_LOOK, Deed, PersonInGroup

AWAY = (30.0, 240.0)
"""From how long to how long somebody stays away who has got up."""

BURST = 25
"""How often somebody presses at most who cannot wait."""

RUBBISH = (
    *(
        "",
        " ",
        "?",
        "rise 50",
        "raise",
        "raise -5",
        "raise 1e9",
        "raise \u0661\u0660",
        "bet ²",
        "bet 1_000",
        "bet 9" + "9" * 40,
    ),
    *("joni", "join join", "open", "open poker", "open qiuqiu -1", "leave now please", "house set", "house set x y"),
    *("\u202eevil", "a" * 3_000, "bank grant", "gift budi", "replay #", "verify 0", "verify 99999999", "stats nobody"),
    *("hand\x00", "raise\n50", "🂡🂢", "limit loss never", "shuffle " + "z" * 500, "kick", "settle mark 1 2 3", "\ud83d"),
)

OWN_PAGES = (
    *("hand", "stats", "history", "ledger", "chips", "top", "records", "status", "table", "rules", "house", "help"),
    *(
        "fairness",
        "verify mine",
        "privacy",
        "settings",
        "evening",
        "season",
        "seasons",
        "audit",
        "hint",
        "commands table",
    ),
    *("ledger days", "stats page qiuqiu 1 sari", "history table", "replay 1", "replay 2 5", "verify 1", "verify 2"),
    *("settle", "settle day", "evening text", "house presets", "house rule ante", "limit", "break", "share", "bans"),
    *(
        "commands table",
        "show cards",
        "disclose 1",
        "share hand 1",
        "language id",
        "language en",
        "notify me",
        "notify off",
    ),
)


HARMLESS = ("chips", "house", "hint", "evening", "rules", "menu")
"""The buttons of the menu that change nothing."""


async def look_around(person: PersonInGroup) -> None:
    """Look at one's hand or at a page of the menu, or add a word to the packs."""
    what = person.random.choice(("hand", "menu", "shuffle", "rules"))
    said = await person.press_command(what)
    if what == "menu" and said.buttons:
        await person.pause(SECOND_LOOK)
        harmless = [
            each for each in said.buttons if each.verb in ("chips", "house", "hint", "evening", "rules", "menu")
        ]
        if harmless:
            await person.press(person.random.choice(harmless))
    person.did(f"looked at {what}")


async def spam(person: PersonInGroup) -> None:
    """Press one button many times at once, or flood the group with lines."""
    if person.random.random() < 0.3:
        # More than anybody may send: the last of them are ignored.
        lines = [person.world.type(person.id, person.place, "status") for _ in range(4 * BURST)]
        await asyncio.gather(*lines)
        person.did("flooded")
        return
    buttons = [each for message in person.messages()[:2] for each in message.buttons if not each.pressed.asks]
    if buttons:
        button = person.random.choice(buttons)
        presses = [person.world.press(person.id, person.place, button) for _ in range(person.random.randint(2, BURST))]
        await asyncio.gather(*presses)
        person.did("pressed many times")


async def quit_and_come_back(person: PersonInGroup) -> None:
    """Get up in whatever happens, or leave the group; come back after a while."""
    leaves = person.random.random() < 0.3
    if leaves:
        person.world.leave(person.id, person.place.group)
        person.did("left the group")
    else:
        await person.type("leave")
        person.did("got up")
    person.seated = False
    await person.pause(AWAY)
    if leaves:
        person.world.enter(person.id, person.place.group)


async def rest_and_return(person: PersonInGroup) -> None:
    """Sit out for a while."""
    await person.type("sit out")
    person.did("sat out")
    await person.pause(AWAY)
    await person.type("sit back")
    person.did("sat back")


async def administer(person: PersonInGroup) -> None:
    """Change the house rules, keep order, or correct chips, in the middle of everything."""
    other, roll = _another(person), person.random.random()
    if roll < 0.35:
        await _change_rules(person)
    elif roll < 0.45:
        await person.type(person.random.choice(("house undo", "house apply", "house discard", "house draft")))
        person.did("undid or applied")
    elif roll < 0.55:
        await person.type(f"ban {other} {person.random.randint(1, 5)}m quarrelling")
        person.did("banned")
        await person.pause((10.0, 60.0))
        await person.type(f"unban {other}")
    elif roll < 0.75:
        verb = person.random.choice(("grant", "take"))
        await person.type(f"bank {verb} {other} {person.random.randint(1, 300)} miscounted")
        await person.pause(SECOND_LOOK)
        await person.type(person.random.choice(("bank confirm", "bank confirm", "bank discard")))
        person.did("corrected chips")
    elif roll < 0.85:
        await person.type(f"bank void {person.random.randint(1, 12)} misdealt")
        await person.pause(SECOND_LOOK)
        await person.type("bank confirm")
        person.did("declared void")
    elif roll < 0.93:
        season = ("season open spring", "season close", "season reset", "settle mark", "integrity", "export evenings")
        await person.type(person.random.choice(season))
        person.did("kept the books")
    else:
        await person.type("channels add")
        await person.type("channels all")
        person.did("set the channels")


async def _change_rules(person: PersonInGroup) -> None:
    game = person.seat.game
    kinds = {**GAMES[game].rules.kinds(), **TableRules.kinds()}
    for name in ("quiet_hours", "quiet_from", "quiet_to"):
        del kinds[name]
    name = person.random.choice(list(kinds))
    shared = name in TableRules.kinds()
    await person.type(f"house set {name if shared else f'{game}.{name}'} {value_of(person.random, name, kinds[name])}")
    await person.pause(SECOND_LOOK)
    await person.type("house apply")
    person.did("changed the rules")


async def host(person: PersonInGroup) -> None:
    """Do what only the host of a table may, or whoever would like to be it."""
    other = _another(person)
    roll = person.random.random()
    if roll < 0.4:
        await person.type(person.random.choice(("pause", "pause now")))
        await person.pause((5.0, 90.0))
        await person.type("resume")
        person.did("paused")
    elif roll < 0.6:
        await person.type(f"host {other}")
        person.did("handed over")
    elif roll < 0.75:
        await person.type(f"kick {other} 1m")
        person.did("removed somebody")
        if person.random.random() < 0.5:
            await person.pause((5.0, 30.0))
            await person.type(f"readmit {other}")
    elif roll < 0.9:
        await person.type(person.random.choice(("add computer", "remove computer")))
        person.did("saw to computer players")
    else:
        await person.type("close")
        person.did("closed the table")


async def forge(person: PersonInGroup) -> None:
    """Press a button from long ago, one of somebody else, or one that never was."""
    if not person.kept:
        return
    for _ in range(person.random.randint(1, 4)):
        button = person.random.choice(person.kept)
        if person.random.random() < 0.5:
            button = forged(person, button)
            person.did("pressed a forged button")
        else:
            person.did("pressed a stale button")
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


async def babble(person: PersonInGroup) -> None:
    """Type what makes no sense."""
    await person.type(person.random.choice(RUBBISH), in_private=person.random.random() < 0.3)
    person.did("typed rubbish")


async def read(person: PersonInGroup) -> None:
    """Ask for a page of one's own or of the group, and at times for all that is stored, or to be forgotten."""
    roll = person.random.random()
    if roll < 0.06:
        await person.type("export me", in_private=True)
        person.did("exported")
    elif roll < 0.1:
        said = await person.type("forget me", in_private=True)
        for _ in range(2):
            sure = next((each for each in said.buttons if each.pressed.command.startswith("forget now")), None)
            if sure is not None:
                await person.pause(SECOND_LOOK)
                said = await person.world.press(person.id, person.private, sure)
                person.seated = False
        person.did("asked to be forgotten")
    elif roll < 0.14:
        await person.type(f"gift {_another(person)} {person.random.randint(1, 50)}")
        person.did("gave a gift")
    else:
        page = person.random.choice(OWN_PAGES)
        said = await person.type(page, in_private=person.random.random() < 0.5)
        if said.buttons and person.random.random() < 0.4:
            await person.pause(SECOND_LOOK)
            pages = [each for each in said.buttons if each.pressed.command.split()[:1] == page.split()[:1]]
            if pages:
                await person.press(person.random.choice(pages))
        person.did("read a page")


def _another(person: PersonInGroup) -> str:
    """The name of somebody else in the group, or their own if there is nobody."""
    return person.random.choice(person.others) if person.others else person.name


BY_HABIT: Mapping[Habit, Sequence[Deed]] = {
    Habit.QUICK: (look_around,),
    Habit.SLOW: (look_around,),
    Habit.SPAMMER: (spam,),
    Habit.QUITTER: (quit_and_come_back,),
    Habit.RETURNER: (rest_and_return,),
    Habit.ADMIN: (administer,),
    Habit.HOST: (host,),
    Habit.FORGER: (forge,),
    Habit.BABBLER: (babble,),
    Habit.READER: (read,),
}


async def something(person: PersonInGroup) -> None:
    """What somebody of this habit does besides playing; now and then what everybody does."""
    await person.random.choice((*BY_HABIT[person.habit], *BY_HABIT[person.habit], look_around))(person)
