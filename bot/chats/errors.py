"""Why a platform cannot be served; each error says it to the host in one sentence, without the token."""

from __future__ import annotations


class TokenRefused(Exception):
    """The platform refuses the token, or every connection with it."""


class AnotherSession(Exception):
    """Another program is connected with the same token, and the platform serves one at a time."""


class PortTaken(Exception):
    """The port to which a platform is to send its updates is in use, or not allowed."""


class NotReached(Exception):
    """The platform does not answer, or not with what it was asked for."""
