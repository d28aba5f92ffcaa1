"""Questions after the press of a button: an amount, a choice, a confirmation."""

from __future__ import annotations

from dataclasses import replace

from bot.messages import SURE, AmountQuestion, Button, Choice, ChoiceQuestion, Message, PlayerId, Question
from bot.presenting.bets import amount_question, with_usual_amounts
from bot.presenting.presenters import PRESENTERS
from bot.presenting.private_hands import private_hand
from bot.presenting.table_messages import on_turn
from bot.wording import Translator
from engine.play import AmountRange, Options
from engine.table.state import TableState


def question(
    state: TableState, player: PlayerId, verb: str, options: Options, translate: Translator
) -> Question | None:
    """Return the question for a button of ``verb``, or ``None`` if the player cannot do it now."""
    for each in options.amounts:
        if each.verb == verb:
            return _amount_question(state, player, each, translate)
    own = choices(state, player, verb, options, translate)
    if not own:
        return None
    held = private_hand(state, player, translate, asked=False).message.brief
    return ChoiceQuestion(translate(f"ask-{verb}"), translate(f"hint-{verb}"), own, held)


def _amount_question(state: TableState, player: PlayerId, span: AmountRange, translate: Translator) -> AmountQuestion:
    """Return the question for an amount; only a player asked alone gets amount buttons."""
    hand, presenter = state.playing, PRESENTERS[state.game_name]
    about = () if hand is None else presenter.public(hand, translate).pot
    held = private_hand(state, player, translate, asked=False).message.brief
    question = replace(amount_question(span, about, translate), held=held)
    if hand is None or on_turn(state) != player:
        return question
    return with_usual_amounts(question, *presenter.usual_amounts(hand, hand.round.awaited[0], span, translate))


def choices(
    state: TableState, player: PlayerId, verb: str, options: Options, translate: Translator
) -> tuple[Choice, ...]:
    """Return the choices for ``verb`` in the order of their buttons."""
    ready = {action.text: action.choice for action in options.ready if action.verb == verb}
    if not any(ready.values()):
        return ()
    message = private_hand(state, player, translate).message
    offered = [button for row in message.buttons for button in row if ready.get(button.command)]
    return tuple(Choice(button.label, ready[button.command]) for button in offered)


def confirmation(question: Message, command: str, turn: str, translate: Translator) -> Message:
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
