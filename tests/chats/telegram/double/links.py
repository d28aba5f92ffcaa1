"""What Telegram makes a link of in a text without being asked, a little more strictly than it does.

The facts are those of the tests of Telegram's own library for clients (``test/message_entities.cpp`` of tdlib): which
characters may stand in an address, that it may have emoji or four numbers, and what is taken for the number of a card.
What depends on lists that change, such as the ends of addresses, counts as a link here in any case.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

_MENTION = re.compile(r"(?<!\w)@[A-Za-z0-9_]{2,}")
_CASHTAG = re.compile(r"(?<![\w$])\$(?:[A-Z]{1,8}|1INCH)(?![\w$])")
_COMMAND = re.compile(r"(?<![\w/<])/[A-Za-z0-9_]+")
_SCHEME = re.compile(r"[A-Za-z]://\S")
_FOUR_NUMBERS = re.compile(r"(?<![\w.])[0-9]{1,3}(?:\.[0-9]{1,3}){3}(?![\w])")
_TELEPHONE = re.compile(r"\+[0-9](?:[ ()-]*[0-9]){6,}")
_CARD = re.compile(r"(?<![\w+.,-])[0-9](?:[ -]*[0-9]){12,18}(?![\w-])")


def links_in(text: str) -> list[str]:
    """The parts of a text that Telegram would make something of that can be tapped."""
    found = [
        match.group()
        for pattern in (_MENTION, _CASHTAG, _COMMAND, _SCHEME, _FOUR_NUMBERS, _TELEPHONE)
        for match in pattern.finditer(text)
    ]
    found += [match.group() for match in _CARD.finditer(text) if _adds_up(match.group())]
    return found + list(_hashtags(text)) + list(_addresses(text))


def _adds_up(card: str) -> bool:
    """Whether the digits of a card are right by the sum that all cards have."""
    digits = [int(each) for each in card if each.isdigit()]
    doubled = [digit if place % 2 == 0 else digit * 2 - 9 * (digit > 4) for place, digit in enumerate(reversed(digits))]
    return sum(doubled) % 10 == 0


def _hashtags(text: str) -> Iterator[str]:
    for each in re.finditer(r"#", text):
        tag = "".join(_while_in_a_tag(text[each.end() :]))
        if tag.strip("0123456789"):
            yield f"#{tag}"


def _while_in_a_tag(text: str) -> Iterator[str]:
    for each in text:
        if each not in "_\u200c\u00b7" and unicodedata.category(each) not in ("Lu", "Ll", "Lt", "Lm", "Lo", "Nd"):
            return
        yield each


def _addresses(text: str) -> Iterator[str]:
    """Words with a dot between what may be the parts of a domain, the last of letters."""
    for word in re.split(r"[\s<>\"«»|/?#,;:()\[\]{}'`@!*]+", text):
        parts = "".join(each if _is_of_a_domain(each) else " " for each in word).split()
        for part in parts:
            if re.search(r"[^.]\.[^\W\d_]{2,}(?![^.])", part):
                yield part


def _is_of_a_domain(character: str) -> bool:
    if ord(character) < 0xC0:
        return character.isascii() and (character.isalnum() or character in "-_.~")
    # Of the punctuation of all scripts only what joins letters may stand in one.
    return not 0x2000 <= ord(character) <= 0x206F or character in "\u200c\u200d"
