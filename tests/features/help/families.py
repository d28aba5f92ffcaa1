"""Keys of this feature's texts with a part that is only known when the program runs."""

from bot.commands import SECTIONS, Who
from bot.presenting.presenters import PRESENTERS
from bot.wording import in_language
from engine.games import GAMES


def rules_pages() -> set[str]:
    """Return the names of the pages that games declare."""
    return {
        page.name
        for name, game in GAMES.items()
        for page in PRESENTERS[name].rules_pages(game.rules(), None, in_language("en"))
    }


FAMILIES = {
    "help-content-*": {f"help-content-{section}" for section in SECTIONS},
    "help-section-*": {f"help-section-{section}" for section in SECTIONS},
    "help-who-*": {f"help-who-{who.value}" for who in Who},
    "rules-page-*": {f"rules-page-{page}" for page in ("house", "house-continued", *rules_pages())},
}
