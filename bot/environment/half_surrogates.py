"""Half surrogates, which cannot be stored, sent or shown.

JSON escapes and bytes that are not UTF-8 can produce them; every input is checked first.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

_HALF = re.compile("[\ud800-\udfff]")


def has_half_surrogate(*values: object) -> bool:
    """Return true if any text has one, at any depth of lists and mappings."""
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
