"""Pictures as PNG bytes from plain values, by pure functions; only this package uses Pillow and the fonts."""
