"""Keys of this feature's texts with a part that is only known when the program runs."""

from bot.features.mint.sources import Source

FAMILIES = {"audit-of-*": {f"audit-of-{each}" for each in Source}}
