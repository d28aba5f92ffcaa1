"""The local room: a group chat in the browser, without any platform or token; ``page/`` has its page."""

from bot.chats.local_chat.room import LOCAL_GROUP, LocalRoom, place_of
from bot.chats.local_chat.server import CommandHelp, PasswordNeeded, RoomServer
from bot.chats.web_server import SocketLimits as Limits

__all__ = ["LOCAL_GROUP", "CommandHelp", "Limits", "LocalRoom", "PasswordNeeded", "RoomServer", "place_of"]
