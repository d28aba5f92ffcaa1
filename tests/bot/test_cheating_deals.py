"""A program that was changed to cheat at the deal: whoever checks its records finds out, with any of the verifiers.

Each cheat is planted in the real program, which then plays a hand and is asked for its proofs like any other.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from bot.ledger import queries
from bot.messages import Reply
from engine.kookiew import round as koo_kiew
from engine.qiuqiu import round as qiuqiu
from engine.quandui import round as quan_dui
from tests.bot.fake_chat import words
from tests.bot.proof_pages import record_in
from tests.bot.scenario import Scenario
from tests.verify.verifiers import BY_PYTHON, CHROMIUM, Findings, launched, lying, on_page, open_page

pytestmark = pytest.mark.usefixtures("no_pictures")

Patch = pytest.MonkeyPatch
Cheat = Callable[[Patch], None]
NAMES = ("sari", "budi", "wati")


@pytest.fixture
async def scenario(tmp_path: Path) -> AsyncIterator[Scenario]:
    async with Scenario(tmp_path) as scenario:
        yield scenario


def file_of(reply: Reply) -> bytes:
    assert not reply.refused
    assert reply.message is not None
    assert reply.message.file is not None
    return record_in(reply.message.file.content)


Verifiers = list[Callable[[Sequence[bytes]], list[Findings]]]


@pytest.fixture(scope="module")
def verifiers() -> Iterator[Verifiers]:
    """All verifiers; the browser is driven from a thread of its own, because here runs a loop."""
    by_python: Verifiers = [lambda contents, each=each: list(map(each, contents)) for each in BY_PYTHON.values()]  # type: ignore[misc]
    if CHROMIUM is None:
        yield by_python
        return
    opened = ExitStack()
    with ThreadPoolExecutor(1) as thread:
        page = thread.submit(lambda: opened.enter_context(open_page(opened.enter_context(launched())))).result()
        yield [*by_python, lambda contents: thread.submit(on_page, page, contents).result()]
        thread.submit(opened.close).result()


def found(verifiers: Verifiers, contents: Sequence[bytes]) -> list[set[str]]:
    """The checks that each of them does not pass, about which all verifiers agree."""
    first, *others = [[lying(findings) for findings in verifier(contents)] for verifier in verifiers]
    assert all(each == first for each in others)
    return first


async def proofs(scenario: Scenario, *names: str) -> list[bytes]:
    """The record of the hand, and then everybody's own cards."""
    record = file_of(await scenario.say("sari", "verify 1"))
    return [record, *[file_of(await scenario.say(name, "verify mine 1")) for name in names]]


def exchange_two_hands(patch: Patch) -> None:
    """After everybody has their tiles, those of the first two seats are exchanged."""
    deal_street = qiuqiu._deal_street

    def exchanged(now: qiuqiu.QiuQiuRound, *rest: Any) -> qiuqiu.QiuQiuRound:
        after = deal_street(now, *rest)
        one, other, *others = after.hands
        return after._replace(hands=(other, one, *others)) if now.street < 0 else after

    patch.setattr(qiuqiu, "_deal_street", exchanged)


def deal_from_another(patch: Patch) -> None:
    """The cards go round from somebody else than the rules say."""
    places = koo_kiew._places

    def shifted(now: koo_kiew.KooKiewRound) -> tuple[tuple[int, int], ...]:
        first, *others = places(now)
        return (*others, first)

    patch.setattr(koo_kiew, "_places", shifted)


def deal_seconds(patch: Patch) -> None:
    """Whoever draws gets the second card of the stock; the first, which was theirs, stays for a friend."""
    draw = quan_dui._draw

    def second(now: quan_dui.QuanDuiRound, story: list[Any]) -> quan_dui.QuanDuiRound:
        return draw(now._replace(next_card=now.next_card + 1), story)

    patch.setattr(quan_dui, "_draw", second)


async def play_koo_kiew(scenario: Scenario) -> None:
    """Everybody stakes, and the banker turns the cards."""
    while (hand := scenario.state().playing) is not None:
        name = hand.players[hand.round.awaited[0]].removeprefix("test:")
        await scenario.do(name, "stake 10" if hand.round.window else "show")


async def play_quan_dui(scenario: Scenario) -> None:
    """The dealer discards, nobody claims it, and the next to the right draws."""
    await scenario.do(scenario.asked(), scenario.hand().round.lapse(scenario.hand().round.dealer).text)
    await scenario.wait(scenario.hand().round.window)
    await scenario.do(scenario.asked(), "draw")


@pytest.mark.parametrize("cheat", [None, exchange_two_hands])
async def test_two_whole_hands_exchanged(
    scenario: Scenario, verifiers: Verifiers, cheat: Cheat | None, monkeypatch: Patch
) -> None:
    if cheat:
        cheat(monkeypatch)
    await scenario.deal(*NAMES)

    shown = await scenario.say("sari", "verify 1")

    assert found(verifiers, await proofs(scenario, *NAMES)) == [{"dealt_to"} if cheat else set()] * 4
    assert ("NOT in order" in words(shown.message)) == bool(cheat)
    await scenario.finish_hand()
    row = await scenario.app.ledger.read(queries.hand, 1)
    assert row is not None
    assert lying(BY_PYTHON["engine"](row.record.encode())) == ({"dealt_to"} if cheat else set()), "no less afterwards"


@pytest.mark.parametrize("cheat", [None, deal_from_another])
async def test_cards_that_went_round_from_another_player(
    scenario: Scenario, verifiers: Verifiers, cheat: Cheat | None, monkeypatch: Patch
) -> None:
    if cheat:
        cheat(monkeypatch)
    await scenario.deal(*NAMES, game="koo-kiew")
    await play_koo_kiew(scenario)

    assert found(verifiers, await proofs(scenario, *NAMES)) == [set(), *[{"seat"} if cheat else set()] * 3]


@pytest.mark.parametrize("cheat", [None, deal_seconds])
async def test_a_draw_shifted(
    scenario: Scenario, verifiers: Verifiers, cheat: Cheat | None, monkeypatch: Patch
) -> None:
    if cheat:
        cheat(monkeypatch)
    await scenario.deal(*NAMES, game="quan-dui")
    await play_quan_dui(scenario)
    hand = scenario.hand()
    drew = hand.players[hand.round.awaited[0]].removeprefix("test:")
    others = [name for name in NAMES if name != drew]

    checked = found(verifiers, await proofs(scenario, drew, *others))

    assert checked == [set(), {"dealt", "seat"} if cheat else set(), set(), set()]
