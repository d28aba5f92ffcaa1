"""A copy of all that is stored of oneself, and being forgotten, by presses in the private chat."""

from __future__ import annotations

import json

from bot.ledger import queries
from tests.bot.traces import traces
from tests.chats.telegram.double import Chat, Person
from tests.chats.telegram.scenario import Scenario, group_of


async def test_a_copy_and_being_forgotten_by_presses(
    scenario: Scenario, group: Chat, sari: Person, budi: Person
) -> None:
    own = (f"telegram:{sari.user.id}", str(sari.user.id), sari.name)
    await sari.starts()
    await scenario.sit(group, sari, budi)
    await sari.types("/privacy", in_=sari.private)
    await sari.presses("Export me", in_=sari.private)
    copy = await sari.sees("Everything stored about you", in_=sari.private)
    assert copy.document is not None
    assert json.loads(copy.document.content)["player"] == own[0]

    # The page is still there: a second one might not have come yet when its button is pressed.
    await sari.presses("Forget me", in_=sari.private)
    await sari.sees("You get up from your table first, after the hand you play.", in_=sari.private)
    await sari.presses("Forget me", in_=sari.private)
    await sari.sees("nobody can bring them back", in_=sari.private)
    await sari.presses("Forget me now", in_=sari.private)
    await sari.sees("You'll be forgotten", in_=sari.private)
    await scenario.die()
    await scenario.begin()
    assert traces(scenario.file, own)

    if scenario.is_open(group) and scenario.state(group).playing is not None:
        await scenario.finish_hand(group)
    for _ in range(10):
        await scenario.wait(5)
    assert await scenario.app.ledger.read(queries.erasures) == []
    assert traces(scenario.file, own) == []
    await scenario.sound()

    await sari.types("/chips", in_=group)
    await sari.sees("0", in_=group)
    assert await scenario.total_chips(sari, group) == 0, "whoever comes back is given nothing again"
    assert group_of(group) in await scenario.app.members.groups_of(own[0])
