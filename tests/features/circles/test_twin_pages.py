"""Two worlds of a circle that differ in hidden cards alone: pages of all others in every group get the same bytes."""

from __future__ import annotations

import re
from pathlib import Path

from bot.messages import Place
from tests.bot.circle_scenario import FAR, CircleScenario
from tests.bot.scenario import GROUP
from tests.features.table_page.opened_pages import OpenedPage, viewers_of

HERE = "wati: 6-6, 6-5, 3-2; sari: 5-5, 4-1, 1-0; andi: 3-0, 2-2, 4-0"
THERE = "wati: 6-6, 6-5, 3-2; sari: 3-0, 2-2, 4-0; andi: 6-1, 4-4, 5-0"

SEALED = re.compile(r"[0-9a-f]{64}")
"""Fingerprints differ with what is sealed."""


class KeptPage(OpenedPage):
    """A page that keeps what it is sent as it is."""

    def __init__(self, player: str, place: Place) -> None:
        super().__init__(player, player.rpartition(":")[2].capitalize(), place)
        self.texts: list[str] = []

    def send(self, text: str) -> None:
        self.texts.append(SEALED.sub("", text))
        super().send(text)


async def told(folder: Path, cards: str) -> dict[str, list[str]]:
    """Everything that pages are sent of a hand that two of three fold, by who looks at them and where."""
    home, far = Place(GROUP, "main"), Place(FAR, "main")
    people = {"guest:ani": home, "test:budi": home, "test:sari": home, "far:joko": far, "far:wati": far}
    async with CircleScenario(folder) as one:
        await one.join()
        await one.sit("far:wati", "sari", "far:andi")
        pages = {player: KeptPage(player, place) for player, place in people.items()}
        for page in pages.values():
            viewers_of(one.app).enter(page, "")
        one.stack(cards, dealer="far:wati")
        await one.do("far:wati", "start")
        while one.hand().round.settlement is None:
            hand, wati = one.hand(), one.asked() == "far:wati"
            ready = [each.verb for each in hand.round.options(hand.round.awaited[0]).ready]
            await one.act("bet 10" if wati and "bet" in ready else "fold" if "fold" in ready and not wati else "check")
            await one.app.wait_until_idle()
        await one.wait(1)
        return {player: page.texts for player, page in pages.items()}


async def test_pages_in_no_group_tell_what_is_hidden(tmp_path: Path) -> None:
    here, there = await told(tmp_path / "here", HERE), await told(tmp_path / "there", THERE)
    assert here.pop("test:sari") != there.pop("test:sari")
    assert all(len(texts) > 3 for texts in here.values())
    for player, texts in here.items():
        # A difference of whole pages would take long to print.
        parted = [pair for pair in zip(texts, there[player], strict=True) if pair[0] != pair[1]]
        assert not parted, player
