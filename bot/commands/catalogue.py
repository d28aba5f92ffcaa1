"""The list of commands, for menus, help, permissions, handlers and the parser.

The wording describes each under ``command-`` and its name.
"""

from __future__ import annotations

from collections.abc import Mapping

from bot.commands.spec import CommandSpec, Kind, Menu, Parameter, Scope, Who, own_page, public_page, table_command
from engine.games import GAMES

_GAME = Parameter("game", Kind.GAME)
_PRESET = Parameter("preset", Kind.PRESET, optional=True)
_BUY_IN = Parameter("buy-in", Kind.BUY_IN, optional=True)
_SEATED = Parameter("player", Kind.SEATED)
_TIME = Parameter("time", Kind.DURATION, optional=True)

_AFTER_A_VERB: Mapping[str, tuple[Parameter, ...]] = {
    "amount": (Parameter("amount", Kind.BET),),
    "choice": (Parameter("choice", Kind.CHOICE),),
    "": (),
}

_STAKES_ANEW = frozenset(verb.name for game in GAMES.values() for verb in game.verbs if verb.stakes_anew)

_TABLES = (
    CommandSpec(
        name="open",
        section="table",
        handler="open_table",
        discord="table open",
        parameters=(_GAME, _PRESET, _BUY_IN),
        opens_table=True,
        takes_seat=True,
        in_private=True,
        plays_on=True,
    ),
    CommandSpec(
        name="join",
        section="table",
        handler="join",
        discord="table join",
        parameters=(_BUY_IN,),
        scope=Scope.TABLE,
        changes_seats=True,
        takes_seat=True,
        plays_on=True,
    ),
    table_command(
        name="leave", section="table", handler="leave", discord="table leave", who=Who.SEATED, for_former_members=True
    ),
    table_command(name="sit out", section="table", handler="sit_out", discord="table sit-out", who=Who.SEATED),
    table_command(
        name="sit back", section="table", handler="sit_back", discord="table sit-back", who=Who.SEATED, plays_on=True
    ),
    table_command(
        name="rebuy",
        section="table",
        handler="rebuy",
        discord="table rebuy",
        parameters=(Parameter("amount", Kind.REBUY, optional=True),),
        who=Who.SEATED,
        plays_on=True,
    ),
    table_command(name="start", section="table", handler="start", discord="table start", who=Who.SEATED, plays_on=True),
    public_page(name="status", section="table", handler="status", discord="table status"),
    public_page(name="table", section="table", handler="find_table", discord="find-table"),
    public_page(name="games", part=True, handler="choose_game", own_language=True),
    table_command(
        name="add computer", section="table", handler="add_computer", discord="table add-computer", who=Who.SEATED
    ),
    table_command(
        name="remove computer",
        section="table",
        handler="remove_computer",
        discord="table remove-computer",
        who=Who.HOST,
    ),
    CommandSpec(
        name="host",
        section="table",
        handler="hand_over",
        discord="table host",
        parameters=(_SEATED,),
        who=Who.HOST,
        scope=Scope.TABLE,
    ),
    CommandSpec(
        name="stop now",
        part=True,
        handler="stop",
        parameters=(Parameter("reason", Kind.WORDS, optional=True),),
        who=Who.ADMIN,
        scope=Scope.TABLE,
        changes_seats=True,
    ),
    table_command(name="close", section="table", handler="close", discord="table close", who=Who.HOST),
)

_PLAY = (
    own_page(name="hand", section="play", handler="hand", discord="hand", who=Who.SEATED, anywhere=True),
    *(
        CommandSpec(
            name=verb,
            section="play",
            handler="play",
            discord=f"play {verb}",
            parameters=_AFTER_A_VERB[takes],
            who=Who.SEATED,
            scope=Scope.TABLE,
            in_private=True,
            plays_on=verb in _STAKES_ANEW,
            while_banned=True,
        )
        for verb, takes in {verb.name: verb.takes for game in GAMES.values() for verb in game.verbs}.items()
    ),
)

_ADVANCE = CommandSpec(
    name="advance",
    section="play",
    handler="decide_in_advance",
    discord="play advance",
    parameters=(Parameter("action", Kind.ADVANCE),),
    who=Who.SEATED,
    while_banned=True,
    scope=Scope.TABLE,
    in_private=True,
)


_LEARN = (
    CommandSpec(
        name="practice",
        section="learn",
        handler="open_practice",
        discord="practice",
        parameters=(_GAME, _PRESET),
        opens_table=True,
        takes_seat=True,
        in_private=True,
        anywhere=True,
        plays_on=True,
    ),
)

SPECS: list[CommandSpec] = [*_TABLES, *_PLAY, _ADVANCE, *_LEARN]
"""All commands and their parts; those of features join them when Kiu is put together."""

COMMANDS: list[CommandSpec] = [spec for spec in SPECS if not spec.part]
"""The commands that people are shown, by section."""

SECTIONS = ("table", "play", "house", "order", "money", "proof", "history", "learn")
"""The help's sections in order."""

BY_NAME: dict[str, CommandSpec] = {spec.name: spec for spec in COMMANDS}

BY_LINE: dict[str, CommandSpec] = {spec.name: spec for spec in SPECS}
"""Commands and parts, by the words with which their lines begin."""


def add(spec: CommandSpec) -> None:
    """Add a feature's command to its section, or a part; raise ``ValueError`` for a taken name or unknown section."""
    if spec.name in BY_LINE or (not spec.part and spec.section not in SECTIONS):
        raise ValueError(f"/{spec.name} is there already, or no section of the help is called {spec.section}")
    BY_LINE[spec.name] = spec
    SPECS.append(spec)
    if spec.part:
        return
    BY_NAME[spec.name] = spec
    COMMANDS.append(spec)
    COMMANDS.sort(key=lambda each: SECTIONS.index(each.section))


_PLAYING = ("open", "join", "practice", "hand", "table", "rebuy", "leave")

MENUS: Mapping[Menu, tuple[str, ...]] = {
    Menu.PRIVATE: (
        *("start", "hand", "table", "chips", "daily", "practice", "rules"),
        *("fairness", "language", "settings", "privacy", "help"),
    ),
    Menu.GROUP: (*_PLAYING, "chips", "daily", "rules", "settings", "help"),
    Menu.ADMINS: (*_PLAYING, "kick", "house set", "bank grant", "settings", "help"),
    Menu.ELSEWHERE: ("help", "rules", "fairness", "language", "settings", "privacy"),
}
"""Commands of each menu, the most useful first."""

OTHER_NAMES: Mapping[str, str] = {
    "all in": "all-in",
    "allin": "all-in",
    "raise to": "raise",
    "pass the bank": "pass-bank",
    "back": "sit back",
    "season close reset": "season reset",
    "add bot": "add computer",
    "remove bot": "remove computer",
    "re-buy": "rebuy",
    "house show": "house",
}
"""Other names that people type for commands."""
