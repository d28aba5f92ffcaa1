"""Sealed deals in public: fingerprints, words of players, closing message."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from bot.messages import Fold, Message
from bot.messages.names import safe_text
from bot.presenting.line_filling import FEW_PLAYERS, fill_lines
from bot.tables.next_deal import dealer_chair
from bot.wording import Translator
from bot.wording.isolation import isolated, without_isolates
from engine.fairness import Closing
from engine.fairness.closing import pledges_hash
from engine.fairness.sealed import Sealed
from engine.fairness.transparency_log import Head
from engine.table.state import TableState

WORDS_CHARACTERS = 80
"""Most characters of words on one line; more words are counted."""

SHORT = 8
"""Letters of a fingerprint that are always shown."""


def with_fingerprint(message: Message, state: TableState, translate: Translator, *, quotable: bool = False) -> Message:
    """Add the sealed deals to a table's message; a fingerprint once shown stays."""
    if state.sealed is None:
        return message
    lines = tuple(_next_deal(state, state.sealed, translate, quotable=quotable))
    return replace(message, fold=Fold(sign(state.sealed.commitment, translate), lines))


def sign(fingerprint: str, translate: Translator) -> str:
    """Return a lock and the first letters of a fingerprint."""
    return translate("sealed-sign", fingerprint=fingerprint[:SHORT])


def _next_deal(state: TableState, sealed: Sealed, translate: Translator, *, quotable: bool) -> Iterator[str]:
    if sealed.closing is None and not state.closed:
        mixed = [(chair.name, sealed.words[chair.player]) for chair in state.seated if chair.player in sealed.words]
        if mixed:
            yield added_words(mixed, translate)
    cutter = state.chair_of(sealed.cutter)
    if cutter is not None and not state.closed:
        yield translate("shuffle-cuts", name=cutter.name)
    yield from (closing_lines(state, translate) if quotable else ()) or (sealed.commitment,)
    for old in sealed.superseded:
        yield translate("sealed-superseded", fingerprint=old)
    if sealed.head is not None:
        yield log_head(sealed.head, translate)


def log_head(head: Head, translate: Translator) -> str:
    """Return the entries and root of the fingerprint log in one line."""
    return translate("log-head", size=str(head.size), root=head.root.hex())


def closing_lines(state: TableState, translate: Translator) -> tuple[str, ...]:
    """Return seats, dealer and fingerprint of the next deal; empty if a word was added or the table is large."""
    sealed = state.sealed
    assert sealed is not None
    if sealed.closing is not None:
        words, dealer = bool(sealed.closing.words), sealed.dealer
        seats = sorted(sealed.closing.seats)
    else:
        ready = state.ready(state.game.least_stack(state.game.rules_from(sealed.rules)))
        words, dealer = bool(sealed.words), dealer_chair(state, ready)
        seats = sorted(state.number_of(chair.player) for chair in ready)
    if words or not state.game.fewest <= len(seats) <= FEW_PLAYERS:
        return ()
    named = _seats(state, seats, {}, translate)
    dealt = (*named, _dealer(state, sealed, dealer, translate), translate("closing-no-words"))
    return (" · ".join(dealt), sealed.commitment)


def added_words(words: Sequence[tuple[str, str]], translate: Translator) -> str:
    """Return the words with their players, or their number if they are long."""
    line = " · ".join(translate("shuffle-word", name=name, word=safe_text(word)) for name, word in words)
    if len(without_isolates(line)) > WORDS_CHARACTERS:
        return translate("shuffle-words-counted", count=len(words))
    return translate("shuffle-words", words=line)


def closing_message(state: TableState, translate: Translator) -> Message:
    """Return the message posted before the deal and never edited: seats, words, dealer, fingerprint."""
    sealed = state.sealed
    assert sealed is not None
    assert sealed.closing is not None
    words = sealed.closing.words
    lines = _seats(state, sorted(sealed.closing.seats), words, translate)
    cutter = state.chair_of(sealed.cutter)
    if cutter is not None and state.number_of(cutter.player) in words:
        lines.append(translate("closing-cut", name=cutter.name))
    lines.append(_dealer(state, sealed, sealed.dealer, translate))
    lines = [" · ".join(lines)] if len(sealed.closing.seats) <= FEW_PLAYERS else lines
    lines.extend(_awaited_chance(state, sealed.closing, translate))
    added = [(_name_on(state, chair), word.decode()) for chair, word in sorted(words.items())]
    return Message(
        lines=(added_words(added, translate),) if added else (),
        fold=Fold(sign(sealed.commitment, translate), (*lines, sealed.commitment)),
    )


def _dealer(state: TableState, sealed: Sealed, dealer: int | None, translate: Translator) -> str:
    if state.game.rules_from(sealed.rules).bank_is_sold:
        return translate("closing-bank-sold")
    if dealer is None:
        return translate("closing-dealer-drawn", game=state.game_name)
    return translate("closing-dealer", name=_name_on(state, dealer), game=state.game_name)


def awaits_more(state: TableState) -> bool:
    """Return true if a closed deal waits for more than the platform's number."""
    closing = None if state.sealed is None else state.sealed.closing
    return closing is not None and bool(closing.pledges)


def _awaited_chance(state: TableState, closing: Closing, translate: Translator) -> Iterator[str]:
    """Yield other sources of chance still awaited, so that nobody can exchange them later."""
    if closing.pledges:
        names = [_name_on(state, chair) for chair in sorted(closing.pledges)]
        yield translate("closing-pledges", names=" · ".join(map(isolated, names)))
        yield pledges_hash(closing.pledges).hex()


def _name_on(state: TableState, number: int) -> str:
    chair = state.chairs[number]
    return "?" if chair is None else chair.name


def _seats(state: TableState, chairs: Sequence[int], words: Mapping[int, bytes], translate: Translator) -> list[str]:
    """Return the seats of a deal with their words, an entry each, or side by side if they are many."""
    few, entries = len(chairs) <= FEW_PLAYERS, []
    for chair in chairs:
        seat, word = f"{chair + 1}{'.' if few else ''} {isolated(_name_on(state, chair))}", words.get(chair)
        entries.append(translate("shuffle-word", name=seat, word=_exact_word(word.decode())) if word else seat)
    return entries if few else fill_lines(entries)


def _exact_word(word: str) -> str:
    shown = safe_text(word)
    return shown if isolated(shown) == word else f"{shown} [{word.encode().hex()}]"
