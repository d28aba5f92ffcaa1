"""What players do to the next hand before it is dealt: they add words, one of them cuts last, and the deal is closed.

Nobody has to, and nobody is waited for.
"""

from __future__ import annotations

from dataclasses import replace

from bot.commands import Refusal
from bot.messages import PlayerId
from bot.messages.names import safe_text
from bot.tables.changes import Change, journaled, saved
from bot.tables.preparing import dealer_chair
from bot.tables.sealing import closed, with_word
from bot.tables.state import Note, TableState
from engine.fairness import WORD_BYTES


def shuffle(state: TableState, player: PlayerId, word: str, turn: str, least_stack: int, *, cutting: bool) -> Change:
    """Let a player add a word to the next hand.

    Args:
        state: the table.
        player: who adds it.
        word: what is added, as it was posted.
        turn: the packs that a button was made for; empty for a typed line.
        least_stack: the fewest chips with which a player is dealt in.
        cutting: whether only the cutter may still add one.

    Raises:
        Refusal: nothing is open to be shuffled, the player has no part in it or has had it, or the word is too long.
    """
    sealed = state.sealed
    if state.playing is not None or sealed is None or sealed.closing is not None:
        raise Refusal("no-shuffle-now")
    if turn and turn != sealed.turn:
        raise Refusal("stale-button")
    chair = next((each for each in state.ready(least_stack) if each.player == player), None)
    if chair is None:
        raise Refusal("not-dealt-in")
    if player in sealed.words:
        raise Refusal("shuffled-already", word=safe_text(sealed.words[player]))
    if cutting and sealed.cutter not in ("", player):
        cutter = state.chair_of(sealed.cutter)
        raise Refusal("only-cutter-now", name="?" if cutter is None else cutter.name)
    if not 1 <= len(word.encode(errors="surrogatepass")) <= WORD_BYTES or not _storable(word):
        raise Refusal("word-too-long", most=WORD_BYTES)
    after, line = journaled(replace(state, sealed=with_word(sealed, player, word)), player, f"shuffle {word}")
    shown = safe_text(word)
    return Change(
        after,
        (line, saved(after)),
        (Note("shuffled", {"name": chair.name, "word": shown}),),
        Note("you-shuffled", {"word": shown}),
    )


def _storable(word: str) -> bool:
    """Whether a word is text: half a surrogate pair can be sent, and is none."""
    try:
        word.encode()
    except UnicodeEncodeError:
        return False
    return True


def close_deal(state: TableState, least_stack: int) -> TableState:
    """Close seats and words; from now on only the beacon is missing.

    Args:
        state: the table, between hands and with enough who want to play.
        least_stack: the fewest chips with which a player is dealt in.
    """
    sealed = state.sealed
    assert sealed is not None
    ready = state.ready(least_stack)
    seats = [(state.number_of(chair.player), chair.player) for chair in ready]
    cutter = state.chair_of(sealed.cutter)
    last = state.last_cutter if cutter is None else state.number_of(cutter.player)
    return replace(state, sealed=closed(sealed, seats, dealer_chair(state, ready)), last_cutter=last)
