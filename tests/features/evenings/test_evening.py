"""Evenings: the card of a table, as a picture and in words, and who owes whom."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image, ImageChops

from bot.features.evenings.results import card_draft, full_lines
from bot.games.qiuqiu.hand_words import label_text
from bot.ledger import table_number
from bot.messages import Button, Message, Place, Reply
from bot.wording import in_language
from engine.qiuqiu.events import Showed
from engine.table.state import new_table
from engine.table.tally import Tally
from tests.bot.scenario import Scenario, player_id


def labels(reply: Reply) -> list[str]:
    return [button.label for button in reply.message.pressable]


def button(message: Message, label: str) -> Button:
    return next(each for each in message.pressable if each.label == label)


def tally(scenario: Scenario, name: str) -> Tally:
    found = scenario.state().tally(player_id(name))
    assert found is not None
    return found


async def a_showdown(scenario: Scenario, bet: int = 50) -> None:
    """Let two play a hand to its showdown."""
    await (scenario.wait(8) if scenario.state().running else scenario.do("sari", "start"))
    await scenario.act(f"bet {bet}")
    await scenario.finish_hand()


async def test_the_closing_message_has_the_card_and_who_owes_whom(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi")
    await a_showdown(scenario)
    shown, before = scenario.chat.public()[-1].message, len(scenario.chat.shown)
    await scenario.do("sari", "close")
    assert len(scenario.chat.shown) == before, "no message more than there was"
    closed = scenario.chat.public()[-1].message
    assert closed.picture is not None
    assert shown.picture is not None
    card, result = (Image.open(BytesIO(each.png)) for each in (closed.picture, shown.picture))
    # The result that was shown stays as it was, above the card.
    assert card.height > result.height
    changed = ImageChops.difference(card.crop((0, 0, *result.size)).convert("L"), result.convert("L"))
    assert changed.point([0] * 24 + [255] * 232).getbbox() is None
    assert closed.picture.alt.startswith(shown.picture.alt)
    lost = {name: 2000 - await scenario.in_wallet(name) for name in ("sari", "budi")}
    if any(lost.values()):
        loser, winner = sorted(lost, key=lambda name: -lost[name])
        assert f"{loser.capitalize()} owes {winner.capitalize()} {lost[loser]}" in closed.lines
    assert [each.label for each in closed.pressable] == ["Open again", "Evening"]


async def test_a_hand_that_nobody_had_to_show_has_the_card_alone(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi")
    await scenario.do("sari", "start")
    await scenario.act("bet 50", "fold")
    await scenario.do("sari", "close")
    closed = scenario.chat.public()[-1].message
    assert closed.picture is not None
    assert closed.picture.alt.startswith("QiuQiu · 1 Jan 2026, 1 hand. Net, bought in → left with: ")
    assert "best" not in closed.picture.alt, "nobody has shown a hand"


async def test_a_table_counts_hands_wins_pots_and_hands_shown(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi")
    scenario.stack("sari: 6-3, 6-6, 5-4; budi: 1-0, 2-0, 5-0; then: 4-2, 3-0", dealer="sari")
    await a_showdown(scenario, 40)
    settlement = scenario.hand().round.settlement
    assert settlement is not None
    nets = dict(zip(scenario.hand().players, (settlement[0], settlement[1]), strict=True))
    won = max(nets.values())
    for name in ("sari", "budi"):
        now, net = tally(scenario, name), nets[player_id(name)]
        assert (now.hands, now.won, now.among_people) == (1, int(net > 0), net)
        seat = scenario.hand().players.index(player_id(name))
        shown = [each.label for each in scenario.hand().events if isinstance(each, Showed) and each.seat == seat]
        assert [now.best] == shown
        # The pot has what the winner put in as well.
        assert now.biggest == (2 * won if net > 0 else 0)
    best = {name: tally(scenario, name).best for name in ("sari", "budi")}
    await scenario.restart()
    assert {name: tally(scenario, name).best for name in ("sari", "budi")} == best
    page = await scenario.say("sari", "evening")
    assert "Hands so far: 1. Chips now:" in page.message.lines
    text = await scenario.press("sari", button(page.message, "As text"))
    line = next(line for line in text.message.lines if line.startswith("Sari: "))
    assert "500 → " in line
    assert f"best {label_text(best['sari'], in_language('en'))}" in line
    assert "1 hand, " in line


async def test_hands_with_a_computer_player_are_not_settled(scenario: Scenario) -> None:
    await scenario.set_rules("computer_chips always")
    await scenario.sit("sari", "budi")
    await scenario.do("sari", "add computer")
    await scenario.do("sari", "start")
    await scenario.finish_hand()
    await scenario.do("sari", "close")
    lines = scenario.chat.public()[-1].message.lines
    at = lines.index("Settle up, in play chips:")
    assert lines[at + 1 : at + 3] == ("Nobody owes anybody anything.", "Hands with computer players are left out.")


async def test_practice_says_that_nothing_counts(scenario: Scenario) -> None:
    await scenario.do("sari", "practice qiuqiu")
    await scenario.wait(8)
    await scenario.finish_hand()
    await scenario.do("sari", "close")
    closed = scenario.chat.public()[-1].message
    assert "Practice chips: they don't count, so nobody owes anybody anything." in closed.lines
    assert not any("owes" in line and "anybody" not in line for line in closed.lines)


async def test_evenings_are_leafed_through_by_whoever_may_see_them(scenario: Scenario) -> None:
    assert await scenario.refused("sari", "evening") == "nothing-played"
    numbers = []
    for channel, names in (("main", ("sari", "budi")), ("back room", ("wati", "joko")), ("main", ("sari", "wati"))):
        await scenario.sit(*names, channel=channel)
        numbers.append(table_number(scenario.state(channel).id))
        assert await scenario.refused("sari", f"evening {numbers[-1]}") == "nothing-played", "no hand was played yet"
        await scenario.do(names[0], "start", channel=channel)
        await scenario.finish_hand(channel)
        await scenario.do(names[0], "close", channel=channel)
    first, hidden, latest = numbers
    page = await scenario.say("sari", "evening")
    assert page.menu
    assert labels(page) == ["◂ Older", "As text", "Settle up"]
    older = button(page.message, "◂ Older")
    assert older.command == f"evening {first}", "not what was played where she is not"
    before = await scenario.press("sari", older)
    assert labels(before) == ["Newer ▸", "As text", "Settle up"]
    assert button(before.message, "Newer ▸").command == f"evening {latest}"
    assert await scenario.refused("sari", f"evening {hidden}") == "nothing-played"
    # Who sat there sees it from anywhere in the group.
    assert button((await scenario.say("wati", "evening")).message, "◂ Older").command == f"evening {hidden}"
    assert (await scenario.say("joko", f"evening text {hidden}")).message.title.startswith("QiuQiu · ")
    assert await scenario.refused("sari", "evening text 999") == "nothing-played"


@pytest.mark.parametrize(("game", "players"), [("qiuqiu", 6), ("koo-kiew", 56)])
def test_a_card_of_every_size_tells_everything_in_words(game: str, players: int) -> None:
    best = "9-5" if game == "qiuqiu" else "7"
    tallies = tuple(Tally(f"test:{n}", f"محمد {n}", 500, 500 + n, 9, 4, 60 + n, best) for n in range(players))
    empty = new_table("1", Place("test:home", "main"), game, "", "test:0", bytes(16))
    state = replace(empty, tallies=tallies, hands_played=9, closed=True)
    for language in ("en", "id"):
        draw = card_draft(state, None, in_language(language))
        assert draw is not None
        picture = draw()
        for line in full_lines(state, in_language(language)):
            assert line in picture.alt
        width, height = Image.open(BytesIO(picture.png)).size
        assert width == 1000
        assert width + height <= 10_000
        assert height <= 20 * width


async def test_only_hands_that_are_over_count(scenario: Scenario) -> None:
    scenario.admins.add("boss")
    await scenario.sit("sari", "budi")
    await scenario.do("sari", "start")
    page = await scenario.say("sari", "evening")
    assert page.message.lines[:3] == ("Hands so far: 0. Chips now:", "Budi · 500 · ±0", "Sari · 500 · ±0")
    await scenario.do("boss", f"bank void {scenario.hand().id} misdeal")
    await scenario.do("sari", "close")
    assert labels_of_closed(scenario) == ["Open again"]
    assert not any("Chips at the end" in line for line in scenario.chat.public()[-1].message.lines)


def labels_of_closed(scenario: Scenario) -> list[str]:
    return [each.label for each in scenario.chat.newest().pressable]
