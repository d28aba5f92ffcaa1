"""A special hand is celebrated in the message of its result, from a staged deal to the picture and its words."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

import pytest
from PIL import Image

from bot.games.kookiew import settlement_picture
from bot.games.qiuqiu import showdown_picture
from bot.games.quandui import pairs_picture
from bot.messages import Message
from bot.pictures.celebration import Celebration, celebration
from tests.bot.scenario import Scenario
from tests.bot.test_quan_dui import PAIRS, SINGLES, begin, discard
from tests.engine.quandui.storytelling import arranged

DATE = "1 Jan 2026"
SPECIAL = {
    "sari: 6-0, 5-1, 4-2; then: 6-3, 3-3": ("Six Gods", "All four dominoes with six spots."),
    "sari: 6-6, 5-5, 1-1; then: 6-3, 0-0": ("Four Doubles", "All in one hand."),
    "sari: 6-6, 6-5, 6-4; then: 6-3, 5-5": ("Pure Big", "43 spots on four dominoes."),
    "sari: 0-0, 1-0, 2-0; then: 6-3, 1-1": ("Pure Small", "Only 5 spots on four dominoes."),
}
"""What the first of two players holds, and what is told of it."""

PLAIN = "sari: 5-4, 6-3, 6-2; budi: 1-0, 2-0, 3-1; then: 4-2, 5-5"


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[Celebration]:
    """Everything that is celebrated in a picture."""
    celebrated: list[Celebration] = []

    def noted(special: Celebration, cards: Sequence[Image.Image]) -> Image.Image:
        celebrated.append(special)
        return celebration(special, cards)

    for module in (settlement_picture, showdown_picture, pairs_picture):
        monkeypatch.setattr(module, "celebration", noted)
    return celebrated


def result(scenario: Scenario) -> Message:
    """The message of the hand that is just over."""
    return next(seen.message for seen in reversed(scenario.chat.seen) if seen.message.picture and seen.where == "main")


async def play(scenario: Scenario, cards: str) -> list[str]:
    """One hand of QiuQiu with these cards, and the public calls it took."""
    await scenario.deal("sari", "budi", cards=cards, dealer="sari")
    before = len(scenario.chat.seen)
    await scenario.finish_hand()
    await scenario.wait(0)
    return [seen.how for seen in scenario.chat.seen[before:] if seen.how != "private"]


@pytest.mark.parametrize(("cards", "words"), SPECIAL.items(), ids=[name for name, _ in SPECIAL.values()])
async def test_every_special_hand_of_qiuqiu(
    scenario: Scenario, told: list[Celebration], cards: str, words: tuple[str, str]
) -> None:
    await play(scenario, cards)

    headline, sentence = words
    hand = scenario.hand()
    assert set(told) == {Celebration(headline, sentence, "Sari", "", "+10", "pot 20", f"QiuQiu · hand {hand.id}", DATE)}
    line = f"★ Sari: {headline}! {sentence}"
    message = result(scenario)
    assert message.lines[0] == line
    assert message.picture is not None
    assert message.picture.alt.startswith(f"{line} Showdown: ")
    width, height = Image.open(BytesIO(message.picture.png)).size
    assert (width, height > 900) == (1000, True)


async def test_a_small_hand_stays_quiet(scenario: Scenario, told: list[Celebration]) -> None:
    await play(scenario, PLAIN)

    message = result(scenario)
    assert told == []
    assert "★" not in "".join(message.lines)
    assert message.picture is not None
    assert Image.open(BytesIO(message.picture.png)).height < 500


async def test_a_special_hand_that_nobody_had_to_show_stays_hidden(scenario: Scenario, told: list[Celebration]) -> None:
    await scenario.deal("sari", "budi", cards=next(iter(SPECIAL)), dealer="sari")
    while scenario.asked() != "sari":
        await scenario.act("check")
    await scenario.act("bet 10", "fold")
    await scenario.wait(0)

    assert scenario.hand().over
    assert told == []


async def test_a_pair_that_breaks_the_bank(scenario: Scenario, told: list[Celebration]) -> None:
    await scenario.sit("sari", "budi", "wati", game="koo-kiew", buy_in=100)
    scenario.stack(
        "sari: red-horse, white-soldier; budi: red-general, red-general; wati: green-general, green-general",
        dealer="sari",
    )
    await scenario.do("sari", "start")
    await scenario.do("budi", "stake 60")
    await scenario.do("wati", "stake 40")
    await scenario.do("sari", "show")
    await scenario.wait(0)

    hand = scenario.hand()
    (celebrated,) = set(told)
    assert (celebrated.headline, celebrated.name, celebrated.more) == ("The bank is broken", "Budi", "and 1 more")
    assert (celebrated.chips, celebrated.pot) == ("+60", "bank 100 → 0")
    assert (celebrated.title, celebrated.date) == (f"Koo Kiew · hand {hand.id}", DATE)
    assert result(scenario).lines[0] == "★ Budi: The bank is broken! A pair has emptied it."


async def test_quan_dui_of_eight_dui(scenario: Scenario, told: list[Celebration]) -> None:
    pack = arranged([(SINGLES + " 9-suo").split(), [], f"{PAIRS} 9-suo".split()], [], 0)
    scenario.entropy.stack(pack, dealer=0)
    await begin(scenario, "sari", "budi", "wati")
    await discard(scenario, "9-suo")
    await scenario.do("wati", "win")
    await scenario.wait(8)

    hand = scenario.hand()
    assert hand.over
    (celebrated,) = set(told)
    assert (celebrated.headline, celebrated.name) == ("Quan Dui", "Wati")
    assert celebrated.date == DATE
    assert celebrated.title == f"Quan Dui · hand {hand.id}"
    assert result(scenario).lines[0] == "★ Wati: Quan Dui! Eight dui, and not a single ka."
