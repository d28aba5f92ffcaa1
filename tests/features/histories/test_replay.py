"""Replays: a hand that is over is followed as everybody saw it, and nobody learns from it what was never shown."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest

from bot.features.histories.pages import step_lines
from bot.features.histories.replays import Replays
from bot.messages import TIME_LEFT, Message
from bot.presenting.presenters import TITLES
from bot.tables.sealing import KEPT
from bot.wording import in_language
from engine.fairness.verifying import verify
from engine.games import GAMES
from tests.bot.fake_chat import words
from tests.bot.leaks import cards_named
from tests.bot.proof_pages import record_in
from tests.bot.scenario import GROUP, Scenario
from tests.engine.laws import every_option
from tests.engine.quandui.storytelling import arranged
from verify import kiu_verify

HANDS = {"qiuqiu": 5, "koo-kiew": 5, "quan-dui": 2}
"""How many hands of each game are compared with what was shown; those of Quan Dui are long."""

PEOPLE = ("sari", "budi", "joko")


@pytest.fixture
async def scenario(tmp_path: Path) -> AsyncIterator[Scenario]:
    async with Scenario(tmp_path) as made:
        yield made


async def _play(scenario: Scenario, rng: Random) -> int:
    """Play one hand, most of the time as a computer player would, and return its number."""
    if not scenario.state().running:
        await scenario.do("sari", "start")
    while (hand := scenario.state().playing) is None:
        await scenario.wait(5)
    number, game = hand.id, scenario.state().game
    while (hand := scenario.state().playing) is not None and hand.id == number:
        seat = rng.choice(hand.round.awaited)
        if hand.round.window and rng.random() < 0.3:
            await scenario.wait(hand.round.window + 1)
            continue
        if rng.random() < 0.8:
            action = game.choose(hand.round.view(seat), rng)
        else:
            action = rng.choice(every_option(hand.round.options(seat), rng))
        await scenario.do(hand.players[seat].removeprefix("test:"), action.text)
    return number


def _as_shown(message: Message) -> list[str]:
    """What a message of a hand says of it, byte for byte.

    Left out are buttons, the time left with the line about the next hand, the small print with fingerprints, and why
    the table will not deal somebody in next: that is told of the table, not of the hand.
    """
    lines = [" · ".join(part for part in line.split(" · ") if TIME_LEFT not in part) for line in message.lines]
    said = "\n".join(lines).rstrip("\n")
    said = re.sub(r"(?m) · (too few|out of) chips$|, (too few|out of) chips\b", "", said)
    return re.sub(r"(\n\n| · )\w+ (too few|out of) chips$", "", said).split("\n")


@pytest.mark.parametrize("game", GAMES)
async def test_a_replay_is_what_was_shown_then_byte_for_byte(scenario: Scenario, game: str) -> None:
    rng, translate = Random(f"replay {game}"), in_language("en")
    await scenario.sit(*PEOPLE, game=game)
    for _ in range(HANDS.get(game, 2)):
        for name in PEOPLE:
            if scenario.chair(name).stack < 300:
                await scenario.do(name, "rebuy 300")
        number = await _play(scenario, rng)
        title = translate("hand-title", game=TITLES[game], number=str(number))
        of_hand = [seen for seen in scenario.chat.public() if seen.message.title == title]
        shown = [_as_shown(seen.message) for seen in of_hand]
        replay = await Replays(scenario.app.ledger, scenario.entropy).of(GROUP, number)
        steps = [step_lines(replay, step, translate) for step in range(1, len(replay.steps) + 1)]
        assert len(shown) > 1
        # Where a long hand goes on in a new message, the one above keeps all but its question.
        unasked, at = [[line.removeprefix("▸ ") for line in step[:-2]] for step in steps], 0
        for lines in shown:
            assert lines in steps[at:] or lines in unasked[: at + 1], "\n".join(lines)
            at = steps.index(lines, at) if lines in steps else at
        # Only then the message above loses its question.
        below = [seen for seen in of_hand if seen.how == "post"][-1].number
        newest = [lines for seen, lines in zip(of_hand, shown, strict=True) if seen.number == below]
        assert newest[-1] == steps[-1], "the last that was shown is the result"
        above = {seen.number: lines for seen, lines in zip(of_hand, shown, strict=True) if seen.number != below}
        assert all(lines in unasked for lines in above.values()), "what stands above is a step without its question"
        assert len({tuple(step) for step in steps}) > len(steps) // 2


async def test_a_replay_tells_whose_claim_came_later_as_the_result_did(scenario: Scenario) -> None:
    one_short = "1-ben 1-ben 1-suo 1-suo 2-ben 2-ben 2-suo 2-suo 3-ben 3-ben 3-suo 3-suo 4-ben 4-ben xiao-hong"
    wanted = ["da-hong 9-ben 9-suo 8-ben 8-suo 7-ben 7-suo 9-wan 8-wan 7-wan", "da-hong da-hong", one_short]
    scenario.entropy.stack(arranged([each.split() for each in wanted], [], 0), dealer=0)
    await scenario.sit(*PEOPLE, game="quan-dui")
    await scenario.do("sari", "start")
    for name, action in (("sari", "discard da-hong"), ("budi", "dui"), ("joko", "win")):
        await scenario.do(name, action)
    while not scenario.hand().over:
        await scenario.wait(1)

    replay = await Replays(scenario.app.ledger, scenario.entropy).of(GROUP, scenario.hand().id)
    end = step_lines(replay, len(replay.steps), in_language("en"))
    assert end == _as_shown(scenario.chat.newest())
    assert any("Budi" in line and "dui" in line for line in end), "they had a right to the card as well"


async def test_a_hand_that_ends_because_few_cards_were_stacked_ends_in_its_replay_too(scenario: Scenario) -> None:
    scenario.entropy.stack(arranged([["1-ben"], [], []], [], 0)[:46], dealer=0)
    await scenario.sit(*PEOPLE, game="quan-dui")
    await scenario.do("sari", "start")
    await scenario.do("sari", "discard 1-ben")
    await scenario.wait(scenario.hand().round.window)
    assert scenario.hand().over, "nobody claims the last discard, and there is nothing to draw"

    replay = await Replays(scenario.app.ledger, scenario.entropy).of(GROUP, scenario.hand().id)
    end = step_lines(replay, len(replay.steps), in_language("en"))
    assert end == _as_shown(scenario.chat.newest())
    assert any("The stock is empty" in line for line in end)


async def _pages(scenario: Scenario, name: str, hand: int) -> list[Message]:
    """Every page of a replay, followed by its buttons."""
    reply, pages = await scenario.say(name, f"replay {hand}"), list[Message]()
    while True:
        assert reply.menu, words(reply.message)
        pages.append(reply.message)
        following = next((each for each in reply.message.pressable if each.label == "Next"), None)
        if following is None:
            return pages
        reply = await scenario.press(name, following)


async def _folded(
    scenario: Scenario, cards: str = "sari: 6-3, 6-0, 1-1; budi: 5-5, 5-4, 0-0; joko: 4-4, 4-2, 3-3"
) -> int:
    """A hand of QiuQiu that Budi and Joko fold; Sari takes the pot and shows nothing."""
    await scenario.sit(*PEOPLE)
    scenario.stack(cards, dealer="sari")
    await scenario.do("sari", "start")
    number = scenario.hand().id
    await scenario.act("bet 20", "fold", "fold")
    return number


async def test_everybody_sees_their_own_cards_and_no_others(scenario: Scenario) -> None:
    hand = await _folded(scenario)
    names = GAMES["qiuqiu"].pack_names

    def seen(pages: list[Message]) -> set[str]:
        said = "\n".join(words(page) for page in pages)
        buttons = "\n".join(f"{each.label} {each.command}" for page in pages for each in page.pressable)
        return cards_named(f"{said}\n{buttons}", names)

    assert seen(await _pages(scenario, "sari", hand)) >= {"6-3", "6-0", "1-1"}
    assert seen(await _pages(scenario, "budi", hand)) >= {"5-5", "5-4", "0-0"}
    for page in await _pages(scenario, "sari", hand):
        assert page.hides_cards
        assert not seen([page]) & {"5-5", "5-4", "0-0", "4-4", "4-2", "3-3"}
    scenario.admins.add("boss")
    assert seen(await _pages(scenario, "boss", hand)) == set(), "what was mucked stays closed, whoever asks"
    assert (await scenario.say("sari", f"replay {hand}")).secret
    assert not (await scenario.say("boss", f"replay {hand}")).secret


async def test_the_last_page_says_by_which_rules_and_why(scenario: Scenario) -> None:
    await scenario.set_rules("ante 5")
    hand = await _folded(scenario)
    await scenario.set_rules("ante 20")

    pages = await _pages(scenario, "boss", hand)
    assert "House rules: sumatra, but ante: 5" in words(pages[0])
    assert "Sari took the pot" in words(pages[-1])
    showdown = next(each for each in pages[0].pressable if each.label == "Result")
    assert (await scenario.press("boss", showdown)).message == pages[-1]
    back = next(each for each in pages[-1].pressable if each.label == "Back")
    assert (await scenario.press("boss", back)).message == pages[-2]
    assert "Step 1 of" in words(pages[0])


async def test_when_the_key_is_gone_the_public_part_is_the_same(scenario: Scenario) -> None:
    hand = await _folded(scenario)
    before, own = await _pages(scenario, "boss", hand), await _pages(scenario, "sari", hand)
    await scenario.app.ledger.erase_keys(scenario.clock.utc() + KEPT)

    assert await _pages(scenario, "boss", hand) == before
    after = await _pages(scenario, "sari", hand)
    assert "The key to this hand is destroyed" in words(after[0])
    assert cards_named("".join(map(words, after)), GAMES["qiuqiu"].pack_names) == set()
    assert cards_named("".join(map(words, own)), GAMES["qiuqiu"].pack_names) != set()


async def test_what_cannot_be_replayed_says_why(scenario: Scenario) -> None:
    await scenario.sit(*PEOPLE)
    await scenario.do("sari", "start")
    number = scenario.hand().id
    assert await scenario.refused("budi", f"replay {number}") == "hand-not-over"
    assert await scenario.refused("budi", "replay 999") == "no-such-hand"
    scenario.admins.add("boss")
    await scenario.do("boss", f"bank void {number} a card fell on the floor")
    pages = await _pages(scenario, "budi", number)
    assert "Called off, and every stake went back: a card fell on the floor" in words(pages[-1])
    assert "▸ " not in words(pages[-1]).splitlines()[-1]


async def test_a_hand_of_practice_says_that_it_was_one(scenario: Scenario) -> None:
    await scenario.do("sari", "practice qiuqiu")
    while not scenario.state().hands_played:
        await scenario.wait(5)
    number = scenario.hand().id
    await scenario.finish_hand()
    (page, *_) = await _pages(scenario, "sari", number)
    assert "practice" in f"{page.title} {page.footer}".lower()
    assert "No hand is over yet" in await scenario.do("sari", "history"), "practice chips are nobody's"


async def test_history_lists_ones_own_hands_and_those_of_the_table(scenario: Scenario) -> None:
    assert "No hand is over yet" in await scenario.do("sari", "history")
    hands = [await _folded(scenario)]
    for _ in range(8):
        await scenario.wait(10)
        hands.append(scenario.hand().id)
        await scenario.finish_hand(prefer=("check",))
    reply = await scenario.say("sari", "history")
    assert reply.menu
    lines = [line for line in reply.message.lines if line]
    assert [line.split(" · ")[0] for line in lines] == [str(hand) for hand in reversed(hands[1:])]
    older = next(each for each in reply.message.pressable if each.label == "Older")
    page = (await scenario.press("sari", older)).message
    assert [line.split(" · ")[0] for line in page.lines] == [str(hands[0])]
    assert page.lines[0].endswith("+20")
    assert next(each for each in page.pressable if each.label == "Newest").command == "history"
    of_table = next(each for each in page.pressable if each.label == "This table")
    table = (await scenario.press("sari", of_table)).message
    assert len(table.lines) == 8
    replay = next(each for each in table.pressable if each.command.startswith("replay "))
    assert f"hand {hands[-1]}" in (await scenario.press("sari", replay)).message.title
    assert await scenario.refused("sari", "history table", channel="elsewhere") == "no-table"


async def test_a_result_is_shared_once_and_with_nothing_hidden(scenario: Scenario) -> None:
    hand = await _folded(scenario)
    page = (await scenario.say("sari", f"replay {hand}")).message
    await scenario.press("sari", next(each for each in page.pressable if each.label == "Share"))
    shown = scenario.chat.newest()
    assert "Shared by Sari" in words(shown)
    assert "Sari took the pot" in words(shown)
    assert cards_named(words(shown), GAMES["qiuqiu"].pack_names) == set()
    assert await scenario.refused("budi", f"share hand {hand}") == "shared-already"
    await scenario.wait(3700)
    await scenario.do("budi", f"share hand {hand}")


async def test_a_group_shares_six_hands_in_a_minute(scenario: Scenario) -> None:
    await scenario.sit(*PEOPLE)
    hands = [await _play(scenario, Random(f"shared {number}")) for number in range(7)]
    for person in ("sari", "budi"):
        for hand in hands[:3]:
            await scenario.do(person, f"share hand {hand}")
        del hands[:3]
    shown = len(scenario.chat.shown)
    assert await scenario.refused("joko", f"share hand {hands[0]}") == "shared-often"
    assert len(scenario.chat.shown) == shown
    await scenario.wait(61)
    await scenario.do("sari", f"share hand {hands[0]}")


# --- cards shown after a hand ----------------------------------------------------------------------------------


async def _shown_file(scenario: Scenario) -> str:
    file = scenario.chat.newest().file
    assert file is not None
    return record_in(file.content).decode()


async def test_who_folded_shows_one_card_and_then_the_rest(scenario: Scenario) -> None:
    await scenario.sit(*PEOPLE)
    await scenario.do("sari", "start")
    hand = scenario.hand()
    await scenario.act("bet 20", "fold", "fold")
    seat = next(iter(hand.round.view(None).awaited))
    seat = (seat + 1) % 3
    who, names = hand.players[seat].removeprefix("test:"), GAMES["qiuqiu"].pack_names
    own = [names[hand.deal.pack[place]] for place in hand.round.held(seat)]
    reply = await scenario.press_in_menu(who, "Show my last cards")
    assert reply.secret
    assert reply.menu
    one = next(each for each in reply.message.pressable if each.command.endswith(own[1]))
    after = await scenario.press(who, one)
    assert f"Everybody sees it now: {one.label}" in words(after.message)
    assert f"{who.capitalize()} shows what they folded: {one.label}" in scenario.chat.text()
    assert cards_named(scenario.chat.text(), names) == {own[1]}
    _agreed(await _shown_file(scenario), own[1:2])
    closed = {
        hand.deal.opening(place).salt.hex() for place in range(len(names)) if names[hand.deal.pack[place]] != own[1]
    }
    file = await _shown_file(scenario)
    assert not any(secret in file for secret in (*closed, hand.deal.picked_pack.key.hex()))

    everything = next(each for each in after.message.pressable if each.label == "Show all")
    done = await scenario.press(who, everything)
    assert "All your cards of hand 1 have been shown." in words(done.message)
    _agreed(await _shown_file(scenario), own)
    assert await scenario.refused(who, f"show cards {hand.id} all") == "all-shown"
    assert await scenario.refused(who, f"show cards {hand.id} {own[0]}") == "no-such-card-to-show"

    await scenario.app.ledger.erase_keys(scenario.clock.utc() + KEPT)
    page = (await _pages(scenario, "outsider", hand.id))[-1]
    assert f"{who.capitalize()} showed afterwards: " in words(page)
    assert cards_named(words(page), names) == set(own)
    assert await scenario.refused(who, f"show cards {hand.id} all") == "pack-erased"
    assert (await scenario.record(hand.id))["openings"] == [], "the record of the hand is as it was"


def _agreed(text: str, cards: list[str]) -> None:
    """Both verifiers in Python find the same cards proved, and nothing wrong."""
    checks = dict(kiu_verify.check(text.encode()))
    assert checks
    assert all(checks.values()), checks
    verdict = verify(text)
    assert verdict.valid, [check for check in verdict.checks if not check.passed]
    assert verdict.facts is not None
    assert sorted(card for _, card in verdict.facts.opened) == sorted(cards)


async def test_showing_is_refused_where_it_makes_no_sense(scenario: Scenario) -> None:
    assert await scenario.refused("sari", "show cards") == "nothing-played"
    await scenario.sit(*PEOPLE)
    await scenario.do("sari", "start")
    number = scenario.hand().id
    assert await scenario.refused("sari", f"show cards {number} all") == "hand-not-over"
    assert not any(each.label.startswith("Show my") for each in await scenario.menu("sari"))
    await scenario.finish_hand(prefer=("check",))
    assert await scenario.refused("outsider", f"show cards {number} all") == "not-in-that-hand"
    await scenario.set_rules("show_cards off")
    assert await scenario.refused("sari", f"show cards {number} all") == "showing-off"
    assert not any(each.label.startswith("Show my") for each in await scenario.menu("sari"))


async def test_the_same_press_twice_shows_once(scenario: Scenario) -> None:
    hand = await _folded(scenario)
    before = len(scenario.chat.public())
    for _ in range(2):
        await scenario.say("budi", f"show cards {hand} all", key="test:again")
    assert len(scenario.chat.public()) == before + 1
