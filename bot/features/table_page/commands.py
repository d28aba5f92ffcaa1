"""Opens the table page as long as Kiu runs; it adds no command."""

from __future__ import annotations

from bot.dispatch.services import Handlers, Services
from bot.features.table_page.page_routes import TablePage


class TablePageHandlers(Handlers):
    def __init__(self, services: Services) -> None:
        super().__init__(services)
        services.web_pages.append(TablePage(services))
