"""Keys of this feature's texts with a part that is only known when the program runs."""

from typing import get_args, get_type_hints

from bot.messages import TableAddress

FAMILIES = {"share-*": {f"share-{whom}" for whom in get_args(get_type_hints(TableAddress)["leads"])}}
