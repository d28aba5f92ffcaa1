"""Who may use which command, written out by hand in ``who_may.txt``, apart from the declarations of the program."""

from __future__ import annotations

from engine.games import GAMES
from tests.rows import cells


def _commands(title: str) -> set[str]:
    return {each for (line,) in cells(__file__, title) for each in line.split(", ")}


EVERYBODY = _commands("what anybody may do, if the bot is there and other things allow it")
PLAYERS = _commands("what only those may do who sit at the table")
ACTIONS = {verb.name for game in GAMES.values() for verb in game.verbs}
"""What only those may do who are asked."""

HOST = _commands("what hosts and admins may do")
SETTLE = _commands("what admins may do, and those between whom something is owed")
ADMINS = _commands("what admins alone may do")
AS_GROUP = (
    ADMINS | HOST | _commands("what else an admin may do in the name of the group, who has neither chips nor a chair")
)
WHILE_AWAY = _commands("what is answered while the bot is not in the group")
FORMER_MEMBERS = _commands("what somebody may do to get their chips home who is not in the group any more")
ABOUT_NO_GROUP = _commands("what concerns nobody but its sender, wherever it is sent")
READS = _commands("what changes nothing")
PLAY_ON = _commands("what begins to play or risks more chips, which somebody's own limits may forbid")
CHANGE_SEATS = _commands("what changes who is dealt in, or whether anybody is, and so must not follow the cut")
