"""The bot around the games: chats, commands, tables, chips and sentences.

Imports run downwards in the order that ``docs/architecture.md`` gives. No rule of a game belongs here: those are in
``engine``.
"""

__version__ = "0.1.0"
