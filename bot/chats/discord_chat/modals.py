"""Modals that ask for an amount, a choice or the parameters of a command.

Their ``custom_id`` carries the command that is completed by what is typed or chosen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import discord
from discord import ui

from bot.chats.discord_chat.buttons import OPTIONS_LIMIT
from bot.chats.discord_chat.markdown import escape_markdown
from bot.chats.fitting import cut
from bot.messages import AmountQuestion, ChoiceQuestion, Question
from bot.wording import Translator

PREFIX = "kiu?"
"""Begins the ``custom_id`` of a modal; the data of the button that opened it follows."""

TITLE_LIMIT = 45
"""How many characters Discord allows the title of a modal."""

AMOUNT_LENGTH_LIMIT = 40
"""How many characters may be typed: more than any amount has, so that a wrong one can be refused with a reason."""

PARAMETER_LENGTH_LIMIT = 200
"""How many characters of a parameter may be typed: as many as are shown of what people write."""


def amount_modal(data: str, question: AmountQuestion, label: str) -> ui.Modal:
    """The modal that asks for an amount.

    Args:
        data: the data of the button that was pressed; it comes back with the modal.
        question: what is asked, and the bounds.
        label: the label of the text field.
    """
    modal = ui.Modal(title=cut(question.prompt, TITLE_LIMIT), custom_id=f"{PREFIX}{data}")
    if question.background:
        modal.add_item(ui.TextDisplay(escape_markdown("\n".join(question.background))))
    field: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id="amount",
        placeholder=f"{question.least} – {question.most}",
        min_length=1,
        max_length=AMOUNT_LENGTH_LIMIT,
    )
    modal.add_item(ui.Label(text=label, component=field))
    # discord.py need not keep it: a submitted modal is recognised by its custom_id, even after a restart.
    modal.stop()
    return modal


def choice_modal(data: str, question: ChoiceQuestion, label: str) -> ui.Modal:
    """The modal that asks for a choice.

    Args:
        data: the data of the button that was pressed; it comes back with the modal.
        question: what is asked, and what there is to choose from.
        label: the label of the select.
    """
    modal = ui.Modal(title=cut(question.prompt, TITLE_LIMIT), custom_id=f"{PREFIX}{data}")
    options = [discord.SelectOption(label=each.label, value=each.value) for each in question.choices[:OPTIONS_LIMIT]]
    modal.add_item(ui.Label(text=label, component=ui.Select[ui.Modal](custom_id="choice", options=options)))
    modal.stop()
    return modal


def parameters_modal(data: str, title: str, labels: Mapping[str, str]) -> ui.Modal:
    """The modal that asks for the parameters that a command still lacks.

    Args:
        data: what a button with the command as far as it goes would carry; it comes back with the modal.
        title: what will be done, and to whom.
        labels: the labels of the text fields, by the names of the parameters.
    """
    modal = ui.Modal(title=cut(title, TITLE_LIMIT), custom_id=f"{PREFIX}{data}")
    for name, label in labels.items():
        field: ui.TextInput[ui.Modal] = ui.TextInput(custom_id=name, min_length=1, max_length=PARAMETER_LENGTH_LIMIT)
        modal.add_item(ui.Label(text=cut(label, TITLE_LIMIT), component=field))
    modal.stop()
    return modal


def modal_for(data: str, question: Question, translate: Translator) -> ui.Modal:
    """The modal that asks a question."""
    if isinstance(question, AmountQuestion):
        return amount_modal(data, question, translate("discord-amount"))
    return choice_modal(data, question, translate("discord-choice"))


def submitted_value(interaction: discord.Interaction[Any]) -> tuple[str, str] | None:
    """The data of the button that opened a submitted modal, and what was typed or chosen, with spaces between fields.

    ``None`` if the interaction is not the submission of one of these modals.
    """
    payload: dict[str, Any] = dict(interaction.data or {})
    custom_id = str(payload.get("custom_id", ""))
    if interaction.type is not discord.InteractionType.modal_submit or not custom_id.startswith(PREFIX):
        return None
    return custom_id.removeprefix(PREFIX), " ".join(_values(payload.get("components", [])))


def _values(components: list[dict[str, Any]]) -> Iterator[str]:
    for each in components:
        if "value" in each:
            yield str(each["value"])
        elif chosen := each.get("values"):
            yield str(chosen[0])
        else:
            yield from _values([each["component"]] if "component" in each else each.get("components", []))
