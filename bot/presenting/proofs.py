"""The sealed packs of a table's next hand in public: their fingerprint, what players mix in, and how it is closed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bot.messages import CLOSING_FILE, File, Message, PlayerId
from bot.messages.names import safe_text
from bot.presenting.packing import FEW, packed
from bot.presenting.presenters import TITLES
from bot.tables.sealing import Sealed
from bot.tables.state import TableState
from bot.wording import Translator

LONGEST_WORDS = 80
"""How long the words may be where they stand on one line among other things."""

CLOSING_CHARACTERS = 3_400
"""How long the seats and words of a closing message may be; if they are longer, they stand in a document instead."""


def next_deal(state: TableState, translate: Translator) -> tuple[str, ...]:
    """The fingerprint of the packs sealed for the next hand in a line of its own, and how to mix in a word.

    The fingerprint stays when the deal is closed, and so does one that others have taken the place of, since a message
    that has shown it is not to lose it.
    """
    sealed = state.sealed
    if sealed is None:
        return ()
    lines = [line for old in sealed.superseded for line in (translate("sealed-superseded"), old)]
    lines += [translate("sealed-next"), sealed.commitment]
    if sealed.closing is not None or state.closed:
        return tuple(lines)
    lines.append(translate("shuffle-how"))
    cutter = state.chair_of(sealed.cutter)
    if cutter is not None:
        lines.append(translate("shuffle-cutter", name=cutter.name))
    mixed = [(chair.name, sealed.words[chair.player]) for chair in state.seated if chair.player in sealed.words]
    return (*lines, mixed_in(mixed, translate)) if mixed else tuple(lines)


def mixed_in(words: Sequence[tuple[str, str]], translate: Translator) -> str:
    """The words that players have mixed in, each after its player; only how many if they are long."""
    line = " · ".join(translate("shuffle-word", name=name, word=safe_text(word)) for name, word in words)
    if len(line) > LONGEST_WORDS:
        return translate("shuffle-words-counted", count=len(words))
    return translate("shuffle-words", words=line)


class _Seat(NamedTuple):
    """A seat of a closed deal, in words."""

    number: int
    """The number of its chair, from 1."""

    name: str
    player: PlayerId
    word: str
    """As it was posted; empty if none was."""


def closing(state: TableState, translate: Translator) -> Message:
    """What is posted before the deal and never edited: the fingerprint, who sits where, and what each has mixed in.

    Where a message has no room for all of that, a document with it is part of the message.
    """
    sealed = state.sealed
    assert sealed is not None
    assert sealed.closing is not None
    words = sealed.closing.words
    seats = [
        _Seat(chair + 1, _name(state, player), player, words.get(chair, b"").decode())
        for chair, player in sorted(sealed.closing.seats.items())
    ]
    lines, document = _seats(seats, translate), None
    if sum(map(len, lines)) > CLOSING_CHARACTERS:
        counted = translate("shuffle-words-counted", count=len(words))
        lines, document = (
            [translate("closing-document", count=len(seats)), *([counted] if words else [])],
            _document(sealed, seats),
        )
    if not words:
        lines.append(translate("closing-no-words"))
    if sealed.cutter in map(sealed.closing.seats.get, words):
        lines.append(translate("closing-cut", name=_name(state, sealed.cutter)))
    lines.append(_dealer(state, sealed, translate))
    fingerprint = (translate("sealed-for", number=str(sealed.number)), sealed.commitment)
    title = translate("closing-title", game=TITLES[state.game_name])
    return Message(title, (*fingerprint, "", *lines, "", translate("closing-end")), file=document)


def _dealer(state: TableState, sealed: Sealed, translate: Translator) -> str:
    """Who deals, which decides whose the first card is; said before anybody can know what it would be."""
    if state.game.rules_from(sealed.rules).bank_is_sold:
        return translate("closing-bank-sold")
    if sealed.dealer is None:
        return translate("closing-dealer-drawn", game=state.game_name)
    chair = state.chairs[sealed.dealer]
    return translate("closing-dealer", name="?" if chair is None else chair.name, game=state.game_name)


def _name(state: TableState, player: str) -> str:
    chair = state.chair_of(player)
    return "?" if chair is None else chair.name


def _seats(seats: Sequence[_Seat], translate: Translator) -> list[str]:
    """Every seat with its word: a line each, or side by side if they are many."""
    if len(seats) <= FEW:
        return [_entry(f"{seat.number}. {_known(seat, seats)}", seat.word, translate) for seat in seats]
    return packed(_entry(f"{seat.number} {_known(seat, seats)}", seat.word, translate) for seat in seats)


def _known(seat: _Seat, seats: Sequence[_Seat]) -> str:
    """Who sits there: by name, and by id as well where others have that name."""
    alike = [each for each in seats if each.name == seat.name]
    return seat.name if len(alike) == 1 else f"{seat.name} ({seat.player})"


def _document(sealed: Sealed, seats: Sequence[_Seat]) -> File:
    """Fingerprint, seats and words, a line each: number, id, name, word, and the bytes of the word."""
    lines = [sealed.commitment]
    for seat in seats:
        word = [f"“{safe_text(seat.word)}”", seat.word.encode().hex()] if seat.word else []
        lines.append("\t".join([str(seat.number), seat.player, seat.name, *word]))
    return File(CLOSING_FILE, "".join(f"{line}\n" for line in lines).encode())


def _entry(seat: str, word: str, translate: Translator) -> str:
    return translate("shuffle-word", name=seat, word=_to_the_letter(word)) if word else seat


def _to_the_letter(word: str) -> str:
    """A word as it may be shown; one of which something cannot be shown is followed by its bytes."""
    shown = safe_text(word)
    return shown if shown == word else f"{shown} [{word.encode().hex()}]"
