"""Rights of the bot in groups of the database."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

from telegram import Bot
from telegram.error import BadRequest, ChatMigrated, Forbidden

from bot.chats.findings import Finding, fault, few, good, note
from bot.chats.known_places import KnownPlaces
from bot.chats.telegram_chat.diagnosing import rights_lacking
from bot.chats.telegram_chat.ids import chat_id_of, is_group
from bot.wording import FALLBACK, in_language

MOST_GROUPS = 100

AT_ONCE = 5


class _Group(NamedTuple):
    title: str
    lacks: tuple[str, ...]
    """Rights the bot lacks, as keys of the wording."""


async def group_findings(bot: Bot, known: KnownPlaces) -> list[Finding]:
    """Check groups, those with open tables first; raise ``TelegramError`` if Telegram does not answer."""
    with_tables = list(dict.fromkeys(each.group for each in known.tables))
    ids = [each for each in dict.fromkeys((*with_tables, *known.groups)) if is_group(chat_id_of(each))]
    if not ids:
        return [note("The bot is in no group yet that Kiu knows.", "Open the link below.")]
    room = asyncio.Semaphore(AT_ONCE)

    async def asked(group: str) -> _Group | None:
        async with room:
            return await _group(bot, chat_id_of(group))

    groups = await asyncio.gather(*map(asked, ids[:MOST_GROUPS]))
    there = [each for each in groups if each is not None]
    findings = []
    if well := [each.title for each in there if not each.lacks]:
        where = f"In {well[0]}" if len(well) == 1 else f"In {len(well)} groups ({few(well)})"
        findings.append(good(f"{where} it may send all that Kiu needs."))
    translate = in_language(FALLBACK)
    for each in there:
        if each.lacks:
            lacks = ", ".join(map(translate, each.lacks))
            findings.append(
                fault(
                    f"In {each.title} the bot is not allowed: {lacks}.",
                    "Allow it in the permissions of that group, or make the bot an administrator there.",
                )
            )
    gone = [group for group, found in zip(ids, groups, strict=False) if found is None]
    if waiting := sum(group in with_tables for group in gone):
        is_one = waiting == 1
        findings.append(
            note(
                f"{waiting} {'group' if is_one else 'groups'} with open tables no longer {'has' if is_one else 'have'} "
                "the bot.",
                "Their tables wait as they are, with every chip, until it is added again.",
            )
        )
    if len(ids) > MOST_GROUPS:
        findings.append(note(f"{len(ids) - MOST_GROUPS} more groups were not asked about."))
    return findings


async def _group(bot: Bot, chat: int) -> _Group | None:
    """Return ``None`` for a group without the bot."""
    try:
        told = await bot.get_chat(chat)
    except (BadRequest, ChatMigrated, Forbidden):
        return None
    try:
        member = await bot.get_chat_member(chat, bot.id)
    except BadRequest:
        # Members are hidden, even the bot from itself.
        return _Group(told.title or "", ())
    if member.status in (member.LEFT, member.BANNED):
        return None
    return _Group(told.title or "", rights_lacking(member, told.permissions))
