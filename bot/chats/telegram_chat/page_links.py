"""The buttons that open the table page as a Mini App; none without a public address."""

from __future__ import annotations

from typing import NamedTuple

import structlog
from telegram import Bot, MenuButtonWebApp, WebAppInfo

from bot.chats.telegram_chat.addresses import is_group
from bot.chats.telegram_chat.formatting import UrlButton
from bot.wording import FALLBACK, Translator, in_language

log = structlog.get_logger()


class PageLinks(NamedTuple):
    public_url: str = ""
    app: str = ""
    """The short name of the Mini App, without which groups get no link."""

    @property
    def page(self) -> str:
        return f"{self.public_url}/table"

    def to_table(self, bot: Bot, chat: int, table: str, translate: Translator) -> tuple[UrlButton, ...]:
        if not self.public_url or not table:
            return ()
        label = translate("telegram-open-table")
        if not is_group(chat):
            return (UrlButton(label, f"{self.page}?t={table}", web_app=True),)
        url = f"https://t.me/{bot.username}/{self.app}?startapp={table}"
        return (UrlButton(label, url),) if self.app else ()


async def set_menu_button(bot: Bot, links: PageLinks) -> None:
    """Let the menu button of private chats open the page; raise ``TelegramError`` if that is refused."""
    if not links.public_url:
        return
    button = MenuButtonWebApp(in_language(FALLBACK)("telegram-open-table"), WebAppInfo(links.page))
    if await bot.get_chat_menu_button() != button:
        await bot.set_chat_menu_button(menu_button=button)
        log.info("menu button set", platform="telegram", url=links.page)
