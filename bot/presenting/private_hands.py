"""A player's private hand, in a message of its own or in the table's for one reader."""

from __future__ import annotations

from dataclasses import replace

from bot.messages import TIME_LEFT, Button, Message, PlayerId
from bot.presenting.drafts import Draft
from bot.presenting.presenters import PRESENTERS
from bot.presenting.table_buttons import (
    advance_buttons,
    menu_button,
    proof_button,
    rules_button,
    standing_decisions,
    with_room_for,
)
from bot.presenting.table_messages import ASKED, paused, unasked
from bot.tables.turn_clock import has_clock
from bot.wording import Translator
from engine.play import Seat
from engine.table.hand import AnyHand
from engine.table.state import TableState


def private_hand(
    state: TableState, player: PlayerId, translate: Translator, *, asked: bool = True, stays: bool = False
) -> Draft:
    """Return the private hand of a player, or a sentence that they have none."""
    hand = state.playing
    seat = None if hand is None else hand.seat(player)
    if hand is None or seat is None:
        return Draft(Message(lines=(translate("private-no-hand"),)))
    presenter, asked = PRESENTERS[state.game_name], asked and not state.stands_still
    draft = presenter.private(state, hand, player, translate, asked=asked)
    rows, before = draft.message.buttons, decisions_before(state, seat, translate)
    # In a window, a message that follows every change has all that its player may want to answer.
    complete = bool(rows) or (bool(hand.round.window) and not stays)
    added = [] if complete else [Button(translate("button-move"), "hand", f"{state.id}:")]
    if before:
        rows = (*rows, before)
    added.extend(about_hand(state, hand, player, translate))
    added[-1:-1] = standing_decisions(state, hand, seat, translate)
    return replace(draft, message=replace(draft.message, buttons=with_room_for(added, rows), pane=state.id))


def decisions_before(state: TableState, seat: Seat, translate: Translator) -> tuple[Button, ...]:
    hand = state.playing
    if hand is None or state.stands_still or seat in hand.round.awaited or not hand.round.may_decide_in_advance(seat):
        return ()
    return advance_buttons(state, translate)


def about_hand(state: TableState, hand: AnyHand, player: PlayerId, translate: Translator) -> list[Button]:
    """Return the buttons besides the decisions of a player with a seat: hint, proof, rules."""
    buttons = []
    if state.practice:
        buttons.append(Button(translate("button-hint"), "hint", f"{state.id}:"))
    if PRESENTERS[state.game_name].secret(hand, player) is not None:
        buttons.append(proof_button(state, hand, translate))
    return [*buttons, rules_button(state, translate)]


def one_to_one(draft: Draft, state: TableState, player: PlayerId, translate: Translator) -> Draft:
    """Put a player's own hand into the table's message, for a place with no other reader."""
    hand = state.playing
    seat = None if hand is None else hand.seat(player)
    if hand is None or seat is None:
        return draft
    board, own = draft.message, private_hand(state, player, translate)
    lines, question = own.message.lines, board.lines[-1]
    if seat in hand.round.awaited:
        clock = (TIME_LEFT,) if has_clock(state, hand) else paused(state, translate)
        lines, question = lines[:-1], " · ".join([f"{ASKED}{lines[-1]}", *clock])
    standing = (menu_button(state, translate),)
    # What the button for the private hand would show stands here already.
    rows = tuple(tuple(button for button in row if button.command != "hand") for row in own.message.buttons)
    merged = replace(
        unasked(board),
        lines=(*board.lines[:-2], "", *lines, "", question),
        buttons=with_room_for(standing, rows),
        countdown=board.countdown,
    )
    return Draft(merged, own.draw)


def asked_anew(refusal: Message, state: TableState, player: PlayerId, translate: Translator) -> Message:
    """Add the present question to the refusal of an answer to an earlier one."""
    hand = state.playing
    if hand is None or hand.seat(player) is None:
        return refusal
    own = PRESENTERS[state.game_name].private(state, hand, player, translate, asked=True).message
    return replace(refusal, lines=(" ".join((*own.lines[-1:], *refusal.lines)),), buttons=own.buttons)
