"""Declarations of commands and the parser of typed lines; no tables, no chats, no handlers."""

from bot.commands.amounts import amount_of, is_amount
from bot.commands.catalogue import BY_LINE, BY_NAME, COMMANDS, MENUS, SECTIONS, SPECS, add
from bot.commands.declaring import declared, handles
from bot.commands.parsing import LONGEST_LINE, ParsedCommand, parse, spec_of
from bot.commands.request import Request
from bot.commands.spec import (
    CommandSpec,
    Kind,
    Menu,
    Parameter,
    Scope,
    Who,
    admin_command,
    own_page,
    public_page,
    table_command,
)
from engine.refusal import Refused as Refusal
