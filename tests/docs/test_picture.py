"""The picture of the sealed deal is what its program draws, tells a deal that is true, and stands on its own."""

from __future__ import annotations

from xml.etree import ElementTree

from tests.docs.picture import ALT, FILE, HEIGHT, WIDTH, dealt, picture

SVG = "{http://www.w3.org/2000/svg}"


def root() -> ElementTree.Element:
    return ElementTree.fromstring(picture())  # noqa: S314 - it was written just now


def test_the_picture_is_what_its_program_draws_now() -> None:
    assert FILE.read_text(encoding="utf-8") == picture(), "stale: run make docs"


def test_it_tells_a_true_deal_with_three_packs_open() -> None:
    deal, words = dealt(), [each.text or "" for each in root().iter(f"{SVG}text")]

    assert f"{deal.seal.commitment.hex()[:8]} … {deal.seal.commitment.hex()[-6:]}" in words
    assert (words.count("open"), words.count("dealt")) == (3, 1)


def test_it_has_words_for_those_who_cannot_see_it_and_needs_nothing_from_elsewhere() -> None:
    drawn = picture()

    assert root().findtext(f"{SVG}title") == ALT
    assert not any(word in drawn for word in ("href", "url(", "<script", "@import"))


def test_every_letter_is_large_enough_and_within_the_picture() -> None:
    for each in root().iter(f"{SVG}text"):
        assert int(each.get("font-size", "0")) >= 14
        assert 0 < float(each.get("x", "0")) < WIDTH
        assert 0 < float(each.get("y", "0")) < HEIGHT - 10
