"""What an order does at a table: who may give it, and what changes.

Each function takes the table as it is and returns the change, or refuses; then nothing has changed.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

from bot.commands import Order, Who
from bot.commands.refusal import Refusal
from bot.groups import TableRules
from bot.messages import Person, PlayerId
from bot.tables import hands, seating
from bot.tables.changes import Change
from bot.tables.computers import Computers
from bot.tables.state import Hand, TableState
from engine import notation
from engine.play import Options, Seat

LOOKS = ("hand", "hint", "status")
"""Orders that change nothing."""

MOVES = (
    "join", "leave", "sit out", "sit back", "rebuy", "add computer", "remove computer", "kick", "close", "start",
)  # fmt: skip
"""Orders by which others may be dealt in than before: a cut would be worth nothing if they could follow it."""


def permit(state: TableState, order: Order, who: Person) -> None:
    """Let an order pass that this person may give at this table.

    Raises:
        Refusal: the table is closed, or the order is for others, or for another kind of table.
    """
    if state.closed:
        raise Refusal("no-table")
    if order.spec.who is Who.SEATED and state.chair_of(who.id) is None:
        raise Refusal("not-seated")
    if order.spec.who is Who.HOST and who.id != state.host and not who.admin:
        host = state.chair_of(state.host)
        raise Refusal("host-only", host="?" if host is None else host.name)
    if order.name == "hint" and not state.practice:
        raise Refusal("practice-only", game=state.game_name)


def play(state: TableState, order: Order, player: PlayerId, turn: str) -> Change:
    """An action of the game, typed or pressed.

    Raises:
        engine.refusal.Refused: the player has no part in it, or the rules do not allow it now.
    """
    action = notation.read(order.text, state.game.verbs)
    _, seat = _in_play(state, player, turn)
    return hands.act(state, seat, action)


def options(state: TableState, player: PlayerId, turn: str) -> Options:
    """What the rules of the game let a player do now; nothing is done.

    Raises:
        engine.refusal.Refused: nothing is asked of the player, or not any more.
    """
    if state.chair_of(player) is None:
        raise Refusal("not-seated")
    hand, seat = _in_play(state, player, turn)
    offered = hand.round.options(seat)
    if not offered:
        raise hand.round.not_asked(seat)
    return offered


def _in_play(state: TableState, player: PlayerId, turn: str) -> tuple[Hand, Seat]:
    """The hand being played and the player's seat in it, if a button made for ``turn`` is not stale."""
    hand = state.playing
    if hand is None:
        raise Refusal("no-hand-now")
    seat = hand.seat(player)
    if seat is None:
        raise Refusal("not-dealt-in")
    if turn and turn != hand.turn:
        raise Refusal("stale-button")
    return hand, seat


def about_to_start(state: TableState, player: PlayerId, least_stack: int) -> TableState:
    """The table when somebody who may have sat out wants the next hand to begin now.

    Raises:
        Refusal: one is being played, or too few are ready.
    """
    if state.running and state.playing is not None:
        raise Refusal("already-playing")
    chair = state.chair_of(player)
    if chair is not None and chair.out:
        state = seating.sit_back(state, player, least_stack).state
    ready = state.ready(least_stack)
    if len(ready) < state.game.fewest:
        raise Refusal("too-few-to-start", least=state.game.fewest, ready=len(ready))
    return state


async def manage(
    state: TableState,
    order: Order,
    who: Person,
    *,
    tables: TableRules,
    least_stack: int,
    in_purse: Callable[[PlayerId], Awaitable[int]],
    computers: Computers,
) -> Change:
    """Carry out what concerns the table and not the game itself.

    Args:
        state: the table.
        order: what is wanted.
        who: who wants it.
        tables: the group's rules for tables.
        least_stack: the fewest chips with which a player is dealt in.
        in_purse: tells how many chips a player has for this table.
        computers: the computer players.

    Raises:
        Refusal: it cannot be done now.
    """
    match order.name:
        case "join":
            return seating.join(state, who, order.amount("buy-in"), tables, await in_purse(who.id))
        case "leave":
            return seating.leave(state, who.id)
        case "sit out":
            return seating.sit_out(state, who.id)
        case "sit back":
            return seating.sit_back(state, who.id, least_stack)
        case "rebuy":
            return seating.rebuy(state, who.id, order.amount("amount"), tables, await in_purse(who.id))
        case "add computer":
            computer = await computers.newcomer(state)
            change = seating.join(state, computer, None, tables, await in_purse(computer.id))
            return replace(change, answer=None)
        case "remove computer":
            return seating.remove_computer(state)
        case "kick":
            return seating.kick(state, order.word("player"))
        case "close":
            return seating.close_soon(state, who.id)
    raise Refusal("no-such-command", word=order.name)
