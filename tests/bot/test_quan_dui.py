"""Whole hands of Quan Dui in the room: people, computer players, and every way in which a hand can end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import pytest

from bot.messages import ChoiceQuestion, Reply
from engine import notation
from engine.quandui.cards import card_word
from engine.quandui.claims import DUI, WIN
from engine.quandui.opponent import choose
from engine.quandui.round import QuanDuiRound, QuanDuiView
from tests.bot.house import House, player_id
from tests.bot.room import buttons, words
from tests.engine.quandui.storytelling import arranged
from tests.stacked import let_deal, stack

WINDOW = 8
PAIRS = "2-ben 2-ben 3-ben 3-ben 4-ben 4-ben 5-ben 5-ben 6-ben 6-ben 7-ben 7-ben 8-ben 8-ben"
"""Seven dui."""

SINGLES = "1-wan 2-wan 3-wan 4-wan 5-wan 6-wan 7-wan 8-wan 9-wan"
"""Nine cards that go with nothing."""

Deal = Callable[..., None]


@pytest.fixture
def deal(monkeypatch: pytest.MonkeyPatch) -> Deal:
    """Lets the first who sits down deal these cards, chair by chair, with this stock on top of the rest."""

    def dealing(*wanted: str, stock: str = "", cards: int = 120) -> None:
        pack = arranged([each.split() for each in wanted], stock.split(), 0)[:cards]
        let_deal(monkeypatch, 0)
        stack(monkeypatch, pack)

    return dealing


async def begin(house: House, *names: str, rules: Sequence[str] = ()) -> None:
    await house.set_rules(*rules)
    await house.sit(*names, game="quan-dui")
    await house.do(names[0], "start")


def now(house: House) -> QuanDuiRound:
    present = house.hand().round
    assert isinstance(present, QuanDuiRound)
    return present


def view(house: House, name: str) -> QuanDuiView:
    return now(house).view(house.hand().players.index(player_id(name)))


def net(house: House) -> list[int]:
    settlement = house.hand().round.settlement
    assert settlement is not None
    return [settlement[seat] for seat in range(len(settlement))]


async def discard(house: House, card: str = "") -> None:
    """Let whoever is on turn draw, and discard this card or the one that came last."""
    name = house.asked()
    if not now(house).discarding:
        await house.do(name, "draw")
    newest = view(house, name).newest
    assert newest is not None
    await house.do(name, f"discard {card or card_word(newest)}")


# --- the ways to win -------------------------------------------------------------------------------------------


async def test_a_discard_claimed_by_a_button_wins_and_the_winner_deals_next(house: House, deal: Deal) -> None:
    deal(SINGLES + " 9-suo", "", f"{PAIRS} 9-ben")
    await begin(house, "sari", "budi", "wati")

    await discard(house, "9-suo")
    await house.press("wati", house.room.button("Win"))
    assert not house.hand().over, "the others may still answer"
    await house.wait(WINDOW)

    assert net(house) == [-10, -10, 20]
    result = house.room.newest()
    assert "Wati won with the 9 suo of Sari: 7 dui, 1 ka." in result.lines
    assert "Sari, Budi pay 10 each." in result.lines
    assert result.picture is not None
    assert "9 ben + 9 suo" in result.picture.alt
    assert all(not buttons(house.room.whispers(player_id(name))[-1]) for name in ("sari", "budi", "wati"))
    await house.wait(8)
    assert house.hand().names[now(house).dealer] == "Wati"
    await house.sound()


async def test_quan_dui_is_paid_twice_by_everybody(house: House, deal: Deal) -> None:
    deal(SINGLES + " 9-ben", f"{PAIRS} 9-ben", "")
    await begin(house, "sari", "budi", "wati", rules=["stake 25"])

    await discard(house, "9 ben")
    await house.do("budi", "win")
    await house.wait(WINDOW)

    assert net(house) == [-50, 100, -50]
    assert "Sari, Wati pay 50 each, twice the stake." in house.room.newest().lines
    assert [house.chair(name).stack for name in ("sari", "budi", "wati")] == [450, 600, 450]


async def test_the_dealer_may_win_at_once_and_only_the_dealer_is_told(house: House, deal: Deal) -> None:
    deal(f"{PAIRS} 9-ben 9-wan", "")
    await begin(house, "sari", "budi")
    (offered,) = [each for each in buttons(house.room.whispers("test:sari")[-1]) if each.command == "win"]

    await house.press("sari", offered)

    assert net(house) == [10, -10]
    assert "Sari won: 7 dui, 1 ka." in house.room.newest().lines


async def test_a_strict_dealer_has_to_discard_first(house: House, deal: Deal) -> None:
    deal(f"{PAIRS} 9-ben 9-wan", "")
    await begin(house, "sari", "budi", rules=["dealer_wins off"])

    assert await house.refused("sari", "win") == "not-an-option"


# --- discarding without private messages -----------------------------------------------------------------------


async def test_who_hears_nothing_in_private_discards_by_buttons_all_the_same(house: House, deal: Deal) -> None:
    deal(SINGLES + " da-hong", "")
    house.room.deaf.add("test:sari")
    await begin(house, "sari", "budi")
    cards = {each.choice for each in now(house).options(0).ready}

    hand = await house.say("sari", "hand")
    discards = {each.command for each in buttons(hand.message) if each.command.startswith("discard")}
    assert discards == {f"discard {card}" for card in cards}
    public = house.room.button("Discard …")
    assert public.ask == ChoiceQuestion("Which card do you discard?", "Answer with its name, such as 3 suo.")
    question = house.kiu.desk.asked(house.command("sari", public.command, turn=public.turn))
    assert isinstance(question, ChoiceQuestion)
    assert {each.value for each in question.choices} == cards
    assert ("da hong", "da-hong") in question.choices
    assert "da hong" not in repr(question), "what is private shows in no log"
    await house.say("sari", "discard Da  Hong", turn=public.turn)

    assert "Who takes the da hong of Sari?" in house.room.text()
    late = house.kiu.desk.asked(house.command("sari", public.command, turn=public.turn))
    assert isinstance(late, Reply)
    assert late.refused


async def test_nobody_else_is_asked_for_a_card(house: House, deal: Deal) -> None:
    deal(SINGLES, "")
    await begin(house, "sari", "budi")
    public = house.room.button("Discard …")

    for name, text in (("budi", "discard"), ("joko", "discard"), ("sari", "declare"), ("sari", "win")):
        refused = house.kiu.desk.asked(house.command(name, text, turn=public.turn))
        assert isinstance(refused, Reply), (name, text)
        assert refused.refused


async def test_the_buttons_to_discard_and_to_win_are_the_same_for_every_hand(house: House, deal: Deal) -> None:
    deal(SINGLES, "")
    await begin(house, "sari", "budi")

    labels = [each.label for each in buttons(house.room.newest())]

    assert labels[:2] == ["Discard …", "Win"]
    assert await house.refused("sari", "win") == "not-an-option"


# --- no winner -------------------------------------------------------------------------------------------------


async def test_when_the_stock_is_empty_nobody_pays_and_the_same_player_deals_again(house: House, deal: Deal) -> None:
    deal(SINGLES, "", cards=16 + 15 + 2)
    await begin(house, "sari", "budi")

    for _ in range(3):
        await discard(house)
        await house.wait(WINDOW)

    assert house.hand().over
    assert net(house) == [0, 0]
    assert "The stock is empty and nobody claimed the last discard" in house.room.text()
    assert house.room.newest().picture is None
    await house.wait(8)
    assert house.hand().names[now(house).dealer] == "Sari"
    await house.sound()


# --- leaving, sleeping, restarting -----------------------------------------------------------------------------


async def test_the_place_of_one_who_leaves_is_played_on_and_pays(house: House, deal: Deal) -> None:
    deal(SINGLES, "", f"{PAIRS} 9-ben", stock="1-ben 9-suo")
    await begin(house, "sari", "budi", "wati")
    await discard(house)
    await house.do("budi", "leave")
    await house.wait(WINDOW)
    await discard(house, "1-ben")
    assert len(now(house).awaited) == 2, "who leaves is asked as before until it is his turn"

    await house.wait(WINDOW)
    assert "Budi left the table; the house plays on in that place." in house.room.text()
    assert "Budi drew and discarded 9 suo." in house.room.text()
    assert house.sits("budi")
    await house.do("wati", "win")
    await house.wait(WINDOW)

    assert net(house) == [-10, -10, 20]
    assert not house.sits("budi")
    assert await house.in_wallet("budi") == 2000 - 10
    await house.sound()


async def test_who_sleeps_draws_and_discards_what_was_drawn(house: House, deal: Deal) -> None:
    deal(SINGLES, "", stock="1-suo")
    await begin(house, "sari", "budi", rules=["time_bank 0"])
    await discard(house)
    await house.wait(WINDOW)

    await house.wait(2 * 45)

    assert house.room.newest().lines.count("Time is up for Budi.") == 2
    assert "Budi discarded 1 suo." in house.room.text()
    assert house.chair("budi").out


async def test_a_sealed_claim_survives_a_kill_and_comes_to_effect_when_the_time_is_up(house: House, deal: Deal) -> None:
    deal(SINGLES + " 9-suo", "", f"{PAIRS} 9-ben")
    await begin(house, "sari", "budi", "wati", rules=["claim_window full_time"])
    await discard(house, "9 suo")
    await house.do("wati", "dui")
    await house.do("wati", "win")
    shown = house.room.newest()

    await house.die()

    assert house.room.newest() == shown
    assert view(house, "wati").answer == WIN
    await house.do("budi", "dui")
    await house.die()
    assert [view(house, name).answer for name in ("budi", "wati")] == [DUI, WIN]
    assert all("9 suo of Sari:" not in words(each.message) for each in house.room.public())
    await house.wait(WINDOW)
    assert net(house) == [-10, -10, 20]
    assert await house.all_chips() == 4 * 2000, "an admin has some too"
    await house.sound()


# --- whole hands -----------------------------------------------------------------------------------------------


async def play_to_the_end(house: House, names: Sequence[str], rng: Random) -> int:
    """Let people do what a computer player would, or sleep through a window; return how many windows there were."""
    windows = 0
    while not house.hand().over:
        present = now(house)
        people = [name for name in names if house.hand().players.index(player_id(name)) in present.awaited]
        if present.window:
            windows += 1
            for name in people:
                if rng.random() < 0.8:
                    await house.do(name, notation.write(choose(view(house, name), rng)))
            await house.wait(WINDOW)
        elif people:
            await house.do(people[0], notation.write(choose(view(house, people[0]), rng)))
        else:
            await house.wait(2)
    return windows


@pytest.mark.parametrize("computers", [0, 2, 3])
async def test_people_and_computer_players_play_whole_hands(house: House, computers: int) -> None:
    names, rng = ("sari", "budi", "wati", "joko")[: 4 - computers], Random(computers)
    await house.sit(*names, game="quan-dui")
    for _ in range(computers):
        await house.do("sari", "add computer")
    await house.do("sari", "start")
    given = await house.all_chips()
    won = 0
    for _ in range(3):
        assert await play_to_the_end(house, names, rng) >= 1
        assert sum(net(house)) == 0
        won += "pay 10 each" in house.room.text() or "pay 20 each" in house.room.text()
        await house.sound()
        await house.wait(8)

    assert won
    assert await house.all_chips() == given
    assert all(len(words(seen.message)) <= 4_000 for seen in house.room.seen)
    assert len({seen.message.mention for seen in house.room.public()} - {None}) == len(names), "only people are called"


async def test_a_whole_hand_is_few_messages(house: House, deal: Deal) -> None:
    """Every turn is two edits, of the card drawn and of the discard, and a window one more when it closes."""
    deal(SINGLES, "", "", "", cards=16 + 45 + 12)
    await begin(house, "sari", "budi", "wati", "joko")
    house.room.seen.clear()

    for _ in range(13):
        await discard(house)
        await house.wait(WINDOW)

    assert house.hand().over
    public = house.room.public()
    posts = len([seen for seen in public if seen.how == "post"])
    assert 1 <= posts <= 13 // 4, "at most one message each time that everybody has discarded"
    assert len(public) <= 3 * 13 + posts, "and one edit to put the last one away"
    posted = {seen.number for seen in house.room.seen if seen.how == "whisper"}
    assert len(posted) == 4, "one private message a player, edited"
