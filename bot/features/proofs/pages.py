"""Proofs of a deal for one person, each in a few lines with a button to the details."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bot.features.proofs.queries import DealCounts
from bot.ledger import hand_number
from bot.messages import Button, Fold, Message
from bot.messages.lookalikes import all_told_apart
from bot.messages.names import safe_text
from bot.presenting.presenters import PRESENTERS, TITLES
from bot.presenting.proof_files import proof_file
from bot.presenting.sealed_deal import added_words, log_head, sign
from bot.wording import Translator
from engine.fairness import BeaconKind
from engine.fairness.transparency_log import Head
from engine.fairness.verifying import Check, Facts, Logged, Verdict, verify
from engine.house_rules import GameRules

PARTS: Mapping[str, tuple[str, ...]] = {
    "file": ("text", "fields", "digest"),
    "sealed": ("rules", "context", "fingerprint", "keys"),
    "packs": ("packs", "disclosed"),
    "added": ("words", "pledges", "beacons", "beacon", "seed", "pick"),
    "dealt": ("dealer", "dealt", "dealt_to", "seat"),
    "open": ("openings", "places"),
    "end": ("outcome", "disclosure", "hash"),
    "log": ("log",),
}
"""Checks by topic; one line covers a topic that passes."""


def record(
    hand: int, text: str, names: Mapping[int, str], translate: Translator, *, log_size: int | None = None
) -> Message:
    """Return a record that checks itself, with its verdict; ``log_size`` asks for the log since an earlier head."""
    verdict = verify(text)
    facts, lines = verdict.facts, list(_outcome_lines(hand, verdict, translate))
    if facts is not None:
        lines.extend(_end_lines(facts, translate))
        if log_size is not None and facts.log is not None:
            lines.extend(["", *_log(facts.log, log_size, translate)])
    return Message(
        translate(f"record-title{_how(verdict)}", hand=hand_number(hand)),
        tuple(lines),
        translate("record-how"),
        ((Button(translate("button-details"), f"verify details {hand}"),),),
        file=proof_file(f"kiu-hand-{hand_number(hand)}", hand, text, names, translate),
        fold=_fingerprint(facts, translate),
    )


def record_details(hand: int, text: str, names: Mapping[int, str], translate: Translator) -> Message:
    verdict = verify(text)
    facts, lines = verdict.facts, list(_check_lines(verdict.checks, translate))
    if facts is not None:
        lines.extend(["", *_fact_lines(facts, names, translate)])
    title = translate("record-details-title", hand=hand_number(hand))
    return Message(title, tuple(lines), fold=_fingerprint(facts, translate))


def own_cards(hand: int, text: str, names: Mapping[int, str], translate: Translator) -> Message:
    """Return own cards with their time of deal, and their proofs as a file."""
    verdict = verify(text)
    facts = verdict.facts
    lines: list[str] = []
    if facts is not None:
        presenter = PRESENTERS[facts.rules["game"]]
        lines = [
            _mark(verdict.valid) + translate("own-card", card=presenter.card(card, translate), number=number)
            for number, card in facts.opened
        ]
        lines.extend(["", translate("own-cards-sealed", pick=facts.pick + 1)])
    lines.extend(_failed(check.name, translate) for check in verdict.checks if not check.passed)
    return Message(
        translate(f"own-cards-title{_how(verdict)}", hand=hand_number(hand)),
        tuple(lines),
        translate("record-how"),
        file=proof_file(f"kiu-hand-{hand_number(hand)}-mine", hand, text, names, translate),
        fold=_fingerprint(facts, translate),
    )


def _fingerprint(facts: Facts | None, translate: Translator) -> Fold | None:
    if facts is None:
        return None
    number = translate("record-number", number=str(facts.hand))
    return Fold(sign(facts.commitment, translate), (number, translate("record-fingerprint"), facts.commitment))


def _outcome_lines(hand: int, verdict: Verdict, translate: Translator) -> Iterator[str]:
    wrong = [check.name for check in verdict.checks if not check.passed]
    if wrong:
        yield translate("record-failed", failed=len(wrong), checks=len(verdict.checks), hand=hand_number(hand))
        yield from (_failed(name, translate) for name in wrong)
        return
    yield translate("record-passed", checks=len(verdict.checks), hand=hand_number(hand))
    assert verdict.facts is not None
    yield translate("record-means" if verdict.facts.beacons else "record-beacon-none")


def _how(verdict: Verdict) -> str:
    """Return the ending of a title's key; a deal without a beacon could be chosen and never counts as in order."""
    if not verdict.valid or verdict.facts is None:
        return "-wrong"
    return "" if verdict.facts.beacons else "-no-beacon"


def _check_lines(checks: Sequence[Check], translate: Translator) -> Iterator[str]:
    found = dict(checks)
    for part, names in PARTS.items():
        made = [name for name in names if name in found]
        wrong = [name for name in made if not found[name]]
        yield from (_failed(name, translate) for name in wrong)
        if made and not wrong:
            yield _mark(True) + translate(f"checked-{part}")


def _failed(check: str, translate: Translator) -> str:
    """Return the claim that a check disproves, with the check's name in the verifiers."""
    part = next(part for part, names in PARTS.items() if check in names)
    return f"{_mark(False)}{translate(f'checked-{part}')} ({check})"


def _mark(passed: bool) -> str:
    return "✓ " if passed else "✗ "


def _fact_lines(facts: Facts, names: Mapping[int, str], translate: Translator) -> Iterator[str]:
    names = all_told_apart(names)
    name = names.get(facts.dealer, "?")
    yield translate("record-dealt", name=name, cards=facts.dealt, pick=facts.pick + 1)
    yield _words(facts, names, translate)
    yield from _beacons(facts, translate)
    yield translate("record-all-open") if facts.all_open else translate("record-opened", count=len(facts.opened))
    yield translate("record-log-none") if facts.log is None else translate("record-log", size=str(facts.log.head.size))
    yield from _end_lines(facts, translate)


def _end_lines(facts: Facts, translate: Translator) -> Iterator[str]:
    if facts.running:
        yield translate("record-running")
    if facts.voided:
        yield translate("record-voided", reason=safe_text(facts.voided))
    if facts.reversed:
        yield translate("record-reversed", reason=safe_text(facts.reversed))


def _log(logged: Logged, size: int, translate: Translator) -> Iterator[str]:
    yield log_head(logged.head, translate)
    for earlier in logged.earlier:
        if earlier.size == size:
            yield translate("record-log-goes-on", size=str(size), root=earlier.root.hex())


def _words(facts: Facts, names: Mapping[int, str], translate: Translator) -> str:
    words = [(names.get(seat, "?"), word.decode(errors="replace")) for seat, word in sorted(facts.words.items())]
    return added_words(words, translate) if words else translate("closing-no-words")


def _beacons(facts: Facts, translate: Translator) -> Iterator[str]:
    for kind, value in facts.beacons:
        match kind:
            case BeaconKind.DISCORD:
                yield translate("record-beacon-discord", number=value.decode(errors="replace"))
            case BeaconKind.TELEGRAM:
                yield translate("record-beacon-telegram", dice=", ".join(map(str, value)))
    if not facts.beacons:
        yield translate("record-beacon-none")
    if facts.missing:
        yield translate("record-reveals-missing", count=len(facts.missing))


def explanation(
    game: str, rules: GameRules, days: int, counted: DealCounts, has_beacon: bool, translate: Translator
) -> Message:
    """Return the proof and its limits in a few lines."""
    here = [translate("fairness-here", game=TITLES[game], disclosure=rules.disclosure, days=days)]
    here.append(translate("fairness-beacon", beacon=rules.beacon if has_beacon else "none"))
    count = [
        translate("fairness-called-off", voids=counted.voids, hands=counted.hands),
        translate("fairness-given-up", given_up=counted.given_up, without=counted.without_beacon),
    ]
    if counted.not_revealed:
        count.append(translate("fairness-not-revealed", count=counted.not_revealed))
    lines = (*translate("fairness-short").split("\n"), "", *here, "", *count)
    details = Button(translate("button-details"), "fairness details")
    return Message(translate("fairness-title"), lines, translate("fairness-check"), ((details,),))


def explanation_details(head: Head, translate: Translator) -> Message:
    """Explain sealing, its proof and limits, and the log of fingerprints."""
    parts = (
        translate("fairness-proved"),
        translate("fairness-not-proved"),
        f"{translate('fairness-log')}\n{log_head(head, translate)}",
    )
    back = Button(translate("button-back"), "fairness")
    lines = tuple("\n\n".join(parts).split("\n"))
    return Message(translate("fairness-title"), lines, translate("fairness-check"), ((back,),))
