"""How long tests wait for what has to come; what counts is that it comes, never how soon."""

from __future__ import annotations

from typing import Final

LONGEST_WAIT: Final = 60.0
"""Real seconds after which it will not come any more: many times what it takes, since a machine may be busy."""
