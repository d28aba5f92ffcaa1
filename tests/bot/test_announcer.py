"""What is shown to whom: one live message a hand, private hands to their owners alone, hidden cards to nobody."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from bot.games.qiuqiu.hand_words import domino_text
from bot.ledger import HandAnnounced, Ledger, MessageForgotten, MessageSaved, NotStored, WriteSet, queries
from bot.live import announcer, deal_closing
from bot.messages import Message, Urgency
from bot.presenting import table_messages
from bot.tables import turn_clock
from engine.qiuqiu.tiles import NAMES, hand_names
from tests.bot.fake_chat import Seen, buttons, fingerprints, words
from tests.bot.leaks import dominoes_in
from tests.bot.scenario import GROUP, Scenario, player_id
from tests.patience import LONGEST_WAIT
from tests.rows import rows


async def test_a_hand_is_one_message_edited_in_place(trio: Scenario) -> None:
    await trio.finish_hand()
    posts = [seen for seen in trio.chat.public() if seen.how == "post"]
    assert len(posts) == 2, "the lobby and the hand"
    assert [seen.number for seen in trio.chat.public()].count(posts[1].number) > 5
    before = len(trio.chat.public())
    await trio.wait(8)
    assert [seen.how for seen in trio.chat.public()[before:]] == ["post", "edit"], (
        "the new hand first, cleaning up last"
    )
    assert buttons(trio.chat.shown[posts[1].number]) == [], "an older message cannot be pressed any more"
    assert buttons(trio.chat.shown[posts[0].number]) == []


async def test_nothing_is_shown_twice_the_same(trio: Scenario) -> None:
    await trio.finish_hand()
    for before, after in pairwise(trio.chat.public()):
        assert before.number != after.number or before.message != after.message
    for name in ("sari", "budi", "wati"):
        assert all(before != after for before, after in pairwise(trio.chat.private_messages(player_id(name))))


async def test_when_the_chat_is_slow_what_is_shown_is_merged_and_ends_at_the_latest(pair: Scenario) -> None:
    before = len(pair.chat.public())
    pair.chat.gate.clear()
    for text in ("check", "check", "check", "bet 20", "call"):
        if pair.state().playing is not None:
            await pair.carry_out(pair.asked(), text)
    assert len(pair.chat.public()) == before
    await pair.release()
    assert len(pair.chat.public()) - before <= 2, "five actions, at most two messages"
    assert "bet 20" in pair.chat.text() or " won " in pair.chat.text()


async def test_a_slow_chat_never_keeps_a_table_waiting(pair: Scenario) -> None:
    pair.chat.gate.clear()
    for _ in range(3):
        reply = await asyncio.wait_for(pair.app.dispatcher.handle(pair.command(pair.asked(), "check")), LONGEST_WAIT)
        assert not reply.refused
    pair.admins.add("boss")
    async with asyncio.timeout(LONGEST_WAIT):
        await pair.app.dispatcher.handle(pair.command("boss", "bank grant sari 10 for waiting !"))
    await pair.release()


async def test_a_chat_that_fails_stops_nobody_and_is_caught_up_with(pair: Scenario) -> None:
    pair.lose_network()
    await pair.act("check")
    pair.admins.add("boss")
    reply = await pair.say("boss", "bank grant sari 10 for waiting !")
    assert not reply.refused, "it is done, whether the chat could show it or not"
    pair.chat.broken = None
    await pair.act("bet 30")
    assert "checked" in pair.chat.text()
    assert "bet 30" in pair.chat.text()


@rows(__file__)
async def test_a_correction_is_announced_once_though_kiu_dies_before(pair: Scenario, line: str, told: str) -> None:
    await pair.finish_hand()
    await pair.do("sari", "pause")
    pair.admins.add("boss")
    pair.chat.gate.clear()
    await pair.app.dispatcher.handle(pair.command("boss", line))
    assert [each for each in pair.chat.public() if told in words(each.message)] == []

    await pair.die()
    await pair.restart()

    assert len([each for each in pair.chat.public() if told in words(each.message)]) == 1


async def test_a_result_that_could_not_be_shown_is_told_after_a_restart(pair: Scenario) -> None:
    await pair.act("bet 10")
    pair.lose_network()
    await pair.act("fold")
    pair.chat.broken = None
    await pair.restart()
    assert "without showing" in pair.chat.text()


async def test_results_that_could_not_be_shown_before_the_next_hand_began_are_told_after_a_restart(
    pair: Scenario,
) -> None:
    pair.lose_network()
    over = [await folded(pair) for _ in range(2)]
    await pair.wait(8)
    pair.chat.broken = None
    for _ in range(2):
        await pair.restart()
        assert [hand for hand in over if f"QiuQiu · hand {hand}" in results(pair)] == over
        assert results(pair).count("without showing") == 2
        assert f"QiuQiu · hand {pair.hand().id}" in words(pair.chat.public()[-1].message)


async def folded(scenario: Scenario) -> int:
    """Play a hand that ends without a showdown, and return its number."""
    await scenario.wait(8)
    await scenario.act("bet 10")
    hand = scenario.hand().id
    await scenario.act("fold")
    return hand


def results(scenario: Scenario) -> str:
    """Every message that tells a result, as it was posted and edited."""
    shown = [words(each.message) for each in scenario.chat.public()]
    return "\n".join(each for each in shown if "without showing" in each)


async def test_a_result_is_told_though_its_message_is_deleted_and_another_hand_has_begun(pair: Scenario) -> None:
    await pair.act("bet 10")
    shown = pair.chat.public()[-1]
    pair.lose_network()
    await pair.act("fold")
    result = pair.hand().id
    await pair.wait(8)
    assert pair.hand().id != result
    pair.chat.delete(shown.number)
    pair.chat.broken = None
    await pair.wait(60)
    assert (await pair.stored(result)).announced
    assert len([each for each in pair.chat.public() if "without showing" in words(each.message)]) == 1


async def test_what_was_sent_but_could_not_be_stored_is_stored_later_and_not_sent_again(
    scenario: Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    commit, known = Ledger.commit, (MessageSaved, MessageForgotten, HandAnnounced)

    async def full(ledger: Ledger, record: WriteSet) -> None:
        if all(isinstance(each, known) for each in record):
            raise NotStored("nothing was stored: database or disk is full")
        await commit(ledger, record)

    with capture_logs() as logged:
        with monkeypatch.context() as patch:
            patch.setattr(Ledger, "commit", full)
            await scenario.deal("sari", "budi")
            await scenario.act("bet 10")
        await scenario.wait(6)
    troubles = [each for each in logged if each["log_level"] in ("warning", "error")]
    assert {each["event"] for each in troubles} == {"message sent, but not stored"}
    known_numbers = {each.number for each in scenario.chat.public()}
    await scenario.restart()
    await scenario.act("call")
    assert {each.number for each in scenario.chat.public()} == known_numbers, "every message was found again"
    with monkeypatch.context() as patch:
        patch.setattr(Ledger, "commit", full)
        await scenario.act("bet 10", "fold")
    result = scenario.hand().id
    await scenario.wait(6)
    assert (await scenario.stored(result)).announced


async def test_a_message_deleted_while_the_disk_is_full_is_posted_anew(
    scenario: Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    commit = Ledger.commit

    async def full(ledger: Ledger, record: WriteSet) -> None:
        if all(isinstance(each, (MessageSaved, MessageForgotten)) for each in record):
            raise NotStored("nothing was stored: database or disk is full")
        await commit(ledger, record)

    await scenario.deal("sari", "budi")
    monkeypatch.setattr(Ledger, "commit", full)
    scenario.chat.delete(scenario.chat.public()[-1].number)
    await scenario.act("bet 10")
    assert "bet 10" in scenario.chat.text()


async def test_only_the_player_on_turn_is_ever_mentioned(trio: Scenario) -> None:
    mentioned: list[tuple[str | None, str | None]] = []

    def watch(seen: Seen) -> None:
        hand = trio.state().playing if trio.is_open() else None
        asked = hand.players[hand.round.awaited[0]] if hand is not None else None
        mentioned.append((seen.message.mention, asked))

    trio.chat.watch = watch
    while trio.state().playing is not None:
        await trio.wait(HALF)
        await trio.act("check")
    await trio.wait(8)
    await trio.finish_hand()
    assert len(mentioned) > 10
    assert {mention for mention, _ in mentioned} > {None}
    assert all(mention in (None, asked) for mention, asked in mentioned)


async def test_a_private_hand_goes_to_its_owner_alone(trio: Scenario) -> None:
    await trio.act("bet 10", "call", "call")
    hand = trio.hand()
    for name in ("sari", "budi", "wati"):
        mine = set(hand_names(hand.round.view(hand.seat(player_id(name))).hand))  # type: ignore[attr-defined]
        told = "\n".join(map(words, trio.chat.private_messages(player_id(name))))
        assert set(dominoes_in(told)) == mine


async def test_my_hand_works_without_private_messages(scenario: Scenario) -> None:
    scenario.chat.deaf = {player_id("sari")}
    await scenario.deal("sari", "budi")
    reply = await scenario.press("sari", scenario.chat.button("My hand"))
    tiles = hand_names(scenario.hand().round.view(0).hand)  # type: ignore[attr-defined]
    assert dominoes_in(reply.message.lines[0]) == list(tiles)
    assert reply.message.picture is not None
    assert scenario.chat.private_messages(player_id("sari")) == []


def test_the_canary_would_sing() -> None:
    for name in NAMES:
        assert dominoes_in(f"Sari · {name} ·") == [name]
        assert dominoes_in(f"Sari · {domino_text(name)} ·") == [name]


# --- a slow chat ------------------------------------------------------------------------------------------------


async def test_what_waits_for_the_chat_is_shown_as_it_stands_by_then(pair: Scenario) -> None:
    pair.chat.admission.clear()
    await pair.carry_out(pair.asked(), "bet 10")
    await asyncio.sleep(0.05)
    before = len(pair.chat.public())
    await pair.app.dispatcher.handle(pair.command(pair.asked(), "raise 30"))
    await pair.release()
    shown = pair.chat.public()[before:]
    assert len(shown) == 1
    assert "raised to 30" in words(shown[0].message)


async def test_a_result_goes_before_what_the_chat_was_asked_for_before(pair: Scenario) -> None:
    pair.chat.admission.clear()
    for line in ("bet 20", "fold"):
        await pair.carry_out(pair.asked(), line)
        await asyncio.sleep(0.02)
    asked = [urgency for _, urgency in pair.chat.acquired[-2:]]
    assert asked == [Urgency.TABLE, Urgency.RESULT], "a worker that waits asks the chat again for what is more urgent"
    before = len(pair.chat.public())
    await pair.release()
    (result,) = pair.chat.public()[before:]
    assert "without showing" in words(result.message)


async def test_a_private_hand_waits_for_no_public_message(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi")
    scenario.chat.admission.clear()
    await scenario.app.dispatcher.handle(scenario.command("sari", "start"))
    ((public,),) = scenario.app.announcer._public.values()
    async with asyncio.timeout(LONGEST_WAIT):
        await public.private.wait_until_idle()
    assert all(scenario.chat.private_messages(player_id(name)) for name in ("sari", "budi"))
    assert not scenario.chat.newest().title.startswith("QiuQiu ·")
    await scenario.release()


async def test_ending_waits_only_a_moment_for_a_slow_chat(scenario: Scenario, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(announcer, "LAST_SECONDS", 0.05)
    await scenario.deal("sari", "budi")
    scenario.chat.admission.clear()
    await scenario.app.dispatcher.handle(scenario.command(scenario.asked(), "bet 10"))
    await scenario.app.tables.stop()
    async with asyncio.timeout(LONGEST_WAIT):
        await scenario.app.announcer.stop()
    shown = len(scenario.chat.seen)
    scenario.chat.admission.set()
    scenario.clock.move_to(scenario.clock.now() + 100)
    await asyncio.sleep(0.05)
    assert len(scenario.chat.seen) == shown, "nothing is said any more"


# --- pinging the player on turn ---------------------------------------------------------------------------------

HALF = 22.5
"""Half of a turn's time."""


async def test_who_answers_within_half_the_time_is_not_pinged(pair: Scenario) -> None:
    for _ in range(3):
        await pair.wait(HALF - 0.1)
        await pair.act("check")
    assert pair.chat.pings() == []


async def test_who_hesitates_is_pinged_once_below_the_table_and_the_ping_stays(pair: Scenario) -> None:
    await pair.act("check")
    name = pair.asked()
    await pair.wait(HALF - 1)
    await pair.do("wati", "join")
    await pair.wait(1)
    (call,) = pair.chat.ping_messages()
    assert call.message == Message(lines=(f"{name.capitalize()}, it's your turn.",), mention=player_id(name))
    assert pair.chat.pinged_below == [pair.chat.public()[-1].number]
    await pair.do("joko", "join")
    await pair.wait(20)
    assert pair.chat.ping_messages() == [call], "however long it takes"
    await pair.act("check")
    assert call.number in pair.chat.shown


async def test_who_did_something_within_the_last_minute_is_not_pinged_where_that_is_enough(
    pair: Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pair._connections[0], "ping_rest", 60.0)
    await pair.wait(40)
    assert pair.chat.pings() == [], "they sat down less than a minute ago"
    await pair.act("check")
    await pair.wait(HALF)
    assert pair.chat.pings() == [player_id(pair.asked())]


async def test_nobody_is_pinged_twice_for_a_question_even_if_the_message_is_deleted(pair: Scenario) -> None:
    await pair.wait(HALF)
    assert len(pair.chat.pings()) == 1
    pair.chat.delete(pair.chat.public()[-1].number)
    await pair.do("wati", "join")
    assert "Wati sat down" in pair.chat.text(), "it is posted anew"
    await pair.wait(HALF)
    assert len(pair.chat.pings()) == 1
    await pair.act("check")
    await pair.wait(HALF)
    assert len(pair.chat.pings()) == 2


async def test_a_question_answered_while_its_ping_waits_pings_nobody(pair: Scenario) -> None:
    await pair.act("check")
    pair.chat.admission.clear()
    pair.clock.move_to(pair.clock.now() + HALF)
    await asyncio.sleep(0.02)
    await pair.carry_out(pair.asked(), "bet 10")
    await pair.release()
    assert pair.chat.ping_messages() == []


async def test_who_is_called_in_private_is_not_pinged_in_public(scenario: Scenario) -> None:
    scenario.chat.called_in_private = {player_id("sari"), player_id("budi")}
    await scenario.deal("sari", "budi")
    name = scenario.asked()
    (asked,) = sent_privately(scenario, name)
    assert "Check" in actions(asked.message)
    await scenario.wait(HALF)
    assert sent_privately(scenario, name) == [asked], "the question stands there, and an edit notifies nobody"
    await scenario.act("check")
    answered = sent_privately(scenario, name)[-1]
    assert "Check" not in actions(answered.message), "what was answered is taken away"
    await scenario.finish_hand()
    assert {seen.number for seen in sent_privately(scenario, name)} == {asked.number}
    assert scenario.chat.pings() == []


async def test_who_has_been_away_is_called_in_private_by_a_message_that_notifies(scenario: Scenario) -> None:
    scenario.chat.called_in_private = {player_id("sari"), player_id("budi")}
    await scenario.set_rules("time_bank 0")
    await scenario.deal("sari", "budi")
    await scenario.wait(40)
    await scenario.act("check")
    name = scenario.asked()
    before = sent_privately(scenario, name)
    await scenario.wait(HALF)
    (call,) = sent_privately(scenario, name)[len(before) :]
    assert call.number not in {seen.number for seen in before}
    assert call.message.mention == player_id(name)
    assert words(call.message).splitlines()[1] == "It's your turn · 23 s"
    await scenario.finish_hand()
    assert sent_privately(scenario, name)[-1].number == call.number, "it is the one that goes on"
    assert scenario.chat.pings() == []


@pytest.mark.parametrize("gone", ["computer", "out", "leaving"])
async def test_only_a_person_who_is_there_is_on_turn(pair: Scenario, gone: str) -> None:
    state, player = pair.state(), player_id(pair.asked())
    assert table_messages.on_turn(state) == player
    assert table_messages.on_turn(state.change(player, **{gone: True})) is None


async def test_the_ping_is_in_the_language_of_the_group(scenario: Scenario) -> None:
    scenario.admins.add("sari")
    await scenario.do("sari", "house language id")
    await scenario.deal("sari", "budi")
    await scenario.act("check")
    await scenario.wait(HALF)
    assert "giliranmu" in words(scenario.chat.ping_messages()[0].message)


# --- what costs a call, and what does not -----------------------------------------------------------------------


@pytest.mark.parametrize("slow", [False, True])
async def test_changes_wait_for_the_next_edit_or_for_a_slow_player(pair: Scenario, slow: bool) -> None:
    pair.chat.free_edits = False
    before = len(pair.chat.public())
    await pair.do("wati", "join")
    assert len(pair.chat.public()) == before
    await (pair.wait(HALF) if slow else pair.act("check"))
    (edit,) = pair.chat.public()[before:]
    assert "Wati sat down" in words(edit.message)


async def test_a_lobby_is_stale_once_a_hand_begins_and_a_result_keeps_its_buttons(scenario: Scenario) -> None:
    scenario.chat.free_edits = False
    await scenario.deal("sari", "budi")
    lobby, _ = (seen.number for seen in scenario.chat.public() if seen.how == "post")
    begun = scenario.chat.shown[lobby]
    assert not buttons(begun)
    assert begun.lines == ("Ante 10 · bets 10–100 · buy-in 500 (100 to 2,000)", "House rules: sumatra")
    assert fingerprints(begun), "a fingerprint that was shown stays"
    await scenario.finish_hand()
    result = scenario.chat.public()[-1].number
    await scenario.wait(8)
    assert buttons(scenario.chat.shown[result]), "an edit would cost a call, and they mean the same"


async def test_a_question_that_has_moved_on_goes_with_the_mark_of_who_was_asked(scenario: Scenario) -> None:
    scenario.chat.free_edits = False
    await scenario.deal("sari", "budi", "wati")
    await scenario.act("bet 10", "raise 20", "raise 30", "raise 40", "raise 50", "raise 60", "raise 70", "raise 80")
    await scenario.act("call", "call")
    _, first, _ = (seen.number for seen in scenario.chat.public() if seen.how == "post")
    assert not set("▸") & set(words(scenario.chat.shown[first]))
    assert "to act" not in words(scenario.chat.shown[first])
    assert not buttons(scenario.chat.shown[first])


async def test_a_lobby_is_not_edited_for_everybody_who_sits_down(scenario: Scenario) -> None:
    scenario.chat.free_edits = False
    await scenario.sit("sari", "budi", "wati", "joko")
    assert len(scenario.chat.public()) == 1
    await scenario.wait(5)
    _, edit = scenario.chat.public()
    assert "Joko" in words(edit.message)


async def test_who_is_asked_in_private_hurries_no_public_message(scenario: Scenario) -> None:
    scenario.chat.free_edits = False
    scenario.chat.called_in_private = {player_id("budi")}
    await scenario.sit("sari", "budi")
    scenario.stack(dealer="sari")
    await scenario.do("sari", "start")
    await scenario.act("check")
    assert (scenario.asked(), scenario.chat.acquired[-1][1]) == ("budi", Urgency.SOON)
    assert "Check" in actions(sent_privately(scenario, "budi")[-1].message)
    await scenario.act("check")
    assert scenario.chat.acquired[-1][1] == Urgency.TABLE


# --- a clock begins when its question is shown ------------------------------------------------------------------


async def test_a_question_that_is_never_shown_stops_no_game(scenario: Scenario) -> None:
    await scenario.set_rules("time_bank 0")
    await scenario.deal("sari", "budi")
    name = scenario.asked()
    scenario.chat.closed.add("main")
    await scenario.act("check")
    waiting = scenario.asked()
    await scenario.wait(turn_clock.SHOWN_WITHIN + 44)
    assert scenario.asked() == waiting
    await scenario.wait(1)
    assert scenario.asked() == name


# --- private hands ----------------------------------------------------------------------------------------------


def actions(message: Message) -> list[str]:
    """The labels of the buttons that play, not of those that prove."""
    return [each.label for each in buttons(message) if not each.command.startswith("verify")]


def sent_privately(scenario: Scenario, name: str) -> list[Seen]:
    return [seen for seen in scenario.chat.seen if seen.how == "private" and seen.where == player_id(name)]


async def test_a_private_hand_is_one_message_and_the_next_hand_is_another(pair: Scenario) -> None:
    await pair.finish_hand()
    first = {name: sent_privately(pair, name) for name in ("sari", "budi")}
    assert {len({seen.number for seen in told}) for told in first.values()} == {1}
    await pair.wait(8)
    for name, told in first.items():
        assert sent_privately(pair, name)[-1].number != told[0].number


async def test_a_private_hand_changes_with_its_dominoes_its_turn_and_its_chips(trio: Scenario) -> None:
    actors = []
    for action in ("bet 10", "raise 20", "fold"):
        actors.append(trio.asked())
        await trio.act(action)
    assert [len(sent_privately(trio, name)) for name in actors] == [3, 3, 2]
    await trio.act("call")
    for name in actors[:2]:
        dealt, fourth = sent_privately(trio, name)[0], sent_privately(trio, name)[-1]
        assert fourth.number == dealt.number
        assert len(dominoes_in(fourth.message.lines[0])) == len(dominoes_in(dealt.message.lines[0])) + 1


async def test_the_button_of_a_private_hand_brings_up_the_question_of_now(trio: Scenario) -> None:
    name = trio.asked()
    (dealt,) = sent_privately(trio, name)
    (move,) = (button for button in buttons(dealt.message) if button.label == "My move")
    assert actions(dealt.message) == ["My move", "Rules"]
    assert "your turn" not in words(dealt.message)
    reply = await trio.press(name, move)
    assert "your turn" in words(reply.message)
    assert "Check" in actions(reply.message)
    await trio.act("bet 30")
    await trio.act("call", "call")
    reply = await trio.press(name, move)
    assert "Call 30" not in actions(reply.message), "the same button is about whatever is asked when it is pressed"


@pytest.mark.parametrize("ended", ["void", "leave"])
async def test_nobody_who_is_out_of_a_hand_is_asked_anything_in_private(scenario: Scenario, ended: str) -> None:
    scenario.chat.called_in_private = {player_id(name) for name in ("sari", "budi", "wati")}
    await scenario.deal("sari", "budi", "wati")
    name = scenario.asked()
    await scenario.wait(HALF)
    number = sent_privately(scenario, name)[-1].number
    assert "Check" in actions(sent_privately(scenario, name)[-1].message)
    if ended == "void":
        scenario.admins.add("boss")
        await scenario.do("boss", f"bank void {scenario.hand().id} misdeal")
    else:
        await scenario.do(name, "leave")
    last = sent_privately(scenario, name)[-1]
    assert actions(last.message) == (["Stay"] if ended == "leave" else [])
    assert "your turn" not in words(last.message)
    assert not dominoes_in(words(last.message)), "nobody plays these dominoes any more"
    assert last.number == number


async def test_who_is_leaving_is_told_so_and_at_the_end_with_what_they_left(trio: Scenario) -> None:
    away = next(name for name in ("sari", "budi", "wati") if name != trio.asked())
    await trio.do(away, "leave")
    dealt, leaving = sent_privately(trio, away)
    assert leaving.number == dealt.number
    assert "You'll leave after this hand; 10 of your chips are in the pot." in words(leaving.message)
    await trio.finish_hand()
    (left,) = sent_privately(trio, away)[2:]
    assert left.number == dealt.number
    hand = trio.hand().id
    assert f"Hand {hand} is over: you lost 10." in words(left.message)
    assert "You left the table with 490 chips: −10 against what you brought." in words(left.message)
    await trio.wait(30)
    assert sent_privately(trio, away)[-1] == left, "nothing more is told to who is gone"


async def test_a_private_hand_that_never_arrived_is_not_edited(
    scenario: Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deal_closing, "BEACON_TIMEOUT", 0.01)
    await scenario.sit("sari", "budi")
    scenario.lose_network()
    scenario.chat.gate.clear()
    for name, line in (("sari", "start"), ("?", "bet 10"), ("?", "fold")):
        await scenario.carry_out(scenario.asked() if name == "?" else name, line)
        await asyncio.sleep(0.02)
    await scenario.release()
    assert scenario.hand().over
    assert [scenario.chat.tried.count(player_id(name)) for name in ("sari", "budi")] == [1, 1]


async def test_a_restart_goes_on_editing_the_private_hand(pair: Scenario) -> None:
    numbers = {name: sent_privately(pair, name)[0].number for name in ("sari", "budi")}
    await pair.die()
    await pair.act("check", "check")
    for name, number in numbers.items():
        assert {seen.number for seen in sent_privately(pair, name)} == {number}
        assert len(sent_privately(pair, name)[-1].message.lines[0].split(" · ")) == 4


async def test_who_cannot_be_reached_is_not_tried_again_in_that_hand(scenario: Scenario) -> None:
    scenario.chat.deaf = {player_id("sari")}
    await scenario.deal("sari", "budi")
    await scenario.finish_hand()
    assert scenario.chat.tried.count(player_id("sari")) == 1
    assert scenario.chat.tried.count(player_id("budi")) > 2, "the hand, its fourth domino, and its end"
    scenario.chat.deaf.clear()
    await scenario.wait(8)
    assert sent_privately(scenario, "sari"), "the next hand is admitted"


async def test_a_private_hand_that_failed_is_sent_with_the_next_change(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi")
    scenario.lose_network()
    await scenario.do("sari", "start")
    scenario.chat.broken = None
    assert sent_privately(scenario, "sari") == []
    await scenario.do("wati", "join")
    assert len(sent_privately(scenario, "sari")) == 1


# --- places where nothing can be shown --------------------------------------------------------------------------


async def test_where_nothing_can_be_shown_it_is_quiet_for_a_minute(pair: Scenario) -> None:
    pair.chat.closed.add("main")
    await pair.act("check", "check", "bet 10")
    await pair.wait(30)
    assert pair.chat.turned_away == 1
    await pair.wait(29)
    assert not pair.hand().over
    assert pair.chat.turned_away == 1
    pair.chat.closed.clear()
    await pair.wait(1)
    before = len(pair.chat.public())
    await pair.act("call")
    assert len(pair.chat.public()) > before
    assert " won the pot: 40" in pair.chat.text()


async def test_where_nothing_can_be_shown_chips_still_go_where_they_belong(pair: Scenario) -> None:
    pair.chat.closed.add("main")
    await pair.act("bet 10")
    loser = pair.asked()
    await pair.act("fold")
    assert await pair.fortune(loser) == 1990
    pair.admins.add("boss")
    await pair.do("boss", f"bank grant {loser} 10 for trying")
    assert await pair.fortune(loser) == 2000


async def test_old_messages_are_not_shown_where_nothing_could_be_shown(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi")
    scenario.chat.closed.add("main")
    await scenario.do("sari", "start")
    await scenario.act("bet 10", "fold")
    await scenario.wait(60)
    await scenario.act("check")
    assert scenario.hand().number == 2
    assert scenario.chat.turned_away == 4, "the closing of each hand and its message, and no more"
    scenario.chat.closed.clear()
    await scenario.wait(60)
    await scenario.act("check")
    lobby, hand = (seen for seen in scenario.chat.public() if seen.how == "post")
    assert hand.message.title == "QiuQiu · hand 2"
    assert not buttons(scenario.chat.shown[lobby.number])


async def test_a_table_that_closes_where_nothing_can_be_shown_leaves_nothing_behind(pair: Scenario) -> None:
    pair.chat.closed.add("main")
    await pair.act("bet 10")
    await pair.do("sari", "close")
    await pair.act("fold")
    assert not pair.is_open()
    assert pair.app.announcer._public == {}


async def test_a_table_whose_messages_were_forgotten_goes_on_in_a_new_one(pair: Scenario) -> None:
    await pair.app.announcer.reset_group(GROUP)
    await pair.do("wati", "join")
    assert [seen.how for seen in pair.chat.public()].count("post") == 3


async def test_what_failed_is_tried_again_after_a_while(pair: Scenario) -> None:
    await pair.act("bet 10")
    pair.lose_network()
    await pair.act("fold")
    pair.chat.broken = None
    await pair.wait(4.9)
    assert "without showing" not in pair.chat.text()
    await pair.wait(0.1)
    assert "without showing" in pair.chat.text()


@pytest.mark.parametrize("posted", [True, False])
async def test_a_result_that_waits_is_told_even_if_the_next_hand_has_begun(scenario: Scenario, posted: bool) -> None:
    await scenario.sit("sari", "budi")
    if not posted:
        scenario.chat.admission.clear()
    await scenario.carry_out("sari", "start")
    if posted:
        await scenario.app.wait_until_idle()
        scenario.chat.admission.clear()
    for line in ("bet 10", "fold"):
        await scenario.carry_out(scenario.asked(), line)
    for seconds in (6, 2):
        scenario.clock.move_to(scenario.clock.now() + seconds)
        await scenario.app.tables.wait_until_idle()
    assert scenario.hand().number == 2
    await scenario.release()
    first, second = (
        seen.number for seen in scenario.chat.public() if seen.how == "post" and "hand" in seen.message.title
    )
    assert "without showing" in words(scenario.chat.shown[first])
    assert not buttons(scenario.chat.shown[first])
    assert buttons(scenario.chat.shown[second])
    assert (await scenario.stored(1)).announced


async def test_a_message_that_was_on_its_way_when_a_newer_one_began_loses_its_buttons_too(
    scenario: Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deal_closing, "BEACON_TIMEOUT", 0.01)
    scenario.chat.gate.clear()
    await scenario.app.dispatcher.handle(scenario.command("sari", "open qiuqiu"))
    await asyncio.sleep(0.02)
    for name, line in (("budi", "join"), ("sari", "start")):
        await scenario.app.dispatcher.handle(scenario.command(name, line))
    await scenario.release()
    lobby, hand = (seen for seen in scenario.chat.public() if seen.how == "post")
    assert buttons(lobby.message)
    assert not buttons(scenario.chat.shown[lobby.number])
    assert buttons(scenario.chat.shown[hand.number])


# --- long hands -------------------------------------------------------------------------------------------------


async def test_a_long_hand_goes_on_in_a_new_message_when_a_street_begins(trio: Scenario) -> None:
    await trio.act("bet 10", "raise 20", "raise 30", "raise 40", "call", "call")
    short = [seen for seen in trio.chat.public() if seen.how == "post"]
    assert len(short) == 2, "the lobby and the hand: it was not long enough to scroll away"
    await trio.act("bet 10", "raise 20", "raise 30", "call", "call")
    assert trio.hand().over
    lobby, first, second = [seen for seen in trio.chat.public() if seen.how == "post"]
    assert lobby.number < first.number < second.number
    assert "hand 1" in first.message.title
    assert "the pot: " in words(trio.chat.shown[second.number])
    old = trio.chat.shown[first.number]
    assert not buttons(old)
    assert "to act" not in words(old), "nothing is asked there any more"
    assert "dealer" in words(old), "and the rest of it stays"


async def test_the_result_of_a_long_hand_stays_in_its_message_where_edits_cost(trio: Scenario) -> None:
    trio.chat.free_edits = False
    await trio.act("bet 10", "raise 20", "raise 30", "raise 40", "call", "call")
    await trio.act("bet 10", "raise 20", "raise 30", "call", "call")
    _, hand = [seen for seen in trio.chat.public() if seen.how == "post"]
    assert "the pot: " in words(trio.chat.shown[hand.number])


async def test_questions_in_private_do_not_lead_to_a_new_message(trio: Scenario) -> None:
    trio.chat.free_edits = False
    trio.chat.called_in_private = set(map(player_id, ("sari", "budi", "wati")))
    await trio.act("bet 10", "raise 20", "raise 30", "raise 40", "raise 50", "raise 60", "raise 70", "raise 80")
    await trio.act("call", "call")
    assert len([seen for seen in trio.chat.public() if seen.how == "post"]) == 2


async def test_a_long_hand_that_moved_on_is_found_again_after_a_restart(trio: Scenario) -> None:
    await trio.act("bet 10", "raise 20", "raise 30", "raise 40", "raise 50", "raise 60", "raise 70", "raise 80")
    await trio.act("call", "call")
    posts = [seen.number for seen in trio.chat.public() if seen.how == "post"]
    assert len(posts) == 3
    assert not trio.hand().over
    # As if the process had died before it could forget the message of the first street.
    await trio.app.ledger.commit((MessageSaved(trio.state().id, "hand:1", posts[1]),))
    await trio.die()
    await trio.act("bet 10")
    assert [seen.number for seen in trio.chat.public() if seen.how == "post"] == posts
    assert "bet 10" in words(trio.chat.shown[posts[-1]])


async def test_what_happened_around_the_table_is_told_in_the_message_it_belongs_to(pair: Scenario) -> None:
    await pair.do("wati", "join")
    assert "Wati sat down" in pair.chat.text()
    await pair.finish_hand()
    await pair.wait(8)
    assert "Wati sat down" not in pair.chat.text(), "old happenings are not told again"


async def test_where_no_chat_listens_nothing_breaks(tmp_path: Path) -> None:
    async with Scenario(tmp_path, connected=False) as scenario:
        await scenario.deal("sari", "budi")
        await scenario.finish_hand()
        assert scenario.hand().over


async def test_the_announcer_forgets_messages_of_old_hands(pair: Scenario) -> None:
    for _ in range(5):
        await pair.finish_hand()
        await pair.wait(8)
    hand = pair.hand()
    kept = await pair.app.ledger.read(queries.messages, pair.state().id)
    assert set(kept) == {f"hand:{hand.number}", f"hand:{hand.number}@test:sari", f"hand:{hand.number}@test:budi"}
    await pair.do("sari", "close")
    await pair.finish_hand()
    assert await pair.app.ledger.read(queries.messages, "1") == {}, "nothing is kept of a table that is gone"
