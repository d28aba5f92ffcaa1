"""The files of proofs that Kiu gives to people."""

from __future__ import annotations

from verify import kiu_verify


def record_in(content: bytes) -> bytes:
    """The record of a file, as the verifier that stands alone reads it."""
    return kiu_verify.records_in(content)[0]
