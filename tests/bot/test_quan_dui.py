"""Whole hands of Quan Dui at a table: people, computer players, and every way in which a hand can end."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from bot.messages import ChoiceQuestion, Reply
from engine.quandui.cards import card_word
from engine.quandui.claims import DUI, WIN
from engine.quandui.round import QuanDuiRound, QuanDuiView
from tests.bot.fake_chat import buttons, words
from tests.bot.scenario import Scenario, player_id
from tests.engine.quandui.storytelling import arranged

WINDOW = 8
PAIRS = "2-ben 2-ben 3-ben 3-ben 4-ben 4-ben 5-ben 5-ben 6-ben 6-ben 7-ben 7-ben 8-ben 8-ben"
"""Seven dui."""

SINGLES = "1-wan 2-wan 3-wan 4-wan 5-wan 6-wan 7-wan 8-wan 9-wan"
"""Nine cards that go with nothing."""

Deal = Callable[..., None]


@pytest.fixture
def deal(scenario: Scenario) -> Deal:
    """Lets the first who sits down deal these cards, chair by chair, with this stock on top of the rest."""

    def dealing(*wanted: str, stock: str = "", cards: int = 120) -> None:
        pack = arranged([each.split() for each in wanted], stock.split(), 0)[:cards]
        scenario.entropy.stack(pack, dealer=0)

    return dealing


async def begin(scenario: Scenario, *names: str, rules: Sequence[str] = ()) -> None:
    await scenario.set_rules(*rules)
    await scenario.deal(*names, game="quan-dui")


def now(scenario: Scenario) -> QuanDuiRound:
    present = scenario.hand().round
    assert isinstance(present, QuanDuiRound)
    return present


def view(scenario: Scenario, name: str) -> QuanDuiView:
    return now(scenario).view(scenario.hand().players.index(player_id(name)))


def net(scenario: Scenario) -> list[int]:
    settlement = scenario.hand().round.settlement
    assert settlement is not None
    return [settlement[seat] for seat in range(len(settlement))]


async def discard(scenario: Scenario, card: str = "") -> None:
    """Let whoever is on turn draw, and discard this card or the one that came last."""
    name = scenario.asked()
    if not now(scenario).discarding:
        await scenario.do(name, "draw")
    newest = view(scenario, name).newest
    assert newest is not None
    await scenario.do(name, f"discard {card or card_word(newest)}")


# --- the ways to win -------------------------------------------------------------------------------------------


async def test_a_discard_claimed_by_a_button_wins_and_the_winner_deals_next(scenario: Scenario, deal: Deal) -> None:
    deal(SINGLES + " 9-suo", "", f"{PAIRS} 9-ben")
    await begin(scenario, "sari", "budi", "wati")

    await discard(scenario, "9-suo")
    await scenario.press("wati", scenario.chat.button("Win"))
    assert not scenario.hand().over, "the others may still answer"
    await scenario.wait(WINDOW)

    assert net(scenario) == [-10, -10, 20]
    result = scenario.chat.newest()
    assert "Wati won with 9 suo from Sari: 7 dui, 1 ka." in result.lines
    assert "Sari, Budi pay 10 each." in result.lines
    assert result.picture is not None
    assert "9 ben + 9 suo" in result.picture.alt
    for name in ("sari", "budi", "wati"):
        for button in buttons(scenario.chat.private_messages(player_id(name))[-1]):
            if button.command.partition(" ")[0] not in ("hand", "advance", "verify", "rules"):
                assert (await scenario.press(name, button)).refused, "a button of a hand that is over does no harm"
    await scenario.wait(8)
    assert scenario.hand().names[now(scenario).dealer] == "Wati"
    await scenario.sound()


# --- discarding without private messages -----------------------------------------------------------------------


async def test_who_hears_nothing_in_private_discards_by_buttons_all_the_same(scenario: Scenario, deal: Deal) -> None:
    deal(SINGLES + " da-hong", "")
    scenario.chat.deaf.add("test:sari")
    await begin(scenario, "sari", "budi")
    cards = {each.choice for each in now(scenario).options(0).ready}

    hand = await scenario.say("sari", "hand")
    discards = {each.command for each in buttons(hand.message) if each.command.startswith("discard")}
    assert discards == {f"discard {card}" for card in cards}
    public = scenario.chat.button("Discard …")
    assert public.ask == ChoiceQuestion("Which card do you discard?", "Answer with its name, such as 3 suo.")
    question = scenario.app.dispatcher.asked(scenario.command("sari", public.command, turn=public.turn))
    assert isinstance(question, ChoiceQuestion)
    assert {each.value for each in question.choices} == cards
    assert ("da hong", "da-hong") in question.choices
    assert "da hong" not in repr(question), "what is private shows in no log"
    await scenario.say("sari", "discard Da  Hong", turn=public.turn)

    assert "Who takes da hong from Sari?" in scenario.chat.text()
    late = scenario.app.dispatcher.asked(scenario.command("sari", public.command, turn=public.turn))
    assert isinstance(late, Reply)
    assert late.refused


# --- no winner -------------------------------------------------------------------------------------------------


async def test_when_the_stock_is_empty_nobody_pays_and_the_same_player_deals_again(
    scenario: Scenario, deal: Deal
) -> None:
    deal(SINGLES, "", cards=16 + 15 + 2)
    await begin(scenario, "sari", "budi")

    for _ in range(3):
        await discard(scenario)
        await scenario.wait(WINDOW)

    assert scenario.hand().over
    assert net(scenario) == [0, 0]
    assert "The stock is empty" in scenario.chat.text()
    assert scenario.chat.newest().picture is None
    await scenario.wait(8)
    assert scenario.hand().names[now(scenario).dealer] == "Sari"
    await scenario.sound()


# --- leaving, sleeping, restarting -----------------------------------------------------------------------------


async def test_the_place_of_one_who_leaves_is_played_on_and_pays(scenario: Scenario, deal: Deal) -> None:
    deal(SINGLES, "", f"{PAIRS} 9-ben", stock="1-ben 9-suo")
    await begin(scenario, "sari", "budi", "wati")
    await discard(scenario)
    await scenario.do("budi", "leave")
    await scenario.wait(WINDOW)
    await discard(scenario, "1-ben")
    assert len(now(scenario).awaited) == 2, "who leaves is asked as before until it is their turn"

    await scenario.wait(WINDOW)
    assert "Budi left the table; their turns pass by themselves." in scenario.chat.text()
    assert "Budi drew and discarded 9 suo." in scenario.chat.text()
    assert scenario.sits("budi")
    await scenario.do("wati", "win")
    await scenario.wait(WINDOW)

    assert net(scenario) == [-10, -10, 20]
    assert not scenario.sits("budi")
    assert await scenario.in_wallet("budi") == 2000 - 10
    await scenario.sound()


async def test_a_sealed_claim_survives_a_kill_and_comes_to_effect_when_the_time_is_up(
    scenario: Scenario, deal: Deal
) -> None:
    deal(SINGLES + " 9-suo", "", f"{PAIRS} 9-ben")
    await begin(scenario, "sari", "budi", "wati", rules=["claim_window full_time"])
    await discard(scenario, "9 suo")
    await scenario.do("wati", "dui")
    await scenario.do("wati", "win")
    shown = scenario.chat.newest()

    await scenario.die()

    assert scenario.chat.newest() == shown
    assert view(scenario, "wati").answer == WIN
    await scenario.do("budi", "dui")
    await scenario.die()
    assert [view(scenario, name).answer for name in ("budi", "wati")] == [DUI, WIN]
    assert all("9 suo of Sari:" not in words(each.message) for each in scenario.chat.public())
    await scenario.wait(WINDOW)
    assert net(scenario) == [-10, -10, 20]
    assert await scenario.all_chips() == 4 * 2000, "an admin has some too"
    await scenario.sound()


# --- whole hands -----------------------------------------------------------------------------------------------


async def test_a_whole_hand_is_few_messages(scenario: Scenario, deal: Deal) -> None:
    """Every turn is two edits, of the card drawn and of the discard, and a window one more when it closes."""
    deal(SINGLES, "", "", "", cards=16 + 45 + 12)
    await begin(scenario, "sari", "budi", "wati", "joko")
    scenario.chat.seen.clear()

    for _ in range(13):
        await discard(scenario)
        await scenario.wait(WINDOW)

    assert scenario.hand().over
    public = scenario.chat.public()
    posts = len([seen for seen in public if seen.how == "post"])
    assert 1 <= posts <= 13 // 4, "at most one message each time that everybody has discarded"
    assert len(public) <= 3 * 13 + posts, "and one edit to put the last one away"
    posted = {seen.number for seen in scenario.chat.seen if seen.how == "private"}
    assert len(posted) == 4, "one private message a player, edited"
