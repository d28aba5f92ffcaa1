"""What a Discord client does before it sends a slash command: who is offered it, and which options it takes."""

from __future__ import annotations

from typing import Any, Protocol

from tests.chats.discord.double.components import Json
from tests.chats.discord.double.models import User
from tests.chats.discord.double.permissions import Permission

SUB_COMMAND, INTEGER, USER = 1, 4, 6
"""Types of options, numbered as in Discord's documentation."""

CHAT_INPUT, USER_MENU = 1, 2
"""Types of commands: what is typed, and what stands in the menu of a person."""

GUILD, BOT_DM, PRIVATE_CHANNEL = 0, 1, 2
"""Contexts in which a command can be used."""

GUILD_INSTALL, USER_INSTALL = 0, 1
"""Who can have a command: guilds, and users for themselves."""


class Player(Protocol):
    """Somebody who is given as an option."""

    @property
    def user(self) -> User:
        """The account."""


def find_command(commands: list[Json], name: str) -> Json:
    """A command, or an option of one, by its name."""
    found = next((each for each in commands if each["name"] == name), None)
    assert found is not None, f"there is no /{name}; there are {[each['name'] for each in commands]}"
    return found


def is_offered(command: Json, permissions: Permission, *, in_private: bool, installed: bool = False) -> bool:
    """Whether a client lists a command for a member with these permissions, or one who has only installed it."""
    contexts = command.get("contexts")
    if installed:
        return USER_INSTALL in command["integration_types"] and {GUILD, PRIVATE_CHANNEL} <= set(contexts or ())
    if in_private:
        return contexts is None or BOT_DM in contexts
    wanted = command.get("default_member_permissions")
    allowed = (
        wanted is None or bool(permissions & Permission.ADMINISTRATOR) or (int(wanted) & permissions) == int(wanted)
    )
    return allowed and (contexts is None or GUILD in contexts)


def command_data(commands: list[Json], path: str, given: Json, focused: str) -> Json:
    """The data of an interaction with a command.

    Args:
        commands: all registered commands.
        path: the names of the groups and the command, with spaces between.
        given: the options by name; ``buy_in`` stands for ``buy-in``.
        focused: the option that is being typed, for autocomplete.
    """
    names = path.split(" ")
    command = leaf = find_command(commands, names[0])
    for name in names[1:]:
        leaf = find_command(leaf["options"], name)
    options = _options(leaf.get("options") or [], given, focused)
    for name in reversed(names[1:]):
        options = [{"name": name, "type": SUB_COMMAND, "options": options}]
    data: Json = {"id": command["id"], "name": names[0], "type": CHAT_INPUT, "options": options}
    players: list[Player] = [value for value in given.values() if not isinstance(value, (str, int))]
    if players:
        data["resolved"] = resolved(players)
    return data


def user_menu_data(commands: list[Json], name: str, target: Player) -> Json:
    """The data of an interaction with an entry in the menu of a person."""
    command = find_command([each for each in commands if each.get("type") == USER_MENU], name)
    return {
        "id": command["id"],
        "name": name,
        "type": USER_MENU,
        "target_id": str(target.user.id),
        "resolved": resolved([target]),
    }


def resolved(players: list[Player]) -> Json:
    """What Discord tells of people who were picked; a member's account stands apart."""
    member = {"roles": [], "joined_at": "2026-01-01T00:00:00+00:00", "flags": 0, "permissions": "0"}
    return {
        "users": {str(each.user.id): each.user.payload() for each in players},
        "members": {str(each.user.id): {**member, "nick": each.user.nick} for each in players if not each.user.bot},
    }


def _options(declared: list[Json], given: Json, focused: str) -> list[Json]:
    """The options that were typed, checked as a client checks them."""
    values = {name.replace("_", "-"): value for name, value in given.items()}
    focused = focused.replace("_", "-")
    unknown = set(values) - {option["name"] for option in declared}
    assert not unknown, f"there is no option {unknown}"
    options: list[Json] = []
    for option in declared:
        name = option["name"]
        if name not in values:
            assert focused or not option.get("required"), f"{name} has to be given"
        elif name == focused:
            assert option.get("autocomplete"), f"{name} suggests nothing"
            options.append({"name": name, "type": option["type"], "value": values[name], "focused": True})
        else:
            options.append({"name": name, "type": option["type"], "value": _checked_value(option, values[name])})
    return options


def _checked_value(option: Json, value: Any) -> Any:
    name, choices = option["name"], [choice["value"] for choice in option.get("choices") or []]
    assert not choices or value in choices, f"{name} takes one of {choices}"
    if option["type"] == INTEGER:
        assert isinstance(value, int)
        assert value >= option.get("min_value", value), f"{name} is at least {option['min_value']}"
        assert value <= option.get("max_value", value), f"{name} is at most {option['max_value']}"
    if isinstance(value, (str, int)):
        assert option["type"] != USER, f"{name} takes a person who is picked"
        return value
    player: Player = value
    assert option["type"] == USER, f"{name} takes nobody"
    return str(player.user.id)
