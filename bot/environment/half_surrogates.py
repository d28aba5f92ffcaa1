"""Half surrogates: no characters, though a string can hold them, and nothing can store, send or show them.

JSON can escape one half of a pair without the other, and bytes of a header or a variable that are no UTF-8 are read as
such halves. Every border refuses what has one before anything else happens.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

_HALF = re.compile("[\ud800-\udfff]")


def has_half_surrogate(*values: object) -> bool:
    """Tell whether any text among these values has one, at any depth of lists and mappings."""
    waiting = list(values)
    while waiting:
        value = waiting.pop()
        if isinstance(value, str):
            if not value.isascii() and _HALF.search(value):
                return True
        elif isinstance(value, Mapping):
            waiting += (*value.keys(), *value.values())
        elif isinstance(value, (list, tuple)):
            waiting += value
    return False
