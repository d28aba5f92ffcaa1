"""Listening for connections from the web, within limits: for the local room and for Telegram's webhook.

What is said over a connection does not belong here; whoever serves it tells only whom it knows.
"""

from bot.chats.web_listening.client_addresses import FORWARDED_HEADER, ClientAddresses
from bot.chats.web_listening.listener import Listener, ListenerLimits, listening_sockets
from bot.chats.web_listening.open_connections import OpenConnections

__all__ = ["FORWARDED_HEADER", "ClientAddresses", "Listener", "ListenerLimits", "OpenConnections", "listening_sockets"]
