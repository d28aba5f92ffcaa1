"""The file that Kiu gives: the page with a record in it, which says from a disk and offline what is proved."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, FilePayload, Page, expect

from bot.messages import File
from bot.presenting.proof_files import proof_file
from bot.wording import in_language
from engine.fairness import Beacon, BeaconKind, Chance, Context, SealedDeal, rules_in_force
from engine.fairness.records import Outcome, own_cards, record
from engine.games import GAMES
from tests.engine.fairness.example_deals import so_far
from tests.verify.making import chain, closing, dealt
from tests.verify.verifiers import PAGE, open_page
from verify import kiu_verify

EVIL = "</script><script>document.title='evil'</script><!--<script>"
BEGIN = b'<script type="application/json" id="given">'
NAMES = {0: "Sari", 1: "Budi", 2: EVIL}


def sealed_deal(game: str, *beacons: Beacon) -> SealedDeal:
    """A deal among the chairs 0 to 2 by the usual rules of a game."""
    rules = dict(json.loads(GAMES[game].in_force(GAMES[game].rules())))
    made = dealt(Random(5), "never", GAMES[game].pack_names, Context(bytes(16), 1, 0, "", (), bytes(32)))
    context = replace(made.seal.context, rules=rules_in_force(game, {**rules, "beacon": "if-there-is-one"}))
    closed = replace(closing(Random(5), 1)[0], seats=dict.fromkeys(NAMES, "ab" * 16), words={1: b"kopi"}, pledges={})
    return SealedDeal(replace(made.seal, context=context), closed, Chance(beacons))


def hand_of(game: str, *beacons: Beacon) -> str:
    """The record of a hand of a game that is over, with the cards of two players open."""
    played = so_far(sealed_deal(game, *beacons))
    opened = [place for place, chair in enumerate(played.dealt_to) if chair != 2]
    return record(replace(played, opened=opened), Outcome(dict.fromkeys(NAMES, 0)))


DIE = Beacon(BeaconKind.TELEGRAM, bytes([64]))
QIUQIU = hand_of("qiuqiu", DIE)


def given(text: str, language: str = "en", names: Mapping[int, str] = NAMES) -> File:
    return proof_file("kiu-hand-12", 12, text, names, in_language(language))


def opened(page: Page, folder: Path, file: File) -> None:
    """Open a file as somebody does who was sent it."""
    path = folder / file.name
    path.write_bytes(file.content)
    page.goto(path.as_uri())


def is_valid(file: bytes) -> bool:
    ((_, checks, _),) = kiu_verify.verdicts([("kiu-hand-12.html", file)])
    return all(checks.values())


# --- the bytes -------------------------------------------------------------------------------------------------


def test_every_verifier_reads_the_record_in_the_page_letter_for_letter() -> None:
    for text in (QIUQIU, *chain(Random(3), 2), "no record </script> \ud7ff \U0001f0cf", ""):
        assert kiu_verify.records_in(given(text).content) == [text.encode()]


@pytest.mark.parametrize("begun", [b"", BEGIN, BEGIN + b'{"record": '])
@pytest.mark.parametrize("rest", [b"", b'"x', b"[" * 99_999, b'"\\ud800"', b"1}</script>"])
def test_a_page_without_a_record_is_no_record_and_no_error(begun: bytes, rest: bytes) -> None:
    content = b"<!doctype html>" + begun + rest
    assert kiu_verify.records_in(content) == [content]


def test_the_page_itself_has_no_record_in_it() -> None:
    assert kiu_verify.records_in(PAGE.read_bytes()) == [PAGE.read_bytes()]


def test_no_name_ends_the_script_that_it_stands_in() -> None:
    content = given(QIUQIU).content.decode()
    assert content.replace(PAGE.read_text("utf-8").partition("<!-- record -->")[0], "").count("</script>") == 2
    assert len(content) < 150_000


def test_the_names_are_no_part_of_the_record() -> None:
    assert b"Sari" not in kiu_verify.records_in(given(QIUQIU).content)[0]


def test_a_tampered_page_is_not_valid() -> None:
    content = given(QIUQIU).content
    assert is_valid(content)
    assert not is_valid(content.replace(b"kopi".hex().encode(), b"susu".hex().encode()))


# --- what is seen ----------------------------------------------------------------------------------------------


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    with open_page(chromium, phone=True) as opened:
        yield opened


@pytest.mark.parametrize(("game", "cards"), [("qiuqiu", 3), ("koo-kiew", 2), ("quan-dui", 15)])
def test_it_says_first_what_is_proved_and_draws_the_cards_at_seats_with_names(
    page: Page, tmp_path: Path, game: str, cards: int
) -> None:
    opened(page, tmp_path, given(hand_of(game, DIE)))
    expect(page.locator("h1")).to_have_text("Hand 12")
    assert page.title() == "Hand 12"
    expect(page.locator(".verdict")).to_have_text(re.compile("^✓ Proved: no card of this hand was changed"))
    above = page.evaluate("document.querySelector('.verdict').getBoundingClientRect().bottom < innerHeight / 2")
    assert above, "before anything else"
    expect(page.locator(".chair")).to_have_text(["1", "2", "3"])
    expect(page.locator(".seats .player")).to_have_text(["Sari", "Budi", re.compile("^</script>")])
    held = page.locator(".seats > li")
    counts = [held.nth(seat).locator(".hand svg").count() for seat in range(3)]
    assert sorted(counts[:2]) in ([cards, cards], [cards, cards + 1]), "the dealer of Quan Dui has one more"
    assert counts[2] == 0, "what nobody showed stays sealed"
    expect(page.locator("#choose")).not_to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_a_name_is_text_whatever_it_says(page: Page, tmp_path: Path) -> None:
    opened(page, tmp_path, given(QIUQIU, names={0: EVIL, 1: "\u202ex", 2: "<img src=x onerror=alert(1)>"}))
    expect(page.locator(".verdict.good")).to_have_count(1)
    assert page.title() == "Hand 12"
    assert page.locator("script").count() == 2
    assert page.locator("img").count() == 0
    expect(page.locator(".seats .player").nth(1)).to_have_text("\\u{202e}x")


@pytest.mark.parametrize("language", ["en", "id"])
def test_a_deal_that_could_be_chosen_has_no_tick_beside_it(page: Page, tmp_path: Path, language: str) -> None:
    said = {"en": "could have chosen who gets which cards", "id": "bisa saja memilih siapa dapat kartu apa"}
    opened(page, tmp_path, given(hand_of("qiuqiu"), language))
    expect(page.locator(".verdict")).to_have_class("verdict less")
    expect(page.locator(".verdict")).to_contain_text(said[language])
    expect(page.locator(".verdict")).not_to_contain_text("✓")
    assert page.evaluate("document.documentElement.lang") == language


def test_a_tampered_record_is_said_to_prove_nothing(page: Page, tmp_path: Path) -> None:
    file = given(QIUQIU)
    lie = File(file.name, file.content.replace(b"kopi".hex().encode(), b"susu".hex().encode()))
    opened(page, tmp_path, lie)
    expect(page.locator(".verdict")).to_have_text(re.compile("^✗ Not valid: [0-9]+ of [0-9]+ checks failed"))
    opened(page, tmp_path, File(file.name, file.content.replace(b'{"record": "', b'{"record": 1, "x": "')))
    expect(page.locator(".verdict.bad")).to_have_count(1)


def test_several_pages_are_compared_and_a_missing_hand_is_named(page: Page, tmp_path: Path) -> None:
    texts = chain(Random(3), 3)
    pages = [given(text, names={}) for text in (texts[0], texts[2])]
    files: list[FilePayload] = [{"name": each.name, "mimeType": "text/html", "buffer": each.content} for each in pages]
    opened(page, tmp_path, given(texts[1]))
    page.get_by_text("Check other files").click()
    page.set_input_files("#files", files)
    expect(page.locator(".chain .verdict")).to_contain_text("Hand 2 is missing")
    expect(page.locator(".record:not(.chain)")).to_have_count(2)


def test_own_cards_are_proved_to_be_of_their_seat(page: Page, tmp_path: Path) -> None:
    played = so_far(sealed_deal("qiuqiu", DIE))
    places = [place for place, chair in enumerate(played.dealt_to) if chair == 1]
    opened(page, tmp_path, given(own_cards(replace(played, opened=places), 1)))
    expect(page.locator(".verdict")).to_have_text(re.compile("^✓ Proved: these cards went to this seat"))
    expect(page.locator(".seats > li").nth(1).locator("svg")).to_have_count(3)
