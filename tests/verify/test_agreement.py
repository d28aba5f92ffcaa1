"""Three verifiers, written apart from each other, find the same out about more than a thousand records."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from random import Random

import pytest
from playwright.sync_api import Page

from tests.verify.forged_records import LIES, TRUTHS, UNUSUAL
from tests.verify.making import Kind, made
from tests.verify.tampering import changed, leaves, resealed, respelled, sample
from tests.verify.verifiers import BY_PYTHON, ROOT, Findings, engine, lying, on_page, script

HONEST = 66
"""Records of every kind that are as they should be."""

FORGED = 46
"""Records of every kind in which one value was changed, and made to fit the file's own hashes again."""

ODD = [
    b"", b"\n", b"{}", b"[]", b"null", b"1", b'"x"', b"NaN", b"[NaN]", b'{"format":1}', b'{"format":null}',
    b'{"format":["sealed-deck/2 record"]}', b'{"format":"sealed-deck/2 record"}', b'{"order0":[]}', b'{"a":1,"a":1}',
    b"\xff\xfe{}", b"\xef\xbb\xbf{}", b"\xed\xa0\x80", b'{"a":"\\ud800"}', b'{"a":-0}', b'{"a":1e3}', b'{"a":1.0}',
    b'{"a":9007199254740992}', b'{"format":9007199254740991}', b'{"a":' + b"9" * 5000 + b"}", b'{"a":Infinity}',
    b"[" * 100_000, b'{"a":' * 50_000 + b"1" + b"}" * 50_000, b'{"__proto__":{"format":"x"}}', b"\x00", b"{}\n\n",
    b'{"format":"\xf0\x9f\x83\x8f"}\n', b'{"constructor":1,"format":"sealed-deck/2 own cards"}', b'{"a":"\x01"}',
]  # fmt: skip
"""What is no record at all."""


EVERY = [6, pytest.param(1, marks=pytest.mark.soak)]
"""All of these records in `make soak`, and a sixth of each kind before."""


@cache
def records(every: int) -> list[bytes]:
    """Records of every kind, some of them forged: more than a thousand, or one in ``every``."""
    rng = Random(2026)
    texts = [made(kind, rng).text for kind in Kind for _ in range(HONEST // every)]
    for kind in Kind:
        for _ in range(FORGED // every):
            fields = json.loads(made(kind, rng).text)
            leaf = rng.choice(list(leaves(fields)))
            leaf.put(changed(leaf.value, rng))
            texts.append(resealed(fields) if kind != Kind.WORKED else json.dumps(fields))
    return [text.encode() for text in texts]


@cache
def found_by_engine(every: int) -> list[Findings]:
    """What Kiu's own verifier finds out about each of them."""
    return [engine(content) for content in records(every)]


def vectors() -> list[bytes]:
    listed = json.loads((ROOT / "tests" / "vectors" / "sealed_deal.json").read_text())
    return [json.dumps(each).encode() for each in listed]


def odd() -> list[bytes]:
    text = made(Kind.OVER, Random(3)).text
    return [*ODD, *[each.encode() for each in respelled(text)], text.encode() + b"\n"]


def disagreements(contents: Sequence[bytes], one: Sequence[Findings], other: Sequence[Findings]) -> list[str]:
    return [
        f"{sorted(a.items() ^ b.items())} of {content[:200]!r}"
        for content, a, b in zip(contents, one, other, strict=True)
        if a != b
    ]


@pytest.mark.parametrize("every", EVERY)
def test_engine_and_script_find_the_same_out_about_every_record(every: int) -> None:
    found, contents = found_by_engine(every), records(every)
    assert len(Kind) * (HONEST + FORGED) >= 1000
    assert disagreements(contents, found, [script(content) for content in contents]) == []
    valid = [all(findings.values()) for findings in found]
    assert all(valid[: HONEST // every * len(Kind)])
    assert sum(valid) < 0.7 * len(valid), "hardly any of them is forged"


@pytest.mark.parametrize("every", EVERY)
def test_the_page_finds_the_same_out_about_every_record(page: Page, every: int) -> None:
    assert disagreements(records(every), found_by_engine(every), on_page(page, records(every))) == []
    others = [*vectors(), *odd()]
    assert disagreements(others, [engine(content) for content in others], on_page(page, others)) == []


def test_the_page_rejects_a_sample_of_the_changes(page: Page) -> None:
    changes = sample(50)
    found = on_page(page, changes)
    assert [each for each, findings in zip(changes, found, strict=True) if all(findings.values())] == []


def test_the_page_finds_every_lie_by_the_check_that_it_is_for(page: Page) -> None:
    found = on_page(page, [text.encode() for text, _ in LIES.values()])
    expected = {lie: names for lie, (_, names) in LIES.items()}
    assert {lie: lying(findings) for lie, findings in zip(LIES, found, strict=True)} == expected


def test_the_page_finds_every_truth_to_be_true(page: Page) -> None:
    texts = [*TRUTHS, *UNUSUAL.values()]
    found = on_page(page, [text.encode() for text in texts])
    assert [text[:200] for text, findings in zip(texts, found, strict=True) if lying(findings)] == []


@pytest.mark.parametrize("verifier", BY_PYTHON)
def test_the_worked_records_are_valid(verifier: str) -> None:
    for content in vectors():
        findings = BY_PYTHON[verifier](content)
        assert all(findings.values())
        assert len(findings) == 16


def test_nothing_that_is_no_record_is_accepted_or_raises() -> None:
    *wrong, right = odd()
    assert disagreements(wrong, [engine(each) for each in wrong], [script(each) for each in wrong]) == []
    assert not any(all(engine(each).values()) for each in wrong)
    assert all(engine(right).values())
