"""Several records, whatever groups they are from: whether they tell of one log, or of two histories."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Page, expect

from engine.fairness import Context
from engine.fairness.records import record
from engine.fairness.transparency_log import Entry
from tests.engine.fairness.example_deals import so_far
from tests.engine.fairness.example_log import ExampleLog, entries_of
from tests.verify.forged_logs import HONEST, LOG, OVER, SIZE
from tests.verify.making import dealt, numbered
from verify import kiu_verify

Compared = tuple[bool, list[int]]
"""Whether there is one log, and the sizes that are not proved to belong together."""

RNG = Random(84)
OTHER = record(so_far(dealt(RNG, "never", numbered(12), Context(bytes([8]) * 16, 1, 0, "", (), bytes(32)))))
"""The record of a hand of another group."""


def script(texts: Sequence[str]) -> Compared:
    records = [kiu_verify.read(text.encode()) for text in texts]
    return dict(kiu_verify.check_log(records))["one log"], kiu_verify.apart(records)


def valid_alone(text: str) -> bool:
    return all(dict(kiu_verify.check(text.encode())).values())


def shared(*more: Entry) -> ExampleLog:
    """The log in which the hands of both groups stand."""
    log = ExampleLog(LOG.entries)
    log.append(*more, *entries_of(OTHER))
    return log


def rewritten(left_out: int) -> ExampleLog:
    """What a bot shows the other group: the same log without an entry of the first group, and another in its place."""
    log = ExampleLog([each for each in LOG.entries if each != HONEST[left_out]])
    log.fill(1, RNG)
    log.append(*entries_of(OTHER))
    return log


LATER = shared()
ONE_LOG = {
    "the same head": ([LATER.logged(OVER), LATER.logged(OTHER)], (True, [])),
    "an earlier head that is not proved": ([LOG.logged(OVER), LATER.logged(OTHER)], (True, [SIZE, SIZE + 2])),
    "an earlier head that is proved": ([LOG.logged(OVER), LATER.logged(OTHER, SIZE)], (True, [])),
    "an earlier head that both know": ([LOG.logged(OVER, 6), LATER.logged(OTHER, 6)], (True, [])),
    "a third record that proves both": (
        [LOG.logged(OVER), LATER.logged(OTHER), LATER.logged(OVER, 1, SIZE)],
        (True, []),
    ),
}
TWO_HISTORIES = {
    "two heads of one size": [shared().logged(OVER), rewritten(3).logged(OTHER)],
    "two heads of one size, one of them earlier": [LOG.logged(OVER), rewritten(3).logged(OTHER, SIZE)],
    "no head in common": [LOG.logged(OVER), rewritten(3).logged(OTHER)],
    "the first packs exchanged": [LOG.logged(OVER), rewritten(0).logged(OTHER)],
    "the packs sealed anew left out, and others logged": [LATER.logged(OVER), rewritten(1).logged(OTHER)],
}


def test_groups_that_were_shown_one_log_are_told_so() -> None:
    assert {case: script(texts) for case, (texts, _) in ONE_LOG.items()} == {
        case: found for case, (_, found) in ONE_LOG.items()
    }


@pytest.mark.parametrize("case", TWO_HISTORIES)
def test_groups_that_were_shown_two_histories_find_out(case: str) -> None:
    texts = TWO_HISTORIES[case]
    assert all(valid_alone(text) for text in texts), "each alone is in order"
    assert not script(texts)[0]
    assert not script(texts[::-1])[0]


def test_the_page_finds_the_same(page: Page) -> None:
    cases = {**{case: texts for case, (texts, _) in ONE_LOG.items()}, **TWO_HISTORIES}
    found = page.evaluate("all => JSON.stringify(all.map(each => kiuCompareLogs(each)))", list(cases.values()))
    compared = [(each["one"], each["apart"]) for each in json.loads(found)]
    assert dict(zip(cases, compared, strict=True)) == {case: script(texts) for case, texts in cases.items()}


def test_the_page_says_it_loudly(page: Page) -> None:
    for texts, title, verdict in (
        (TWO_HISTORIES["no head in common"], "✗ TWO HISTORIES", ".verdict.bad"),
        (ONE_LOG["the same head"][0], "✓ One log", ".verdict.good"),
    ):
        page.fill("#pasted", "\n".join(texts))
        expect(page.locator(f".log {verdict}")).to_contain_text(title)
    page.fill("#pasted", "\n".join(ONE_LOG["an earlier head that is not proved"][0]))
    expect(page.locator(".log .soft")).to_contain_text(f"the log of {SIZE + 2} goes on from {SIZE} is not proved")


def test_logs_that_differ_are_found_wherever_an_entry_was_exchanged() -> None:
    """Even where no record proves one head from the other: all that lies left of an entry is known from its path."""
    found = 0
    for at, exchanged in enumerate(LOG.entries):
        other = ExampleLog([*LOG.entries[:at], exchanged._replace(value=bytes(32)), *LOG.entries[at + 1 :]])
        other.append(*entries_of(OTHER))
        found += not script([LATER.logged(OVER), other.logged(OTHER)])[0]
    assert found == SIZE


def test_the_script_says_it_loudly(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def said(texts: Sequence[str]) -> tuple[int, str]:
        path = tmp_path / "records.json"
        path.write_text("\n".join(texts))
        return kiu_verify.main([str(path)]), capsys.readouterr().out

    code, out = said(TWO_HISTORIES["no head in common"])
    assert (code, out.splitlines()[-1]) == (1, "NOT VALID.")
    assert re.search(r"WRONG +one log .*ONE BOT SHOWED TWO HISTORIES", out)
    code, out = said(ONE_LOG["an earlier head that is not proved"][0])
    assert code == 0
    assert f"the log of {SIZE + 2} goes on from {SIZE}" in out
