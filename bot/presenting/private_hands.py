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
    draft, table = presenter.private(state, hand, player, translate, asked=asked), f"{state.id}:"
    rows = draft.message.buttons
    # In a window, a message that follows every change has all that its player may want to answer.
    complete = bool(rows) or (bool(hand.round.window) and not stays)
    added = [] if complete else [Button(translate("button-move"), "hand", table)]
    if hand.round.may_decide_in_advance(seat) and not state.stands_still and seat not in hand.round.awaited:
        rows = (*rows, advance_buttons(state, translate))
    if state.practice:
        added.append(Button(translate("button-hint"), "hint", table))
    if presenter.secret(hand, player) is not None:
        added.append(proof_button(state, hand, translate))
    added.extend(standing_decisions(state, hand, seat, translate))
    added.append(rules_button(state, translate))
    return replace(draft, message=replace(draft.message, buttons=with_room_for(added, rows), pane=state.id))


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
