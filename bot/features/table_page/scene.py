"""The drawing of a table for one viewer, as JSON; ``page/scene.d.ts`` declares its shape."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

from bot.features.table_page.guesses import Guessed
from bot.groups import GroupSettings
from bot.ledger import hand_number
from bot.messages import TIME_LEFT, AmountQuestion, Button, PlayerId
from bot.presenting import table_messages
from bot.presenting.bets import with_usual_amounts
from bot.presenting.drawn_hand import DrawnHand, DrawnSeat, OwnCards
from bot.presenting.presenters import PRESENTERS, TITLES, limits
from bot.presenting.private_hands import about_hand, decisions_before
from bot.presenting.private_side import private_side
from bot.presenting.table_buttons import rules_button, standing_buttons, standing_decisions
from bot.tables.turn_clock import TimeLeft
from bot.wording import Translator
from engine.play import AmountRange, Seat
from engine.table.changes import Notice
from engine.table.hand import AnyHand
from engine.table.state import Chair, TableState

Frame: TypeAlias = dict[str, Any]
"""A JSON object."""

COMEBACK_SHARE = 4
"""A winner comes back who had less than the average stack divided by this, and doubles it at least."""

MOST_NAMED = 12
"""Names of people who look on; of a crowd the number says enough."""

MOST_BEST = 2
"""Names of people who gained most alike."""


class Running(NamedTuple):
    """A clock of the table."""

    ends: float
    """Seconds since 1970."""

    left: TimeLeft


@dataclass(frozen=True, slots=True)
class Surroundings:
    settings: GroupSettings
    place: str

    notices: tuple[Notice, ...]
    running: Running | None
    watching: tuple[str, ...]
    """Names of people who look on without a chair."""

    guessed: Guessed | None = None
    """What they had guessed of the hand that is over."""


class Scenes:
    """They share most of their parts."""

    def __init__(self, state: TableState, around: Surroundings, translate: Translator) -> None:
        self._state = state
        self._settings = around.settings
        self._translate = translate
        _, rules = table_messages.rules_of(state, around.settings)
        self._least_stack = state.game.least_stack(rules)
        hand, presenter = state.hand, PRESENTERS[state.game_name]
        drawn = None if hand is None else presenter.drawn(hand, None, translate)
        history = () if hand is None else presenter.history(hand, translate)
        said = [*history[-1:], *(table_messages.notice_text(each, translate) for each in around.notices[-1:])]
        self._of_others: Frame = {
            "table": state.id,
            "game": state.game_name.replace("-", ""),
            "title": TITLES[state.game_name],
            "place": around.place,
            "stakes": limits(state.game_name, rules, around.settings.tables, translate),
            "practice": state.practice,
            "hand": "" if hand is None else hand_number(hand.id),
            "phase": _phase(state),
            "chairs": len(state.chairs),
            "seats": _seats(state, drawn, self._least_stack, translate),
            "middle": None if drawn is None else drawn.middle,
            "said": said[-1] if said else "",
            "question": _question(state, around.settings, translate),
            "clock": _clock(state, around),
            "mine": None,
            "open": self._open(seated=False),
            "result": None
            if hand is None or drawn is None or not hand.over
            else _result(state, hand, drawn, around, translate),
            "contenders": _contenders(state, hand, drawn),
            "watching": list(around.watching[:MOST_NAMED]),
            "watchers": len(around.watching),
            "names": _names(state, drawn, translate),
        }

    def of(self, viewer: PlayerId) -> Frame:
        """Return the scene for a player, or for anybody else if the viewer has no chair."""
        state, hand, others = self._state, self._state.hand, self._of_others
        chair = state.chair_of(viewer)
        if chair is None:
            return others
        number = str(state.number_of(viewer))
        seat = None if hand is None else hand.seat(viewer)
        drawn = None if hand is None else PRESENTERS[state.game_name].drawn(hand, seat, self._translate)
        return {
            **others,
            "seats": {**others["seats"], number: {**others["seats"][number], "me": True}},
            "mine": _mine(state, chair, drawn, self._least_stack, self._translate),
            "open": self._open_to_seated,
            "contenders": others["contenders"] if seat is None else [],
        }

    @cached_property
    def _open_to_seated(self) -> list[Frame]:
        return self._open(seated=True)

    def _open(self, *, seated: bool) -> list[Frame]:
        """Return the buttons for everybody that make sense for somebody with a chair or without one."""
        state = self._state
        rows = standing_buttons(state, state.hand, self._settings.tables, self._least_stack, self._translate)
        buttons = [each for row in rows for each in row]
        if seated:
            # What a player alone is offered stands with their hand.
            own = {"join", "hand", "rebuy", "sit back"}
            return [_button(each) for each in buttons if each.command not in own]
        wanted = {"join", "menu", "open", "practice", "evening"}
        offered = [each for each in buttons if each.command.partition(" ")[0] in wanted]
        return [_button(each) for each in (*offered, rules_button(state, self._translate))]


def _question(state: TableState, settings: GroupSettings, translate: Translator) -> str:
    """Return what the table waits for: moves, or players before the first hand."""
    hand = state.hand
    if hand is None:
        return "" if state.closed else table_messages.lobby(state, settings, (), translate).message.brief
    return "" if hand.over else PRESENTERS[state.game_name].public(hand, translate).question


def _contenders(state: TableState, hand: AnyHand | None, drawn: DrawnHand | None) -> list[int]:
    """Return the chairs of which somebody who looks on may guess that they gain most."""
    if hand is None or drawn is None or hand.over or state.closed:
        return []
    return [hand.chairs[each] for each in drawn.contenders]


def _names(state: TableState, drawn: DrawnHand | None, translate: Translator) -> Frame:
    """Return cards face up in words, where those differ from the name of the card."""
    presenter = PRESENTERS[state.game_name]
    groups = [group for seat in (() if drawn is None else drawn.seats) for group in seat.up]
    words = {card: presenter.card(card, translate) for group in groups for card in group}
    return {card: text for card, text in words.items() if text.replace("\N{NON-BREAKING HYPHEN}", "-") != card}


def _phase(state: TableState) -> str:
    if state.closed:
        return "closed"
    if state.hand is None:
        return "lobby"
    return "over" if state.hand.over else "playing"


def _seats(state: TableState, drawn: DrawnHand | None, least_stack: int, translate: Translator) -> Frame:
    hand, seats = state.hand, dict[str, Any]()
    places = {} if hand is None else {chair: seat for seat, chair in enumerate(hand.chairs)}
    awaited = () if hand is None else hand.round.awaited
    settlement = None if hand is None else hand.round.settlement
    for number, chair in enumerate(state.chairs):
        seat = places.get(number)
        if hand is not None and seat is not None and (chair is None or hand.players[seat] != chair.player):
            # The player of the hand has left, and somebody else may sit there.
            seat = None
        if chair is None:
            continue
        shown = DrawnSeat() if seat is None or drawn is None else drawn.seats[seat]
        absent = ", ".join(table_messages.absence(state, chair, least_stack, translate))
        waits = hand is not None and not hand.over and seat is None
        net = None if settlement is None or seat is None else settlement[seat]
        seats[str(number)] = {
            "name": chair.name,
            "stack": chair.stack,
            "bet": shown.bet,
            "me": False,
            "asked": seat in awaited,
            "computer": chair.computer,
            "host": chair.player == state.host,
            "dealer": seat is not None and hand is not None and seat == hand.round.dealer,
            "dim": shown.dim or waits or bool(absent),
            "mark": shown.mark or absent or (translate("mark-waiting") if waits else ""),
            "did": shown.did,
            "down": shown.down,
            "up": [list(group) for group in shown.up],
            "value": shown.value,
            "net": net,
            "won": net is not None and net > 0,
        }
    return seats


def _clock(state: TableState, around: Surroundings) -> Frame | None:
    if around.running is None:
        return None
    hand, (ends, left) = state.playing, around.running
    if hand is None:
        whole = max(left.seconds, float(around.settings.tables.pause_seconds))
        return {"ends": ends, "seconds": whole, "bank": False, "pause": True}
    whole = state.question_seconds(hand)
    if left.on_time_bank:
        chairs = [state.chair_of(player) for player in left.on_time_bank]
        whole = max([chair.bank for chair in chairs if chair is not None], default=whole)
    return {"ends": ends, "seconds": max(whole, left.seconds), "bank": bool(left.on_time_bank), "pause": False}


def _mine(state: TableState, chair: Chair, drawn: DrawnHand | None, least_stack: int, translate: Translator) -> Frame:
    player, hand = chair.player, state.hand
    seat = None if hand is None else hand.seat(player)
    own = (drawn.own if drawn is not None else None) or OwnCards()
    mine: Frame = {
        "chair": state.number_of(player),
        "groups": [list(group) for group in own.groups],
        "values": list(own.values),
        "value": own.value,
        "newest": own.newest,
        "up": list(own.up),
        "plain": own.plain,
        "lines": [line for line in own.notes if line],
        "question": "",
        "buttons": [],
        "before": [],
        "more": [],
    }
    if hand is None or seat is None or hand.over or chair.leaving:
        beside = private_side(state, player, least_stack, translate).message
        mine["lines"] = [line for line in beside.lines if TIME_LEFT not in line]
        mine["buttons"] = [[_button(each) for each in row] for row in beside.buttons]
        return mine
    asked = seat in hand.round.awaited and not state.stands_still
    message = PRESENTERS[state.game_name].private(state, hand, player, translate, asked=asked).message
    mine["question"] = message.lines[-1] if asked and message.lines else ""
    mine["buttons"] = [
        [_button(_with_amounts(each, hand, seat, state, translate), own) for each in row] for row in message.buttons
    ]
    taken = "" if chair.decided is None else f"advance {chair.decided.name}"
    mine["before"] = [
        _button(replace(each, style="primary") if each.command == taken else each)
        for each in (*decisions_before(state, seat, translate), *standing_decisions(state, hand, seat, translate))
    ]
    mine["more"] = [_button(each) for each in about_hand(state, hand, player, translate)]
    return mine


def _with_amounts(button: Button, hand: AnyHand, seat: Seat, state: TableState, translate: Translator) -> Button:
    """Add the usual amounts to a question for one."""
    if not isinstance(button.ask, AmountQuestion):
        return button
    span = AmountRange(button.command, button.ask.least, button.ask.most)
    usual = PRESENTERS[state.game_name].usual_amounts(hand, seat, span, translate)
    return replace(button, ask=with_usual_amounts(button.ask, *usual))


def _button(button: Button, own: OwnCards | None = None) -> Frame:
    frame: Frame = {"label": button.label, "command": button.command, "turn": button.turn, "style": button.style}
    if button.in_menu:
        frame["menu"] = True
    if own is not None and button.command in own.by_card:
        frame["card"] = own.by_card[button.command]
    if isinstance(button.ask, AmountQuestion):
        ask = button.ask
        named = [{"label": each.label, "amount": int(each.value)} for each in ask.usual]
        frame["ask"] = {"prompt": ask.prompt, "least": ask.least, "most": ask.most, "step": ask.step, "named": named}
    return frame


def _result(state: TableState, hand: AnyHand, drawn: DrawnHand, around: Surroundings, translate: Translator) -> Frame:
    lines, guessed = PRESENTERS[state.game_name].public(hand, translate).result, ""
    if around.guessed is not None:
        best, right, count = around.guessed
        more = [f"+{len(best) - MOST_BEST}"] if len(best) > MOST_BEST else []
        names = ", ".join([*best[:MOST_BEST], *more])
        guessed = translate("watchers-guessed", names=names, right=right, guessed=count)
    moments = [] if drawn.moment is None else [drawn.moment._asdict() | {"chair": hand.chairs[drawn.moment.seat]}]
    for moment in moments:
        del moment["seat"]
    return {
        "lines": list(lines),
        "guessed": guessed,
        "showing": [hand.chairs[seat] for seat in drawn.showing],
        "pots": [{"amount": pot.amount, "chairs": [hand.chairs[seat] for seat in pot.seats]} for pot in drawn.won],
        "moments": [*moments, *_turns_of_fortune(state, hand)],
    }


def _turns_of_fortune(state: TableState, hand: AnyHand) -> list[Frame]:
    """Return no words, which the page has."""
    found, average = [], sum(hand.stacks) / len(hand.stacks)
    for seat, net in (hand.round.settlement or {}).items():
        before = hand.stacks[seat]
        kind = ""
        if before and before + net == 0:
            kind = "knock-out"
        elif before * COMEBACK_SHARE < average and net >= before:
            kind = "comeback"
        if kind:
            found.append({"kind": kind, "chair": hand.chairs[seat], "headline": "", "words": ""})
    return found
