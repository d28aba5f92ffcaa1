"""QiuQiu in words and pictures."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from bot.games.qiuqiu.dominoes import dominoes_picture
from bot.games.qiuqiu.drawn_dominoes import drawn
from bot.games.qiuqiu.hand_picture import MOST_TILES, hand_picture, laid_out_picture
from bot.games.qiuqiu.hand_words import (
    SPACE,
    counted_text,
    domino_text,
    dominoes_text,
    group_values,
    groups_text,
    label_text,
    so_far_text,
)
from bot.games.qiuqiu.history import history_lines, result_lines
from bot.games.qiuqiu.rules_pages import rules_pages
from bot.games.qiuqiu.showdown_picture import ShowdownRow, showdown_picture
from bot.ledger import hand_number
from bot.messages import Button, ButtonStyle, Message, Picture, PlayerId, SecretLine, in_rows
from bot.pictures.celebration import Celebration
from bot.presenting import bets
from bot.presenting.bets import amount_question
from bot.presenting.drafts import Draft
from bot.presenting.drawn_hand import DrawnHand
from bot.presenting.net import net_text
from bot.presenting.presenter import HandText, Presenter, RulesPage, UsualAmounts
from bot.presenting.special_hands import celebrated, celebrating_line, drawn_moment
from bot.presenting.table_buttons import BUTTONS_A_ROW
from bot.wording import Translator
from bot.wording.isolation import listed
from engine.betting import CHECK
from engine.play import Action, AmountRange, Options, Seat
from engine.qiuqiu import events as happened
from engine.qiuqiu.opponent import prospect
from engine.qiuqiu.ranking import pair_values, ranking
from engine.qiuqiu.round import QiuQiuView
from engine.qiuqiu.rules import STREETS, QiuQiuRules
from engine.qiuqiu.special_hands import special_hand
from engine.qiuqiu.tiles import SPOTS, Tile, hand_names
from engine.table.changes import Played
from engine.table.hand import AnyHand, TableHand
from engine.table.state import TableState

STYLES: Mapping[str, ButtonStyle] = {"check": "primary", "call": "primary", "declare": "primary", "all-in": "danger"}
"""Styles of buttons: the usual move stands out, an irrevocable one warns."""


class QiuQiuPresenter(Presenter[QiuQiuRules, QiuQiuView]):
    title = "QiuQiu"

    def stakes(self, rules: QiuQiuRules, translate: Translator) -> str:
        stakes = translate("limits-qiuqiu", ante=rules.ante, bets=_bet_limits(rules, translate))
        if rules.raise_cap is None:
            return stakes
        return translate("limits-raises", stakes=stakes, count=rules.raise_cap)

    def history(self, hand: AnyHand, translate: Translator) -> tuple[str, ...]:
        return history_lines(hand, translate)

    def public(self, hand: TableHand[QiuQiuView], translate: Translator) -> HandText:
        view = hand.round.view(None)
        question = ""
        if view.awaited:
            seat = view.awaited[0]
            declaring = _declares(hand.round.options(seat))
            question = _question(view, seat, hand.names[seat], translate, declaring=declaring)
        over = view.settlement is not None
        special = _special(hand, translate) if over else None
        draw = _showdown_picture(hand, view, special, translate) if over and view.shown else None
        return HandText(
            pot=_pot_lines(view, hand.names, translate) if view.settlement is None else (),
            marks=tuple(_marks(view, seat, translate) for seat in range(len(hand.names))),
            question=question,
            draw=draw,
            result=(*celebrating_line(special, translate), *result_lines(hand, view, translate)) if over else (),
            told=[*view.shown, *(event.seat for event in hand.events if isinstance(event, happened.Uncontested))],
        )

    def street(self, hand: TableHand[QiuQiuView]) -> int:
        view = hand.round.view(None)
        at_showdown = view.shown or (view.awaited and _declares(hand.round.options(view.awaited[0])))
        return view.streets if at_showdown else view.street

    def buttons(
        self, state: TableState, hand: TableHand[QiuQiuView], translate: Translator
    ) -> tuple[tuple[Button, ...], ...]:
        if not hand.round.awaited:
            return ()
        seat = hand.round.awaited[0]
        view = hand.round.view(seat)
        turn = f"{state.id}:{hand.turn}"
        moves: list[Button] = []
        amounts: list[Button] = []
        for action in view.options.ready:
            is_move = not action.amount and (action.verb != "all-in" or _calls_all_in(action, view))
            style = STYLES.get(action.verb, "plain")
            button = Button(_action_label(action, view, translate), action.text, turn, style)
            (moves if is_move else amounts).append(button)
        for span in view.options.amounts:
            if span.least < span.most:
                question = amount_question(span, _pot_lines(view, hand.names, translate), translate)
                amounts.append(Button(translate(f"button-{span.verb}", amount="…"), span.verb, turn, "plain", question))
        return tuple(in_rows([*moves, *amounts], BUTTONS_A_ROW))

    def private(
        self, state: TableState, hand: TableHand[QiuQiuView], player: PlayerId, translate: Translator, *, asked: bool
    ) -> Draft:
        seat = hand.seat(player)
        if seat is None:
            return Draft(Message(lines=(translate("private-no-hand"),)))
        view = hand.round.view(seat)
        words = dominoes_text(view.hand)
        buttons: tuple[tuple[Button, ...], ...] = ()
        question = ""
        if asked and seat in view.awaited:
            buttons = self.buttons(state, hand, translate)
            if _declares(view.options):
                question = translate("private-declare")
            elif view.owed:
                question = translate("private-your-turn", owed=view.owed)
            else:
                question = translate("private-your-turn-free")
        standing, stack = _standing(view, translate), view.stacks[seat]
        chips = translate("private-chips", stack=stack, staked=view.staked[seat])
        message = Message(
            translate("private-title-dominoes"),
            tuple(line for line in (SecretLine(words), SecretLine(standing), chips, question) if line),
            buttons=buttons,
            brief="\n".join(
                line for line in (words, standing, translate("brief-chips", stack=stack), question) if line
            ),
        )
        return Draft(message, _hand_draft(view, translate))

    def drawn(self, hand: TableHand[QiuQiuView], viewer: Seat | None, translate: Translator) -> DrawnHand:
        moment = drawn_moment(special_hand(hand.events), _special(hand, translate))
        return drawn(hand, viewer, moment, translate)

    def asks_in_private(self, hand: TableHand[QiuQiuView]) -> bool:
        return True

    def secret(self, hand: TableHand[QiuQiuView], player: PlayerId) -> object:
        seat = hand.seat(player)
        return None if seat is None else (hand.id, hand.round.view(seat).hand)

    def toast(self, played: Played, translate: Translator) -> str:
        done = next(event for event in played.events if getattr(event, "seat", None) == played.seat)
        match done:
            case happened.Checked():
                return translate("toast-checked")
            case happened.Bet(_, amount, all_in):
                return translate("toast-bet-all-in" if all_in else "toast-bet", amount=amount)
            case happened.Called(_, amount, all_in):
                return translate("toast-called-all-in" if all_in else "toast-called", amount=amount)
            case happened.Raised(_, to, all_in):
                return translate("toast-raised-all-in" if all_in else "toast-raised", amount=to)
            case happened.Showed(_, _, _, label):
                return translate("toast-showed", label=label_text(label, translate))
            case _:
                return translate("toast-folded")

    def usual_amounts(
        self, hand: TableHand[QiuQiuView], seat: Seat, span: AmountRange, translate: Translator
    ) -> UsualAmounts:
        """Return parts of the pot after calling, on top of the bet to match, and all-in."""
        view = hand.round.view(seat)
        bet, pot = view.current_bet, view.pot + view.owed
        everything = view.bets[seat] + view.stacks[seat]
        named = (
            (translate("amount-half-pot"), bet + pot // 2),
            (translate("amount-pot"), bet + pot),
            (translate("amount-all-in" if everything <= span.most else "amount-most"), everything),
        )
        return UsualAmounts(max(span.least - bet, 1), named)

    def hint(
        self, hand: TableHand[QiuQiuView], seat: Seat, best: Action | None, translate: Translator
    ) -> tuple[str, str]:
        """Return the chance of the best hand against the price of staying in."""
        view = hand.round.view(seat)
        if seat in view.folded:
            return translate("practice-wait"), translate("practice-folded")
        do, cost, expected = translate("practice-wait"), "none", prospect(view, seat)
        if best is not None and best.verb == "declare":
            label = label_text(best.choice, translate)
            return translate("practice-declare", label=label), translate("practice-declare-best")
        if best is not None and best.amount:
            do = translate(f"button-{best.verb}", amount=best.amount)
        elif best is not None:
            do, cost = (
                _action_label(best, view, translate),
                "price" if view.owed else "free" if best == CHECK else "none",
            )
        complete = len(view.hand) == MOST_TILES
        why = translate(
            "practice-chance",
            held=label_text(_best(view)[0], translate) if complete else translate("practice-dominoes"),
            chance=round(100 * expected.chance),
            price=round(100 * expected.price),
            cost=cost,
        )
        return do, why

    def hand_name(self, name: str, translate: Translator) -> str:
        return label_text(name, translate)

    def type_name(self, type_: str, translate: Translator) -> str:
        if pair_values(type_) is not None or not type_.isdigit():
            return label_text(type_, translate)
        # Their low pair is at most an 8, or 9-9 would be meant.
        high, low = int(type_), min(int(type_), 8)
        return f"{high}{SPACE}/{SPACE}0" + (f"–{low}" if low else "")

    def cards_picture(self, names: Sequence[str], translate: Translator) -> Callable[[], Picture] | None:
        return lambda: Picture(hand_picture(names), ", ".join(map(domino_text, names)))

    def card(self, name: str, translate: Translator) -> str:
        return domino_text(name)

    def pack(self, rules: QiuQiuRules, translate: Translator) -> Picture:
        return Picture(dominoes_picture(), translate("picture-pack-qiuqiu"))

    def rules_pages(self, rules: QiuQiuRules, own: QiuQiuView | None, translate: Translator) -> tuple[RulesPage, ...]:
        return rules_pages(rules, () if own is None else own.hand, lambda: self.pack(rules, translate), translate)


def _bet_limits(rules: QiuQiuRules, translate: Translator) -> str:
    """Return the limits of bets by betting round: ``10–100, then 20–200``."""
    rounds = range(sum(betting for _, betting in STREETS[rules.rounds]))
    return bets.one_after_another([(rules.least_bet(each), rules.most_bet(each)) for each in rounds], translate)


def _declares(options: Options) -> bool:
    return any(action.verb == "declare" for action in options.ready)


def _pot_lines(view: QiuQiuView, names: Sequence[str], translate: Translator) -> tuple[str, ...]:
    main, *sides = view.pots
    if not sides:
        return (translate("hand-pot", amount=main.amount),)
    return (
        translate("hand-main-pot", amount=main.amount),
        *(
            translate("hand-side-pot", amount=side.amount, names=listed(names[seat] for seat in side.eligible))
            for side in sides
        ),
    )


def _marks(view: QiuQiuView, seat: Seat, translate: Translator) -> tuple[str, ...]:
    marks = []
    if view.bets[seat] and view.settlement is None:
        marks.append(translate("hand-bet", amount=view.bets[seat]))
    if seat in view.folded:
        marks.append(translate("mark-folded"))
    elif not view.stacks[seat] and view.settlement is None:
        marks.append(translate("mark-all-in"))
    if seat in view.shown and view.settlement is None:
        marks.append(label_text(view.shown[seat].label, translate))
    if seat == view.dealer:
        marks.append(translate("mark-dealer"))
    return tuple(marks)


def _question(view: QiuQiuView, seat: Seat, name: str, translate: Translator, *, declaring: bool) -> str:
    if declaring:
        return translate("hand-turn-declare", name=name)
    owed = min(view.current_bet - view.bets[seat], view.stacks[seat])
    if owed:
        return translate("hand-turn", name=name, owed=owed)
    return translate("hand-turn-free", name=name)


def _standing(view: QiuQiuView, translate: Translator) -> str:
    if len(view.hand) < 4:
        return so_far_text(view.rules, view.hand, translate)
    label, groups = _best(view)
    counted = counted_text(view.rules, groups, label, translate)
    return translate("private-best", label=label_text(label, translate), groups=groups_text(groups) + counted)


def _best(view: QiuQiuView) -> tuple[str, tuple[tuple[Tile, ...], ...]]:
    label = view.declarations[0]
    return label, ranking(view.rules).layout(view.hand, label)


def _hand_draft(view: QiuQiuView, translate: Translator) -> Callable[[], Picture]:
    if len(view.hand) < MOST_TILES:
        alt = translate("picture-hand", tiles=dominoes_text(view.hand))
        return lambda: Picture(hand_picture(hand_names(view.hand)), alt)
    label, groups = _best(view)
    said, values = label_text(label, translate), group_values(label, groups)
    alt = translate("picture-hand-best", tiles=groups_text(groups), label=said)
    # Two values describe pairs; a special hand has a name instead.
    return lambda: Picture(laid_out_picture(list(map(hand_names, groups)), values or (said,)), alt)


def _action_label(action: Action, view: QiuQiuView, translate: Translator) -> str:
    assert view.seat is not None
    match action.verb:
        case "all-in" if _calls_all_in(action, view):
            return translate("button-call-all-in", amount=view.owed)
        case "call":
            return translate("button-call", amount=view.owed)
        case "all-in":
            return translate("button-all-in", amount=view.stacks[view.seat])
        case "declare":
            return translate("button-declare", label=label_text(action.choice, translate))
        case verb:
            return translate(f"button-{verb}", amount=action.amount)


def _calls_all_in(action: Action, view: QiuQiuView) -> bool:
    """True if going all-in is only a call."""
    assert view.seat is not None
    return action.verb == "all-in" and view.owed >= view.stacks[view.seat]


def _special(hand: AnyHand, translate: Translator) -> Celebration | None:
    special = special_hand(hand.events)
    if special is None:
        return None
    spots = sum(SPOTS[tile] for tile in _shown_by(hand, special.seats[0]).tiles)
    pot = sum(event.amount for event in hand.events if isinstance(event, happened.Awarded))
    return celebrated(
        special,
        hand,
        game=QiuQiuPresenter.title,
        words=translate(f"special-{special.kind}-words", spots=spots),
        net=(hand.round.settlement or {}).get(special.seats[0], 0),
        pot=translate("special-pot", amount=pot),
        translate=translate,
    )


def _shown_by(hand: AnyHand, seat: Seat) -> happened.Showed:
    return next(event for event in hand.events if isinstance(event, happened.Showed) and event.seat == seat)


def _showdown_picture(
    hand: AnyHand, view: QiuQiuView, special: Celebration | None, translate: Translator
) -> Callable[[], Picture]:
    rows, spoken = [], []
    nets = hand.round.settlement or {}
    winners = {seat for event in hand.events if isinstance(event, happened.Awarded) for seat, _ in event.shares}
    for event in hand.events:
        if not isinstance(event, happened.Showed):
            continue
        name, label = hand.names[event.seat], label_text(event.label, translate)
        rows.append(
            ShowdownRow(
                seat=hand.chairs[event.seat],
                name=name,
                groups=tuple(hand_names(group) for group in event.groups),
                values=group_values(event.label, event.groups),
                label=label,
                won=event.seat in winners,
                chips=net_text(nets[event.seat], translate),
                mark=translate("picture-wins"),
            )
        )
        spoken.append(translate("picture-showdown-hand", name=name, tiles=groups_text(event.groups), label=label))
    alt = " ".join([*celebrating_line(special, translate), translate("picture-showdown", hands="; ".join(spoken))])
    pot = sum(hand.round.staked) + hand.round.carried_in
    title = translate("picture-title-pot", game=QiuQiuPresenter.title, number=hand_number(hand.id), pot=pot)
    if special is None:
        return lambda: Picture(showdown_picture(rows, title=title), alt)
    won = special_hand(hand.events)
    assert won is not None
    tiles = hand_names(_shown_by(hand, won.seats[0]).tiles)
    return lambda: Picture(showdown_picture(rows, title=title, special=special, tiles=tiles), alt)
