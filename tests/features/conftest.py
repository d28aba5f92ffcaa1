"""The group of the core's tests, for tests of features too."""

from tests.bot.conftest import _made_once, no_pictures, scenario  # noqa: F401 - fixtures
