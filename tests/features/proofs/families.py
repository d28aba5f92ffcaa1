"""Keys of this feature's texts with a part that is only known when the program runs."""

from bot.features.proofs.pages import PARTS

FAMILIES = {
    "checked-*": {f"checked-{part}" for part in PARTS},
    "record-title*": {f"record-title{how}" for how in ("", "-no-beacon", "-wrong")},
    "own-cards-title*": {f"own-cards-title{how}" for how in ("", "-no-beacon", "-wrong")},
}
