"""Pages on the rules of Koo Kiew: ladder, course, example, cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from bot.games.kookiew.four_colour_cards import PIECES, card_named
from bot.games.kookiew.history import label_text, long_cards, why_text
from bot.messages import Picture, SecretLine
from bot.pictures.ladder import Block, Cell, CellRow, Order, Rung, ladder_picture
from bot.presenting.house_words import told
from bot.presenting.presenter import RulesPage
from bot.wording import Translator
from bot.wording.isolation import listed
from engine.kookiew.cards import PLAYING_CARDS, POINTS, RANKS, SUITS, TwoCards, card_name, hand, hand_names
from engine.kookiew.odds import odds
from engine.kookiew.ranking import PAIR, label, ranking
from engine.kookiew.rules import KooKiewRules

LABELS = (PAIR, *(str(points) for points in range(9, -1, -1)))
"""Labels of hands, best first (KK-5)."""

EXAMPLES = {
    PAIR: hand("yellow-general", "yellow-general"),
    "9": hand("red-minister", "white-cannon"),
    "8": hand("green-valet", "yellow-cannon"),
    "7": hand("white-general", "red-cannon"),
    "6": hand("yellow-valet", "green-chariot"),
    "5": hand("green-general", "red-chariot"),
    "4": hand("white-minister", "yellow-general"),
    "3": hand("red-cannon", "green-soldier"),
    "2": hand("green-horse", "white-soldier"),
    "1": hand("white-chariot", "red-soldier"),
    "0": hand("yellow-minister", "green-soldier"),
}

PLAYER, BANKER = hand("red-cannon", "green-soldier"), hand("green-general", "white-valet")
"""Two hands of equal points to be counted, so that the highest card decides."""

IN_A_ROW = 5


def rules_pages(
    rules: KooKiewRules, own: TwoCards | None, pack: Callable[[], Picture], translate: Translator
) -> tuple[RulesPage, ...]:
    cards = (*translate("rules-koo-kiew-cards").splitlines(), *_home_made(translate))
    return (
        _ladder(rules, own, translate),
        RulesPage("hand", _hand_lines(rules, translate)),
        _example(rules, translate),
        RulesPage("cards", cards, pack),
    )


def _ladder(rules: KooKiewRules, own: TwoCards | None, translate: Translator) -> RulesPage:
    colours = " > ".join(translate(f"choice-colours-{each}") for each in rules.colours)
    lines = [
        *translate("rules-koo-kiew-ranking").splitlines(),
        translate("rules-koo-kiew-order", colours=colours),
        *(told(rules, "second_card", translate=translate) if rules.second_card else ()),
    ]
    mine = []
    if own is not None:
        worth, cards = label_text(label(own), translate), long_cards(own, translate)
        mine = [SecretLine(translate("rules-own", label=worth, cards=cards))]
    blocks = tuple(ladder_blocks(rules, own, translate))
    alt = translate("picture-ladder-koo-kiew", colours=colours, pieces=" > ".join(_pieces(translate)))
    return RulesPage(
        "ladder", (*mine, *lines), lambda: Picture(ladder_picture(blocks, card_named), " ".join([*mine, alt]))
    )


def ladder_blocks(rules: KooKiewRules, own: TwoCards | None, translate: Translator) -> Iterator[Block]:
    """Yield the hands from a pair down, then the deciding colours and pieces."""
    called = "" if own is None else label(own)
    if own is not None:
        yield Rung(translate("rules-yours"), label_text(called, translate), (hand_names(own),), own=True)
    title = translate("label-pair")
    title = title[:1].upper() + title[1:]
    yield Rung(title, translate("rules-rung-pair"), (hand_names(EXAMPLES[PAIR]),), called == PAIR)
    cells = [Cell(each, hand_names(EXAMPLES[each]), each == called) for each in LABELS[1:]]
    for start in range(0, len(cells), IN_A_ROW):
        yield CellRow(tuple(cells[start : start + IN_A_ROW]))
    yield Order(translate("rules-order-colours"), tuple(f"{colour}-{RANKS[0]}" for colour in rules.colours))
    yield Order(translate("rules-order-pieces"), tuple(f"{rules.colours[0]}-{rank}" for rank in RANKS))


def _pieces(translate: Translator) -> list[str]:
    return [translate(f"piece-{rank}") for rank in RANKS]


def _hand_lines(rules: KooKiewRules, translate: Translator) -> tuple[str, ...]:
    max_stake = rules.texts()["max_stake"]
    return (
        translate("rules-koo-kiew-deal", max_stake=max_stake, least=rules.min_stake, most=rules.max_stake or 0),
        translate("rules-koo-kiew-winning", payout=rules.pair_payout),
        *told(rules, "bank", "solvency", translate=translate),
    )


def _example(rules: KooKiewRules, translate: Translator) -> RulesPage:
    decided = ranking(rules).decide(PLAYER, BANKER)
    blocks = [_step("you", PLAYER, translate), _step("banker", BANKER, translate)]
    cards = tuple((card_name(each),) for each in (decided.player, decided.banker))
    said = translate("rules-koo-kiew-won" if decided.wins else "rules-koo-kiew-lost", why=why_text(decided, translate))
    title = translate("rules-rung-you-win" if decided.wins else "rules-rung-bank-wins")
    blocks.append(Rung(title, translate("rules-rung-highest"), cards))
    lines = [
        *(
            translate(
                f"rules-koo-kiew-step-{who}", cards=long_cards(held, translate), sum=_sum(held), points=label(held)
            )
            for who, held in (("you", PLAYER), ("banker", BANKER))
        ),
        said,
        _odds_text(rules, translate),
    ]
    both = f"{long_cards(PLAYER, translate)}; {long_cards(BANKER, translate)}"
    alt = translate("picture-counted", cards=both, label=label_text(label(PLAYER), translate))
    return RulesPage("example", tuple(lines), lambda: Picture(ladder_picture(tuple(blocks), card_named), alt))


def _step(who: str, held: TwoCards, translate: Translator) -> Rung:
    """Count one hand: ``6 + 7 = 13``."""
    note = translate("rules-rung-counts", points=label(held))
    return Rung(translate(f"rules-rung-{who}"), f"{_sum(held)}: {note}", (hand_names(held),))


def _sum(held: TwoCards) -> str:
    points = [POINTS[each] for each in held]
    return f"{' + '.join(map(str, points))} = {sum(points)}"


def _odds_text(rules: KooKiewRules, translate: Translator) -> str:
    exact = odds(rules)
    wins = round(1000 * exact.wins / exact.total)
    return translate(
        "rules-koo-kiew-odds",
        wins=translate("percent", whole=wins // 10, part=str(wins % 10)),
        edge=edge_text(rules, translate),
        to="banker" if exact.edge(rules.pair_payout) > 0 else "players",
    )


def edge_text(rules: KooKiewRules, translate: Translator) -> str:
    keeps = round(10_000 * abs(odds(rules).edge(rules.pair_payout)))
    return translate("percent", whole=keeps // 100, part=f"{keeps % 100:02}")


def _home_made(translate: Translator) -> list[str]:
    """Assign ordinary playing cards (KK-8)."""
    pieces = [f"{card} = {PIECES[rank][0]} {translate(f'piece-{rank}')}" for rank, card in PLAYING_CARDS.items()]
    colours = [f"{suit} = {translate(f'choice-colours-{colour}')}" for colour, suit in SUITS.items()]
    return translate("rules-koo-kiew-home-made", pieces=listed(pieces), colours=listed(colours)).splitlines()
