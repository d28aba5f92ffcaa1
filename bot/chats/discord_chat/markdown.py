"""Escaping of markup, mentions, links and lists."""

from __future__ import annotations

import re

_MARKUP = re.compile(
    r"[\\*_~`|\[\]<@]"  # markup, masked links, mentions of every kind
    r"|:(?=//)"  # a URL that would become a link
    r"|(?<=\w)/(?=\w)"  # an invitation, which needs no scheme
)
_LINE_START = re.compile(r"^[ \t]*(?=[#>+-])|^[ \t]*[0-9]+(?=\.)", re.MULTILINE)
"""Matches the start of a heading, a quotation, small text or a list."""


def escape_markdown(text: str) -> str:
    return _LINE_START.sub(r"\g<0>\\", _MARKUP.sub(r"\\\g<0>", text))


def escaped_length(text: str) -> int:
    return len(escape_markdown(text))
