"""Pictures of cards, hands and results: plain values in, the bytes of a PNG out.

The only package that knows Pillow and the fonts. Every function is pure and may run in any thread; caches are bounded,
and what is cached never changes. Pictures know no round, no table, no chat and no language: words are passed in.
"""

from __future__ import annotations

from bot.pictures.qiuqiu_hand import hand_picture, laid_out_picture
from bot.pictures.qiuqiu_showdown import ShowdownRow, showdown_picture

__all__ = ["ShowdownRow", "hand_picture", "laid_out_picture", "showdown_picture"]
