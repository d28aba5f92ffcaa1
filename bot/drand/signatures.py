"""Whether a round was signed by its chain: BLS signatures on the curve BLS12-381."""

from __future__ import annotations

from hashlib import sha256

from py_arkworks_bls12381 import GT, G1Point, G2Point

from engine.fairness import PublicRound
from engine.fairness.closing import Scheme

_ON_G1 = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"
_ON_G2 = b"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_NUL_"

DOMAINS = {
    Scheme.CHAINED: _ON_G2,
    Scheme.UNCHAINED: _ON_G2,
    # Meant for G2: that is how chains of this scheme began to sign.
    Scheme.UNCHAINED_ON_G1: _ON_G2,
    Scheme.UNCHAINED_ON_G1_RFC: _ON_G1,
}
"""The domain separation tag under which each scheme hashes to the curve."""


def signed_message(number: int, previous: bytes = b"") -> bytes:
    """What the signature of a round signs.

    Args:
        number: the number of the round.
        previous: the signature of the round before, under a chained scheme.
    """
    return sha256(previous + number.to_bytes(8, "big")).digest()


def is_signed(scheme: Scheme, public_key: bytes, number: int, published: bytes) -> bool:
    """Whether what was published for a round is the signature that its chain makes; no input raises an error.

    Args:
        scheme: how the chain signs.
        public_key: the key of the chain, as a compressed point.
        number: the number of the round.
        published: the signature as a compressed point; under a chained scheme the one of the round before follows it.
    """
    signature, previous = published[: scheme.signature_bytes], published[scheme.signature_bytes :]
    if not 0 < number < 1 << 64 or bool(previous) != scheme.chained:
        return False
    message, domain = signed_message(number, previous), DOMAINS[scheme]
    try:
        if scheme.signs_on_g1:
            return _signed_on_g1(public_key, signature, message, domain)
        return _signed_on_g2(public_key, signature, message, domain)
    except ValueError:
        # They are no points of the curve, or none of its large subgroup.
        return False


def has_signed(named: PublicRound, published: bytes) -> bool:
    """Whether a chain has signed the round that a closing named; no input raises an error."""
    try:
        scheme = Scheme(named.scheme)
    except ValueError:
        return False
    return is_signed(scheme, named.public_key, named.number, published)


def _signed_on_g1(public_key: bytes, signature: bytes, message: bytes, domain: bytes) -> bool:
    key, signed = G2Point.from_compressed_bytes(public_key), G1Point.from_compressed_bytes(signature)
    # With the point at infinity as its key, everybody could sign.
    if key == G2Point.identity() or signed == G1Point.identity():
        return False
    return GT.pairing_check([-signed, G1Point.hash_to_curve(message, domain)], [G2Point(), key])


def _signed_on_g2(public_key: bytes, signature: bytes, message: bytes, domain: bytes) -> bool:
    key, signed = G1Point.from_compressed_bytes(public_key), G2Point.from_compressed_bytes(signature)
    if key == G1Point.identity() or signed == G2Point.identity():
        return False
    return GT.pairing_check([-G1Point(), key], [signed, G2Point.hash_to_curve(message, domain)])
