"""Keys of this feature's texts with a part that is only known when the program runs."""

from bot.features.bans.pages import LENGTHS

FAMILIES = {"bans-for-*": {f"bans-for-{length}" for length in LENGTHS}}
