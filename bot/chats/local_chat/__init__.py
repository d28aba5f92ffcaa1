"""The local room: a group chat of Kiu's own in the browser, for playing without any platform or token."""

from bot.chats.local_chat.people import Guest, NameRefused, People
from bot.chats.local_chat.room import HOME, LocalRoom, RoomStore, Tab, place_of
from bot.chats.local_chat.server import CommandHelp, Limits, PasswordNeeded, RoomServer

__all__ = [
    "HOME",
    "CommandHelp",
    "Guest",
    "Limits",
    "LocalRoom",
    "NameRefused",
    "PasswordNeeded",
    "People",
    "RoomServer",
    "RoomStore",
    "Tab",
    "place_of",
]
