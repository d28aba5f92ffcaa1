from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime
from math import ceil

from bot.groups import GroupSettings
from bot.groups.settings import Untold
from bot.ledger import hand_number
from bot.messages import (
    TIME_LEFT,
    Button,
    Countdown,
    Message,
    MessageId,
    MessageLink,
    Place,
    PlayerId,
    fits_a_button,
    is_computer,
)
from bot.presenting import house_words
from bot.presenting.drafts import Draft
from bot.presenting.line_filling import FEW_PLAYERS, fill_lines
from bot.presenting.net import net_text
from bot.presenting.presenter import HandText
from bot.presenting.presenters import PRESENTERS, TITLES, limits
from bot.presenting.sealed_deal import with_fingerprint
from bot.presenting.table_buttons import open_again, standing_buttons
from bot.presenting.table_ends import end_drawing, end_lines
from bot.tables.turn_clock import has_clock
from bot.wording import Translator
from bot.wording.isolation import isolated
from engine.house_rules import GameRules
from engine.play import Seat
from engine.table.changes import Notice
from engine.table.hand import AnyHand, payout
from engine.table.state import Chair, TableState

ASKED = "▸ "
"""Mark of the question and of each player asked."""

RECENT_LINES = 3
"""Last events shown of a running hand."""


def rules_of(state: TableState, settings: GroupSettings) -> tuple[str, GameRules]:
    """Return preset and rules in force."""
    now = settings.at_table(state.game_name, state.preset)
    return now.preset, now.rules


def lobby(
    state: TableState, settings: GroupSettings, notices: Sequence[str], translate: Translator, *, quotable: bool = False
) -> Draft:
    """Return the message of a table that waits for a hand or for players."""
    title = table_title(state, translate)
    footer = translate("practice-footer" if state.practice else "card-footer")
    if state.closed:
        closed = Message(title, (*notices, *end_lines(state, translate)), footer, buttons=open_again(state, translate))
        return Draft(with_fingerprint(closed, state, translate), end_drawing(state, None, translate))
    game = state.game
    preset, rules = rules_of(state, settings)
    changed = rules.differences(settings.existing_preset(state.game_name, preset))
    usual = translate("lobby-rules-usual", preset=preset)
    if changed:
        changes = house_words.in_line(rules, changed, translate)
        usual = translate("lobby-rules-changed", preset=preset, changes=changes)
    least_stack = game.least_stack(rules)
    ready = len(state.ready(least_stack))
    missing = game.fewest - ready
    marked = [(chair, _marks(state, chair, least_stack, translate)) for chair in state.seated]
    lines = [
        limits(state.game_name, rules, settings.tables, translate),
        usual,
        "",
        translate("lobby-seats", taken=len(state.seated), seats=len(state.chairs)),
        *_chairs(state, marked, translate),
        "",
        *notices,
        _lobby_question(state, missing, translate),
    ]
    message = Message(
        title,
        tuple(lines),
        footer,
        buttons=standing_buttons(state, None, settings.tables, least_stack, translate),
        brief=lines[-1],
    )
    return Draft(with_fingerprint(message, state, translate, quotable=quotable))


def _lobby_question(state: TableState, missing: int, translate: Translator) -> str:
    if state.paused is not None:
        return translate("table-is-paused", name=state.paused.by)
    return translate("lobby-waiting", missing=missing) if missing > 0 else translate("lobby-ready")


def table_title(state: TableState, translate: Translator) -> str:
    """Return the name by game, or the word for a practice table."""
    title = translate("table-title", game=TITLES[state.game_name])
    return translate("practice-title", title=title) if state.practice else title


def hand_title(game: str, hand: int, translate: Translator, *, practice: bool) -> str:
    title = translate("hand-title", game=TITLES[game], number=hand_number(hand))
    return translate("practice-title", title=title) if practice else title


def found(state: TableState, place: Place, number: MessageId | None, translate: Translator) -> Message:
    seats = translate("lobby-seats", taken=len(state.seated), seats=len(state.chairs))
    title = translate("table-title", game=TITLES[state.game_name])
    return Message(title, (seats,), link=link_to(state, place, number, translate))


def which_table(tables: Sequence[TableState], command: str, translate: Translator) -> tuple[tuple[Button, ...], ...]:
    """Return a button for each table; none if the command is too long for one."""
    rows = []
    for state in tables:
        turn = f"{state.id}:"
        if fits_a_button(f"{turn}:{command}"):
            host = state.chair_of(state.host)
            label = translate("which-table-of", game=TITLES[state.game_name], host="?" if host is None else host.name)
            rows.append((Button(label, command, turn),))
    return tuple(rows)


def link_to(state: TableState, place: Place, number: MessageId | None, translate: Translator) -> MessageLink:
    return MessageLink(translate("link-to-table"), place, number or "", state.id)


def _chairs(state: TableState, marked: Sequence[tuple[Chair, Sequence[str]]], translate: Translator) -> list[str]:
    """Return chairs with their marks, a line each, or side by side if they are many."""
    few, lines = len(marked) <= FEW_PLAYERS, []
    for chair, marks in marked:
        number, name, stack = state.number_of(chair.player) + 1, chair.name, chair.stack
        line = translate("lobby-chair" if few else "lobby-chair-short", number=number, name=name, stack=stack)
        lines.append(" · ".join([line, *marks]) if few else f"{line} ({', '.join(marks)})" if marks else line)
    return lines if few else fill_lines(lines)


def _marks(state: TableState, chair: Chair, least_stack: int, translate: Translator) -> list[str]:
    marks = []
    if chair.player == state.host:
        marks.append(translate("mark-host"))
    if chair.computer:
        marks.append(translate("mark-computer"))
    return [*marks, *absence(state, chair, least_stack, translate)]


def absence(state: TableState, chair: Chair | None, least_stack: int, translate: Translator) -> list[str]:
    """Return the reason for not being dealt in next; the chair is ``None`` after its player has left."""
    if state.closed:
        return []
    if chair is None or chair.gets_up:
        return [translate("mark-leaving")]
    if state.is_broke(chair, least_stack):
        return [translate("mark-out-of-chips", stack=chair.stack)]
    return [translate("mark-out")] if chair.out else []


def _newcomers(state: TableState, hand: AnyHand, least_stack: int, translate: Translator) -> list[str]:
    """Return players dealt in next or short of chips; only the number of the former if they are many."""
    waiting = [chair for chair in state.seated if chair.player not in hand.players and not chair.out]
    broke = [chair for chair in waiting if state.is_broke(chair, least_stack)]
    if len(waiting) > FEW_PLAYERS:
        return [translate("hand-newcomers", count=len(waiting) - len(broke))]
    marks = [
        translate("mark-out-of-chips", stack=chair.stack) if chair in broke else translate("mark-waiting")
        for chair in waiting
    ]
    return _chairs(state, [(chair, [mark]) for chair, mark in zip(waiting, marks, strict=True)], translate)


def hand_message(
    state: TableState,
    hand: AnyHand,
    settings: GroupSettings,
    notices: Sequence[str],
    translate: Translator,
    *,
    quotable: bool = False,
    coloured: bool = False,
    rest: int = 0,
    on_time_bank: Collection[PlayerId] = (),
) -> Draft:
    """Return the one public message of a hand, running or finished."""
    presenter = PRESENTERS[state.game_name]
    least_stack = state.game.least_stack(rules_of(state, settings)[1])
    text = presenter.public(hand, translate)
    awaited = hand.round.awaited
    on_bank = [seat for seat in awaited if hand.players[seat] in on_time_bank]
    if state.closed:
        # It stands below, with who ended with what.
        notices = [notice for notice in notices if notice != translate("notice-table-closed")]
    absences = [absence(state, state.chair_of(player), least_stack, translate) for player in hand.players]
    goes_on = state.expects_hand(least_stack)
    lines = hand_lines(
        hand,
        text,
        presenter.history(hand, translate),
        translate,
        absences=absences,
        newcomers=_newcomers(state, hand, least_stack, translate),
        notices=notices,
        time=_time_for(state, hand, on_bank, translate),
        waits=not goes_on and not state.closed,
    )
    if hand.over:
        lines.extend(_afterwards(state, goes_on, least_stack, translate))
    title = hand_title(state.game_name, hand.id, translate, practice=state.practice)
    # While computer players alone are asked, there is nothing to press for people.
    buttons = presenter.buttons(state, hand, translate) if _asks_people(state, hand) else ()
    if not coloured:
        buttons = tuple(tuple(replace(button, style="plain") for button in row) for row in buttons)
    message = Message(
        title,
        tuple(lines),
        translate("practice-footer") if state.practice else "",
        buttons=(*buttons, *standing_buttons(state, hand, settings.tables, least_stack, translate)),
        brief=" ".join(text.result) if hand.over else text.question,
        asked=asked(state),
        countdown=_countdown(state, hand, settings.tables.pause_seconds + rest, on_bank, translate),
    )
    draw = (
        end_drawing(state, hand.began.astimezone(settings.time_zone), translate, text.draw)
        if state.closed
        else text.draw
    )
    return Draft(with_fingerprint(message, state, translate, quotable=quotable) if hand.over else message, draw)


def played_on_page(draft: Draft, state: TableState, settings: GroupSettings, translate: Translator) -> Draft:
    """Return the message of a hand whose people look at its page; it stays the same until the result."""
    least_stack = state.game.least_stack(rules_of(state, settings)[1])
    buttons = standing_buttons(state, state.hand, settings.tables, least_stack, translate)
    return Draft(Message(draft.message.title, (translate("hand-on-page"),), draft.message.footer, buttons=buttons))


def earlier_result(state: TableState, hand: AnyHand, translate: Translator) -> Draft:
    """Return the result of an earlier hand without the table's present state."""
    presenter = PRESENTERS[state.game_name]
    text = presenter.public(hand, translate)
    message = Message(
        hand_title(state.game_name, hand.id, translate, practice=state.practice),
        tuple(hand_lines(hand, text, (), translate)),
        brief=" ".join(text.result),
    )
    return Draft(message, text.draw)


def hand_lines(
    hand: AnyHand,
    text: HandText,
    events: tuple[str, ...],
    translate: Translator,
    *,
    absences: Sequence[Sequence[str]] = (),
    newcomers: Sequence[str] = (),
    notices: Sequence[str] = (),
    time: Sequence[str] = (),
    waits: bool = False,
) -> list[str]:
    """Return the lines of a hand and, while it runs, those of its table.

    A finished hand lists only players whom its result does not cover.
    """
    lines: list[str] = [*text.result, *text.pot]
    if lines:
        lines.append("")
    absences = absences or [()] * len(hand.players)
    if hand.over and (not waits or len(hand.players) > FEW_PLAYERS):
        lines.extend(_others(hand, text.told, absences, translate))
    else:
        lines.extend(
            text.roster
            or [
                _seat_line(hand, seat, text.marks[seat], absences[seat], translate) for seat in range(len(hand.players))
            ]
        )
    lines.extend(newcomers)
    if lines and not lines[-1]:
        lines.pop()
    recent = (*(() if hand.over else events[-RECENT_LINES:]), *notices)
    if recent:
        lines.extend(["", *recent])
    if not hand.over:
        lines.extend(["", " · ".join([f"{ASKED}{text.question}", *time])])
    return lines


def _asks_people(state: TableState, hand: AnyHand) -> bool:
    people = any(not is_computer(hand.players[seat]) for seat in hand.round.awaited)
    return not state.stands_still and (bool(hand.round.window) or people)


def _time_for(state: TableState, hand: AnyHand, on_bank: Sequence[Seat], translate: Translator) -> tuple[str, ...]:
    if not has_clock(state, hand):
        return paused(state, translate)
    if on_bank:
        return (translate("time-bank-left", time=TIME_LEFT),)
    chairs = [state.chair_of(hand.players[seat]) for seat in hand.round.awaited]
    bank = max([int(chair.bank) for chair in chairs if chair is not None], default=0)
    if hand.round.window or bank < 1:
        return (TIME_LEFT,)
    return (translate("time-left-then-bank", time=TIME_LEFT, seconds=bank),)


def paused(state: TableState, translate: Translator) -> tuple[str, ...]:
    if not state.stands_still or state.paused is None:
        return ()
    return (translate("time-paused", name=state.paused.by),)


def countdown(seconds: int, translate: Translator, ends: datetime | None = None) -> Countdown:
    return Countdown(seconds, translate("time-seconds", seconds=seconds), ends)


def _countdown(
    state: TableState, hand: AnyHand, pause: int, on_bank: Sequence[Seat], translate: Translator
) -> Countdown | None:
    if hand.over:
        return None if state.closed or state.paused is not None else countdown(pause, translate)
    if not has_clock(state, hand):
        return None
    chairs = [state.chair_of(hand.players[seat]) for seat in on_bank]
    banks = [int(chair.bank) for chair in chairs if chair is not None]
    return countdown(max(banks, default=ceil(state.question_seconds(hand))), translate)


def asked(state: TableState) -> tuple[PlayerId, ...]:
    """Return the people asked now: no computer players, nobody who sits out or leaves."""
    hand = state.playing
    if hand is None or state.stands_still:
        return ()
    chairs = [state.chair_of(hand.players[seat]) for seat in hand.round.awaited]
    return tuple(each.player for each in chairs if each and not (each.computer or each.out or each.leaving))


def on_turn(state: TableState) -> PlayerId | None:
    """Return the only person asked, who may be pinged; nobody in a window."""
    hand = state.playing
    alone = hand is not None and not hand.round.window and len(hand.round.awaited) == 1
    return next(iter(asked(state)), None) if alone else None


def ping(player: PlayerId, name: str, translate: Translator) -> Message:
    return Message(lines=(translate("prompt-turn", name=name),), mention=player)


def _others(
    hand: AnyHand, told: Collection[Seat], absences: Sequence[Sequence[str]], translate: Translator
) -> list[str]:
    entries = []
    for seat, net in (hand.round.settlement or {}).items():
        words = [*([net_text(net, translate)] if net and seat not in told else []), *absences[seat]]
        if words:
            entries.append(f"{isolated(hand.names[seat])} {', '.join(words)}")
    return fill_lines(entries)


def _seat_line(hand: AnyHand, seat: int, played: Sequence[str], absence: Sequence[str], translate: Translator) -> str:
    player = hand.players[seat]
    left = hand.stacks[seat] - hand.round.staked[seat]
    if hand.over:
        left += payout(hand.round, seat)
    words = [translate("hand-seat", number=hand.chairs[seat] + 1, name=hand.names[seat], stack=left), *played]
    if hand.over and hand.round.settlement is not None and (net := hand.round.settlement[seat]):
        words.insert(1, net_text(net, translate))
    if is_computer(player):
        words.append(translate("mark-computer"))
    words.extend(absence)
    return (ASKED if seat in hand.round.awaited else "") + " · ".join(words)


def _afterwards(state: TableState, goes_on: bool, least_stack: int, translate: Translator) -> tuple[str, ...]:
    if state.closed:
        return ("", translate("notice-table-closed"), *end_lines(state, translate))
    if state.paused is not None:
        return ("", translate("table-is-paused", name=state.paused.by))
    if not goes_on and len(state.ready(least_stack)) >= state.game.fewest:
        return ("", translate("lobby-ready"))
    return ("", translate("time-next-hand", time=TIME_LEFT) if goes_on else translate("notice-waiting-for-players"))


def without_buttons(message: Message) -> Message:
    """Drop the buttons, and what a clock is in."""
    lines = [line for line in message.lines if TIME_LEFT not in line]
    while lines and not lines[-1]:
        lines.pop()
    return replace(message, lines=tuple(lines), buttons=(), asked=(), countdown=None)


def unasked(message: Message) -> Message:
    """Drop the buttons, the question in the last line, and the marks of players asked."""
    lines = tuple(type(line)(line.removeprefix(ASKED)) for line in message.lines[:-1])
    return without_buttons(replace(message, lines=lines))


def begun(message: Message) -> Message:
    """Keep only limits and house rules of a lobby after the first deal."""
    return without_buttons(replace(message, lines=message.lines[: message.lines.index("")]))


def reminded(draft: Draft, line: str, countdown: Countdown | None = None) -> Draft:
    """Put a line first, perhaps with a clock."""
    return Draft(replace(draft.message, lines=(line, *draft.message.lines), countdown=countdown), draft.draw)


def notice_text(notice: Notice | Untold, translate: Translator) -> str:
    return translate(f"notice-{notice.key}", **notice.fields)
