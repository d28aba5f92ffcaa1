"""Pictures of hands and showdowns: arguments in, the bytes of a PNG out.

Every function is pure and may run in any thread; what is cached is bounded and never changes once drawn.
"""

from __future__ import annotations

from bot.pictures.hand import hand_picture
from bot.pictures.showdown import ShowdownRow, showdown_picture

__all__ = ["ShowdownRow", "hand_picture", "showdown_picture"]
