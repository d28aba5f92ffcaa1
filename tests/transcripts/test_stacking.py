"""Scripts say which cards are dealt: players get theirs whoever deals."""

from __future__ import annotations

import re

from bot.games.qiuqiu.hand_words import HYPHEN
from tests.script_chat.play import play

OPENED = ("sari: /open {game}", "budi: /join", "wati: /join")


async def printed(*lines: str, game: str = "qiuqiu") -> list[str]:
    """What a script prints that begins with a table for three."""
    told: list[str] = []
    await play([*(line.format(game=game) for line in OPENED), *lines], told.append)
    return told


async def test_everybody_is_dealt_the_cards_after_their_name_whoever_deals() -> None:
    cards = "! deal budi: 6-3, 5-5; Sari: 0-0,  1-0, 1-1 ; then: 4-4, 2-0"
    for dealer in ("sari", "budi", "wati"):
        told = await printed(f"! dealer {dealer}", cards, "sari: /start", f"{dealer}> Check")
        assert f"▸ {dealer.capitalize()} to act" in "\n".join(told)
        told = [line.replace(HYPHEN, "-") for line in told]
        assert "        sari : 0-0 · 1-0 · 1-1" in told
        (budi,) = {line for line in told if line.startswith("        budi : 6-3 · 5-5 · ")}
        (wati,) = {line for line in told if re.match(" +wati : [0-9]-[0-9] ·", line)}
        # Whoever is not named is dealt the lowest cards that are left, in the order of dealing.
        others = {*re.findall("[0-9]-[0-9]", budi), *re.findall("[0-9]-[0-9]", wati)} - {"6-3", "5-5"}
        assert others == {"2-1", "2-2", "3-0", "3-1"}


async def test_several_lines_stand_for_one_hand_and_none_for_the_next() -> None:
    told = await printed("! deal sari: 6-6, 5-5, 4-4", "! deal wati: 3-3, 2-2, 1-1", "sari: /start")
    told = [line.replace(HYPHEN, "-") for line in told]
    assert "        sari : 6-6 · 5-5 · 4-4" in told
    assert "        wati : 3-3 · 2-2 · 1-1" in told

    told = await printed(
        "! deal sari: 6-6, 5-5, 4-4", "sari: /start", "sari: /bet 10", "budi: /fold", "wati: /fold", "! wait 8"
    )
    assert [line for line in told if line.startswith("== QiuQiu · hand 2")]
    after = told[told.index(next(line for line in told if line.startswith("== QiuQiu · hand 2"))) :]
    assert not re.search(rf"\d[-{HYPHEN}]\d|\d\s/\s\d", "\n".join(after)), "what chance deals is not printed"


async def test_cards_that_nobody_looks_at_before_they_are_shown_are_dealt_as_told() -> None:
    told = await printed(
        "! dealer budi",
        "! deal wati: green valet, white-soldier; budi: Yellow General, red horse",
        "sari: /start",
        "wati: /stake 10",
        "sari: /stake 20",
        "budi: /show",
        game="koo-kiew",
    )
    (picture,) = [line for line in told if line.startswith("| [picture: All cards")]
    banker, player = picture.partition("; ")[0], picture.partition("Wati: ")[2]
    assert "yellow general" in banker
    assert "red horse" in banker
    assert "green advisor" in player
    assert "white soldier" in player
