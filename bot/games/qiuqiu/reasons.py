"""Words for the reasons of a showdown, from the comparison that the rules made."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.qiuqiu.hand_words import DOUBLE_OF, dominoes_text, label_text
from bot.wording import Translator
from bot.wording.isolation import listed
from engine.qiuqiu import events as happened
from engine.qiuqiu.comparison import Comparison, Reason, reasons
from engine.qiuqiu.ranking import pair_values
from engine.qiuqiu.round import QiuQiuView
from engine.qiuqiu.rules import SPECIALS
from engine.qiuqiu.showdown import not_below_nine


def reason_lines(
    awarded: happened.Awarded, view: QiuQiuView, names: Sequence[str], pot: str, translate: Translator
) -> list[str]:
    """Return the reason and the receivers of odd chips."""
    eligible = view.pots[awarded.pot]
    found = reasons(view.rules, eligible, awarded, view.shown)
    lines = []
    stops = not_below_nine(eligible, view.shown) if view.rules.compare == "split_pot" else None
    if stops is not None:
        lines.append(
            translate("why-not-halved", name=names[stops], label=label_text(view.shown[stops].label, translate))
        )
    told = {reason.part: _reason(reason, view, names, pot, translate) for reason in found}
    if len(set(told.values())) == 1:
        lines += list(told.values())[:1]
    else:
        lines += [translate(f"why-{part}-half", reason=reason) for part, reason in told.items()]
    return [*lines, *_odd_chips(awarded, view, names, translate)]


def _reason(reason: Reason, view: QiuQiuView, names: Sequence[str], pot: str, translate: Translator) -> str:
    label = label_text(view.shown[reason.winner].label, translate)
    lines = []
    if reason.tie is not None:
        lines.append(translate("why-equal-no-double" if reason.tie.rule else "why-equal", label=label))
    if reason.beaten is None or reason.comparison is None:
        return " ".join(lines) or translate("why-nobody-else", pot=pot, name=names[reason.winner])
    lesser = label_text(view.shown[reason.beaten].label, translate)
    fields = {"label": label, "lesser": lesser, "other": names[reason.beaten]}
    return " ".join([*lines, _decided(reason.comparison, reason, view, fields, translate)])


def _decided(found: Comparison, reason: Reason, view: QiuQiuView, fields: dict[str, str], translate: Translator) -> str:
    match found.by:
        case "kind":
            return translate(f"why-{_kinds(reason, view)}", rule=found.rule or "none", **fields)
        case "first_pair" | "second_pair":
            part = "low" if reason.part == "low" else "high"
            step = found.by.replace("_", "-")
            return translate(f"why-{part}-{step}", more=found.one, less=found.other, **fields)
        case "spots":
            fewer = "yes" if found.one < found.other else "no"
            return translate(
                "why-spots", more=found.one, less=found.other, fewer=fewer, rule=found.rule or "none", **fields
            )
        case _:
            double = dominoes_text([DOUBLE_OF[found.one]])
            second = "none" if found.other < 0 else dominoes_text([DOUBLE_OF[found.other]])
            return translate("why-double", double=double, second=second, rule=found.rule, **fields)


def _kinds(reason: Reason, view: QiuQiuView) -> str:
    assert reason.beaten is not None
    better, lesser = view.shown[reason.winner].label, view.shown[reason.beaten].label
    if better not in SPECIALS:
        return "seri"
    return "specials" if lesser in SPECIALS else "special" if pair_values(lesser) else "special-seri"


def _odd_chips(awarded: happened.Awarded, view: QiuQiuView, names: Sequence[str], translate: Translator) -> list[str]:
    """Return the receivers of odd chips and the reason (QQ-26, QQ-17)."""
    lines = []
    if awarded.part == "high" and view.pots[awarded.pot].amount % 2:
        lines.append(translate("event-odd-half"))
    if awarded.carried:
        lines.append(translate("event-odd-carried", odd=awarded.carried))
    elif awarded.odd:
        rules = view.rules
        first = "dealer" if rules.odd_chips == "dealer_first" else "left_of_dealer"
        how = "acts" if first == rules.first_to_act else first
        lucky = listed(names[seat] for seat, _ in awarded.shares[: awarded.odd])
        lines.append(translate("event-odd", odd=awarded.odd, names=lucky, how=how))
    return lines
