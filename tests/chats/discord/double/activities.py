"""Activities: codes that people are given, tokens for codes, and the instances that people are in."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field

from tests.chats.discord.double import api_errors
from tests.chats.discord.double.calls import Call
from tests.chats.discord.double.components import Json
from tests.chats.discord.double.models import Channel, User
from tests.chats.discord.double.rest import Answer
from tests.chats.discord.double.world import World

CLIENT_SECRET = "client-secret-of-the-double"


@dataclass(eq=False)
class Instance:
    """One showing of the page, to people of one channel."""

    id: str
    channel: Channel
    users: list[User] = field(default_factory=list)

    def location(self) -> Json:
        guild = self.channel.guild
        if guild is None:
            return {"id": f"pc-{self.channel.id}", "kind": "pc", "channel_id": str(self.channel.id)}
        place = {"guild_id": str(guild.id), "channel_id": str(self.channel.id)}
        return {"id": f"gc-{guild.id}-{self.channel.id}", "kind": "gc", **place}


class Activities:
    """The operations on Activities, and what people do with them."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._instances: dict[str, Instance] = {}
        self._codes: dict[str, User] = {}
        self.tokens: dict[str, User] = {}
        self.enters_late = 0
        """How many looks at instances come before Discord itself knows who is in them."""

    # --- what people do ----------------------------------------------------------------------------------------

    def launched(self, channel: Channel, *users: User) -> Instance:
        """An instance that these people are in."""
        launch, guild = self._world.ids.make_id(), channel.guild
        instance = Instance(f"i-{launch}-gc-{guild.id if guild else 0}-{channel.id}", channel, list(users))
        self._instances[instance.id] = instance
        return instance

    def end(self, instance: Instance) -> None:
        """Everybody has closed it."""
        del self._instances[instance.id]

    def authorize(self, user: User) -> str:
        """A new code, which the client hands to the page after the person has agreed."""
        code = secrets.token_urlsafe(22)
        self._codes[code] = user
        return code

    # --- operations --------------------------------------------------------------------------------------------

    def token(self, call: Call) -> Answer:
        """Exchange a code, which is good for once."""
        known = (str(self._world.bot.id), CLIENT_SECRET)
        if (call.body.get("client_id"), call.body.get("client_secret")) != known:
            return 401, {"error": "invalid_client"}
        if call.body.get("grant_type") != "authorization_code" or "redirect_uri" in call.body:
            return 400, {"error": "unsupported_grant_type"}
        user = self._codes.pop(call.body.get("code", ""), None)
        if user is None:
            return 400, {"error": "invalid_grant", "error_description": 'Invalid "code" in request.'}
        token = secrets.token_urlsafe(22)
        self.tokens[token] = user
        lasting = {"expires_in": 604800, "refresh_token": secrets.token_urlsafe(22), "scope": "identify"}
        return 200, {"access_token": token, "token_type": "Bearer", **lasting}

    def instance(self, call: Call) -> Answer:
        """The instance of an id, as long as somebody is in it."""
        instance = self._instances.get(call.path["instance_id"])
        if instance is None or call.path["application_id"] != str(self._world.bot.id):
            raise api_errors.unknown_instance()
        self.enters_late -= 1
        return 200, {
            "application_id": str(self._world.bot.id),
            "instance_id": instance.id,
            "launch_id": instance.id.split("-")[1],
            "location": instance.location(),
            "users": [str(each.id) for each in instance.users] if self.enters_late < 0 else [],
        }
