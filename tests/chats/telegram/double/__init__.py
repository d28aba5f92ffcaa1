"""A Telegram on the loopback: chats, people and a Bot API that keeps state, counts calls and is as strict as the real.

The real library talks to it over a real socket. Whatever a bot does that the real Bot API would not take, or would take
amiss, is noted as a fault and fails the test.
"""

from tests.chats.telegram.double.chats import Chat, Post
from tests.chats.telegram.double.person import Button, Person, QueryAnswer
from tests.chats.telegram.double.telegram import TOKEN, Telegram

__all__ = ["TOKEN", "Button", "Chat", "Person", "Post", "QueryAnswer", "Telegram"]
