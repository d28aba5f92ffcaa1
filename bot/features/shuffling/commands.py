from __future__ import annotations

from dataclasses import replace

from bot.commands import CommandSpec, Kind, Parameter, Refusal, Request, Scope, Who, handles
from bot.messages import PlayerId
from bot.messages.names import safe_text
from bot.tables.handlers import TableContext
from engine.fairness import WORD_BYTES
from engine.fairness.sealed import with_word
from engine.table.changes import Change, Notice, noted
from engine.table.state import TableState

TAP_SHOWN = 4
"""The last characters of a tap's number that are shown, which differ most."""


@handles(
    CommandSpec(
        name="shuffle",
        section="proof",
        discord="shuffle",
        parameters=(Parameter("words", Kind.WORDS, optional=True),),
        who=Who.SEATED,
        scope=Scope.TABLE,
        in_private=True,
    )
)
async def shuffle(table: TableContext, request: Request) -> Change:
    """Add a word to the next hand; a tap without one adds its number."""
    typed = request.word("words")
    word = typed or request.key.rpartition(":")[2][-WORD_BYTES:]
    least = table.store.least_stack
    return shuffled(table.state, request.who.id, word, request.question, least, typed=bool(typed))


def shuffled(
    state: TableState, player: PlayerId, word: str, turn: str, least_stack: int, *, typed: bool = True
) -> Change:
    """Add a word, as posted, or the number of a tap that was not ``typed``; ``turn`` names the packs of a button.
    Refused if nothing is open, the player has no part or has had it, another cuts, or the word is too long.
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
    if sealed.cut_by_another(player):
        cutter = state.chair_of(sealed.cutter)
        raise Refusal("only-cutter-now", name="?" if cutter is None else cutter.name)
    if not 1 <= len(word.encode()) <= WORD_BYTES:
        raise Refusal("word-too-long", most=WORD_BYTES)
    after = replace(state, sealed=with_word(sealed, player, word))
    if typed:
        shown = safe_text(word)
        notice, answer = (
            Notice("shuffled", {"name": chair.name, "word": shown}),
            Notice("you-shuffled", {"word": shown}),
        )
    else:
        shown = f"…{word[-TAP_SHOWN:]}"
        notice = Notice("shuffled-by-tap", {"name": chair.name, "word": shown})
        answer = Notice("you-shuffled-by-tap", {"word": shown})
    return noted(after, player, f"shuffle {word}", notice, answer=answer)
