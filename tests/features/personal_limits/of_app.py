"""The personal limits of a running bot."""

from __future__ import annotations

from bot.app import App
from bot.features.personal_limits.limits import PersonalLimits


def personal_limits(app: App) -> PersonalLimits:
    return next(each for each in app.hindrances.features if isinstance(each, PersonalLimits))
