"""Errors that prevent service of a platform, each a sentence for the host without the token."""

from __future__ import annotations


class TokenRefused(Exception):
    """The platform refuses the token, or every connection with it."""


class AnotherSession(Exception):
    """Another program is connected with the token, and the platform serves one at a time."""


class PortTaken(Exception):
    """The port for a platform's updates is in use or not allowed."""


class NotReached(Exception):
    """The platform does not answer as expected."""
