"""Keys of this feature's texts with a part that is only known when the program runs."""

from bot.features.rankings.ranking import By

FAMILIES = {
    "ranking-by-*": {f"ranking-by-{each}" for each in By},
    "button-ranking-*": {f"button-ranking-{each}" for each in By},
}
