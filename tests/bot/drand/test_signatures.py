"""BLS signatures: rounds that drand itself has published, and a chain of the tests' own with every lie about it."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from bot.drand.signatures import is_signed
from engine.fairness.closing import Scheme
from tests.bot.drand.signing import SigningChain


class Published(NamedTuple):
    """A round that servers of drand have published."""

    scheme: Scheme
    public_key: str
    number: int
    signature: str
    previous: str = ""


DEFAULT_KEY = "868f005eb8e6e4ca0a47c8a77ceaa5309a47978a7c71bc5cce96366b5d7a569937c529eeda66c7293784a9402801af31"
QUICKNET_KEY = (
    "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451"
    "0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a"
)
PUBLISHED = {
    "default": Published(
        Scheme.CHAINED,
        DEFAULT_KEY,
        72785,
        "82f5d3d2de4db19d40a6980e8aa37842a0e55d1df06bd68bddc8d60002e8e959eb9cfa368b3c1b77d18f02a54fe047b8"
        "0f0989315f83b12a74fd8679c4f12aae86eaf6ab5690b34f1fddd50ee3cc6f6cdf59e95526d5a5d82aaa84fa6f181e42",
        "a609e19a03c2fcc559e8dae14900aaefe517cb55c840f6e69bc8e4f66c8d18e8a609685d9917efbfb0c37f058c2de88f"
        "13d297c7e19e0ab24813079efe57a182554ff054c7638153f9b26a60e7111f71a0ff63d9571704905d3ca6df0b031747",
    ),
    "default, its first round": Published(
        Scheme.CHAINED,
        DEFAULT_KEY,
        1,
        "8d61d9100567de44682506aea1a7a6fa6e5491cd27a0a0ed349ef6910ac5ac20ff7bc3e09d7c046566c9f7f3c6f3b101"
        "04990e7cb424998203d8f7de586fb7fa5f60045417a432684f85093b06ca91c769f0e7ca19268375e659c2a2352b4655",
        "176f93498eac9ca337150b46d21dd58673ea4e3581185f869672e59fa4cb390a",
    ),
    "unchained testnet": Published(
        Scheme.UNCHAINED,
        "8200fc249deb0148eb918d6e213980c5d01acd7fc251900d9260136da3b54836ce125172399ddc69c4e3e11429b62c11",
        223344,
        "94f6b85df7cce7237e8e7df66d794ddad092de5d8bb6a791b97e905aa89852e506ac36a792eba7021e22eebf34891f89"
        "14bf9a8dd9233ea0a4c5ca00ef8404999f899073dd2eade61fe54077fee8168f83dcb61a758b6883b38904054e64a433",
    ),
    "fastnet": Published(
        Scheme.UNCHAINED_ON_G1,
        "a0b862a7527fee3a731bcb59280ab6abd62d5c0b6ea03dc4ddf6612fdfc9d01f01c31542541771903475eb1ec6615f8d"
        "0df0b8b6dce385811d6dcf8cbefb8759e5e616a3dfd054c928940766d9a5b9db91e3b697e5d70a975181e007f87fca5e",
        5713537,
        "9391bf57538cf1c0012fabc0d933408d21f785324bcbb4f9850503e5a31e268f6e523e1c1db91ab4bf950752474e1580",
    ),
    "quicknet": Published(
        Scheme.UNCHAINED_ON_G1_RFC,
        QUICKNET_KEY,
        657413,
        "b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b",
    ),
}
"""Rounds of each scheme, as drand's servers publish them."""


def checked(each: Published, **changes: Any) -> bool:
    changed = each._replace(**changes)
    published = bytes.fromhex(changed.signature) + bytes.fromhex(changed.previous)
    return is_signed(changed.scheme, bytes.fromhex(changed.public_key), changed.number, published)


@pytest.mark.parametrize("name", PUBLISHED)
def test_what_drand_has_published_is_signed(name: str) -> None:
    assert checked(PUBLISHED[name])


@pytest.mark.parametrize("name", PUBLISHED)
def test_no_other_round_key_scheme_or_signature_is(name: str) -> None:
    each = PUBLISHED[name]
    others = [other for other in PUBLISHED.values() if other.signature != each.signature]
    keys = {other.public_key for other in others} - {each.public_key}
    assert not checked(each, number=each.number + 1)
    assert not checked(each, number=each.number - 1)
    assert not any(checked(each, public_key=key) for key in keys)
    assert not any(checked(each, scheme=scheme) for scheme in Scheme if scheme is not each.scheme)
    assert not any(checked(each, signature=other.signature) for other in others)
    assert not checked(each, previous="" if each.previous else "00" * 96)


@pytest.mark.parametrize("scheme", Scheme)
def test_a_chain_of_ones_own_signs_like_drand(scheme: Scheme) -> None:
    signing = SigningChain(scheme)
    published = signing.published(7)
    assert is_signed(scheme, signing.chain.public_key, 7, published)
    assert not is_signed(scheme, SigningChain(scheme, secret=7).chain.public_key, 7, published)
    assert not is_signed(scheme, signing.chain.public_key, 8, published)


@pytest.mark.parametrize("scheme", Scheme)
def test_every_flipped_bit_is_found(scheme: Scheme) -> None:
    signing = SigningChain(scheme)
    published = signing.published(7)
    for bit in range(0, 8 * len(published), 29):
        flipped = bytearray(published)
        flipped[bit // 8] ^= 1 << bit % 8
        assert not is_signed(scheme, signing.chain.public_key, 7, bytes(flipped)), bit


@pytest.mark.parametrize("scheme", Scheme)
def test_no_input_raises_an_error(scheme: Scheme) -> None:
    key, published = SigningChain(scheme).chain.public_key, SigningChain(scheme).published(7)
    for other in (b"", b"\0", bytes(48), bytes(96), b"\xff" * 48, b"\xff" * 96, published[:-1], published + b"\0"):
        assert not is_signed(scheme, key, 7, other)
        assert not is_signed(scheme, other, 7, published)
    for number in (-1, 0, 1 << 64):
        assert not is_signed(scheme, key, number, published)


@pytest.mark.parametrize("scheme", Scheme)
def test_the_point_at_infinity_is_no_key_and_no_signature(scheme: Scheme) -> None:
    """It would make any pairing check hold, so that a host could name it as the key of a chain."""
    signing = SigningChain(scheme, secret=0)
    assert not is_signed(scheme, signing.chain.public_key, 7, signing.published(7))
