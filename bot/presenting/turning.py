from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, NamedTuple, TypeVar

from bot.messages import Button
from bot.wording import Translator

T = TypeVar("T")


class Turned(NamedTuple, Generic[T]):
    shown: Sequence[T]
    number: int
    """From 1."""

    pages: int
    buttons: tuple[Button, ...]


def turned(items: Sequence[T], number: int, most: int, command: str, translate: Translator) -> Turned[T]:
    """Return a page of at most ``most`` items; a larger number means the last page. ``command`` ends with it."""
    pages = max(-(-len(items) // most), 1)
    number = min(max(number, 1), pages)
    before = [Button(translate("button-previous-page"), f"{command} {number - 1}")] if number > 1 else []
    after = [Button(translate("button-next-page"), f"{command} {number + 1}")] if number < pages else []
    return Turned(items[(number - 1) * most : number * most], number, pages, (*before, *after))
