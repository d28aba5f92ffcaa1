from __future__ import annotations

EXIT_TO_MEND = 1
EXIT_CANNOT_START = 2
EXIT_ANOTHER_INSTANCE = 3
EXIT_TOKEN_REFUSED = 4
EXIT_NOT_REACHED = 5
EXIT_NOT_BACKED_UP = 6
EXIT_WOULD_LOSE = 7
EXIT_STORAGE_FAILED = 8
"""The disk failed during storing; a new start finds out what is stored."""
