"""Plain text as Discord shows it unchanged: nothing in it is markup, a mention, a link or a list."""

from __future__ import annotations

import re

_ANYWHERE = re.compile(
    r"[\\*_~`|\[\]<@]"  # markup, masked links, mentions of every kind
    r"|:(?=//)"  # an address that would become a link
    r"|(?<=\w)/(?=\w)"  # an invitation, which needs no scheme
)
_AT_THE_START = re.compile(r"^[ \t]*(?=[#>+-])|^[ \t]*[0-9]+(?=\.)", re.MULTILINE)
"""Where a line would become a heading, a quotation, small print or a part of a list."""


def escaped(text: str) -> str:
    """The text with a backslash before everything that Discord would not show as it is."""
    return _AT_THE_START.sub(r"\g<0>\\", _ANYWHERE.sub(r"\\\g<0>", text))
