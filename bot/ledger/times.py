"""Stored times: microseconds since 1970 in UTC."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


def microseconds(moment: datetime) -> int:
    return (moment - EPOCH) // timedelta(microseconds=1)


def moment(microseconds: int) -> datetime:
    return EPOCH + timedelta(microseconds=microseconds)
