"""The sealed packs of a table's next hand in public: their fingerprint, the words of players, the closing message."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from bot.messages import CLOSING_FILE, File, Message, PlayerId
from bot.messages.names import safe_text
from bot.presenting.line_filling import FEW_PLAYERS, fill_lines
from bot.presenting.presenters import TITLES
from bot.tables.next_deal import dealer_chair
from bot.tables.sealing import Sealed
from bot.tables.state import TableState
from bot.wording import Translator
from bot.wording.isolation import isolated, without_isolates
from engine.fairness import Closing
from engine.fairness.closing import pledges_hash
from engine.fairness.transparency_log import Head

WORDS_CHARACTERS = 80
"""How many characters of words are shown on one line; if there are more, the words are only counted."""

CLOSING_CHARACTERS = 3_400
"""How many characters of seats and words a closing message has room for; if there are more, they are in a file."""


def next_deal(state: TableState, translate: Translator, *, quotable: bool = False) -> tuple[str, ...]:
    """The fingerprint of the packs sealed for the next hand in a line of its own, and how to mix in a word.

    The fingerprint stays when the deal is closed, and so do fingerprints that were replaced, since a message that has
    shown one must not lose it.

    Args:
        state: the table.
        translate: into the language of its group.
        quotable: whether all that the deal is closed with follows the fingerprint, as long as nobody adds a word.
    """
    sealed = state.sealed
    if sealed is None:
        return ()
    lines = [line for old in sealed.superseded for line in (translate("sealed-superseded"), old)]
    closing = closing_lines(state, translate) if quotable else ()
    lines += [translate("sealed-next"), *(closing or (sealed.commitment,))]
    if sealed.head is not None:
        lines.append(log_head(sealed.head, translate))
    if sealed.closing is not None or state.closed:
        return tuple(lines)
    lines.append(translate("shuffle-how"))
    cutter = state.chair_of(sealed.cutter)
    if cutter is not None:
        lines.append(translate("shuffle-cutter", name=cutter.name))
    mixed = [(chair.name, sealed.words[chair.player]) for chair in state.seated if chair.player in sealed.words]
    return (*lines, added_words(mixed, translate)) if mixed else tuple(lines)


def log_head(head: Head, translate: Translator) -> str:
    """A head of the log of fingerprints in one line: how many entries it has, and their root."""
    return translate("log-head", size=str(head.size), root=head.root.hex())


def closing_lines(state: TableState, translate: Translator) -> tuple[str, ...]:
    """What the next deal would be closed with now: the fingerprint, that no word was added, who is dealt in, who deals.

    Empty once somebody has added a word, and at a table with more players than a line has room for.
    """
    sealed = state.sealed
    assert sealed is not None
    if sealed.closing is not None:
        words, dealer = bool(sealed.closing.words), sealed.dealer
        seats = sorted(sealed.closing.seats.items())
    else:
        ready = state.ready(state.game.least_stack(state.game.rules_from(sealed.rules)))
        words, dealer = bool(sealed.words), dealer_chair(state, ready)
        seats = sorted((state.number_of(chair.player), chair.player) for chair in ready)
    if words or not state.game.fewest <= len(seats) <= FEW_PLAYERS:
        return ()
    named = [_Seat(chair + 1, _name(state, player), player, "") for chair, player in seats]
    dealt_in = " · ".join(_seats(named, translate))
    return (
        sealed.commitment,
        translate("sealed-no-words"),
        translate("sealed-seats", seats=dealt_in),
        _dealer(state, sealed, dealer, translate),
    )


def added_words(words: Sequence[tuple[str, str]], translate: Translator) -> str:
    """The words that players have added, each after its player; only how many if they are long."""
    line = " · ".join(translate("shuffle-word", name=name, word=safe_text(word)) for name, word in words)
    if len(without_isolates(line)) > WORDS_CHARACTERS:
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


def closing_message(state: TableState, translate: Translator) -> Message:
    """What is posted before the deal and never edited: the fingerprint, who sits where, and what each has added.

    If a message has no room for all of that, it has a file with it.
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
    lines.append(_dealer(state, sealed, sealed.dealer, translate))
    lines.extend(_awaited_chance(state, sealed.closing, translate))
    fingerprint = (translate("sealed-for", number=str(sealed.number)), sealed.commitment)
    title = translate("closing-title", game=TITLES[state.game_name])
    return Message(title, (*fingerprint, "", *lines, "", translate("closing-end")), file=document)


def _dealer(state: TableState, sealed: Sealed, dealer: int | None, translate: Translator) -> str:
    """Who deals, which decides who gets the first card; announced before anybody can know that card."""
    if state.game.rules_from(sealed.rules).bank_is_sold:
        return translate("closing-bank-sold")
    if dealer is None:
        return translate("closing-dealer-drawn", game=state.game_name)
    chair = state.chairs[dealer]
    return translate("closing-dealer", name="?" if chair is None else chair.name, game=state.game_name)


def awaits_more(state: TableState) -> bool:
    """Whether the cards of a closed deal wait for more than the platform's number, which no result can have said."""
    closing = None if state.sealed is None else state.sealed.closing
    return closing is not None and (bool(closing.pledges) or closing.round is not None)


def _awaited_chance(state: TableState, closing: Closing, translate: Translator) -> Iterator[str]:
    """What the cards still wait for besides the platform's number, so that nobody can exchange it later."""
    if closing.pledges:
        names = [_name(state, closing.seats[chair]) for chair in sorted(closing.pledges)]
        yield translate("closing-pledges", names=" · ".join(map(isolated, names)))
        yield pledges_hash(closing.pledges).hex()
    if closing.round is not None:
        due = datetime.fromtimestamp(closing.round.due, UTC)
        yield translate("closing-round", number=str(closing.round.number), due=f"{due:%H:%M:%S}")
        yield closing.round.chain.hex()


def _name(state: TableState, player: str) -> str:
    chair = state.chair_of(player)
    return "?" if chair is None else chair.name


def _seats(seats: Sequence[_Seat], translate: Translator) -> list[str]:
    """Every seat with its word: a line each, or several on a line if there are many."""
    if len(seats) <= FEW_PLAYERS:
        return [_entry(f"{seat.number}. {isolated(seat.name)}", seat.word, translate) for seat in seats]
    return fill_lines(_entry(f"{seat.number} {isolated(seat.name)}", seat.word, translate) for seat in seats)


def _document(sealed: Sealed, seats: Sequence[_Seat]) -> File:
    """The fingerprint, then a line for each seat: number, id, name, word, and the bytes of the word in hex."""
    lines = [sealed.commitment]
    for seat in seats:
        word = [f"“{safe_text(seat.word)}”", seat.word.encode().hex()] if seat.word else []
        lines.append("\t".join([str(seat.number), seat.player, seat.name, *word]))
    return File(CLOSING_FILE, "".join(f"{line}\n" for line in lines).encode())


def _entry(seat: str, word: str, translate: Translator) -> str:
    return translate("shuffle-word", name=seat, word=_exact_word(word)) if word else seat


def _exact_word(word: str) -> str:
    """A word as it may be shown, followed by its bytes in hex if it cannot be shown exactly."""
    shown = safe_text(word)
    return shown if isolated(shown) == word else f"{shown} [{word.encode().hex()}]"
