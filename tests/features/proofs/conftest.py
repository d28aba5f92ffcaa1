"""A ledger on a real file, as the ledger's tests have it."""

from tests.bot.ledger.conftest import empty, ledger, made, path  # noqa: F401 - fixtures
