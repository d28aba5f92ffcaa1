"""Pages on the rules of Quan Dui: ladder, course, claims, example, cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from bot.games.quandui.dongguan_cards import dongguan_card
from bot.games.quandui.history import cards_text, label_text, pair_lines
from bot.games.quandui.pairs_picture import held_picture
from bot.messages import Picture, SecretLine
from bot.pictures.ladder import Block, Rung, ladder_picture
from bot.presenting.house_words import told
from bot.presenting.presenter import RulesPage
from bot.wording import Translator
from engine.play import Card
from engine.quandui.cards import card, card_name, card_word
from engine.quandui.melds import HeldCards, Layout, layout
from engine.quandui.rules import QuanDuiRules

ALL_DUI = tuple(map(card, ("da hong", "2 ben", "3 suo", "4 wan", "6 ben", "7 suo", "8 wan", "9 ben")))

DUI_AND_KA = tuple(
    map(
        card,
        (
            *("da hong", "1 ben", "2 wan", "2 wan", "3 suo", "3 wan", "5 ben", "5 ben"),
            *("6 suo", "6 suo", "7 ben", "7 suo", "8 wan", "8 wan", "9 ben", "9 suo"),
        ),
    )
)

WAITING, LAST = HeldCards(DUI_AND_KA[:-1]), DUI_AND_KA[-1]
"""The hand counted step by step and its completing card."""

RUNGS = ("quan-dui", "eight-pairs", "fewer")
"""Kinds of hand, best first: they pay two stakes, one, and none."""


def rules_pages(
    rules: QuanDuiRules, own: Layout | None, pack: Callable[[], Picture], translate: Translator
) -> tuple[RulesPage, ...]:
    return (
        _ladder(rules, own, translate),
        RulesPage("hand", _hand_lines(rules, translate)),
        RulesPage("claims", _claims_lines(rules, translate)),
        _example(rules, translate),
        RulesPage("cards", (translate("rules-quan-dui-cards"),), pack),
    )


def rung_of(held: Layout) -> str:
    """Return the rung of :data:`RUNGS` for a hand."""
    return RUNGS[len(RUNGS) - 1 - held.stakes]


def _ladder(rules: QuanDuiRules, own: Layout | None, translate: Translator) -> RulesPage:
    lines = [
        *translate("rules-quan-dui-pairs").splitlines(),
        translate("rules-quan-dui-winning", stake=rules.stake, twice=rules.buy_in),
        *told(rules, "four_alike", "dealer_wins", translate=translate),
    ]
    mine = [] if own is None else [SecretLine(_own_text(own, translate))]
    blocks = tuple(ladder_blocks(rules, own, translate))
    alt = translate("picture-ladder-quan-dui", stake=rules.stake, twice=rules.buy_in)
    return RulesPage(
        "ladder", (*mine, *lines), lambda: Picture(ladder_picture(blocks, dongguan_card), " ".join([*mine, alt]))
    )


def ladder_blocks(rules: QuanDuiRules, own: Layout | None, translate: Translator) -> Iterator[Block]:
    """Yield winning hands with payments, best first, then the pairs."""
    rung = "" if own is None else rung_of(own)
    if own is not None and not own.complete:
        yield Rung(translate("rules-yours"), _so_far(own, translate), own=True)
    examples = {"quan-dui": _in_pairs(ALL_DUI), "eight-pairs": (tuple(map(card_word, DUI_AND_KA)),)}
    if own is not None and own.complete:
        examples[rung] = tuple((card_word(one), card_word(other)) for one, other in own.pairs)
    for each, pays in zip(RUNGS, (rules.buy_in, rules.stake, 0), strict=True):
        note = translate(f"rules-rung-{each}-pays", stake=pays)
        yield Rung(translate(f"rules-rung-{each}"), note, examples.get(each, ()), each == rung)
    four = translate("rules-rung-four-alike", four_alike=_switch(rules.four_alike))
    yield Rung("Dui", translate("rules-rung-dui"), (("3-suo", "3-suo"),))
    yield Rung("Ka", translate("rules-rung-ka"), (("3-suo", "3-wan"),))
    yield Rung("Ka", translate("rules-rung-ka-of-ones"), (("da-hong", "1-ben"),))
    yield Rung(translate("rules-rung-four"), four, (("5-wan",) * 4,))


def _in_pairs(cards: tuple[Card, ...]) -> tuple[tuple[str, ...], ...]:
    return tuple((card_word(each), card_word(each)) for each in cards)


def _own_text(own: Layout, translate: Translator) -> str:
    if own.complete:
        cards = "; ".join(pair_lines(own.pairs, translate))
        return translate("rules-own", label=label_text(own.pairs, translate), cards=cards)
    return translate("rules-own-so-far", counted=_so_far(own, translate))


def _so_far(own: Layout, translate: Translator) -> str:
    ka = len(own.pairs) - own.dui
    return translate("rules-so-far", pairs=len(own.pairs), dui=own.dui, ka=ka, singles=len(own.singles))


def _switch(on: bool) -> str:
    return "on" if on else "off"


def _hand_lines(rules: QuanDuiRules, translate: Translator) -> tuple[str, ...]:
    return (
        translate("rules-quan-dui-deal"),
        translate("rules-quan-dui-turn"),
        *told(rules, "pick_up_dui", translate=translate),
        *translate("rules-quan-dui-end", endless=rules.endless).splitlines(),
        *told(rules, "stock_end", translate=translate),
    )


def _claims_lines(rules: QuanDuiRules, translate: Translator) -> tuple[str, ...]:
    return (
        *translate("rules-quan-dui-claims").splitlines(),
        *told(rules, "claim_seconds", "claim_window", translate=translate),
        translate("rules-quan-dui-playing-on", forced_win=rules.forced_win),
        *told(rules, "after_passing", translate=translate),
    )


def _example(rules: QuanDuiRules, translate: Translator) -> RulesPage:
    before, after = layout(WAITING, rules.four_alike), layout(WAITING.taking(LAST), rules.four_alike)
    words = pair_lines(before.pairs, translate)
    lines = (
        translate("rules-quan-dui-fifteen", count=len(before.pairs), card=cards_text(before.singles)),
        *(f"{each}." for each in words),
        translate("rules-quan-dui-completed", card=card_name(LAST), label=label_text(after.pairs, translate)),
        translate("rules-quan-dui-paid", stake=rules.stake),
    )
    pairs = [(card_word(one), card_word(other)) for one, other in after.pairs]
    alt = translate(
        "picture-counted", cards="; ".join(pair_lines(after.pairs, translate)), label=label_text(after.pairs, translate)
    )
    return RulesPage("example", lines, lambda: Picture(held_picture(pairs, ()), alt))
