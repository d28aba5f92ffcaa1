"""Keys of this feature's texts with a part that is only known when the program runs."""

from bot.features.wallets.pages import WAYS

FAMILIES = {"button-*": {f"button-{name}" for name in WAYS}}
