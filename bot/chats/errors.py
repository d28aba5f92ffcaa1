"""Why a platform cannot be served at all; each error says it in one sentence for the host, without any token."""

from __future__ import annotations


class TokenRefused(Exception):
    """The platform does not take the token, or lets nobody in with it."""


class AnotherSession(Exception):
    """Somebody else is connected with the same token, and the platform serves one at a time."""


class PortTaken(Exception):
    """The port on which a platform is to bring its news is not to be had."""
