"""The local room: a group chat of Kiu's own in the browser, for playing without any platform or token.

Only what the page and its socket need belongs here; the page itself is in ``page/``. It knows no rule of any game.
"""

from bot.chats.local_chat.channels import LOCAL_GROUP, Tab, place_of
from bot.chats.local_chat.guests import Guest, Guests, NameRefused
from bot.chats.local_chat.room import LocalRoom
from bot.chats.local_chat.server import CommandHelp, Limits, PasswordNeeded, RoomServer, needs_password

__all__ = [
    "LOCAL_GROUP",
    "CommandHelp",
    "Guest",
    "Guests",
    "Limits",
    "LocalRoom",
    "NameRefused",
    "PasswordNeeded",
    "RoomServer",
    "Tab",
    "needs_password",
    "place_of",
]
