"""Every command, declared once, and how a typed line is read."""

from bot.commands.commands import (
    BY_NAME,
    COMMANDS,
    LONGEST_LINE,
    CommandSpec,
    Kind,
    Order,
    Parameter,
    Where,
    Who,
    read,
)
from bot.commands.refusal import Refusal

__all__ = [
    "BY_NAME",
    "COMMANDS",
    "LONGEST_LINE",
    "CommandSpec",
    "Kind",
    "Order",
    "Parameter",
    "Refusal",
    "Where",
    "Who",
    "read",
]
