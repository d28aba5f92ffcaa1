"""Telegram's own knowledge of the bot: its settings, its webhook and its rights in groups, read without a change."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import urlsplit

from telegram import Bot, ChatMember, ChatMemberRestricted, ChatPermissions, MenuButton, User, WebhookInfo
from telegram.error import BadRequest, ChatMigrated, Forbidden, InvalidToken, TelegramError

from bot.chats.findings import Finding, fault, few, good, note
from bot.chats.known_places import KnownPlaces
from bot.chats.not_served import NotReached, TokenRefused
from bot.chats.telegram_chat.addresses import chat_id_of, is_group
from bot.chats.telegram_chat.network import TOKEN_REFUSED, new_bot
from bot.chats.telegram_chat.page_links import PageLinks
from bot.wording import FALLBACK, in_language

RIGHTS = {
    "can_send_messages": "telegram-right-messages",
    "can_send_photos": "telegram-right-photos",
    "can_send_documents": "telegram-right-documents",
    "can_send_other_messages": "telegram-right-dice",
}

MOST_GROUPS = 100


async def check(token: str, *, api_url: str, known: KnownPlaces, links: PageLinks) -> list[Finding]:
    """Ask Telegram about the bot; raise ``TokenRefused`` or ``NotReached``."""
    try:
        async with new_bot(token, api_url) as bot:
            webhook = await bot.get_webhook_info()
            return [
                good(f"This is @{bot.username}, called {bot.first_name}."),
                _settings(bot.bot),
                _webhook(webhook),
                *_page(await bot.get_chat_menu_button(), links),
                *await _groups(bot, known),
                good(f"Add it to a group: {bot.link}?startgroup=kiu"),
                good(f"Open the private chat: {bot.link}"),
            ]
    except InvalidToken:
        raise TokenRefused(TOKEN_REFUSED) from None
    except TelegramError as error:
        raise NotReached(type(error).__name__) from None


def _settings(me: User) -> Finding:
    if me.can_join_groups:
        return good("It can be added to groups.")
    return fault("It cannot be added to groups.", "Send /setjoingroups to @BotFather and choose Enable.")


def _webhook(webhook: WebhookInfo) -> Finding:
    if not webhook.url:
        return good("No webhook is set, and Kiu asks for updates.")
    # Parts of the address may be secret, so only its host is named.
    return fault(
        f"A webhook is set, so updates are brought to {urlsplit(webhook.url).hostname}, and Kiu gets none.",
        "Start Kiu again: it removes the webhook. If it comes back, another program has this token, "
        "and you can get a new one with /revoke from @BotFather.",
    )


def _page(button: MenuButton, links: PageLinks) -> Iterator[Finding]:
    if links.public_url and not links.app:
        remedy = "Send /newapp to @BotFather, and set KIU_TELEGRAM_APP to its short name."
        yield note("Groups get no button for the table page.", remedy)
    if not links.public_url and button.type == MenuButton.WEB_APP:
        remedy = "Set KIU_PUBLIC_URL, or remove the button: send /setmenubutton to @BotFather."
        yield fault("The menu button of private chats opens a page that is not there.", remedy)


# --- rights in groups ------------------------------------------------------------------------------------------------


class _Group(NamedTuple):
    title: str
    lacks: tuple[str, ...]
    """Rights the bot lacks, as keys of the wording."""


async def missing_rights(bot: Bot, chat: int) -> tuple[str, ...]:
    """Return missing rights as keys of the wording; none if Telegram does not answer."""
    try:
        group = await _group(bot, chat) if is_group(chat) else None
    except TelegramError:
        return ()
    return () if group is None else group.lacks


async def _group(bot: Bot, chat: int) -> _Group | None:
    """Return ``None`` if the bot is not in it; raise ``TelegramError`` if Telegram does not answer."""
    try:
        told = await bot.get_chat(chat)
    except (BadRequest, ChatMigrated, Forbidden):
        return None
    title = told.title or ""
    try:
        member = await bot.get_chat_member(chat, bot.id)
    except BadRequest:
        # Members are hidden, even the bot from itself.
        return _Group(title, ())
    if member.status in (ChatMember.LEFT, ChatMember.BANNED):
        return None
    if member.status in (ChatMember.ADMINISTRATOR, ChatMember.OWNER):
        return _Group(title, ())
    # Other members may send what the chat allows all and them.
    granted = [each for each in (told.permissions, member) if isinstance(each, ChatPermissions | ChatMemberRestricted)]
    return _Group(
        title, tuple(key for right, key in RIGHTS.items() if not all(getattr(each, right) for each in granted))
    )


async def _groups(bot: Bot, known: KnownPlaces) -> list[Finding]:
    """Check groups, those with open tables first; raise ``TelegramError`` if Telegram does not answer."""
    with_tables = [each.group for each in known.tables]
    ids = [each for each in dict.fromkeys((*with_tables, *known.groups)) if is_group(chat_id_of(each))]
    if not ids:
        return [note("The bot is in no group yet that Kiu knows.", "Open the link below.")]
    well, lacking, left = [], [], 0
    for each in ids[:MOST_GROUPS]:
        group = await _group(bot, chat_id_of(each))
        if group is None:
            left += each in with_tables
        elif group.lacks:
            lacks = ", ".join(map(in_language(FALLBACK), group.lacks))
            remedy = "Allow it in the permissions of that group, or make the bot an administrator there."
            lacking.append(fault(f"In {group.title} the bot is not allowed: {lacks}.", remedy))
        else:
            well.append(group.title)
    findings = [good(f"It may send all that Kiu needs in {few(well)}."), *lacking] if well else lacking
    if left:
        remedy = "Their tables wait as they are, with every chip, until it is added again."
        findings.append(note(f"Groups with open tables that no longer have the bot: {left}.", remedy))
    if len(ids) > MOST_GROUPS:
        findings.append(note(f"Groups that were not asked about: {len(ids) - MOST_GROUPS}."))
    return findings
