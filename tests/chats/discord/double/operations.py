"""All operations of the API, and those about the application itself."""

from __future__ import annotations

from collections.abc import Callable

from tests.chats.discord.double import api_errors
from tests.chats.discord.double.activities import Activities
from tests.chats.discord.double.calls import Call
from tests.chats.discord.double.components import Json
from tests.chats.discord.double.interaction_responses import ResponseOperations
from tests.chats.discord.double.messages import MessageOperations
from tests.chats.discord.double.models import Guild
from tests.chats.discord.double.permissions import BOT_PERMISSIONS, Permission
from tests.chats.discord.double.rest import Answer, Route
from tests.chats.discord.double.world import World

ENTRY_POINT = 4
"""The type of the command that Discord makes for an application with Activities."""


class Operations:
    """The operations that the API has."""

    def __init__(self, world: World, fault: Callable[[Call, list[str]], Json]) -> None:
        self._world = world
        self.messages = MessageOperations(world, fault)
        self.activities = Activities(world)
        self.responses = ResponseOperations(self.messages, self.activities, fault)
        self.gateway_url = ""
        self.shards = 1
        self.session_limit: Json = {"total": 1000, "remaining": 999, "reset_after": 1000, "max_concurrency": 1}
        """How many sessions may be begun, and in how many milliseconds the count begins anew."""

        self.application: Json = {
            "bot_public": True,
            "bot_require_code_grant": False,
            "flags": 0,
            "interactions_endpoint_url": None,
            "integration_types_config": {"0": {"oauth2_install_params": install_params()}},
        }
        """The settings of the application that its owner can change in the portal."""

    def routes(self) -> list[Route]:
        """The route of each operation; a fixed segment stands before a variable one."""
        commands, message = "/applications/{application_id}/commands", "/channels/{channel_id}/messages/{message_id}"
        hook = "/webhooks/{webhook_id}/{webhook_token}"
        callback = "/interactions/{interaction_id}/{interaction_token}/callback"
        return [
            Route("GET", "/users/@me", self._me, takes_bearer=True),
            Route("POST", "/oauth2/token", self.activities.token, without_authorization=True, described=False),
            Route("GET", "/applications/{application_id}/activity-instances/{instance_id}", self.activities.instance),
            Route("GET", "/users/@me/guilds", self._guilds),
            Route("GET", "/guilds/{guild_id}/members/{user_id}", self._member),
            Route("GET", "/guilds/{guild_id}", self._guild, described=False),
            Route("GET", "/guilds/{guild_id}/channels", lambda call: (200, self._guild(call)[1]["channels"])),
            Route("GET", "/guilds/{guild_id}/threads/active", self._threads),
            Route("GET", "/oauth2/applications/@me", self._application),
            Route("GET", "/applications/@me", self._application),
            Route("GET", "/gateway/bot", self._gateway_bot),
            Route("GET", commands, lambda call: (200, self._world.commands)),
            Route("PUT", commands, self._put_commands),
            Route("POST", "/users/@me/channels", self.messages.open_dm),
            Route("GET", "/channels/{channel_id}/messages", self.messages.history),
            Route("POST", "/channels/{channel_id}/messages", self.messages.post),
            Route("PATCH", message, self.messages.edit),
            Route("DELETE", message, self.messages.delete),
            Route("POST", callback, self.responses.callback, without_authorization=True),
            Route("POST", hook, self.responses.followup, without_authorization=True),
            *(
                Route(method, f"{hook}/messages/{which}", handler, without_authorization=True)
                for which in ("@original", "{message_id}")
                for method, handler in (("PATCH", self.responses.edit), ("DELETE", self.responses.delete))
            ),
        ]

    def _me(self, call: Call) -> Answer:
        me = self._world.bot
        if call.bearer:
            if call.bearer not in self.activities.tokens:
                return 401, {"message": "401: Unauthorized", "code": 0}
            me = self.activities.tokens[call.bearer]
        return 200, me.payload() | {"mfa_enabled": True, "locale": me.locale, "verified": True}

    def _there(self, call: Call) -> Guild:
        guild = self._world.guilds.get(int(call.path["guild_id"]))
        if guild is None or not guild.has_bot:
            raise api_errors.unknown_guild()
        return guild

    def _guild(self, call: Call) -> Answer:
        return 200, self._there(call).payload(self._world.bot)

    def _threads(self, call: Call) -> Answer:
        return 200, {"threads": self._guild(call)[1]["threads"], "members": [], "has_more": False}

    def _member(self, call: Call) -> Answer:
        guild, user = self._there(call), self._world.users.get(int(call.path["user_id"]))
        if user is None:
            raise api_errors.unknown_user()
        if user.id not in guild.members and user is not self._world.bot:
            raise api_errors.unknown_member()
        return 200, user.as_member() | {"roles": guild.roles_of(user)}

    def _application(self, call: Call) -> Answer:
        bot = self._world.bot
        counts = ("approximate_guild_count", "approximate_user_install_count", "approximate_user_authorization_count")
        empty = ("icon", "type", "role_connections_verification_url", "team")
        return 200, {
            **dict.fromkeys(empty),
            **dict.fromkeys(counts, 0),
            "id": str(bot.id),
            "name": bot.name,
            "description": "",
            **self.application,
            "verify_key": "0" * 64,
            "flags_new": str(self.application["flags"]),
            "redirect_uris": [],
            "owner": self._world.add_user("Owner of the application").payload(),
            "explicit_content_filter": 0,
            "eligible_oauth2_scopes": [],
        }

    def _guilds(self, call: Call) -> Answer:
        """The guilds that the bot is in, by their ids, from the one after ``after`` on."""
        after, limit = int(call.query.get("after", "0")), int(call.query.get("limit", "200"))
        there = sorted((each for each in self._world.guilds.values() if each.has_bot), key=lambda each: each.id)
        return 200, [each.listed() for each in there if each.id > after][:limit]

    def _gateway_bot(self, call: Call) -> Answer:
        return 200, {"url": self.gateway_url, "shards": self.shards, "session_start_limit": self.session_limit}

    def _put_commands(self, call: Call) -> Answer:
        entry_points = {each["name"] for each in self._world.commands if each["type"] == ENTRY_POINT}
        if entry_points - {each["name"] for each in call.body if each["type"] == ENTRY_POINT}:
            raise api_errors.entry_point_left_out()
        self.register(int(call.path["application_id"]), call.body)
        return 200, self._world.commands

    def register(self, application: int, commands: list[Json]) -> None:
        """Let these be all commands of an application."""
        self._world.commands = [
            {
                "description": "",
                **{key: value for key, value in each.items() if value is not None},
                "id": str(self._world.ids.make_id()),
                "default_member_permissions": _as_string(each.get("default_member_permissions")),
                "application_id": str(application),
                "version": str(self._world.ids.make_id()),
            }
            for each in commands
        ]


def install_params(
    permissions: Permission = BOT_PERMISSIONS & ~Permission.READ_HISTORY & ~Permission.USE_COMMANDS,
    scopes: tuple[str, ...] = ("applications.commands", "bot"),
) -> Json:
    """What an install link asks for; by default, what the README tells hosts to tick."""
    return {"scopes": list(scopes), "permissions": str(int(permissions))}


def _as_string(number: object) -> str | None:
    return None if number is None else str(number)
