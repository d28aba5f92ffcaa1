"""Buttons that say themselves what they mean, so that they work after a restart, and the forms that ask for more."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Self

import discord
from discord import ui

from bot.chats.fitting import cut
from bot.messages import AmountQuestion, Button, ChoiceQuestion, Question
from bot.wording import Translator

if TYPE_CHECKING:
    from bot.chats.discord_chat.client import KiuClient

BUTTON = "kiu:"
FORM = "kiu?"
"""What the forms' names begin with; the data of the button that was pressed follows."""

LABEL_MOST = 80
CHOICES_MOST = 25
FORM_TEXT_MOST = 45
ANSWER_MOST = 40
"""How much may be typed into a form: more than any amount, so that what is wrong with it can be said."""

_STYLES = {
    "plain": discord.ButtonStyle.secondary,
    "primary": discord.ButtonStyle.primary,
    "success": discord.ButtonStyle.success,
    "danger": discord.ButtonStyle.danger,
}


class PressedButton(ui.DynamicItem[ui.Button[Any]], template=rf"{BUTTON}(?P<data>(?s:.+))"):
    """A button; what it does when pressed stands in its name."""

    @classmethod
    def of(cls, button: Button) -> Self:
        """The button as Discord shows it."""
        label = cut(button.label, LABEL_MOST)
        return cls(ui.Button(label=label, style=_STYLES[button.style], custom_id=f"{BUTTON}{button.data}"))

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The button again, from what came back."""
        assert isinstance(item, ui.Button)
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Bring the press to where it is answered."""
        client: KiuClient = interaction.client
        await client.clerk.pressed(interaction, self.custom_id.removeprefix(BUTTON))


def amount_form(data: str, question: AmountQuestion, amount: str) -> ui.Modal:
    """The form that asks for an amount.

    Args:
        data: the data of the button that was pressed; it comes back with the form.
        question: what is asked, and the bounds.
        amount: the word for an amount.
    """
    form = ui.Modal(title=cut(question.prompt, FORM_TEXT_MOST), custom_id=f"{FORM}{data}")
    field: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id="amount", placeholder=f"{question.least} – {question.most}", min_length=1, max_length=ANSWER_MOST
    )
    form.add_item(ui.Label(text=amount, component=field))
    # The library need not remember it: it comes back by its name, even after a restart.
    form.stop()
    return form


def choice_form(data: str, question: ChoiceQuestion, choice: str) -> ui.Modal:
    """The form that asks for a choice.

    Args:
        data: the data of the button that was pressed; it comes back with the form.
        question: what is asked, and what there is to choose from.
        choice: the word for a choice.
    """
    form = ui.Modal(title=cut(question.prompt, FORM_TEXT_MOST), custom_id=f"{FORM}{data}")
    options = [discord.SelectOption(label=each.label, value=each.value) for each in question.choices[:CHOICES_MOST]]
    form.add_item(ui.Label(text=choice, component=ui.Select[ui.Modal](custom_id="choice", options=options)))
    form.stop()
    return form


def form_for(data: str, question: Question, translate: Translator) -> ui.Modal:
    """The form that asks a question."""
    if isinstance(question, AmountQuestion):
        return amount_form(data, question, translate("discord-amount"))
    return choice_form(data, question, translate("discord-choice"))


def filled_in(interaction: discord.Interaction[Any]) -> tuple[str, str] | None:
    """What a form asked about, as the data of a button, and what was typed or chosen; ``None`` if it is not ours."""
    sent: dict[str, Any] = dict(interaction.data or {})
    name = str(sent.get("custom_id", ""))
    if interaction.type is not discord.InteractionType.modal_submit or not name.startswith(FORM):
        return None
    return name.removeprefix(FORM), _first_value(sent.get("components", []))


def _first_value(components: list[dict[str, Any]]) -> str:
    for each in components:
        if "value" in each:
            return str(each["value"])
        if chosen := each.get("values"):
            return str(chosen[0])
        inner = [each["component"]] if "component" in each else each.get("components", [])
        if found := _first_value(inner):
            return found
    return ""
