"""An address as a QR code, which the camera of a phone reads."""

from __future__ import annotations

from io import BytesIO

import segno

from bot.messages import Picture

_PIXELS = 8
"""How many pixels wide a module of the code is: sharp on any screen, and small as a file."""

_QUIET = 4
"""How many modules of white stand around it, as many as the standard asks for."""


def qr_code(address: str, alt: str) -> Picture:
    """A picture of a QR code, dark on white in any theme, since many cameras read nothing else.

    Args:
        address: what it says.
        alt: the text for people who cannot see it.
    """
    buffer = BytesIO()
    segno.make(address, error="m", micro=False).save(buffer, kind="png", scale=_PIXELS, border=_QUIET)
    return Picture(buffer.getvalue(), alt)
