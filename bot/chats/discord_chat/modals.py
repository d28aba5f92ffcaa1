"""Modals for an amount, a choice or the parameters of a command, which their ``custom_id`` carries."""

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
"""Precedes the data of the opening button in the ``custom_id``."""

TITLE_LIMIT = 45

AMOUNT_LENGTH_LIMIT = 40
"""More characters than any amount has, so that a wrong one can be refused with a reason."""

PARAMETER_LENGTH_LIMIT = 200
"""As many characters as Kiu shows of people's own words."""


def amount_modal(data: str, question: AmountQuestion, label: str) -> ui.Modal:
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
    # The custom_id recognises it, even after a restart.
    modal.stop()
    return modal


def choice_modal(data: str, question: ChoiceQuestion, label: str) -> ui.Modal:
    modal = ui.Modal(title=cut(question.prompt, TITLE_LIMIT), custom_id=f"{PREFIX}{data}")
    options = [discord.SelectOption(label=each.label, value=each.value) for each in question.choices[:OPTIONS_LIMIT]]
    modal.add_item(ui.Label(text=label, component=ui.Select[ui.Modal](custom_id="choice", options=options)))
    modal.stop()
    return modal


def parameters_modal(data: str, title: str, labels: Mapping[str, str]) -> ui.Modal:
    modal = ui.Modal(title=cut(title, TITLE_LIMIT), custom_id=f"{PREFIX}{data}")
    for name, label in labels.items():
        field: ui.TextInput[ui.Modal] = ui.TextInput(custom_id=name, min_length=1, max_length=PARAMETER_LENGTH_LIMIT)
        modal.add_item(ui.Label(text=cut(label, TITLE_LIMIT), component=field))
    modal.stop()
    return modal


def modal_for(data: str, question: Question, translate: Translator) -> ui.Modal:
    if isinstance(question, AmountQuestion):
        return amount_modal(data, question, translate("discord-amount"))
    return choice_modal(data, question, translate("discord-choice"))


def submitted_value(interaction: discord.Interaction[Any]) -> tuple[str, str] | None:
    """Return the data of the opening button and the values, separated by spaces; ``None`` for a foreign modal."""
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
