"""Modals for an amount, a choice or the parameters of a command, which their ``custom_id`` carries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import discord
from discord import ui

from bot.chats.discord_chat.components import OPTIONS_LIMIT
from bot.chats.discord_chat.notation import escape_markdown
from bot.chats.fitting import cut
from bot.messages import AmountQuestion, Question
from bot.wording import Translator

PREFIX = "kiu?"
"""Precedes the data of the opening button in the ``custom_id``."""

TITLE_LIMIT = 45

AMOUNT_LENGTH_LIMIT = 40
"""More characters than any amount has, so that a wrong one can be refused with a reason."""

PARAMETER_LENGTH_LIMIT = 200
"""As many characters as Kiu shows of people's own words."""


def question_modal(data: str, question: Question, translate: Translator) -> ui.Modal:
    if not isinstance(question, AmountQuestion):
        choices = question.choices[:OPTIONS_LIMIT]
        options = [discord.SelectOption(label=each.label, value=each.value) for each in choices]
        select = ui.Select[ui.Modal](custom_id="choice", options=options)
        return _modal(data, question.prompt, ui.Label(text=translate("discord-choice"), component=select))
    background = ui.TextDisplay[Any](escape_markdown("\n".join(question.background)))
    placeholder = f"{question.least} – {question.most}"
    field = _text_input("amount", translate("discord-amount"), AMOUNT_LENGTH_LIMIT, placeholder)
    return _modal(data, question.prompt, *([background] if question.background else []), field)


def parameters_modal(data: str, title: str, labels: Mapping[str, str]) -> ui.Modal:
    return _modal(data, title, *(_text_input(name, labels[name], PARAMETER_LENGTH_LIMIT) for name in labels))


def _text_input(name: str, label: str, most: int, placeholder: str | None = None) -> ui.Label[ui.Modal]:
    field = ui.TextInput[ui.Modal](custom_id=name, placeholder=placeholder, min_length=1, max_length=most)
    return ui.Label(text=cut(label, TITLE_LIMIT), component=field)


def _modal(data: str, title: str, *items: ui.Item[ui.Modal]) -> ui.Modal:
    modal = ui.Modal(title=cut(title, TITLE_LIMIT), custom_id=f"{PREFIX}{data}")
    for item in items:
        modal.add_item(item)
    # The custom_id recognises it, even after a restart.
    modal.stop()
    return modal


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
