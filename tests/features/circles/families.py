"""Keys of this feature's texts with a part that is only known when the program runs."""

from bot.features.circles.queries import JOINED, LEFT, LINKED

FAMILIES = {
    "reason-circle-*": {f"reason-{reason}" for reason in (JOINED, LEFT, LINKED)},
    "codes": {"circle-code", "accounts-code"},
}
