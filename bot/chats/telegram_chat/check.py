"""Telegram's own knowledge of the bot: its settings, webhook and menus, read without a change."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from urllib.parse import urlsplit

from telegram import Bot, User, WebhookInfo
from telegram.error import InvalidToken, TelegramError

from bot.chats.clock_difference import ClockDifference
from bot.chats.errors import NotReached, TokenRefused
from bot.chats.findings import Finding, fault, good, note
from bot.chats.known_places import KnownPlaces
from bot.chats.telegram_chat.checked_groups import group_findings
from bot.chats.telegram_chat.command_menus import outdated_menus, shown_menus
from bot.chats.telegram_chat.network import TOKEN_REFUSED, new_bot
from bot.chats.telegram_chat.updates import ALLOWED_UPDATES


async def check(
    token: str, *, api_url: str, webhook_url: str, known: KnownPlaces, now: Callable[[], datetime]
) -> list[Finding]:
    """Ask Telegram about the bot; raise ``TokenRefused`` or ``NotReached``."""
    clocks = ClockDifference(now)
    try:
        async with new_bot(token, api_url, clocks=clocks) as bot:
            webhook = await bot.get_webhook_info()
            clock = clocks.finding("Telegram")
            return [
                good(f"This is @{bot.username}, called {bot.first_name}."),
                *([clock] if clock else []),
                *_settings(bot.bot),
                *_webhook(webhook, webhook_url),
                await _menus(bot),
                await _description(bot),
                *await group_findings(bot, known),
                good(f"Add it to a group: {bot.link}?startgroup=kiu"),
                good(f"Open the private chat: {bot.link}"),
            ]
    except InvalidToken:
        raise TokenRefused(TOKEN_REFUSED) from None
    except TelegramError as error:
        raise NotReached(type(error).__name__) from None


def _settings(me: User) -> Iterator[Finding]:
    if me.can_join_groups:
        yield good("It can be added to groups.")
    else:
        yield fault("It cannot be added to groups.", "Send /setjoingroups to @BotFather and choose Enable.")
    if me.can_read_all_group_messages:
        yield note(
            "Group privacy is off, so Telegram sends Kiu all that is said in groups. That is fine, but not needed.",
            "Send /setprivacy to @BotFather and choose Enable, if you like.",
        )
    else:
        yield good("Group privacy is on: it gets commands, answers to itself and presses, and needs no more.")


def _webhook(webhook: WebhookInfo, wanted: str) -> Iterator[Finding]:
    # Parts of the address may be secret, so only its host is named.
    host = urlsplit(webhook.url).hostname
    if webhook.url == wanted:
        yield good(f"Updates are brought to {host}." if wanted else "No webhook is set, and Kiu asks for updates.")
    elif not wanted:
        yield fault(
            f"A webhook is set, so updates are brought to {host}, and Kiu, which asks for them, gets none.",
            "Start Kiu again: it removes the webhook. If it comes back, another program has this token, "
            "and you can get a new one with /revoke from @BotFather.",
        )
    else:
        where = f"brought to {host}" if webhook.url else "brought nowhere"
        yield fault(f"Updates are {where}, not to TELEGRAM_WEBHOOK_URL.", "Start Kiu again: it sets the webhook.")
    if webhook.url and webhook.last_error_message:
        at = "" if webhook.last_error_date is None else f", at {webhook.last_error_date:%Y-%m-%d %H:%M} UTC"
        yield note(f"The last time that Telegram could not bring an update{at}: {webhook.last_error_message}.")
    if webhook.url == wanted and wanted and (unheard := set(ALLOWED_UPDATES) - set(webhook.allowed_updates)):
        yield fault(
            f"Telegram does not bring updates of these kinds: {', '.join(sorted(unheard))}.",
            "Start Kiu again: it asks for them.",
        )
    if webhook.last_synchronization_error_date is not None:
        at = f"{webhook.last_synchronization_error_date:%Y-%m-%d %H:%M} UTC"
        yield note(f"Telegram itself had trouble with the updates, at {at}.")
    if waiting := webhook.pending_update_count:
        yield note(
            f"{waiting} {'update waits' if waiting == 1 else 'updates wait'} for Kiu.",
            "If it is not running, start it; if it is, and the number stays, look into its log.",
        )


async def _menus(bot: Bot) -> Finding:
    if outdated := await outdated_menus(bot):
        scopes = ", ".join(sorted({each.scope.type.replace("_", " ") for each in outdated}))
        return fault(f"The menus of commands are not up to date: {scopes}.", "Start Kiu: it sets them.")
    return good(f"All {len(list(shown_menus()))} menus of commands are set.")


async def _description(bot: Bot) -> Finding:
    missing = [
        name
        for name, text in (
            ("description", (await bot.get_my_description()).description),
            ("about text", (await bot.get_my_short_description()).short_description),
        )
        if not text
    ]
    if missing:
        return note(
            f"The bot has no {' and no '.join(missing)}, which people see before they begin.",
            "Start Kiu: it sets them.",
        )
    return good("It has a description and an about text.")
