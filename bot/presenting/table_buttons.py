"""Public buttons of a table: a row for everybody below that of the player asked."""

from __future__ import annotations

from collections.abc import Sequence

from bot.commands import BY_LINE
from bot.groups import TableRules
from bot.ledger import table_number
from bot.messages import Button
from bot.tables.state import AnyHand, TableState
from bot.wording import Translator
from engine.play import Seat

BUTTONS_A_ROW = 5
"""Buttons in a row that every chat has room for."""


ROWS = 5
"""Rows that every chat has room for."""


def lobby_buttons(
    state: TableState, tables: TableRules, ready: bool, least_stack: int, translate: Translator
) -> tuple[tuple[Button, ...], ...]:
    """Return the buttons that start a game, and the menu."""
    table = f"{state.id}:"
    can_start = ready and state.paused is None
    start = Button(translate("button-start"), "start", table, "primary" if can_start else "plain")
    row: tuple[Button, ...] = (start,)
    if state.has_room:
        join = Button(translate("button-join"), "join", table, "plain" if ready else "success")
        # A lobby is not edited for everybody who sits down, so whoever makes it ready finds the button there already.
        row = (join, start, *_computer_button(state, tables, translate))
    if any(state.is_broke(chair, least_stack) and not chair.computer for chair in state.seated):
        row = (Button(translate("button-rebuy"), "rebuy", table), *row)
    return (row, (menu_button(state, translate), rules_button(state, translate), *shuffle_button(state, translate)))


def standing_buttons(
    state: TableState, hand: AnyHand, tables: TableRules, least_stack: int, translate: Translator
) -> tuple[tuple[Button, ...], ...]:
    """Return the row for everybody: private hand, free seat, menu; below a result the needs of the game."""
    if state.closed:
        return open_again(state, translate)
    menu = menu_button(state, translate)
    join = join_button(state, translate)
    if not hand.over:
        return ((Button(translate("button-hand"), "hand", f"{state.id}:"), *join, menu),)
    needed = _needed_buttons(state, tables, least_stack, translate)
    if any(button.command == "join" for button in needed):
        join = ()
    return tuple(filter(None, (needed, (*join, menu, *shuffle_button(state, translate)))))


def join_button(state: TableState, translate: Translator) -> tuple[Button, ...]:
    """Return the button to sit down, if there is room."""
    if state.closed or state.closing or not state.has_room:
        return ()
    return (Button(translate("button-join"), "join", f"{state.id}:"),)


def _needed_buttons(
    state: TableState, tables: TableRules, least_stack: int, translate: Translator
) -> tuple[Button, ...]:
    """Return buttons that keep the game going: chips, returning and new players."""
    if state.closing:
        return ()
    table, people = f"{state.id}:", state.people
    waits = len(state.ready(least_stack)) < state.game.fewest
    row = []
    if any(chair.stack < least_stack for chair in people):
        row.append(Button(translate("button-rebuy"), "rebuy", table))
    if any(chair.out and chair.stack >= least_stack for chair in people):
        row.append(Button(translate("button-sit-back"), "sit back", table))
    if waits and state.has_room:
        row.append(Button(translate("button-join"), "join", table, "plain" if row else "success"))
        row.extend(_computer_button(state, tables, translate))
    if not state.running and not waits and state.paused is None:
        row.append(Button(translate("button-start"), "start", table, "primary"))
    return tuple(row)


def _computer_button(state: TableState, tables: TableRules, translate: Translator) -> tuple[Button, ...]:
    if not state.lets_computers_play(tables):
        return ()
    return (Button(translate("button-add-computer"), "add computer", f"{state.id}:"),)


def menu_button(state: TableState, translate: Translator) -> Button:
    """Return the button that opens the reader's own menu."""
    return Button(translate("button-table"), "menu", f"{state.id}:")


def rules_button(state: TableState, translate: Translator) -> Button:
    """Return the button to the ladder of hands with the reader's own hand marked."""
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
    """Return the button that adds a word to the sealed packs."""
    if state.sealed is None:
        return ()
    return (Button(translate("button-shuffle"), "shuffle", f"{state.id}:{state.sealed.turn}"),)


def proof_button(state: TableState, hand: AnyHand, translate: Translator) -> Button:
    """Return the button that verifies a player's cards."""
    return Button(translate("button-verify-mine"), f"verify mine {hand.id}", f"{state.id}:")


def with_room_for(added: Sequence[Button], rows: tuple[tuple[Button, ...], ...]) -> tuple[tuple[Button, ...], ...]:
    """Add buttons in rows of their own, or in the last row with room."""
    filled = [list(row) for row in rows]
    for place, button in enumerate(added):
        if place % BUTTONS_A_ROW == 0 and len(filled) < ROWS:
            filled.append([])
        next(row for row in reversed(filled) if len(row) < BUTTONS_A_ROW).append(button)
    return tuple(map(tuple, filled))
