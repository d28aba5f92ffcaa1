"""Pictures as PNG bytes from plain values; only this package uses Pillow and the fonts.

Functions are pure and safe in any thread; caches are bounded, and cached values never change.
"""
