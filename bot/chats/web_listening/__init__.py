"""Listening for connections from the web, within limits: for the local room, Telegram's webhook and the health server.

What is said over a connection does not belong here; whoever serves it tells only whom it knows.
"""

from bot.chats.web_listening.client_addresses import FORWARDED_HEADER, ClientAddresses
from bot.chats.web_listening.listener import Listener, ListenerLimits, listening_sockets
from bot.chats.web_listening.open_connections import OpenConnections
from bot.chats.web_listening.origins import AllowedHosts, is_loopback

__all__ = [
    "FORWARDED_HEADER",
    "AllowedHosts",
    "ClientAddresses",
    "Listener",
    "ListenerLimits",
    "OpenConnections",
    "is_loopback",
    "listening_sockets",
]
