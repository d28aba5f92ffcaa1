"""Keys of this feature's texts with a part that is only known when the program runs."""

from bot.features.exports.pages import WHAT

FAMILIES = {
    "export-what-*": {f"export-what-{each}" for each in WHAT},
    "export-made-*": {f"export-made-{each}" for each in WHAT},
    "button-export-*": {f"button-export-{each}" for each in WHAT},
}
