"""What players have limited for themselves."""

from __future__ import annotations

from typing import Any

from bot.app import App


def personal_limits(app: App) -> Any:
    """Return the personal limits of a running bot, or ``None`` if it has no such feature."""
    return next((each for each in app.hindrances.features if type(each).__name__ == "PersonalLimits"), None)
