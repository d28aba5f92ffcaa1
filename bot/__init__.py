"""The bot around the games: chats, commands, tables, chips and sentences.

Imports run downwards in the order that ``docs/architecture.md`` gives. No rule of a game belongs here: those are in
``engine``.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - pip looks at the version, and who starts a clone by hand may not
    raise SystemExit(f"Kiu needs Python 3.11 or newer, and this is {sys.version.split()[0]}: {sys.executable}")

__version__ = "0.1.0"
