"""What a chain is made of, and when its rounds are due."""

from __future__ import annotations

from typing import Any

import pytest

from bot.drand.chains import Chain, ChainRefused, chain_of
from engine.fairness.closing import Scheme
from tests.bot.drand.signing import SigningChain
from tests.bot.drand.test_signatures import DEFAULT_KEY, QUICKNET_KEY

DEFAULT = {
    "public_key": DEFAULT_KEY,
    "period": 30,
    "genesis_time": 1595431050,
    "hash": "8990e7a9aaed2ffed73dbd7092123d6f289930540d7651336225dc172e51b2ce",
    "groupHash": "176f93498eac9ca337150b46d21dd58673ea4e3581185f869672e59fa4cb390a",
    "schemeID": "pedersen-bls-chained",
    "metadata": {"beaconID": "default"},
}
QUICKNET = {
    "public_key": QUICKNET_KEY,
    "period": 3,
    "genesis_time": 1692803367,
    "hash": "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
    "groupHash": "f477d5c89f21a17c863a7f937c6a6d15859414d2be09cd448d4279af331c5d3e",
    "schemeID": "bls-unchained-g1-rfc9380",
    "metadata": {"beaconID": "quicknet"},
}
"""What drand's servers answer for the two chains that are in use."""


def read(answer: dict[str, Any], **changes: object) -> Chain:
    return chain_of({**answer, **changes}, bytes.fromhex(answer["hash"]))


@pytest.mark.parametrize("answer", [DEFAULT, QUICKNET])
def test_the_hash_of_a_chain_is_drands(answer: dict[str, Any]) -> None:
    chain = read(answer)
    assert chain.hash.hex() == answer["hash"]
    assert chain.scheme is Scheme(answer["schemeID"])


def test_servers_that_do_not_name_the_beacon_mean_the_default_one() -> None:
    assert read({name: value for name, value in DEFAULT.items() if name != "metadata"}).hash.hex() == DEFAULT["hash"]


LIES: list[dict[str, Any]] = [
    {"public_key": SigningChain().chain.public_key.hex()},
    {"public_key": "00"},
    {"public_key": "zz"},
    {"period": 4},
    {"period": 0},
    {"period": "3"},
    {"period": True},
    {"period": 1 << 70},
    {"genesis_time": 1692803368},
    {"genesis_time": -1},
    {"genesis_time": 1.5},
    {"groupHash": "00" * 32},
    {"groupHash": None},
    {"schemeID": "bls-bn254-unchained-on-g1"},
    {"schemeID": "pedersen-bls-unchained"},
    {"metadata": {"beaconID": "slownet"}},
    {"metadata": "quicknet"},
    {"metadata": {"beaconID": 7}},
]


@pytest.mark.parametrize("lie", LIES, ids=str)
def test_a_server_that_lies_about_a_chain_is_not_believed(lie: dict[str, Any]) -> None:
    with pytest.raises(ChainRefused):
        read(QUICKNET, **lie)


def test_rounds_are_due_one_period_after_another() -> None:
    chain = read(QUICKNET)
    assert [chain.due(number) for number in (1, 2, 1001)] == [1692803367, 1692803370, 1692806367]


@pytest.mark.parametrize(
    ("moment", "number"),
    [(-1e6, 1), (-0.001, 1), (0, 2), (2.999, 2), (3, 3), (3.001, 3), (2999.5, 1001), (3000, 1002)],
)
def test_the_next_round_is_always_still_to_come(moment: float, number: int) -> None:
    chain = read(QUICKNET)
    now = chain.genesis + moment
    assert chain.first_round_after(now) == number
    assert chain.due(number) > now
    assert number == 1 or chain.due(number - 1) <= now
