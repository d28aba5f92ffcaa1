"""The group of the core's tests, for tests of features too."""

from tests.bot.conftest import _made_once, bank, no_pictures, scenario, trio  # noqa: F401 - fixtures
