from __future__ import annotations

from io import BytesIO

import segno

from bot.messages import Picture

_PIXELS = 8
"""Pixels of a module: sharp on any screen, and small as a file."""

_QUIET = 4
"""Modules of white around the code, by the standard."""


def qr_code(address: str, alt: str) -> Picture:
    """Draw dark on white in any theme, since many cameras read nothing else."""
    buffer = BytesIO()
    segno.make(address, error="m", micro=False).save(buffer, kind="png", scale=_PIXELS, border=_QUIET)
    return Picture(buffer.getvalue(), alt)
