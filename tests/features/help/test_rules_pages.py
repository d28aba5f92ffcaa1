"""The pages of the rules: short, whole sentences, and a ladder in the order in which the rules compare hands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from io import BytesIO
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from bot.features.help import rules as rules_pages
from bot.games.kookiew import rules_pages as kookiew_pages
from bot.games.kookiew.four_colour_cards import card_named
from bot.games.qiuqiu import rules_pages as qiuqiu_pages
from bot.games.qiuqiu.dominoes import domino
from bot.games.qiuqiu.hand_words import label_text
from bot.games.quandui import rules_pages as quandui_pages
from bot.games.quandui.dongguan_cards import dongguan_card
from bot.groups import GameSettings, GroupSettings, TableRules
from bot.messages import Message, Place, SecretLine
from bot.pictures.ladder import SMALLEST, WIDTH, Block, CardPainter, Cell, CellRow, Order, Rung, ladder_picture
from bot.presenting.drafts import Draft
from bot.presenting.presenters import PRESENTERS, limits
from bot.presenting.table_messages import lobby
from bot.wording import Translator, in_language, languages
from engine.game import Game
from engine.games import GAMES
from engine.kookiew.cards import COLOURS, KINDS, RANKS, TwoCards, card, colour, rank
from engine.kookiew.ranking import label
from engine.kookiew.ranking import ranking as kookiew_ranking
from engine.kookiew.rules import PRESETS as KOO_KIEW
from engine.kookiew.rules import KooKiewRules
from engine.qiuqiu.ranking import ranking
from engine.qiuqiu.rules import PRESETS as QIUQIU
from engine.qiuqiu.rules import QiuQiuRules
from engine.qiuqiu.tiles import TILES, Tile, hand_names, tile
from engine.quandui.cards import PACK, card_word
from engine.quandui.melds import HeldCards, layout
from engine.quandui.rules import PRESETS as QUAN_DUI
from engine.table.state import TableState
from tests.bot.wording.sentences import ends, text
from tests.engine.laws import house_rules
from tests.rows import rows
from tests.seeds import SEED
from tests.thoroughness import examples

ENGLISH = in_language("en")
ANYWHERE = [(game, preset) for game in GAMES for preset in GAMES[game].presets]
ALT = 1_024


def pages(game: str, now: GroupSettings, translate: Translator) -> Iterator[Draft]:
    """Every page, from the first on."""
    number, count = 0, 1
    while number < count:
        number += 1
        draft = rules_pages.page(game, number, now, now.game(game).rules, None, translate, table="t1")
        count = len(draft.message.select.options) + 1 if draft.message.select else 1
        yield draft


def written(message: Message) -> str:
    return "\n".join((message.title, *message.lines))


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(("game", "preset"), ANYWHERE)
def test_no_page_is_a_wall(game: str, preset: str, language: str) -> None:
    translate = in_language(language)
    drafts = list(pages(game, GroupSettings().with_preset(game, preset), translate))
    drawn = [draft.draw().alt for draft in drafts if draft.draw is not None]

    assert len(drafts) >= 5
    assert len(drawn) == 3, "the ladder, the example and the cards"
    assert all(20 < len(alt) <= ALT for alt in drawn)
    for draft in drafts:
        assert len(written(draft.message)) <= rules_pages.PAGE_MOST, draft.message.title
        assert "  " not in written(draft.message)
    how = next(page for page in PRESENTERS[game].rules_pages(GAMES[game].presets[preset], None, translate)[1:])
    assert how.name == "hand"
    assert 4 <= len(how.lines) <= 6
    for page in PRESENTERS[game].rules_pages(GAMES[game].presets[preset], None, translate):
        assert all(line.endswith(ends(text(language))) for line in page.lines), page.lines


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
@given(data=st.data())
@settings(max_examples=examples(10), deadline=None)
def test_whatever_the_house_rules_each_page_goes_on_to_the_next(game: Game[Any, Any], data: st.DataObject) -> None:
    preset = next(iter(game.presets))
    now = GroupSettings().with_game(game.name, GameSettings(preset, data.draw(house_rules(game))))
    drafts = list(pages(game.name, now, ENGLISH))

    for number, draft in enumerate(drafts, start=1):
        back = "menu" if number == 1 else f"rules {game.name} {number - 1}"
        on = [f"rules {game.name} {number + 1}"] if number < len(drafts) else []
        (row,) = draft.message.buttons
        assert [button.command for button in row] == [back, *on]
        assert {button.turn for button in draft.message.pressable} == {"t1:"}
        assert len(written(draft.message)) <= rules_pages.PAGE_MOST, draft.message.title
        assert draft.message.title.endswith(f"({number} of {len(drafts)})")
        assert draft.message.select is not None
        others = draft.message.select.options
        assert [each.command for each in others] == [
            f"rules {game.name} {other}" for other in range(1, len(drafts) + 1) if other != number
        ]
        assert len({each.label for each in others}) == len(others), "nobody has to guess which page is meant"
    assert len({draft.message.title for draft in drafts}) == len(drafts)


def test_all_house_rules_in_force_are_told_on_the_last_pages() -> None:
    now = GroupSettings().with_rule("qiuqiu", "besar_min", "41").with_rule("qiuqiu", "ante", "15")
    lines = [line for draft in pages("qiuqiu", now, ENGLISH) for line in draft.message.lines]

    assert any("Pure Big from 41" in line for line in lines)
    assert "Ante 15 · bets 10–100 · buy-in 500 (100 to 2,000)" in lines
    told = [line.removeprefix("• ").partition(":")[0] for line in lines if line.startswith("• ")]
    sections = dict.fromkeys((*QiuQiuRules.sections().values(), *TableRules.sections().values()))
    assert told == [ENGLISH(f"house-section-{section}") for section in sections], "each kind of house rules once"
    assert lines[-1] == "✱ not as in the preset sumatra"


# --- QiuQiu ----------------------------------------------------------------------------------------------------


def labels_of(blocks: Iterable[Block]) -> list[str]:
    """The hands of a ladder of QiuQiu in words, from the top."""
    found: list[str] = []
    for block in blocks:
        match block:
            case Rung(title, own=own) if not (own and title == ENGLISH("rules-yours")):
                found.append(title)
            case CellRow(cells, heading):
                found += [f"{heading}\N{NO-BREAK SPACE}{cell.label}" for cell in cells]
    return found


def marked(blocks: Iterable[Block]) -> list[str]:
    """What is marked below the hand of the reader."""
    found: list[str] = []
    for block in blocks:
        match block:
            case Rung(title, own=True):
                found.append(title)
            case CellRow(cells, heading):
                found += [f"{heading}\N{NO-BREAK SPACE}{cell.label}".strip() for cell in cells if cell.own]
    return found


def titled(each: str) -> str:
    return ENGLISH(f"special-{each}") if "_" in each else label_text(each, ENGLISH)


@st.composite
def qiuqiu_rules(draw: st.DrawFn) -> QiuQiuRules:
    """A preset, or any house rules."""
    if draw(st.booleans()):
        return draw(st.sampled_from(list(QIUQIU.values())))
    rules = draw(house_rules(GAMES["qiuqiu"]))
    assert isinstance(rules, QiuQiuRules)
    return rules


@pytest.mark.parametrize("preset", QIUQIU)
def test_the_ladder_of_qiuqiu_has_every_hand_in_the_order_of_the_engine(preset: str) -> None:
    rules = QIUQIU[preset]
    order, names = ranking(rules), labels_of(qiuqiu_pages.ladder_blocks(rules, (), ENGLISH))

    assert names == [titled(each) for each in order.labels]
    best: dict[str, int] = {}
    rng = Random(f"{SEED} ladder")
    for _ in range(4_000):
        held = rng.sample(TILES, 4)
        name, strength = titled(order.label(held)), order.strength(held)
        best[name] = max(best.get(name, 0), strength)
    seen = [best[name] for name in names if name in best]
    assert len(seen) > 40
    assert all(above > below for above, below in pairwise(seen))


@given(rules=qiuqiu_rules(), held=st.lists(st.sampled_from(TILES), min_size=4, max_size=4, unique=True))
@settings(max_examples=examples(40), deadline=None)
def test_of_qiuqiu_ones_own_hand_is_marked_and_examples_are_what_they_stand_for(
    rules: QiuQiuRules, held: list[Tile]
) -> None:
    order, blocks = ranking(rules), list(qiuqiu_pages.ladder_blocks(rules, held, ENGLISH))
    own = order.label(held)

    assert marked(blocks) == [ENGLISH("rules-yours"), titled(own)]
    first = blocks[0]
    assert isinstance(first, Rung)
    assert sorted(name for group in first.groups for name in group) == sorted(hand_names(held))
    for each in blocks[1:]:
        if isinstance(each, Rung):
            tiles = [tile(name) for group in each.groups for name in group]
            assert titled(order.label(tiles)) == each.title


def test_fewer_than_four_dominoes_are_no_hand_yet() -> None:
    held = [tile("6-3"), tile("5-5"), tile("1-0")]
    page = PRESENTERS["qiuqiu"].rules_pages(QIUQIU["sumatra"], None, ENGLISH)[0]
    own = qiuqiu_pages.rules_pages(QIUQIU["sumatra"], held, lambda: pytest.fail("not this page"), ENGLISH)[0]

    assert marked(qiuqiu_pages.ladder_blocks(QIUQIU["sumatra"], held, ENGLISH)) == []
    assert [line for line in own.lines if isinstance(line, SecretLine)] == list(own.lines[: -len(page.lines)])
    assert "With the fourth, their value is marked here" in own.lines[0]


@given(rules=qiuqiu_rules())
@settings(max_examples=examples(30), deadline=None)
def test_the_example_of_qiuqiu_is_counted_alike_under_any_rules(rules: QiuQiuRules) -> None:
    assert ranking(rules).declarations(qiuqiu_pages.COUNTED) == ("9-4", "8-5", "7-6")


# --- Koo Kiew --------------------------------------------------------------------------------------------------


def every_two() -> list[TwoCards]:
    return [(one, other) for one in KINDS for other in KINDS]


@pytest.mark.parametrize("preset", KOO_KIEW)
def test_the_ladder_of_koo_kiew_is_in_the_order_of_the_engine(preset: str) -> None:
    rules = KOO_KIEW[preset]
    order = kookiew_ranking(rules)
    pair, high, low, colours, pieces = kookiew_pages.ladder_blocks(rules, None, ENGLISH)
    assert isinstance(pair, Rung)
    assert isinstance(high, CellRow)
    assert isinstance(low, CellRow)
    assert isinstance(colours, Order)
    assert isinstance(pieces, Order)
    rungs = ["pair", *(cell.label for cell in (*high.cells, *low.cells))]
    shown = [*pair.groups, *(cell.cards for cell in (*high.cells, *low.cells))]

    strengths = [[order.strength(two) for two in every_two() if label(two) == rung] for rung in rungs]
    assert sum(map(len, strengths)) == len(every_two())
    assert all(min(above) > max(below) for above, below in pairwise(strengths))
    assert [label((card(one), card(other))) for one, other in shown] == rungs
    for shown_order in (colours.cards, pieces.cards):
        for above, below in pairwise(map(card, shown_order)):
            assert order.strength((above, above)) > order.strength((below, below)), "as it decides between pairs"
    assert sorted(colour(card(name)) for name in colours.cards) == sorted(COLOURS)
    assert sorted(rank(card(name)) for name in pieces.cards) == sorted(RANKS)


@pytest.mark.parametrize("preset", KOO_KIEW)
def test_of_koo_kiew_every_hand_has_its_mark(preset: str) -> None:
    rules: KooKiewRules = KOO_KIEW[preset]
    rng = Random(f"{SEED} koo kiew")
    for held in rng.sample(every_two(), 60):
        found = marked(list(kookiew_pages.ladder_blocks(rules, held, ENGLISH)))
        assert found[0] == ENGLISH("rules-yours")
        assert found[1:] == ["A pair" if label(held) == "pair" else label(held)]


@pytest.mark.parametrize("preset", KOO_KIEW)
def test_the_example_of_koo_kiew_says_who_wins_under_the_rules_in_force(preset: str) -> None:
    """KK-3: of equal points the highest card decides, its colour first."""
    rules = KOO_KIEW[preset]
    page = PRESENTERS["koo-kiew"].rules_pages(rules, None, ENGLISH)[2]
    wins = kookiew_ranking(rules).beats(kookiew_pages.PLAYER, kookiew_pages.BANKER)

    assert wins == (preset != "bridge")
    assert any(
        line.startswith("You win: equal points" if wins else "The bank wins: equal points") for line in page.lines
    )


# --- Quan Dui --------------------------------------------------------------------------------------------------


def cards_in(rung: Rung) -> HeldCards:
    words = {card_word(each): each for each in PACK}
    return HeldCards(tuple(words[name] for group in rung.groups for name in group))


@pytest.mark.parametrize("preset", QUAN_DUI)
def test_the_ladder_of_quan_dui_is_in_the_order_of_what_wins_more(preset: str) -> None:
    rules = QUAN_DUI[preset]
    rungs = [block for block in quandui_pages.ladder_blocks(rules, None, ENGLISH) if isinstance(block, Rung)]

    assert [layout(cards_in(rung), rules.four_alike).stakes for rung in rungs[:3]] == [2, 1, 0]
    assert rungs[0].note.endswith(f"{rules.buy_in} from each player")
    assert rungs[1].note.endswith(f"{rules.stake} from each player")
    dui, ka, ones, _ = rungs[3:]
    assert layout(cards_in(dui)).dui == 1
    assert [(layout(cards_in(each)).dui, len(layout(cards_in(each)).pairs)) for each in (ka, ones)] == [(0, 1)] * 2
    for alike in (True, False):
        *_, last = quandui_pages.ladder_blocks(rules.replace("four_alike", "on" if alike else "off"), None, ENGLISH)
        assert isinstance(last, Rung)
        assert last.note == ("two dui" if layout(cards_in(last), alike).dui == 2 else "only one dui")


def test_of_quan_dui_a_hand_is_marked_by_its_pairs() -> None:
    rng, rules = Random(f"{SEED} quan dui"), QUAN_DUI["amsterdam"]
    some = [HeldCards(tuple(rng.sample(PACK, 15))) for _ in range(20)]
    for held in (*some, quandui_pages.WAITING.taking(quandui_pages.LAST), all_dui()):
        own = layout(held)
        blocks = list(quandui_pages.ladder_blocks(rules, own, ENGLISH))
        expected = {2: "Quan dui", 1: "Eight pairs", 0: "Fewer than eight pairs"}[own.stakes]
        assert marked(blocks) == [*([] if own.complete else [ENGLISH("rules-yours")]), expected]
        if own.complete:
            shown = next(block for block in blocks if isinstance(block, Rung) and block.own)
            assert sorted(cards_in(shown).hidden) == sorted(held.hidden)


def all_dui() -> HeldCards:
    return HeldCards(tuple(each for one in quandui_pages.ALL_DUI for each in (one, one)))


# --- the picture -----------------------------------------------------------------------------------------------


def drawn(png: bytes) -> Image.Image:
    with Image.open(BytesIO(png)) as picture:
        return picture.convert("RGB")


@pytest.mark.parametrize("language", languages())
def test_a_ladder_is_readable_on_a_narrow_phone_and_drawn_once(language: str) -> None:
    translate = in_language(language)
    ladders: list[tuple[tuple[Block, ...], CardPainter]] = [
        (tuple(qiuqiu_pages.ladder_blocks(QIUQIU["ninety-nine"], [tile(each) for each in NINE], translate)), domino),
        (tuple(kookiew_pages.ladder_blocks(KOO_KIEW["usual"], None, translate)), card_named),
        (tuple(quandui_pages.ladder_blocks(QUAN_DUI["strict"], None, translate)), dongguan_card),
    ]
    for blocks, painter in ladders:
        png = ladder_picture(blocks, painter)
        picture = drawn(png)
        assert picture.width == WIDTH == 720
        assert picture.height <= 2 * 780, "not much taller than a phone"
        assert len(png) < 80_000
        assert ladder_picture(blocks, painter) is png
    assert SMALLEST * 360 / WIDTH >= 12


NINE = ("6-4", "6-3", "6-2", "6-1")


def test_the_mark_is_seen_in_the_picture_and_not_in_its_repr() -> None:
    plain = Rung("9", groups=(("6-3",),)), CellRow((Cell("8"),))
    own = Rung("9", groups=(("6-3",),), own=True), CellRow((Cell("8", own=True),))

    assert drawn(ladder_picture(plain, domino)).tobytes() != drawn(ladder_picture(own, domino)).tobytes()
    assert "6-3" not in repr(own)
    assert "True" not in repr(own)


@rows(__file__)
def test_all_limits_on_bets_are_told(changes: dict[str, str], line: str) -> None:
    """QQ-22: in the lobby and beneath the rules alike."""
    group = GroupSettings()
    for name, value in changes.items():
        group = group.with_rule("qiuqiu", name, value)
    translate, game = in_language("en"), group.game("qiuqiu")
    least = 500 if "ante" in changes else 100  # nobody sits down with too few chips to be dealt in
    whole = f"{line} · buy-in 500 ({least} to 2,000)"

    assert limits("qiuqiu", game.rules, group.tables, translate) == whole
    assert whole in rules_pages.page("qiuqiu", 5, group, game.rules, None, translate).message.lines
    table = TableState("t1", Place("local:home", "general"), "qiuqiu", (None,) * 4)
    assert lobby(table, group, (), translate).message.lines[0] == whole
