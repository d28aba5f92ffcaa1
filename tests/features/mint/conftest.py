"""Books in memory, as the ledger's tests have them."""

from tests.bot.ledger.conftest import books, empty_books  # noqa: F401 - fixtures
