"""Pages on the rules of QiuQiu: ladder, course, example, dominoes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from bot.games.qiuqiu.dominoes import domino
from bot.games.qiuqiu.hand_words import SPACE, counted_text, dominoes_text, groups_text, label_text
from bot.messages import Picture, SecretLine
from bot.pictures.ladder import Block, Cell, CellRow, Rung, ladder_picture
from bot.presenting.house_words import told
from bot.presenting.presenter import RulesPage
from bot.wording import Translator
from engine.qiuqiu.ranking import Ranking, pair_values, ranking
from engine.qiuqiu.rules import QiuQiuRules
from engine.qiuqiu.tiles import SPOTS, Tile, hand, hand_names

EXAMPLES = {
    "enam_dewa": hand("3-3", "4-2", "5-1", "6-0"),
    "empat_balak": hand("5-5", "3-3", "2-2", "0-0"),
    "murni_besar": hand("6-6", "6-5", "5-5", "6-4"),
    "murni_kecil": hand("0-0", "1-0", "1-1", "2-0"),
    "9-9": hand("5-4", "6-4", "6-3", "0-0"),
    "seri": hand("6-4", "6-3", "6-2", "6-1"),
}
"""A hand of each kind shown, valid under any house rules with that kind."""

COUNTED = hand("6-4", "5-4", "6-2", "5-1")
"""The hand counted step by step, the same under all house rules."""

PLAIN = QiuQiuRules()
COUNTING = ("hui", "three_doubles", "compare")
"""House rules on counting and comparing, explained where they are in force."""

HAND_SIZE = 4


def rules_pages(
    rules: QiuQiuRules, own: Sequence[Tile], pack: Callable[[], Picture], translate: Translator
) -> tuple[RulesPage, ...]:
    return (
        _ladder(rules, own, translate),
        RulesPage("hand", _hand_lines(rules, translate)),
        _example(rules, translate),
        RulesPage("cards", (translate("rules-qiuqiu-cards"),), pack),
    )


def _ladder(rules: QiuQiuRules, own: Sequence[Tile], translate: Translator) -> RulesPage:
    mine = _own_lines(rules, own, translate)
    lines = [*mine, translate("rules-qiuqiu-order")]
    if not rules.specials:
        lines.append(translate("rules-qiuqiu-no-specials"))
    # Only two Murni of one kind can meet in one deal (QQ-5).
    if {"murni_besar", "murni_kecil"} & set(rules.specials):
        lines += told(rules, "special_tie", translate=translate)
    if rules.seri:
        lines += told(rules, "seri_tie", translate=translate)
    blocks = tuple(ladder_blocks(rules, own, translate))
    named = [f"{label_text(each, translate)} ({_note(each, rules, translate)})" for each in rules.specials]
    alt = translate("picture-ladder-qiuqiu", seri="on" if rules.seri else "off")
    if named:
        alt = f"{translate('rules-qiuqiu-specials', specials=' > '.join(named))} {alt}"
    return RulesPage("ladder", tuple(lines), lambda: Picture(ladder_picture(blocks, domino), " ".join([*mine, alt])))


def _own_lines(rules: QiuQiuRules, own: Sequence[Tile], translate: Translator) -> list[str]:
    if not own:
        return []
    if len(own) < HAND_SIZE:
        return [SecretLine(translate("rules-own-later", cards=dominoes_text(own)))]
    label, groups = _at_best(rules, own)
    cards = groups_text(groups) + counted_text(rules, groups, label, translate)
    return [SecretLine(translate("rules-own", label=label_text(label, translate), cards=cards))]


def ladder_blocks(rules: QiuQiuRules, own: Sequence[Tile], translate: Translator) -> Iterator[Block]:
    """Yield the hands from the best, named ones and 9 / 9 with an example."""
    ranked, label = ranking(rules), ""
    if len(own) == HAND_SIZE:
        label, groups = _at_best(rules, own)
        yield Rung(translate("rules-yours"), label_text(label, translate), tuple(map(hand_names, groups)), own=True)
    rest: dict[int, list[Cell]] = {}
    for each in ranked.labels:
        values = pair_values(each)
        if each in EXAMPLES:
            example = _example_of(ranked, each)
            yield Rung(label_text(each, translate), _note(each, rules, translate), example, each == label)
        elif values is not None:
            rest.setdefault(values[0], []).append(Cell(str(values[1]), own=each == label))
    for high, cells in rest.items():
        yield CellRow(tuple(cells), f"{high}{SPACE}/")


def _at_best(rules: QiuQiuRules, own: Sequence[Tile]) -> tuple[str, tuple[tuple[Tile, ...], ...]]:
    ranked = ranking(rules)
    label = ranked.label(own)
    return label, ranked.layout(own, label)


def _example_of(ranked: Ranking, label: str) -> tuple[tuple[str, ...], ...]:
    return tuple(map(hand_names, ranked.layout(EXAMPLES[label], label)))


def _note(label: str, rules: QiuQiuRules, translate: Translator) -> str:
    spots = {"murni_besar": rules.besar_min, "murni_kecil": rules.kecil_max}
    return translate(f"rules-rung-{label}", spots=spots.get(label, 0))


def _hand_lines(rules: QiuQiuRules, translate: Translator) -> tuple[str, ...]:
    raises = ("min_raise",) if rules.min_raise != PLAIN.min_raise else ()
    rounds, first, tie = told(rules, "rounds", "first_to_act", "tie", translate=translate)
    return (
        f"{translate('rules-qiuqiu-deal')} {rounds}",
        f"{first} {translate('rules-qiuqiu-betting', checking=rules.checking)}",
        *told(rules, *raises, translate=translate),
        translate("rules-qiuqiu-in-advance"),
        f"{translate('rules-qiuqiu-winning')} {tie}",
    )


def _example(rules: QiuQiuRules, translate: Translator) -> RulesPage:
    ranked = ranking(rules)
    label, *lesser = ranked.declarations(COUNTED)
    groups = ranked.layout(COUNTED, label)
    others = [label_text(each, translate) for each in lesser]
    steps = [_step(group, translate) for group in groups]
    worth = label_text(label, translate)
    lines = [translate("rules-qiuqiu-pairs")]
    for group, step in zip(groups, steps, strict=True):
        words, value = dominoes_text(group, " + "), _spots(group) % 10
        lines.append(translate("rules-qiuqiu-step", dominoes=words, sum=step.title, value=value))
    lines.append(translate("rules-qiuqiu-example", label=worth, one=others[0], other=others[1]))
    texts, plain = rules.texts(), PLAIN.texts()
    lines += told(rules, *(name for name in COUNTING if texts[name] != plain[name]), translate=translate)
    if rules.compare != PLAIN.compare:
        lines += told(rules, "declaration", translate=translate)
    laid = tuple(map(hand_names, groups))
    blocks = [*steps, Rung(worth, translate("rules-rung-best"), laid)]
    for each, text in zip(lesser, others, strict=True):
        other = tuple(map(hand_names, ranked.layout(COUNTED, each)))
        blocks.append(Rung(text, translate("rules-rung-less", label=worth), other))
    alt = translate("picture-counted", cards=groups_text(groups), label=worth)
    return RulesPage("example", tuple(lines), lambda: Picture(ladder_picture(tuple(blocks), domino), alt))


def _step(group: Sequence[Tile], translate: Translator) -> Rung:
    """Count one pair: ``9 + 10 = 19``."""
    title = f"{' + '.join(str(SPOTS[tile]) for tile in group)} = {_spots(group)}"
    return Rung(title, translate("rules-rung-worth", value=_spots(group) % 10), (hand_names(group),))


def _spots(group: Sequence[Tile]) -> int:
    return sum(SPOTS[tile] for tile in group)
