"""Every command, declared once.

Chats draw their menus from this list, the help is written from it, permissions and handlers are found in it, and every
typed line is read with it.
The description of a command is in the wording, under ``command-`` and its name.
"""

from __future__ import annotations

from collections.abc import Mapping

from bot.commands.spec import CommandSpec, Kind, Menu, Parameter, Scope, Who
from engine.games import GAMES

_GAME = Parameter("game", Kind.GAME)
_GAME_OF_PLACE = Parameter("game", Kind.GAME, optional=True)
_PRESET = Parameter("preset", Kind.PRESET, optional=True)
_BUY_IN = Parameter("buy-in", Kind.BUY_IN, optional=True)
_MEMBER = Parameter("player", Kind.MEMBER)
_RULE = Parameter("rule", Kind.RULE)
_LANGUAGE = Parameter("language", Kind.LANGUAGE)
_AMOUNT = Parameter("amount", Kind.AMOUNT)
_HAND = Parameter("hand", Kind.HAND)
_REASON = Parameter("reason", Kind.WORDS)

_AFTER_A_VERB: Mapping[str, tuple[Parameter, ...]] = {
    "amount": (Parameter("amount", Kind.BET),),
    "choice": (Parameter("choice", Kind.CHOICE),),
    "": (),
}

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
    ),
    CommandSpec(
        name="leave",
        section="table",
        handler="leave",
        discord="table leave",
        who=Who.SEATED,
        scope=Scope.TABLE,
        changes_seats=True,
        for_former_members=True,
        in_private=True,
    ),
    CommandSpec(
        name="sit out",
        section="table",
        handler="sit_out",
        discord="table sit-out",
        who=Who.SEATED,
        scope=Scope.TABLE,
        changes_seats=True,
        in_private=True,
    ),
    CommandSpec(
        name="sit back",
        section="table",
        handler="sit_back",
        discord="table sit-back",
        who=Who.SEATED,
        scope=Scope.TABLE,
        changes_seats=True,
        in_private=True,
    ),
    CommandSpec(
        name="rebuy",
        section="table",
        handler="rebuy",
        discord="table rebuy",
        parameters=(Parameter("amount", Kind.REBUY, optional=True),),
        who=Who.SEATED,
        scope=Scope.TABLE,
        changes_seats=True,
        in_private=True,
    ),
    CommandSpec(
        name="start",
        section="table",
        handler="start",
        discord="table start",
        who=Who.SEATED,
        scope=Scope.TABLE,
        changes_seats=True,
        in_private=True,
    ),
    CommandSpec(
        name="status",
        section="table",
        handler="status",
        discord="table status",
        reads_only=True,
        while_away=True,
        as_group=True,
        in_private=True,
    ),
    CommandSpec(
        name="menu",
        section="table",
        handler="menu",
        discord="table menu",
        parameters=(Parameter("page", Kind.PAGE, optional=True),),
        shows_rights=True,
        reads_only=True,
        while_away=True,
        as_group=True,
        in_private=True,
    ),
    CommandSpec(
        name="table",
        section="table",
        handler="find_table",
        discord="find-table",
        reads_only=True,
        while_away=True,
        as_group=True,
        in_private=True,
    ),
    CommandSpec(
        name="add computer",
        section="table",
        handler="add_computer",
        discord="table add-computer",
        who=Who.SEATED,
        scope=Scope.TABLE,
        changes_seats=True,
        in_private=True,
    ),
    CommandSpec(
        name="remove computer",
        section="table",
        handler="remove_computer",
        discord="table remove-computer",
        who=Who.HOST,
        scope=Scope.TABLE,
        as_group=True,
        changes_seats=True,
        in_private=True,
    ),
    CommandSpec(
        name="kick",
        section="table",
        handler="kick",
        discord="table kick",
        user_menu=True,
        parameters=(Parameter("player", Kind.SEATED),),
        who=Who.HOST,
        scope=Scope.TABLE,
        as_group=True,
        changes_seats=True,
    ),
    CommandSpec(
        name="close",
        section="table",
        handler="close",
        discord="table close",
        who=Who.HOST,
        scope=Scope.TABLE,
        as_group=True,
        changes_seats=True,
        in_private=True,
    ),
)

_PLAY = (
    CommandSpec(
        name="hand",
        section="play",
        handler="hand",
        discord="hand",
        who=Who.SEATED,
        reads_only=True,
        while_away=True,
        in_private=True,
        anywhere=True,
    ),
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
        )
        # The action words of all games, each once.
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
    scope=Scope.TABLE,
    in_private=True,
)

_HOUSE_RULES = (
    CommandSpec(
        name="house",
        section="house",
        handler="show_house_rules",
        discord="house show",
        parameters=(_GAME_OF_PLACE,),
        reads_only=True,
        while_away=True,
        as_group=True,
        in_private=True,
    ),
    CommandSpec(
        name="house rule",
        section="house",
        handler="explain_house_rule",
        discord="house rule",
        parameters=(_RULE,),
        reads_only=True,
        while_away=True,
        as_group=True,
        in_private=True,
    ),
    CommandSpec(
        name="house preset",
        section="house",
        handler="draft_preset",
        discord="admin house-preset",
        parameters=(Parameter("preset", Kind.PRESET), _GAME_OF_PLACE),
        who=Who.ADMIN,
    ),
    CommandSpec(
        name="house set",
        section="house",
        handler="draft_rule",
        discord="admin house-set",
        parameters=(_RULE, Parameter("value", Kind.VALUE)),
        who=Who.ADMIN,
    ),
    CommandSpec(
        name="house reset",
        section="house",
        handler="draft_reset",
        discord="admin house-reset",
        parameters=(_GAME_OF_PLACE,),
        who=Who.ADMIN,
    ),
    CommandSpec(
        name="house apply",
        section="house",
        handler="apply_draft",
        discord="admin house-apply",
        who=Who.ADMIN,
    ),
    CommandSpec(
        name="house discard",
        section="house",
        handler="discard_draft",
        discord="admin house-discard",
        who=Who.ADMIN,
    ),
    CommandSpec(
        name="house language",
        section="house",
        handler="choose_group_language",
        discord="admin house-language",
        parameters=(_LANGUAGE,),
        who=Who.ADMIN,
    ),
)

_MONEY = (
    CommandSpec(
        name="chips",
        section="money",
        handler="chips",
        discord="money chips",
        reads_only=True,
        while_away=True,
        in_private=True,
    ),
    CommandSpec(
        name="ledger",
        section="money",
        handler="statement",
        discord="money ledger",
        parameters=(
            Parameter("player", Kind.MEMBER, optional=True),
            Parameter("before", Kind.NUMBER, optional=True),
        ),
        reads_only=True,
        while_away=True,
        in_private=True,
    ),
    CommandSpec(
        name="top",
        section="money",
        handler="top",
        discord="money top",
        reads_only=True,
        while_away=True,
        as_group=True,
        in_private=True,
    ),
    CommandSpec(
        name="daily",
        section="money",
        handler="daily",
        discord="money daily",
        in_private=True,
    ),
    CommandSpec(
        name="bank grant",
        section="money",
        handler="grant",
        discord="admin bank-grant",
        user_menu=True,
        parameters=(_MEMBER, _AMOUNT, _REASON),
        who=Who.ADMIN,
    ),
    CommandSpec(
        name="bank take",
        section="money",
        handler="take",
        discord="admin bank-take",
        parameters=(_MEMBER, _AMOUNT, _REASON),
        who=Who.ADMIN,
    ),
    CommandSpec(
        name="bank void",
        section="money",
        handler="void",
        discord="admin bank-void",
        parameters=(_HAND, _REASON),
        who=Who.ADMIN,
    ),
)

_PROOF = (
    CommandSpec(
        name="shuffle",
        section="proof",
        handler="shuffle",
        discord="shuffle",
        parameters=(Parameter("words", Kind.WORDS, optional=True),),
        who=Who.SEATED,
        scope=Scope.TABLE,
        in_private=True,
    ),
    CommandSpec(
        name="verify",
        section="proof",
        handler="verify",
        discord="proof verify",
        parameters=(_HAND, Parameter("size", Kind.NUMBER, optional=True)),
        reads_only=True,
        while_away=True,
        as_group=True,
        in_private=True,
    ),
    CommandSpec(
        name="verify mine",
        section="proof",
        handler="verify_mine",
        discord="proof verify-mine",
        parameters=(Parameter("hand", Kind.HAND, optional=True),),
        reads_only=True,
        while_away=True,
        in_private=True,
    ),
    CommandSpec(
        name="disclose",
        section="proof",
        handler="disclose",
        discord="proof disclose",
        parameters=(_HAND,),
        in_private=True,
    ),
    CommandSpec(
        name="fairness",
        section="proof",
        handler="fairness",
        discord="fairness",
        reads_only=True,
        while_away=True,
        as_group=True,
        in_private=True,
        anywhere=True,
    ),
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
    ),
    CommandSpec(
        name="hint",
        section="learn",
        handler="hint",
        discord="hint",
        who=Who.SEATED,
        reads_only=True,
        while_away=True,
        in_private=True,
        anywhere=True,
    ),
    CommandSpec(
        name="rules",
        section="learn",
        handler="rules",
        discord="rules",
        parameters=(_GAME_OF_PLACE,),
        reads_only=True,
        while_away=True,
        as_group=True,
        in_private=True,
        anywhere=True,
    ),
    CommandSpec(
        name="help",
        section="learn",
        handler="help",
        discord="help",
        parameters=(Parameter("command", Kind.COMMAND, optional=True),),
        reads_only=True,
        while_away=True,
        as_group=True,
        in_private=True,
        about_group=False,
        anywhere=True,
        at_length=True,
    ),
    CommandSpec(
        name="settings",
        section="learn",
        handler="settings",
        discord="settings",
        reads_only=True,
        while_away=True,
        as_group=True,
        in_private=True,
    ),
    CommandSpec(
        name="language",
        section="learn",
        handler="choose_language",
        discord="language",
        parameters=(_LANGUAGE,),
        while_away=True,
        in_private=True,
        anywhere=True,
    ),
    CommandSpec(
        name="privacy",
        section="learn",
        handler="privacy",
        discord="privacy",
        reads_only=True,
        while_away=True,
        as_group=True,
        in_private=True,
        at_length=True,
        about_group=False,
    ),
    CommandSpec(
        name="selftest",
        section="learn",
        handler="self_test",
        discord="admin selftest",
        parameters=(Parameter("amount", Kind.AMOUNT, optional=True),),
        who=Who.ADMIN,
    ),
)

COMMANDS: tuple[CommandSpec, ...] = (*_TABLES, *_PLAY, _ADVANCE, *_HOUSE_RULES, *_MONEY, *_PROOF, *_LEARN)

BY_NAME: Mapping[str, CommandSpec] = {spec.name: spec for spec in COMMANDS}

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
"""The commands of each menu, the most useful first; all others can be typed, and the help lists them."""

OTHER_NAMES: Mapping[str, str] = {
    "all in": "all-in",
    "allin": "all-in",
    "raise to": "raise",
    "pass the bank": "pass-bank",
    "back": "sit back",
    "add bot": "add computer",
    "remove bot": "remove computer",
    "re-buy": "rebuy",
    "house show": "house",
}
"""What people type besides the names above, and the command they mean."""
