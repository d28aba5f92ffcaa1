"""Escaping text for Discord: nothing in it is shown as markup, a mention, a link or a list."""

from __future__ import annotations

import re

_MARKUP = re.compile(
    r"[\\*_~`|\[\]<@]"  # markup, masked links, mentions of every kind
    r"|:(?=//)"  # a URL that would become a link
    r"|(?<=\w)/(?=\w)"  # an invitation, which needs no scheme
)
_LINE_START = re.compile(r"^[ \t]*(?=[#>+-])|^[ \t]*[0-9]+(?=\.)", re.MULTILINE)
"""Where a line would become a heading, a quotation, small text or an item of a list."""


def escape_markdown(text: str) -> str:
    """The text with a backslash before everything that Discord would not show as it is."""
    return _LINE_START.sub(r"\g<0>\\", _MARKUP.sub(r"\\\g<0>", text))


def escaped_length(text: str) -> int:
    """How many characters a text has with its escapes."""
    return len(escape_markdown(text))
