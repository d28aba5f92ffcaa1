"""The list of commands, for menus, help, permissions, handlers and the parser.

The wording describes each under ``command-`` and its name.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from bot.commands.spec import CommandSpec, Kind, Menu, Parameter, Scope, Who, own_page, public_page, table_command
from engine.games import GAMES

_GAME = Parameter("game", Kind.GAME)
_PRESET = Parameter("preset", Kind.PRESET, optional=True)
_BUY_IN = Parameter("buy-in", Kind.CHIPS, optional=True)

_seated_command = partial(table_command, who=Who.SEATED)
_opening = partial(CommandSpec, opens_table=True, takes_seat=True, in_private=True, plays_on=True)

_TABLES = (
    _opening(name="open", section="table", handler="open_table", parameters=(_GAME, _PRESET, _BUY_IN)),
    CommandSpec(
        name="join",
        section="table",
        parameters=(_BUY_IN,),
        scope=Scope.TABLE,
        changes_seats=True,
        takes_seat=True,
        plays_on=True,
    ),
    _seated_command(name="leave", for_former_members=True),
    _seated_command(name="sit out"),
    _seated_command(name="sit back", plays_on=True),
    _seated_command(name="rebuy", parameters=(Parameter("amount", Kind.CHIPS, optional=True),), plays_on=True),
    _seated_command(name="start", plays_on=True),
    public_page(name="status", section="table"),
    public_page(name="table", section="table", handler="find_table", discord="find-table"),
    public_page(name="games", part=True, handler="choose_game", own_language=True),
    _seated_command(name="add computer"),
    table_command(name="remove computer", who=Who.HOST),
    CommandSpec(
        name="host",
        section="table",
        handler="hand_over",
        parameters=(Parameter("player", Kind.PERSON),),
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
    table_command(name="close", who=Who.HOST),
)

_deciding = partial(CommandSpec, section="play", who=Who.SEATED, scope=Scope.TABLE, in_private=True)

_AFTER_A_VERB: Mapping[str, tuple[Parameter, ...]] = {
    "amount": (Parameter("amount", Kind.CHIPS),),
    "choice": (Parameter("choice", Kind.CHOICE),),
    "": (),
}

_VERBS = {verb.name: verb for game in GAMES.values() for verb in game.verbs}

_STAKES_ANEW = {verb.name for game in GAMES.values() for verb in game.verbs if verb.stakes_anew}

_PLAY = (
    own_page(name="hand", section="play", discord="hand", who=Who.SEATED, anywhere=True),
    *(
        _deciding(name=name, handler="play", parameters=_AFTER_A_VERB[verb.takes], plays_on=name in _STAKES_ANEW)
        for name, verb in _VERBS.items()
    ),
    _deciding(name="advance", handler="decide_in_advance", parameters=(Parameter("action", Kind.ADVANCE),)),
)

_LEARN = (
    _opening(name="practice", section="learn", handler="open_practice", parameters=(_GAME, _PRESET), anywhere=True),
)

SPECS: list[CommandSpec] = [*_TABLES, *_PLAY, *_LEARN]
"""All commands and their parts; those of features join them when Kiu is put together."""

COMMANDS: list[CommandSpec] = [spec for spec in SPECS if not spec.part]
"""The commands that people are shown, by section."""

SECTIONS = ("table", "play", "house", "order", "money", "proof", "history", "learn")

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
