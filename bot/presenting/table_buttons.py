"""Public buttons of a table: a row for everybody below that of the player asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.commands import BY_LINE
from bot.groups import TableRules
from bot.ledger import table_number
from bot.messages import Button
from bot.tables import next_deal
from bot.tables.computers import candidates
from bot.wording import Translator
from engine.play import Seat
from engine.table import seating
from engine.table.changes import is_allowed
from engine.table.hand import AnyHand
from engine.table.state import TableState

BUTTONS_A_ROW = 5
"""Buttons in a row that every chat has room for."""


ROWS = 5
"""Rows that every chat has room for."""


def standing_buttons(
    state: TableState, hand: AnyHand | None, tables: TableRules, least_stack: int, translate: Translator
) -> tuple[tuple[Button, ...], ...]:
    """Return the rows for everybody: a free seat and the menu, and what a game needs that does not run.

    A lobby is not edited for everybody who sits down, so *Start* is there before there are enough.
    """
    if state.closed:
        return open_again(state, translate)
    table, menu, join = f"{state.id}:", menu_button(state, translate), _join_button(state, tables, translate)
    if hand is not None and not hand.over:
        return ((Button(translate("button-hand"), "hand", table), *join, menu),)
    few, lobby = len(state.ready(least_stack)) < state.game.fewest, hand is None
    needed: list[Button] = []
    if not state.closing:
        needed.extend(_rebuy_button(state, tables, least_stack, translate))
        if any(is_allowed(seating.sit_back, state, chair.player, least_stack) for chair in state.people):
            needed.append(Button(translate("button-sit-back"), "sit back", table))
        if few or lobby:
            needed.extend(replace(each, style="success" if few and not needed else "plain") for each in join)
            join = ()
        can_start = not state.running and is_allowed(next_deal.check_start, state, least_stack)
        if can_start or lobby:
            needed.append(Button(translate("button-start"), "start", table, "primary" if can_start else "plain"))
        if few or lobby:
            needed.extend(_computer_button(state, tables, translate))
    rules = (rules_button(state, translate),) if lobby else ()
    return tuple(filter(None, (tuple(needed), (*join, menu, *rules, *shuffle_button(state, translate)))))


def _join_button(state: TableState, tables: TableRules, translate: Translator) -> tuple[Button, ...]:
    # Nobody has this id, so it stands for everybody who does not sit there.
    if not is_allowed(seating.check_join, state, "", None, tables, tables.max_buy_in):
        return ()
    return (Button(translate("button-join"), "join", f"{state.id}:"),)


def _rebuy_button(state: TableState, tables: TableRules, least_stack: int, translate: Translator) -> tuple[Button, ...]:
    short = [chair.player for chair in state.people if chair.stack < least_stack]
    if not any(is_allowed(seating.rebuy, state, player, None, tables, tables.max_buy_in) for player in short):
        return ()
    return (Button(translate("button-rebuy"), "rebuy", f"{state.id}:"),)


def _computer_button(state: TableState, tables: TableRules, translate: Translator) -> tuple[Button, ...]:
    def sit_down() -> None:
        seating.check_join(state, candidates(state, tables)[0].id, None, tables, tables.max_buy_in)

    if not is_allowed(sit_down):
        return ()
    return (Button(translate("button-add-computer"), "add computer", f"{state.id}:"),)


def menu_button(state: TableState, translate: Translator) -> Button:
    return Button(translate("button-table"), "menu", f"{state.id}:")


def rules_button(state: TableState, translate: Translator) -> Button:
    return Button(translate("button-rules"), f"rules {state.game_name}", f"{state.id}:")


def open_again(state: TableState, translate: Translator) -> tuple[tuple[Button, ...], ...]:
    """Return buttons for a new table of the same game and preset, and for the card."""
    verb = "practice" if state.practice else "open"
    command = " ".join(filter(None, (verb, state.game_name, state.preset)))
    again = Button(translate("button-open-again"), command, style="primary")
    return ((again, *([evening_button(state, translate)] if state.hands_over and "evening" in BY_LINE else [])),)


def evening_button(state: TableState, translate: Translator) -> Button:
    return Button(translate("button-evening"), f"evening {table_number(state.id)}")


def advance_buttons(state: TableState, translate: Translator) -> tuple[Button, ...]:
    """Return decisions before one's turn; the press determines their effect."""
    return tuple(
        Button(translate(f"button-advance-{each.name}"), f"advance {each.name}", f"{state.id}:")
        for each in state.game.advance_verbs
        if each.button and not each.standing
    )


def standing_decisions(state: TableState, hand: AnyHand, seat: Seat, translate: Translator) -> list[Button]:
    """Return decisions for all windows except the present one; none while a card is chosen."""
    chair, verbs = state.chair_of(hand.players[seat]), state.game.standing_verbs
    if chair is None or any(action.choice for action in hand.round.options(seat).ready):
        return []
    stands = chair.standing or (verbs[0].name if verbs else "")
    return [
        Button(translate(f"button-advance-{each.name}"), f"advance {each.name}", f"{state.id}:")
        for each in verbs
        if each.button and each.name != stands
    ]


def shuffle_button(state: TableState, translate: Translator) -> tuple[Button, ...]:
    if state.sealed is None:
        return ()
    return (Button(translate("button-shuffle"), "shuffle", f"{state.id}:{state.sealed.turn}"),)


def proof_button(state: TableState, hand: AnyHand, translate: Translator) -> Button:
    return Button(translate("button-verify-mine"), f"verify mine {hand.id}", f"{state.id}:")


def with_room_for(added: Sequence[Button], rows: tuple[tuple[Button, ...], ...]) -> tuple[tuple[Button, ...], ...]:
    """Add buttons in rows of their own, or in the last row with room."""
    filled = [list(row) for row in rows]
    for place, button in enumerate(added):
        if place % BUTTONS_A_ROW == 0 and len(filled) < ROWS:
            filled.append([])
        next(row for row in reversed(filled) if len(row) < BUTTONS_A_ROW).append(button)
    return tuple(map(tuple, filled))
