"""The sealed packs of a table's next hand in public: their fingerprint, what players mix in, and how it is closed."""

from __future__ import annotations

from collections.abc import Sequence

from bot.messages import Message
from bot.names import safe_text
from bot.presenting.packing import FEW, packed
from bot.presenting.presenters import TITLES
from bot.tables.state import TableState
from bot.wording import Say

LONGEST_WORDS = 80
"""How long the words may be where they stand on one line among other things."""

CLOSING_CHARACTERS = 3_400
"""How long the seats and words of a closing message may be; after that names give way, so that no word is left out."""


def next_deal(state: TableState, say: Say) -> tuple[str, ...]:
    """The fingerprint of the packs sealed for the next hand in a line of its own, and how to mix in a word.

    The fingerprint stays when the deal is closed, and so does one that others have taken the place of, since a message
    that has shown it is not to lose it.
    """
    sealed = state.sealed
    if sealed is None:
        return ()
    lines = [line for old in sealed.superseded for line in (say("sealed-superseded"), old)]
    lines += [say("sealed-next"), sealed.commitment]
    if sealed.closing is not None or state.closed:
        return tuple(lines)
    lines.append(say("shuffle-how"))
    cutter = state.chair_of(sealed.cutter)
    if cutter is not None:
        lines.append(say("shuffle-cutter", name=cutter.name))
    mixed = [(chair.name, sealed.words[chair.player]) for chair in state.seated if chair.player in sealed.words]
    return (*lines, mixed_in(mixed, say)) if mixed else tuple(lines)


def mixed_in(words: Sequence[tuple[str, str]], say: Say) -> str:
    """The words that players have mixed in, each after its player; only how many if they are long."""
    line = " · ".join(say("shuffle-word", name=name, word=safe_text(word)) for name, word in words)
    if len(line) > LONGEST_WORDS:
        return say("shuffle-words-counted", count=len(words))
    return say("shuffle-words", words=line)


def closing(state: TableState, say: Say) -> Message:
    """What is posted before the deal and never edited: the fingerprint, who sits where, and what each has mixed in."""
    sealed = state.sealed
    assert sealed is not None
    assert sealed.closing is not None
    seats = [
        (seat + 1, _name(state, player), sealed.closing.words.get(seat, b"").decode())
        for seat, player in sorted(sealed.closing.seats.items())
    ]
    lines = [say("sealed-for", number=str(sealed.number)), sealed.commitment, "", *_seats(seats, say)]
    if not sealed.closing.words:
        lines.append(say("closing-no-words"))
    if sealed.cutter in map(sealed.closing.seats.get, sealed.closing.words):
        lines.append(say("closing-cut", name=_name(state, sealed.cutter)))
    return Message(say("closing-title", game=TITLES[state.game_name]), (*lines, "", say("closing-end")))


def _name(state: TableState, player: str) -> str:
    chair = state.chair_of(player)
    return "?" if chair is None else chair.name


def _seats(seats: Sequence[tuple[int, str, str]], say: Say) -> list[str]:
    """Every seat with its word: a line each, or side by side if they are many."""
    if len(seats) <= FEW:
        return [_entry(f"{number}. {name}", word, say) for number, name, word in seats]
    entries = [_entry(f"{number} {name}", word, say) for number, name, word in seats]
    if sum(map(len, entries)) > CLOSING_CHARACTERS:
        entries = [f"{number} {safe_text(word)}" if word else str(number) for number, _, word in seats]
    return packed(entries)


def _entry(seat: str, word: str, say: Say) -> str:
    return say("shuffle-word", name=seat, word=_to_the_letter(word)) if word else seat


def _to_the_letter(word: str) -> str:
    """A word as it may be shown; one of which something cannot be shown is followed by its bytes."""
    shown = safe_text(word)
    return shown if shown == word else f"{shown} [{word.encode().hex()}]"
