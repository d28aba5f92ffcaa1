"""The messages of a table: its lobby, the hand being played or just finished, and the private hand of a player."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime

from bot.groups import GroupSettings
from bot.messages import (
    AMOUNT,
    SURE,
    TIME_LEFT,
    AmountQuestion,
    Button,
    Choice,
    ChoiceQuestion,
    Countdown,
    HistoryLine,
    Message,
    MessageId,
    MessageLink,
    PlayerId,
    Question,
)
from bot.presenting import house_words
from bot.presenting.amounts import amount_question, with_usual_amounts
from bot.presenting.drafts import Draft
from bot.presenting.evening import evening_lines
from bot.presenting.limits import limits
from bot.presenting.line_filling import FEW_PLAYERS, fill_lines
from bot.presenting.net import net_text
from bot.presenting.presenters import PRESENTERS, TITLES
from bot.presenting.sealed_deal import with_fingerprints
from bot.tables.hands import payout
from bot.tables.state import AnyHand, Chair, Notice, TableState
from bot.tables.turn_clock import has_clock
from bot.wording import Translator
from engine import notation
from engine.house_rules import GameRules
from engine.play import AmountRange, Options, Seat

BUTTONS_A_ROW = 5
"""How many buttons stand side by side on every chat."""

ROWS = 5
"""How many rows of buttons a message has on every chat."""

ENDING_LINES = 36
"""How many events a finished hand shows: more than any showdown has, and few enough for the strictest platform."""


def rules_of(state: TableState, settings: GroupSettings) -> tuple[str, GameRules]:
    """The preset a table plays by, and the rules in force."""
    now = settings.at_table(state.game_name, state.preset)
    return now.preset, now.rules


def lobby(
    state: TableState,
    settings: GroupSettings,
    notices: Sequence[str],
    translate: Translator,
    *,
    quotable: bool = False,
) -> Draft:
    """The message of a table that waits for its first hand, or for more players.

    Args:
        state: the table.
        settings: those of its group.
        notices: what has happened lately.
        translate: into the language of its group.
        quotable: whether it says all that the next deal would be closed with.
    """
    title = table_title(state, translate)
    footer = translate("practice-footer" if state.practice else "card-footer")
    if state.closed:
        evening = evening_lines(state, translate)
        ended = (*notices, *(("", *evening) if evening else ()))
        closed = Message(title, ended, footer, buttons=_open_again(state, translate))
        return Draft(with_fingerprints(closed, state, None, translate))
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
    lines = [
        limits(state.game_name, rules, settings.tables, translate),
        usual,
        "",
        translate("lobby-seats", taken=len(state.seated), seats=len(state.chairs)),
        *_chairs(state, least_stack, translate),
        "",
        *notices,
        translate("lobby-waiting", missing=missing) if missing > 0 else translate("lobby-ready"),
    ]
    message = Message(
        title,
        tuple(lines),
        footer,
        buttons=_lobby_buttons(state, missing <= 0, least_stack, translate),
        brief=lines[-1],
    )
    return Draft(with_fingerprints(message, state, None, translate, quotable=quotable))


def table_title(state: TableState, translate: Translator) -> str:
    """The name of a table, by its game; of a practice table with the word for that."""
    return _title(state, translate("table-title", game=TITLES[state.game_name]), translate)


def _title(state: TableState, title: str, translate: Translator) -> str:
    return translate("practice-title", title=title) if state.practice else title


def found(state: TableState, number: MessageId | None, translate: Translator) -> Message:
    """Where a table is, with a link to its message.

    Args:
        state: the table.
        number: the message that shows it; ``None`` if that is not posted yet.
        translate: into the language of whoever looks for it.
    """
    seats = translate("lobby-seats", taken=len(state.seated), seats=len(state.chairs))
    title = translate("table-title", game=TITLES[state.game_name])
    return Message(title, (seats,), link=link_to(state, number, translate))


def link_to(state: TableState, number: MessageId | None, translate: Translator) -> MessageLink:
    """The link to a table's message, or to its place while that is not posted."""
    return MessageLink(translate("link-to-table"), state.place, number or "", state.id)


def _chairs(state: TableState, least_stack: int, translate: Translator) -> list[str]:
    """Who sits here: a line each, or several on a line if there are many."""
    seated = [(number, chair) for number, chair in enumerate(state.chairs, start=1) if chair is not None]
    if len(seated) <= FEW_PLAYERS:
        return [
            " · ".join([_chair_line(*each, translate), *_marks(state, each[1], least_stack, translate)])
            for each in seated
        ]
    entries = []
    for number, chair in seated:
        entry = translate("lobby-chair-short", number=number, name=chair.name, stack=chair.stack)
        marks = _marks(state, chair, least_stack, translate)
        entries.append(f"{entry} ({', '.join(marks)})" if marks else entry)
    return fill_lines(entries)


def _chair_line(number: int, chair: Chair, translate: Translator) -> str:
    return translate("lobby-chair", number=number, name=chair.name, stack=chair.stack)


def _marks(state: TableState, chair: Chair, least_stack: int, translate: Translator) -> list[str]:
    """The marks of a player at a table that waits."""
    marks = []
    if chair.player == state.host:
        marks.append(translate("mark-host"))
    if chair.computer:
        marks.append(translate("mark-computer"))
    return [*marks, *_absence(state, chair, least_stack, translate)]


def _absence(state: TableState, chair: Chair | None, least_stack: int, translate: Translator) -> list[str]:
    """Why a player will not be dealt in with the next hand, if there is to be one; ``None`` for who has got up."""
    if state.closed:
        return []
    if chair is None or chair.gets_up:
        return [translate("mark-leaving")]
    if state.is_broke(chair, least_stack):
        return [translate("mark-out-of-chips", stack=chair.stack)]
    return [translate("mark-out")] if chair.out else []


def _newcomers(state: TableState, hand: AnyHand, least_stack: int, translate: Translator) -> list[str]:
    """Who will be dealt in with the next hand, and who lacks the chips for it; only how many if they are many."""
    waiting = [
        (number, chair)
        for number, chair in enumerate(state.chairs, start=1)
        if chair is not None and chair.player not in hand.players and not chair.out
    ]
    if len(waiting) > FEW_PLAYERS:
        broke = sum(state.is_broke(chair, least_stack) for _, chair in waiting)
        lines = [translate("hand-newcomers", count=len(waiting) - broke)] if broke < len(waiting) else []
        return [*lines, translate("hand-broke", count=broke)] if broke else lines
    lines = []
    for number, chair in waiting:
        broke = state.is_broke(chair, least_stack)
        mark = translate("mark-out-of-chips", stack=chair.stack) if broke else translate("mark-waiting")
        lines.append(" · ".join([_chair_line(number, chair, translate), mark]))
    return lines


def hand_message(
    state: TableState,
    hand: AnyHand,
    settings: GroupSettings,
    notices: Sequence[str],
    translate: Translator,
    *,
    quotable: bool = False,
    in_advance: bool = False,
    rest: int = 0,
    on_time_bank: Collection[PlayerId] = (),
) -> Draft:
    """The one public message of a hand: running, or with its result.

    Args:
        state: the table.
        hand: the hand.
        settings: those of the group.
        notices: what else has happened lately.
        translate: into the language of the group.
        quotable: whether its result says all that the next deal would be closed with.
        in_advance: whether it has the buttons with which players decide before their turn.
        rest: how many seconds longer than usual the pause after it lasts.
        on_time_bank: whose usual time for the question is over.
    """
    presenter = PRESENTERS[state.game_name]
    least_stack = state.game.least_stack(rules_of(state, settings)[1])
    text = presenter.public(hand, translate)
    history = tuple(line for line in presenter.history(hand, translate) if line not in text.result)
    lines: list[str] = [*text.result, *text.pot]
    if lines:
        lines.append("")
    awaited = hand.round.awaited
    on_bank = [seat for seat in awaited if hand.players[seat] in on_time_bank]
    lines.extend(
        text.roster
        or [
            _seat_line(
                state,
                hand,
                seat,
                (*text.marks[seat], *((_time_bank_left(translate),) if seat in on_bank else ())),
                least_stack,
                asked=seat in awaited,
                translate=translate,
            )
            for seat in range(len(hand.players))
        ]
    )
    lines.extend(_newcomers(state, hand, least_stack, translate))
    if hand.over and history:
        lines.extend(["", *map(HistoryLine, _finished_history(history, translate))])
    if state.closed:
        # It stands below, with who ended with what.
        notices = [notice for notice in notices if notice != translate("notice-table-closed")]
    recent = (*(() if hand.over else history[-text.recent_lines :]), *notices)
    if recent:
        lines.extend(["", *recent])
    if hand.over:
        lines.extend(_afterwards(state, settings, translate))
    else:
        lines.extend(["", " · ".join([f"▸ {text.question}", *_time_for(state, hand, on_bank, translate)])])
    title = _title(state, translate("hand-title", game=TITLES[state.game_name], number=str(hand.id)), translate)
    footer = translate("practice-footer" if state.practice else "card-footer")
    # While computer players alone are asked, there is nothing to press for people.
    buttons = presenter.buttons(state, hand, translate) if _asks_people(state, hand) else ()
    if in_advance and any(map(hand.round.may_decide_in_advance, range(len(hand.players)))):
        buttons = (*buttons, _advance_buttons(state, translate))
    message = Message(
        title,
        tuple(lines),
        footer,
        buttons=(*buttons, *_standing_buttons(state, hand, least_stack, translate)),
        brief=" ".join(text.result) if hand.over else text.question,
        asked=on_turn(state) if not hand.over else None,
        countdown=_countdown(state, hand, settings.tables.pause_seconds + rest, on_bank, translate),
    )
    return Draft(with_fingerprints(message, state, hand, translate, quotable=quotable and hand.over), text.draw)


def _asks_people(state: TableState, hand: AnyHand) -> bool:
    """Whether people are asked what a hand asks now; a window always asks them, and tells nothing of who is in it."""
    chairs = [state.chair_of(hand.players[seat]) for seat in hand.round.awaited]
    return bool(hand.round.window) or any(chair is None or not chair.computer for chair in chairs)


def _time_for(state: TableState, hand: AnyHand, on_bank: Sequence[Seat], translate: Translator) -> tuple[str, ...]:
    """The time for the question, with the time bank that would come after it; nothing if no clock runs."""
    if not has_clock(state, hand):
        return ()
    if on_bank:
        return (_time_bank_left(translate),)
    chairs = [state.chair_of(hand.players[seat]) for seat in hand.round.awaited]
    bank = max([int(chair.bank) for chair in chairs if chair is not None], default=0)
    if hand.round.window or bank < 1:
        return (TIME_LEFT,)
    return (translate("time-left-then-bank", time=TIME_LEFT, seconds=bank),)


def _time_bank_left(translate: Translator) -> str:
    return translate("time-bank-left", time=TIME_LEFT)


def countdown(seconds: int, translate: Translator, ends: datetime | None = None) -> Countdown:
    """A clock that runs for so many seconds."""
    return Countdown(seconds, translate("time-seconds", seconds=seconds), ends)


def _countdown(
    state: TableState, hand: AnyHand, pause: int, on_bank: Sequence[Seat], translate: Translator
) -> Countdown | None:
    """The clock of a hand's message: that of its question, or of the pause after it; ``None`` if it shows none."""
    if hand.over:
        return None if state.closed else countdown(pause, translate)
    if not has_clock(state, hand):
        return None
    chairs = [state.chair_of(hand.players[seat]) for seat in on_bank]
    banks = [int(chair.bank) for chair in chairs if chair is not None]
    return countdown(max(banks, default=hand.round.window or state.clock.turn_seconds), translate)


def on_turn(state: TableState) -> PlayerId | None:
    """The person on turn, who may be pinged: no computer player, and nobody who sits out or leaves.

    In a window nobody is on turn, not even a player who is the only one asked.
    """
    hand = state.playing
    if hand is None or hand.round.window or len(hand.round.awaited) != 1:
        return None
    chair = state.chair_of(hand.players[hand.round.awaited[0]])
    return None if chair is None or chair.computer or chair.out or chair.leaving else chair.player


def ping(player: PlayerId, name: str, translate: Translator) -> Message:
    """The message that pings the player on turn."""
    return Message(lines=(translate("prompt-turn", name=name),), mention=player)


def _finished_history(history: tuple[str, ...], translate: Translator) -> tuple[str, ...]:
    """The events of a finished hand; of a very long one, the last."""
    left_out = len(history) - ENDING_LINES
    return history if left_out <= 0 else (translate("hand-left-out", count=left_out), *history[-ENDING_LINES:])


def _seat_line(
    state: TableState,
    hand: AnyHand,
    seat: int,
    marks: tuple[str, ...],
    least_stack: int,
    *,
    asked: bool,
    translate: Translator,
) -> str:
    player = hand.players[seat]
    chair = state.chair_of(player)
    left = hand.stacks[seat] - hand.round.staked[seat]
    if hand.over:
        left += payout(hand.round, seat)
    words = [translate("hand-seat", number=hand.chairs[seat] + 1, name=hand.names[seat], stack=left), *marks]
    if hand.over and hand.round.settlement is not None and (net := hand.round.settlement[seat]):
        words.insert(1, net_text(net, translate))
    if chair is not None and chair.computer:
        words.append(translate("mark-computer"))
    words.extend(_absence(state, chair, least_stack, translate))
    return ("▸ " if asked else "") + " · ".join(words)


def _afterwards(state: TableState, settings: GroupSettings, translate: Translator) -> tuple[str, ...]:
    """What is shown below a finished hand: the next one."""
    if state.closed:
        evening = evening_lines(state, translate)
        return ("", translate("notice-table-closed"), *(("", *evening) if evening else ()))
    rules = rules_of(state, settings)[1]
    goes_on = state.expects_hand(state.game.least_stack(rules))
    return ("", translate("time-next-hand", time=TIME_LEFT) if goes_on else translate("hand-over-waiting"))


def _lobby_buttons(
    state: TableState, ready: bool, least_stack: int, translate: Translator
) -> tuple[tuple[Button, ...], ...]:
    """What starts a game, and the menu."""
    table = f"{state.id}:"
    start = Button(translate("button-start"), "start", table, "primary" if ready else "plain")
    row: tuple[Button, ...] = (start,)
    if None in state.chairs:
        join = Button(translate("button-join"), "join", table, "plain" if ready else "success")
        # A lobby is not edited for everybody who sits down, so whoever makes it ready finds the button there already.
        row = (join, start, Button(translate("button-add-computer"), "add computer", table))
    if any(state.is_broke(chair, least_stack) and not chair.computer for chair in state.seated):
        row = (Button(translate("button-rebuy"), "rebuy", table, "primary"), *row)
    return (row, (_menu_button(state, translate), _rules_button(state, translate), *_shuffle_button(state, translate)))


def _standing_buttons(
    state: TableState, hand: AnyHand, least_stack: int, translate: Translator
) -> tuple[tuple[Button, ...], ...]:
    """The row for everybody: the private hand while it runs, and the menu; below a result also what the game needs now.

    Args:
        state: the table.
        hand: its hand, running or over.
        least_stack: the fewest chips with which a player is dealt in.
        translate: into the language of the group.
    """
    if state.closed:
        return _open_again(state, translate)
    table, menu = f"{state.id}:", _menu_button(state, translate)
    if not hand.over:
        return ((Button(translate("button-hand"), "hand", table), menu),)
    needed = _needed_buttons(state, least_stack, translate)
    return tuple(filter(None, (needed, (menu, *_shuffle_button(state, translate)))))


def _needed_buttons(state: TableState, least_stack: int, translate: Translator) -> tuple[Button, ...]:
    """What keeps the game going after a hand: chips for those who lack them, players who are back or new."""
    if state.closing:
        return ()
    table, people = f"{state.id}:", [chair for chair in state.seated if not chair.computer and not chair.gets_up]
    waits = len(state.ready(least_stack)) < state.game.fewest
    row = []
    if any(chair.stack < least_stack for chair in people):
        row.append(Button(translate("button-rebuy"), "rebuy", table, "primary"))
    if any(chair.out and chair.stack >= least_stack for chair in people):
        row.append(Button(translate("button-sit-back"), "sit back", table, "primary" if waits else "plain"))
    if waits and None in state.chairs:
        row.append(Button(translate("button-join"), "join", table, "plain" if row else "success"))
        row.append(Button(translate("button-add-computer"), "add computer", table))
    return tuple(row)


def _menu_button(state: TableState, translate: Translator) -> Button:
    """The button that opens, for whoever presses it alone, what they can do at the table."""
    return Button(translate("button-table"), "menu", f"{state.id}:")


def _rules_button(state: TableState, translate: Translator) -> Button:
    """The button that opens, for whoever presses it alone, what beats what, with their own hand marked."""
    return Button(translate("button-rules"), f"rules {state.game_name}", f"{state.id}:")


def _open_again(state: TableState, translate: Translator) -> tuple[tuple[Button, ...], ...]:
    """The button below a closed table that opens another of the same game and preset."""
    verb = "practice" if state.practice else "open"
    command = " ".join(filter(None, (verb, state.game_name, state.preset)))
    return ((Button(translate("button-open-again"), command, style="primary"),),)


def _advance_buttons(state: TableState, translate: Translator) -> tuple[Button, ...]:
    """What players may decide before their turn; what that comes to is found out when a button is pressed."""
    return tuple(
        Button(translate(f"button-advance-{each.name}"), f"advance {each.name}", f"{state.id}:")
        for each in state.game.advance_verbs
        if each.button and not each.standing
    )


def _standing_decisions(state: TableState, hand: AnyHand, seat: Seat, translate: Translator) -> list[Button]:
    """What a player may decide for all windows, but for what stands; while they choose a card, there is no room."""
    chair, verbs = state.chair_of(hand.players[seat]), state.game.standing_verbs
    if chair is None or any(action.choice for action in hand.round.options(seat).ready):
        return []
    stands = chair.standing or (verbs[0].name if verbs else "")
    return [
        Button(translate(f"button-advance-{each.name}"), f"advance {each.name}", f"{state.id}:")
        for each in verbs
        if each.button and each.name != stands
    ]


def _shuffle_button(state: TableState, translate: Translator) -> tuple[Button, ...]:
    """The button that adds a word to the sealed packs, if there are any."""
    if state.sealed is None:
        return ()
    return (Button(translate("button-shuffle"), "shuffle", f"{state.id}:{state.sealed.turn}"),)


def _proof_button(state: TableState, hand: AnyHand, translate: Translator) -> Button:
    """The button with which players verify their own cards."""
    return Button(translate("button-verify-mine"), f"verify mine {hand.id}", f"{state.id}:")


def without_buttons(message: Message) -> Message:
    """The message without its buttons, and without its clock, which has nothing to count down to any more."""
    lines: list[str] = []
    for line in message.lines:
        kept = _without_clock(line)
        if kept is not None:
            lines.append(kept)
        elif lines and not lines[-1]:
            # The empty line before it set it apart from what else is there.
            lines.pop()
    return replace(message, lines=tuple(lines), buttons=(), asked=None, countdown=None)


def _without_clock(line: str) -> str | None:
    """The line without the part that tells of a clock; ``None`` if nothing else is in it."""
    if TIME_LEFT not in line:
        return line
    parts = [part for part in line.split(" · ") if TIME_LEFT not in part]
    return type(line)(" · ".join(parts)) if parts else None


def unasked(message: Message) -> Message:
    """The message without its buttons and without its last line, which was a question."""
    return without_buttons(replace(message, lines=message.lines[:-1]))


def reminded(draft: Draft, line: str, countdown: Countdown | None = None) -> Draft:
    """The draft with a line before its others, perhaps with a clock in it."""
    return Draft(replace(draft.message, lines=(line, *draft.message.lines), countdown=countdown), draft.draw)


def question(
    state: TableState, player: PlayerId, verb: str, options: Options, translate: Translator
) -> Question | None:
    """What to ask a player who pressed a button of ``verb`` that needs more; ``None`` if they cannot do it now.

    Args:
        state: the table.
        player: who has pressed.
        verb: what the amount or the choice is for.
        options: what the player may do now.
        translate: into the language of the player.
    """
    for each in options.amounts:
        if each.verb == verb:
            return _amount_question(state, player, each, translate)
    own = choices(state, player, verb, options, translate)
    if not own:
        return None
    held = private_hand(state, player, translate, asked=False).message.brief
    return ChoiceQuestion(translate(f"ask-{verb}"), translate(f"hint-{verb}"), own, held)


def _amount_question(state: TableState, player: PlayerId, span: AmountRange, translate: Translator) -> AmountQuestion:
    """What to ask for an amount; whoever is asked alone may choose it by buttons, which nobody else needs meanwhile."""
    hand, presenter = state.playing, PRESENTERS[state.game_name]
    about = () if hand is None else presenter.public(hand, translate).pot
    held = private_hand(state, player, translate, asked=False).message.brief
    question = replace(amount_question(span, about, translate), held=held)
    if hand is None or on_turn(state) != player:
        return question
    return with_usual_amounts(question, *presenter.usual_amounts(hand, hand.round.awaited[0], span, translate))


def buy_in_question(least: int, most: int, translate: Translator) -> AmountQuestion:
    """What to ask somebody who sits down with an amount of their own."""
    return AmountQuestion(
        translate("ask-buy-in", least=least, most=most), least, most, doing=translate("doing-join", amount=AMOUNT)
    )


def rebuy_question(least: int, most: int, translate: Translator) -> AmountQuestion:
    """What to ask a player who puts an amount of their own before them."""
    return AmountQuestion(
        translate("ask-rebuy", least=least, most=most), least, most, doing=translate("doing-rebuy", amount=AMOUNT)
    )


def choices(
    state: TableState, player: PlayerId, verb: str, options: Options, translate: Translator
) -> tuple[Choice, ...]:
    """What a player may choose for ``verb`` now, in the words and the order of their buttons."""
    ready = {notation.write(action): action.choice for action in options.ready if action.verb == verb}
    if not any(ready.values()):
        return ()
    message = private_hand(state, player, translate).message
    offered = [button for row in message.buttons for button in row if ready.get(button.command)]
    return tuple(Choice(button.label, ready[button.command]) for button in offered)


def notice_text(notice: Notice, translate: Translator) -> str:
    """The sentence of a notice."""
    return translate(f"notice-{notice.key}", **notice.fields)


def private_hand(
    state: TableState, player: PlayerId, translate: Translator, *, asked: bool = True, stays: bool = False
) -> Draft:
    """The private hand of a player, or a sentence that they have none.

    Args:
        state: the table.
        player: whose hand it is.
        translate: into the language of the player.
        asked: whether it puts the question that the player is asked now, if any, with the buttons to answer it.
            If not, or if nothing is asked, its buttons are good for the whole hand: what they ask for is found out
            when they are pressed.
        stays: whether the message may stay as it is when the question is answered: then it needs no other for what
            the player may decide before their next turn.
    """
    hand = state.playing
    seat = None if hand is None else hand.seat(player)
    if hand is None or seat is None:
        return Draft(Message(lines=(translate("private-no-hand"),)))
    presenter = PRESENTERS[state.game_name]
    draft, table = presenter.private(state, hand, player, translate, asked=asked), f"{state.id}:"
    rows = draft.message.buttons
    # In a window, a message that follows every change has all that its player may want to answer.
    complete = bool(rows) or (bool(hand.round.window) and not stays)
    added = [] if complete else [Button(translate("button-move"), "hand", table, "primary")]
    if hand.round.may_decide_in_advance(seat) and (stays or seat not in hand.round.awaited):
        rows = (*rows, _advance_buttons(state, translate))
    if state.practice:
        added.append(Button(translate("button-hint"), "hint", table))
    if presenter.secret(hand, player) is not None:
        added.append(_proof_button(state, hand, translate))
    added.extend(_standing_decisions(state, hand, seat, translate))
    added.append(_rules_button(state, translate))
    return replace(draft, message=replace(draft.message, buttons=with_room_for(added, rows), pane=state.id))


def confirmation(question: Message, command: str, turn: str, translate: Translator) -> Message:
    """The question whether somebody means what they pressed, with the button that does it, and the way back."""
    table = turn.partition(":")[0]
    return replace(
        question,
        buttons=(
            (
                Button(translate("button-sure"), f"{command}{SURE}", turn, "danger"),
                Button(translate("button-back"), "hand", f"{table}:"),
            ),
        ),
    )


def asked_anew(refusal: Message, state: TableState, player: PlayerId, translate: Translator) -> Message:
    """A refusal of an answer to an earlier question, with the one that stands now and the buttons to answer it."""
    hand = state.playing
    if hand is None or hand.seat(player) is None:
        return refusal
    own = PRESENTERS[state.game_name].private(state, hand, player, translate, asked=True).message
    return replace(refusal, lines=(" ".join((*own.lines[-1:], *refusal.lines)),), buttons=own.buttons)


def one_to_one(draft: Draft, state: TableState, player: PlayerId, translate: Translator) -> Draft:
    """The message of a hand for a place that one player alone reads: their own hand stands in it while they play."""
    hand = state.playing
    seat = None if hand is None else hand.seat(player)
    if hand is None or seat is None:
        return draft
    board, own = draft.message, private_hand(state, player, translate)
    lines, question = own.message.lines, board.lines[-1]
    if seat in hand.round.awaited:
        clock = (TIME_LEFT,) if has_clock(state, hand) else ()
        lines, question = lines[:-1], " · ".join([f"▸ {lines[-1]}", *clock])
    standing = (_menu_button(state, translate),)
    # What the button for the private hand would show stands here already.
    rows = tuple(tuple(button for button in row if button.command != "hand") for row in own.message.buttons)
    merged = replace(
        unasked(board),
        lines=(*board.lines[:-2], "", *lines, "", question),
        buttons=with_room_for(standing, rows),
        countdown=board.countdown,
    )
    return Draft(merged, own.draw)


def with_room_for(added: Sequence[Button], rows: tuple[tuple[Button, ...], ...]) -> tuple[tuple[Button, ...], ...]:
    """Rows of buttons with more added: in rows of their own, or if every row is needed, in the last that has room."""
    filled = [list(row) for row in rows]
    for place, button in enumerate(added):
        if place % BUTTONS_A_ROW == 0 and len(filled) < ROWS:
            filled.append([])
        next(row for row in reversed(filled) if len(row) < BUTTONS_A_ROW).append(button)
    return tuple(map(tuple, filled))


def hint(state: TableState, player: PlayerId, translate: Translator) -> Message:
    """Hints for a player, or a sentence that they are not in the hand."""
    hand = state.playing
    seat = None if hand is None else hand.seat(player)
    if hand is None or seat is None:
        return Message(lines=(translate("private-no-hand"),))
    return Message(lines=PRESENTERS[state.game_name].hint(hand, seat, translate))
