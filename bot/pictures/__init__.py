"""Pictures of cards, hands and results: plain values in, the bytes of a PNG out.

The only package that knows Pillow and the fonts. Every function is pure and may run in any thread; caches are bounded,
and what is cached never changes. Pictures know no round, no table, no chat and no language: words are passed in.
"""
