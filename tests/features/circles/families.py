"""Keys of this feature's texts with a part that is only known when the program runs."""

from bot.features.circles.queries import JOINED, LEFT

FAMILIES = {"reason-circle-*": {f"reason-{reason}" for reason in (JOINED, LEFT)}}
