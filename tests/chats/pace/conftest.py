"""Evenings start as quickly as the tests of Telegram do."""

from __future__ import annotations

from tests.chats.telegram.conftest import fast_start

__all__ = ["fast_start"]
