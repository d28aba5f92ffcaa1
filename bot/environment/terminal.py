"""Printable lines for a terminal."""

from __future__ import annotations


def printable(text: str) -> str:
    return "".join(each if each.isprintable() else each.encode("unicode_escape").decode() for each in text)
