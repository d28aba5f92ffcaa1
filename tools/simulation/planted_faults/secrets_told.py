"""Faults that tell somebody what they may not know: in words, in the log, or by when and in which order it is said."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import structlog

from bot.dispatch.dispatcher import Dispatcher
from bot.live import announcer
from bot.live.private_messages import PrivateMessages
from bot.messages import Command, Message, Place, Reply, Unreachable, Urgency
from bot.presenting import private_hands, private_side, table_messages
from bot.presenting.drafts import Draft
from bot.tables import hands
from engine.table.hand import AnyHand
from engine.table.state import TableState
from tools.simulation.plan import FaultKind
from tools.simulation.planted_faults.planted_fault import Patch, Planted, Where

planted = Planted()
PRIVATE, TWINS = "nothing private to the wrong eyes", "twin worlds"


def _a_hidden_card(hand: AnyHand, of: int | None = None) -> str:
    """The name of a card that lies face down, before somebody or anybody."""
    names, pack, opened = hand.deal.seal.context.cards, hand.deal.pack, hand.round.opened
    before = [place for place, seat in enumerate(hand.round.dealt_to) if of in (None, seat) and place not in opened]
    return names[pack[before[0]]] if before else ""


@planted(9, PRIVATE, 2)
def card_in_a_toast(patch: Patch) -> None:
    """Whoever acts is told a card of the player to their left."""
    handle = Dispatcher.handle

    async def told(dispatcher: Dispatcher, command: Command) -> Reply:
        reply = await handle(dispatcher, command)
        table = dispatcher._services.tables.at(command.where)
        hand = None if table is None else table.state.playing
        seat = None if hand is None else hand.seat(command.who.id)
        if hand is None or seat is None:
            return reply
        return replace(reply, toast=f"Beware of {_a_hidden_card(hand, (seat + 1) % hand.round.seats)}!")

    patch.setattr(Dispatcher, "handle", told)


@planted(9, PRIVATE, 2)
def card_in_the_message_of_the_table(patch: Patch) -> None:
    """The message that everybody sees names a card that lies face down."""
    hand_message = table_messages.hand_message

    def naming(state: TableState, hand: AnyHand, *args: Any, **named: Any) -> Draft:
        draft = hand_message(state, hand, *args, **named)
        if hand.over:
            return draft
        return replace(draft, message=replace(draft.message, lines=(*draft.message.lines, _a_hidden_card(hand))))

    patch.setattr(table_messages, "hand_message", naming)


@planted(9, PRIVATE, 3, game="qiuqiu")
def private_hand_of_another(patch: Patch) -> None:
    """Players are shown the private hand of whoever sits to their left."""
    private_hand = private_hands.private_hand

    def of_another(state: TableState, player: str, *args: Any, **named: Any) -> Draft:
        hand = state.playing
        seat = None if hand is None else hand.seat(player)
        if hand is not None and seat is not None:
            player = hand.players[(seat + 1) % len(hand.players)]
        draft: Draft = private_hand(state, player, *args, **named)
        return draft

    patch.setattr(private_side, "private_hand", of_another)


@planted(20, PRIVATE, 4, where=Where.WORLD, needs=(FaultKind.BLOCKED,))
def public_fallback(patch: Patch) -> None:
    """Whoever cannot be reached in private is shown their hand in the group."""
    send = PrivateMessages._send_private

    async def fallen_back(messages: PrivateMessages, player: str, pending: Any) -> None:
        try:
            await send(messages, player, pending)
        except Unreachable:
            message: Message = await messages._display.renderer.finished(pending.draft)
            place = places[messages._table]
            await messages._chat.acquire(place, Urgency.TABLE)
            await messages._chat.post(place, replace(message, mention=None))
            raise

    places: dict[str, Place] = {}
    show = announcer.Announcer.show

    def shown(here: Any, state: TableState, notices: Any) -> None:
        places[state.id] = state.place
        show(here, state, notices)

    patch.setattr(announcer.Announcer, "show", shown)
    patch.setattr(PrivateMessages, "_send_private", fallen_back)


@planted(10, PRIVATE, 2)
def card_in_the_log(patch: Patch) -> None:
    """The log of the day names the cards that players act with."""
    act = hands.act

    def logged(state: TableState, seat: int, action: Any, **named: Any) -> Any:
        change = act(state, seat, action, **named)
        if state.playing is not None:
            structlog.get_logger().info("action taken", seat=seat, with_card=_a_hidden_card(state.playing, seat))
        return change

    patch.setattr(hands, "act", logged)


@planted(10, PRIVATE, 2)
def key_in_the_log(patch: Patch) -> None:
    """The log names the key of a pack when a hand is dealt from it."""
    begin = hands.begin

    def logged(state: TableState, *more: Any) -> Any:
        change = begin(state, *more)
        hand = change.state.hand
        if hand is not None:
            structlog.get_logger().info("hand dealt", key=hand.deal.picked_pack.key.hex())
        return change

    patch.setattr(hands, "begin", logged)


def _leak(name: str) -> Callable[..., None]:
    """One of the leaks that are planted for twin worlds, where they are told apart."""
    from tests.bot import test_twin_worlds

    leak: Callable[..., None] = getattr(test_twin_worlds, name)
    return leak


@planted(9, TWINS, 12, where=Where.TWINS, game="qiuqiu")
def leak_by_the_length_of_a_pause(patch: Patch) -> None:
    """The pause is longer if somebody has folded what would have won."""
    _leak("in_the_length_of_a_pause")(patch, evenings_of(patch))


@planted(9, TWINS, 12, where=Where.TWINS, game="qiuqiu")
def leak_by_the_order_of_messages(patch: Patch) -> None:
    """Private hands come after what everybody is told if a certain card is out."""
    _leak("in_the_order_of_messages")(patch, evenings_of(patch))


@planted(9, TWINS, 12, where=Where.TWINS, game="qiuqiu")
def leak_by_timing(patch: Patch) -> None:
    """Private hands come a second later if a certain card is out."""
    _leak("in_the_time_of_private_hands")(patch, evenings_of(patch))


@planted(9, TWINS, 12, where=Where.TWINS, game="quan-dui")
def leak_by_the_length_of_a_window(patch: Patch) -> None:
    """A window is shorter if somebody need not be asked."""
    _leak("in_the_length_of_a_window")(patch, evenings_of(patch))


EVENINGS: dict[int, Any] = {}
"""The evenings of the twin worlds that run, by the patch that a leak is planted with."""


def evenings_of(patch: Patch) -> Any:
    """The evenings that a leak may look at, to tell more if a certain card is out."""
    from tests.bot.evenings import Evenings

    return EVENINGS.setdefault(id(patch), Evenings(patch))
