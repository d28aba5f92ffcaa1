"""A special hand on Telegram: one picture to be passed on, in the message of the result, without a further call."""

from __future__ import annotations

from collections import Counter
from io import BytesIO

from PIL import Image

from tests.chats.telegram.double import Chat, Person, Telegram
from tests.chats.telegram.scenario import Scenario
from tests.script_chat.stacking import stacked

PLAIN = "Sari: 6-5, 5-4, 4-1; Budi: 6-3, 6-2, 2-1; then: 6-4, 3-2"
SPECIAL = "Sari: 6-0, 5-1, 4-2; Budi: 6-5, 5-4, 4-1; then: 6-4, 3-3"


async def test_enam_dewa_is_celebrated_in_the_message_of_its_result(
    telegram: Telegram, scenario: Scenario, group: Chat, sari: Person, budi: Person
) -> None:
    counted = []
    for cards in (PLAIN, SPECIAL):
        await sari.types("/open qiuqiu", in_=group)
        # The lobby of the table before keeps its buttons, so the new one must be there before anybody presses.
        await scenario.app.wait_until_idle()
        await budi.presses("Join", in_=group)
        assert scenario.sits(budi, group)
        await sari.sees("2. Budi", in_=group)
        await scenario.app.wait_until_idle()
        scenario.entropy.stack(stacked(scenario.table(group), cards, 0), 0)
        began = len(telegram.server.calls)
        await sari.presses("Start", in_=group)
        await sari.sees("· hand", in_=group)
        await scenario.finish_hand(group)
        result = await sari.sees("Next hand:", in_=group)
        await scenario.app.wait_until_idle()
        counted.append(Counter(call.method for call in telegram.server.calls[began:] if call.chat == group.id))
        if cards is SPECIAL:
            assert result.text.count("★ Sari: Six Gods! All four dominoes with six spots.") == 1
            assert result.photo is not None
            assert Image.open(BytesIO(result.photo)).height > 900
        else:
            assert "★" not in result.text
            await sari.types("/close", in_=group)
            await scenario.app.wait_until_idle()

    plain, special = counted
    assert special == plain
