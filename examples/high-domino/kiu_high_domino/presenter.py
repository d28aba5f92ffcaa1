"""High Domino in words, buttons and pictures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from bot.games.qiuqiu.dominoes import domino, dominoes_picture
from bot.games.qiuqiu.hand_picture import hand_picture
from bot.games.qiuqiu.showdown_picture import ShowdownRow, showdown_picture
from bot.messages import Button, Message, Picture, PlayerId, SecretLine
from bot.pictures.ladder import Block, Cell, CellRow, ladder_picture
from bot.presenting.drafts import Draft
from bot.presenting.house_words import told
from bot.presenting.net import net_text
from bot.presenting.presenter import HandText, Presenter, RulesPage
from bot.wording import Translator
from engine.play import Action, Card, Seat
from engine.table.changes import Played
from engine.table.hand import AnyHand, Lapsed, TableHand, payout
from engine.table.state import TableState
from kiu_high_domino import round as happened
from kiu_high_domino.round import FOLD, STAY, HighDominoView
from kiu_high_domino.rules import DOMINOES, ENDS, NAME_OF, HighDominoRules, rank


class HighDominoPresenter(Presenter[HighDominoRules, HighDominoView]):
    """Renders High Domino."""

    title = "High Domino"

    def stakes(self, rules: HighDominoRules, translate: Translator) -> str:
        return translate("limits-high-domino", ante=rules.ante)

    def history(self, hand: AnyHand, translate: Translator) -> tuple[str, ...]:
        return tuple(line for event in hand.events for line in _event_lines(event, hand.names, translate))

    def toast(self, played: Played, translate: Translator) -> str:
        if played.action == STAY and isinstance(rules := played.hand.rules, HighDominoRules):
            return translate("toast-stayed", amount=rules.ante)
        return translate("toast-folded")

    def public(self, hand: TableHand[HighDominoView], translate: Translator) -> HandText:
        view = hand.round.view(None)
        return HandText(
            pot=() if hand.over else (translate("hand-pot", amount=view.pot),),
            marks=tuple(_marks(view, seat, translate) for seat in range(len(hand.names))),
            question=_question(view, hand.names, translate),
            draw=_showdown(hand, view, translate) if view.shown else None,
            result=tuple(_event_lines(hand.events[-1], hand.names, translate)) if hand.over else (),
            told=tuple(view.shown),
        )

    def street(self, hand: AnyHand) -> int:
        """Return one street, since a hand has no other."""
        return 0

    def buttons(
        self, state: TableState, hand: TableHand[HighDominoView], translate: Translator
    ) -> tuple[tuple[Button, ...], ...]:
        if hand.over:
            return ()
        turn, ante = f"{state.id}:{hand.turn}", hand.round.view(None).rules.ante
        stay = Button(translate("button-stay", amount=ante), STAY.text, turn, "success")
        return ((stay, Button(translate("button-fold"), FOLD.text, turn, "danger")),)

    def private(
        self,
        state: TableState,
        hand: TableHand[HighDominoView],
        player: PlayerId,
        translate: Translator,
        *,
        asked: bool,
    ) -> Draft:
        seat = hand.seat(player)
        if seat is None:
            return Draft(Message(lines=(translate("private-no-hand"),)))
        view = hand.round.view(seat)
        names = [NAME_OF[card] for card in view.hand]
        asked = asked and bool(view.options)
        chips = translate("private-chips", stack=view.stacks[seat], staked=view.staked[seat])
        question = translate("private-stay", amount=view.rules.ante) if asked else ""
        message = Message(
            translate("private-title-dominoes"),
            tuple(line for line in (*map(SecretLine, names), chips, question) if line),
            buttons=self.buttons(state, hand, translate) if asked else (),
            brief="\n".join(line for line in (*names, chips, question) if line),
        )
        alt = translate("picture-hand", tiles=" · ".join(names))
        return Draft(message, lambda: Picture(hand_picture(names), alt))

    def secret(self, hand: TableHand[HighDominoView], player: PlayerId) -> object:
        seat = hand.seat(player)
        return None if seat is None else (hand.id, hand.round.view(seat).hand)

    def asks_in_private(self, hand: TableHand[HighDominoView]) -> bool:
        return True

    def hint(
        self, hand: TableHand[HighDominoView], seat: Seat, best: Action | None, translate: Translator
    ) -> tuple[str, str]:
        """Count the other dominoes that are lower."""
        view = hand.round.view(seat)
        (own,) = view.hand
        lower = sum(rank(each, view.rules) < rank(own, view.rules) for each in DOMINOES)
        do = translate("practice-wait") if best is None else translate(f"button-{best.verb}", amount=view.rules.ante)
        return do, translate("practice-lower", lower=lower, others=len(DOMINOES) - 1)

    def card(self, name: str, translate: Translator) -> str:
        return name

    def pack(self, rules: HighDominoRules, translate: Translator) -> Picture:
        return Picture(dominoes_picture(), translate("picture-pack-qiuqiu"))

    def cards_picture(self, names: Sequence[str], translate: Translator) -> Callable[[], Picture] | None:
        return lambda: Picture(hand_picture(names), ", ".join(names))

    def hand_name(self, name: str, translate: Translator) -> str:
        return name

    def type_name(self, type_: str, translate: Translator) -> str:
        return type_

    def rules_pages(
        self, rules: HighDominoRules, own: HighDominoView | None, translate: Translator
    ) -> tuple[RulesPage, ...]:
        held = own.hand if own is not None else ()
        ladder, alt = ladder_blocks(rules, held), translate("picture-ladder-high-domino")
        first = "on" if rules.doubles_first else "off"
        ranking = [translate("rules-high-domino-ranking")]
        if rules.doubles_first:
            ranking += told(rules, "doubles_first", translate=translate)
        example = translate("rules-high-domino-example", doubles_first=first)
        mine = [SecretLine(translate("rules-own-high-domino", domino=NAME_OF[each])) for each in held]
        going = (
            translate("rules-high-domino-deal", ante=rules.ante),
            translate("rules-high-domino-turn", ante=rules.ante),
            translate("rules-high-domino-showing"),
            translate("rules-high-domino-winning"),
        )
        return (
            RulesPage("ladder", (*mine, *ranking), lambda: Picture(ladder_picture(ladder, domino), alt)),
            RulesPage("hand", going),
            RulesPage("example", (example,), lambda: Picture(hand_picture(("6-4", "5-5")), example)),
            RulesPage("cards", (translate("picture-pack-qiuqiu"),), lambda: self.pack(rules, translate)),
        )


PRESENTER = HighDominoPresenter()


def ladder_blocks(rules: HighDominoRules, held: Sequence[Card]) -> tuple[Block, ...]:
    """Return the ladder of all dominoes, the highest first, each below its spots; the reader's own is marked."""
    best = sorted(DOMINOES, key=lambda each: rank(each, rules), reverse=True)
    cells = [Cell(str(sum(ENDS[each])), (NAME_OF[each],), each in held) for each in best]
    return tuple(CellRow(tuple(cells[start : start + 7])) for start in range(0, len(cells), 7))


def _event_lines(event: Any, names: Sequence[str], translate: Translator) -> list[str]:
    """Tell one event in lines of the history."""
    match event:
        case Lapsed(seat):
            return [translate("event-lapsed", name=names[seat])]
        case happened.Began(_, carried):
            return [translate("event-carried", amount=carried)] if carried else []
        case happened.Stayed(seat, amount):
            return [translate("event-stayed", name=names[seat], amount=amount)]
        case happened.Folded(seat, left):
            return [translate("event-left" if left else "event-folded", name=names[seat])]
        case happened.Showed(seat, shown):
            label = translate("label-spots", spots=sum(ENDS[shown]))
            return [translate("event-showed", name=names[seat], tiles=NAME_OF[shown], label=label)]
        case happened.Won(seat, amount, shown):
            if not shown:
                return [translate("event-uncontested", name=names[seat], amount=amount)]
            return [translate("event-won-pot", name=names[seat], pot=translate("pot-only"), amount=amount)]
    raise TypeError(f"no words for {type(event).__name__}")


def _marks(view: HighDominoView, seat: Seat, translate: Translator) -> tuple[str, ...]:
    marks = []
    if seat in view.folded:
        marks.append(translate("mark-folded"))
    elif seat in view.stayed and view.settlement is None:
        marks.append(translate("mark-stays"))
    if seat == view.dealer:
        marks.append(translate("mark-dealer"))
    return tuple(marks)


def _question(view: HighDominoView, names: Sequence[str], translate: Translator) -> str:
    if not view.awaited:
        return ""
    return translate("hand-stay", name=names[view.awaited[0]], amount=view.rules.ante)


def _showdown(hand: AnyHand, view: HighDominoView, translate: Translator) -> Callable[[], Picture]:
    """Draw the dominoes that were shown; their words are for screen readers."""
    rows, spoken = [], []
    for seat, shown in view.shown.items():
        name, tile, label = hand.names[seat], NAME_OF[shown], translate("label-spots", spots=sum(ENDS[shown]))
        won, wins = payout(hand.round, seat) > 0, translate("picture-wins")
        chips = net_text((hand.round.settlement or {}).get(seat, 0), translate)
        rows.append(ShowdownRow(hand.chairs[seat], name, ((tile,),), label=label, won=won, chips=chips, mark=wins))
        spoken.append(translate("picture-showdown-hand", name=name, tiles=tile, label=label))
    alt = translate("picture-showdown", hands="; ".join(spoken))
    title = translate("hand-title", game=HighDominoPresenter.title, number=str(hand.id))
    return lambda: Picture(showdown_picture(rows, title=title), alt)
