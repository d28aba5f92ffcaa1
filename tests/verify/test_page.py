"""The page that works offline, in a real browser: its hashes, its files, and names that would like to be code."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, FilePayload, Page, expect

from engine.fairness import Beacon, BeaconKind, Chance, Closing, Seal, SealedDeal, rules_in_force
from engine.fairness.encoding import canonical
from engine.fairness.records import Outcome, own_cards, record
from tests.engine.fairness.example_deals import so_far
from tests.verify.forged_records import with_beacons
from tests.verify.making import Kind, chain, dealt, made, numbered
from tests.verify.tampering import resealed
from tests.verify.verifiers import CHROMIUM, PAGE, ROOT, open_page

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no chromium on this machine")
EVIL = "<img src=x onerror=document.title='evil'>"


@pytest.fixture(scope="module")
def page(chromium: Browser) -> Iterator[Page]:
    with open_page(chromium, phone=True) as opened:
        yield opened


def hostile() -> SealedDeal:
    """A deal in which every text would like to be something else."""
    seal = dealt(Random(12), "never", [f"{EVIL}{number}" for number in range(30)]).seal
    rules = {"dealing": "dealer+1 clockwise 0 1,1,1 1", "disclosure": "never"}
    context = replace(seal.context, rules=rules_in_force("qiuqiu", rules))
    closing = Closing({0: EVIL, 7: "\u202edroc" + "w" * 300}, {0: EVIL.encode(), 7: b"\xff\x00"})
    return SealedDeal(Seal(context, seal.keys), closing, Chance((Beacon(BeaconKind.TELEGRAM, bytes([64, 1])),)))


def choose(page: Page, *texts: str) -> None:
    files: list[FilePayload] = [
        {"name": f"{EVIL[:20]}-{number}.json", "mimeType": "application/json", "buffer": text.encode()}
        for number, text in enumerate(texts)
    ]
    page.set_input_files("#files", files)


def test_its_hashes_are_those_of_the_standards(page: Page) -> None:
    texts = ["", "abc", "ü" * 40, *["a" * length for length in range(50, 130)], "b" * 100_000]
    found = page.evaluate("all => all.map(each => kiuSha256(each))", texts)
    assert found == [hashlib.sha256(text.encode()).hexdigest() for text in texts]
    keyed = page.evaluate("all => all.map(each => kiuHmac(each, 'message'))", texts)
    assert keyed == [hmac.digest(text.encode(), b"message", "sha256").hex() for text in texts]


def test_nothing_but_its_own_script_and_style_runs_and_nothing_is_loaded() -> None:
    source = PAGE.read_bytes().decode()
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', source)
    expected = {"default-src 'none'", "base-uri 'none'", "form-action 'none'"}
    for name in ("script", "style"):
        (part,) = re.findall(rf"<{name}>(.*?)</{name}>", source, re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(part.encode()).digest()).decode()
        expected.add(f"{name}-src 'sha256-{digest}'")
    assert policy
    assert set(policy[1].split("; ")) == expected
    assert not re.findall(r"https?:|innerHTML|outerHTML|insertAdjacent|document\.write|eval\(|fetch\(|src=", source)


def test_a_record_is_shown_with_all_that_it_says(page: Page) -> None:
    deal = hostile()
    played = so_far(deal, 2, 3, play=[(deal.first_dealer, "street")])
    choose(page, record(played, Outcome({0: 5, 7: -5})))
    shown = page.locator(".record")
    expect(shown).to_have_count(1)
    expect(shown.locator(".verdict")).to_have_text(re.compile("^✓ Proved: no card of this hand was changed"))
    expect(shown.locator(".hash").first).to_have_text(deal.seal.commitment.hex())
    expect(shown.locator(".player")).to_have_text([EVIL, "\\u{202e}droc" + "w" * 300, "Dice from Telegram: 64, 1"])
    expect(shown.locator(".word")).to_have_text([f"“{EVIL}”", "bytes ff00"])
    expect(shown.locator(".picked b")).to_have_text(str(deal.pick + 1))
    cards = [deal.seal.context.cards[deal.pack[place]] for place in (2, 3)]
    expect(shown.locator(".cards b")).to_have_text(cards)
    expect(shown.locator(".cards small")).to_have_text(
        [f"dealt no. {number} to seat {played.dealt_to[number - 1]}" for number in (3, 4)]
    )
    expect(shown.get_by_text(f"Seat {deal.first_dealer} dealt, 8 cards.")).to_be_visible()
    expect(shown.locator(".mark.good")).to_have_count(24)
    assert page.locator("img").count() == 0
    assert page.title() == "Check a hand of Kiu"
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_a_record_without_a_beacon_is_titled_so(page: Page) -> None:
    choose(page, with_beacons())
    said = page.locator(".record .verdict")
    expect(said).to_contain_text("whoever runs Kiu could have chosen who gets which cards")
    expect(said).to_have_class("verdict less")
    assert "✓" not in said.inner_text()


def test_own_cards_are_called_so(page: Page) -> None:
    first = so_far(hostile()).dealt_to.index(7)
    choose(page, own_cards(so_far(hostile(), first, first + 2), 7))
    expect(page.locator(".record .verdict")).to_have_text(re.compile("^✓ Proved: these cards went to this seat"))
    expect(page.locator(".cards b")).to_have_count(2)


def test_what_is_wrong_is_marked(page: Page) -> None:
    choose(
        page,
        record(so_far(hostile(), 2)).replace('"salt":"', '"salt":"00', 1),
        record(so_far(hostile(), 2)).replace("7", "8", 1),
    )
    expect(page.locator(".verdict.bad")).to_have_count(2)
    expect(page.locator(".verdict.good")).to_have_count(0)
    expect(page.locator(".mark.bad").first).to_be_visible()


def test_what_is_no_record_is_told_why(page: Page) -> None:
    fields = json.loads(record(so_far(hostile())))
    named = {name: value for name, value in fields.items() if name != "pick"} | {EVIL: 1, "hand": -1}
    choose(page, json.dumps(fields, indent=1), "\ufeff" + canonical(fields), resealed(named), "nothing")
    expect(page.locator(".record .player")).to_have_text(
        [
            "The file was changed or re-formatted. Check it exactly as Kiu gave it.",
            "The file was changed or re-formatted. Check it exactly as Kiu gave it.",
            "Fields missing: pick.",
            f"Fields added: {EVIL[:30]}.",
            "Fields of no such value: hand.",
        ]
    )
    expect(page.locator(".verdict.bad")).to_have_count(4)


def test_a_file_of_too_many_records_is_refused_in_one_sentence(page: Page) -> None:
    for many in ("{}\n" * 10_001, "[" + "{}," * 200_000 + "{}]"):
        choose(page, many, record(so_far(hostile())))
        expect(page.locator(".record")).to_have_count(2)
        expect(page.locator(".verdict.bad")).to_have_text(
            "✗ More than 10000 records, or 67108864 bytes, in one file, which is too many"
        )
        expect(page.locator(".verdict.good")).to_have_count(1)


def test_hands_that_follow_each_other(page: Page) -> None:
    texts = chain(Random(3), 3)
    choose(page, texts[2], texts[0] + "\n", texts[1])
    expect(page.locator(".chain .verdict.good")).to_have_count(1)
    choose(page, *chain(Random(1), 2, [5, 5]))
    expect(page.locator(".chain .verdict.bad")).to_have_count(1)
    choose(page, "\n".join(texts))
    expect(page.locator(".record")).to_have_count(4)


def test_a_hand_that_is_missing_is_named_and_is_no_lie(page: Page) -> None:
    texts = chain(Random(3), 3)
    choose(page, texts[2], texts[0])
    said = "Hand 2 is missing: nobody can tell from these records whether it was changed"
    expect(page.locator(".chain .verdict")).to_have_text(said)
    expect(page.locator(".chain :is(.bad, .verdict.good)")).to_have_count(0)
    choose(page, *chain(Random(4), 12, [1, 4, 5, *range(7, 24, 2)]))
    expect(page.locator(".chain .verdict")).to_contain_text("Hands 2 to 3, 6, 8, 10, 12, 14 and 4 more are missing")


def test_more_records_than_a_page_can_hold_are_counted(page: Page) -> None:
    text = record(so_far(hostile()))
    for last, said in ((text, "✓ 1 more, which are not shown: all of them valid"), ("{}", "1 of them not valid")):
        choose(page, "\n\r\n".join([*["{}"] * 500, last]) + "\r\n")
        expect(page.locator(".record")).to_have_count(501)
        expect(page.locator(".verdict").last).to_contain_text(said)


def test_a_card_opened_very_often_is_shown_in_a_moment(page: Page) -> None:
    fields = json.loads(made(Kind.RUNNING, Random(2), numbered(60), opened=1).text)
    short = {"path": ["00" * 32] * 2, "place_path": ["00" * 32] * 2}
    choose(page, resealed({**fields, "openings": [{**fields["openings"][0], **short}] * 520}))
    expect(page.locator(".verdict.bad")).to_have_count(1)
    expect(page.locator(".cards li")).to_have_count(501)
    expect(page.locator(".cards li").last).to_have_text("and 20 more")


def test_text_is_pasted_and_files_are_dropped(page: Page) -> None:
    text = record(so_far(hostile()))
    page.fill("#pasted", text)
    expect(page.locator(".verdict.good")).to_have_count(1)
    page.fill("#pasted", "")
    expect(page.locator(".record")).to_have_count(0)
    page.evaluate(
        """text => {
            const dragged = new DataTransfer();
            dragged.items.add(new File([text], "dropped.json"));
            document.body.dispatchEvent(new DragEvent("drop", {dataTransfer: dragged, bubbles: true}));
        }""",
        text,
    )
    expect(page.locator(".verdict.good")).to_have_count(1)


def test_worked_records_and_what_is_no_text(page: Page) -> None:
    choose(page, (ROOT / "tests" / "vectors" / "sealed_deal.json").read_text())
    expect(page.locator(".verdict.good")).to_have_count(2)
    nothing: FilePayload = {"name": "x", "mimeType": "application/json", "buffer": b"\xff\xfe"}
    page.set_input_files("#files", nothing)
    expect(page.locator(".verdict.bad")).to_have_count(1)


def test_it_is_one_file() -> None:
    assert sorted(path.name for path in Path(PAGE).parent.iterdir() if path.suffix in {".js", ".css", ".html"}) == [
        "index.html"
    ]
