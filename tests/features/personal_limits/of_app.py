"""The personal limits of a running bot."""

from __future__ import annotations

from bot.app import App
from bot.features.personal_limits.limits import PersonalLimits


def personal_limits(app: App) -> PersonalLimits:
    (found,) = app.hindrances.features
    assert isinstance(found, PersonalLimits)
    return found
