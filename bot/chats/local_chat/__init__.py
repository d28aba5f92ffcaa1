"""The local room: a group chat in the browser, without any platform or token; ``page/`` has its page."""

from bot.chats.local_chat.guests import Guest, Guests
from bot.chats.local_chat.room import LOCAL_GROUP, LocalRoom, Tab, place_of
from bot.chats.local_chat.server import CommandHelp, Limits, PasswordNeeded, RoomServer, needs_password

__all__ = [
    "LOCAL_GROUP",
    "CommandHelp",
    "Guest",
    "Guests",
    "Limits",
    "LocalRoom",
    "PasswordNeeded",
    "RoomServer",
    "Tab",
    "needs_password",
    "place_of",
]
