"""Quan Dui in words, buttons and pictures.

Public messages never depend on cards, claims or answers; private ones alone have buttons for discards and wins.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from bot.games.quandui.dongguan_cards import dongguan_picture
from bot.games.quandui.drawn_pairs import drawn
from bot.games.quandui.history import cards_text, history_lines, label_text, pair_lines, result_lines
from bot.games.quandui.pairs_picture import Winner, held_cards, held_picture, won_picture
from bot.games.quandui.rules_pages import rules_pages
from bot.ledger import hand_number
from bot.messages import (
    Button,
    ButtonStyle,
    ChoiceQuestion,
    Message,
    Picture,
    PictureArea,
    PlayerId,
    SecretLine,
    in_rows,
)
from bot.pictures.celebration import Celebration
from bot.presenting.drafts import Draft
from bot.presenting.drawn_hand import DrawnHand
from bot.presenting.net import net_text
from bot.presenting.presenter import HandText, Presenter, RulesPage
from bot.presenting.special_hands import celebrated, celebrating_line, drawn_moment
from bot.wording import Translator
from engine.play import Action, Card, Seat
from engine.quandui import events as happened
from engine.quandui.cards import card, card_name, card_word
from engine.quandui.claims import ASK_ALWAYS, DUI, PASS, WIN
from engine.quandui.facts import PAIRS, QUAN_DUI
from engine.quandui.melds import completing
from engine.quandui.round import DISCARD, DRAW, QuanDuiView
from engine.quandui.rules import QuanDuiRules
from engine.quandui.special_hands import special_hand
from engine.table.changes import Played
from engine.table.hand import AnyHand, Lapsed, TableHand
from engine.table.state import TableState

CARDS_A_ROW = 4
"""Card buttons side by side: ``xiao hong`` stays readable on a phone."""

_STYLES: Mapping[Action, ButtonStyle] = {WIN: "success", DUI: "primary", DRAW: "primary"}


class QuanDuiPresenter(Presenter[QuanDuiRules, QuanDuiView]):
    title = "Quan Dui"

    def stakes(self, rules: QuanDuiRules, translate: Translator) -> str:
        return translate("limits-quan-dui", stake=rules.stake, twice=rules.buy_in)

    def history(self, hand: AnyHand, translate: Translator) -> tuple[str, ...]:
        return history_lines(hand, translate)

    def public(self, hand: TableHand[QuanDuiView], translate: Translator) -> HandText:
        view = hand.round.view(None)
        special = _special(hand, translate)
        return HandText(
            pot=_middle(view, translate) if view.settlement is None else (),
            marks=tuple(_marks(view, seat, translate) for seat in range(len(hand.names))),
            question=_question(view, hand.names[view.turn], translate) if view.awaited else "",
            draw=_won_draft(hand, special, translate),
            result=(*celebrating_line(special, translate), *result_lines(hand, translate))
            if view.settlement is not None
            else (),
            told=range(len(hand.names)),
        )

    def street(self, hand: AnyHand) -> int:
        """Count the times that there were twice as many discards as players."""
        return sum(isinstance(event, happened.Discarded) for event in hand.events) // (2 * len(hand.names))

    def buttons(
        self, state: TableState, hand: TableHand[QuanDuiView], translate: Translator
    ) -> tuple[tuple[Button, ...], ...]:
        """Return the same answers for all cards: a discard asks for the card, a win may be tried."""
        view = hand.round.view(None)
        if not view.awaited:
            return ()
        if view.offered is None:
            return (_discard_row(f"{state.id}:{hand.turn}", translate),)
        return _rows(state, hand, hand.round.options(view.awaited[0]).ready, view, translate)

    def private(
        self, state: TableState, hand: TableHand[QuanDuiView], player: PlayerId, translate: Translator, *, asked: bool
    ) -> Draft:
        seat = hand.seat(player)
        if seat is None:
            return Draft(Message(lines=(translate("private-no-hand"),)))
        view = hand.round.view(seat)
        held = _held_lines(view, translate)
        new = _new_card(hand, view, translate)
        bound = _bound(view, translate)
        beaten = _beaten(view, hand.names, translate)
        chips = translate("private-set-aside", stack=view.stacks[seat], staked=view.staked[seat])
        chair = state.chair_of(player)
        asks = hand.round.asks(seat, "" if chair is None else chair.standing)
        question = _private_question(view, translate, asks=asks) if asked and view.options else ""
        # An alert has room only for the use of the discard; the question stands in public too.
        asked_briefly = _makes(view, translate) if question and view.answer is None else ""
        secret = tuple(map(SecretLine, (*held, new, beaten, bound)))
        message = Message(
            translate("private-title-cards"),
            tuple(line for line in (*secret, chips, question) if line),
            buttons=_rows(state, hand, _sensible(view), view, translate) if question and asks else (),
            brief="\n".join(line for line in (*held, new, beaten, asked_briefly or question) if line),
        )
        return Draft(message, _held_draft(view, held, translate))

    def drawn(self, hand: TableHand[QuanDuiView], viewer: Seat | None, translate: Translator) -> DrawnHand:
        view = hand.round.view(viewer)
        notes = (_beaten(view, hand.names, translate), _bound(view, translate))
        moment = drawn_moment(special_hand(hand.events), _special(hand, translate))
        return drawn(hand, viewer, tuple(filter(None, notes)), translate)._replace(moment=moment)

    def secret(self, hand: TableHand[QuanDuiView], player: PlayerId) -> object:
        """Return the cards, the player's question and the answer."""
        seat = hand.seat(player)
        if seat is None:
            return None
        view = hand.round.view(seat)
        return hand.id, view.hand, hand.turn if view.options else "", view.answer

    def asks_at_any_cost(self, hand: TableHand[QuanDuiView], player: PlayerId, standing: str) -> bool:
        """True for a discard, which comes with a new card, and for a claim, which may be in vain.

        A player who does not look at every discard is told of a winning one; a dui is not worth a call.
        """
        seat = hand.seat(player)
        if seat is None:
            return False
        view = hand.round.view(seat)
        wins = standing not in ("", ASK_ALWAYS.name) and WIN in view.rightful
        return view.offered is None or wins or view.answer not in (None, PASS)

    def asks_in_private(self, hand: TableHand[QuanDuiView]) -> bool:
        """True for a discard: its question comes with a new card, and the cards are its buttons."""
        return hand.round.view(None).offered is None

    def within_a_turn(self, hand: TableHand[QuanDuiView]) -> bool:
        """True after a draw or a pickup, unknown to the player if the time did it for them."""
        took, before = hand.events[-1], hand.events[-2]
        taken = isinstance(took, happened.Drew) or (isinstance(took, happened.PickedUp) and not took.exposed)
        return taken and not isinstance(before, Lapsed)

    def toast(self, played: Played, translate: Translator) -> str:
        if played.hand.round.window:
            # An onlooker must not recognise a claim, so every answer gets the same words.
            return translate("toast-answered")
        done = next(event for event in played.events if getattr(event, "seat", None) == played.seat)
        match done:
            case happened.PickedUp(_, taken):
                return translate("toast-picked-up", card=card_name(taken))
            case happened.Discarded(_, discarded):
                return translate("toast-discarded", card=card_name(discarded))
            case happened.Won(_, pairs):
                return translate("toast-won", label=label_text(pairs, translate))
            case _:
                return translate("toast-drew")

    def hint(
        self, hand: TableHand[QuanDuiView], seat: Seat, best: Action | None, translate: Translator
    ) -> tuple[str, str]:
        """Return the use of the discard, the completing cards, or the singles."""
        view = hand.round.view(seat)
        if best is None:
            return translate("practice-wait"), _needs(view.completing, view, translate)
        if best.choice:
            dropped = card(best.choice)
            do = translate("practice-discard", card=card_name(dropped))
            if view.layout.complete:
                return do, translate("practice-plays-on")
            wanted = completing(view.hand.losing(dropped), view.rules.four_alike)
            return do, _needs(wanted, view, translate) if wanted else translate("practice-hardest")
        do = _label(best, view.offered, translate)
        if view.offered is None:
            return do, translate("practice-complete", label=label_text(view.layout.pairs, translate))
        if best == DUI and view.completed is not None:
            return do, translate("practice-plays-on")
        if best in (PASS, DRAW) and view.partner == view.offered:
            return do, translate("practice-no-single", card=card_name(view.offered))
        return do, _makes(view, translate)

    def hand_name(self, name: str, translate: Translator) -> str:
        if name == QUAN_DUI:
            return translate("label-quan-dui")
        dui = int(name.removeprefix("dui-"))
        return translate("label-dui-and-ka", dui=dui, ka=PAIRS - dui)

    def cards_picture(self, names: Sequence[str], translate: Translator) -> Callable[[], Picture] | None:
        return lambda: Picture(
            held_picture([], [card_word(card(name)) for name in names], [], heading=""), ", ".join(names)
        )

    def card(self, name: str, translate: Translator) -> str:
        return name

    def pack(self, rules: QuanDuiRules, translate: Translator) -> Picture:
        return Picture(dongguan_picture(), translate("picture-pack-quan-dui"))

    def rules_pages(self, rules: QuanDuiRules, own: QuanDuiView | None, translate: Translator) -> tuple[RulesPage, ...]:
        return rules_pages(rules, None if own is None else own.layout, lambda: self.pack(rules, translate), translate)


def _middle(view: QuanDuiView, translate: Translator) -> tuple[str, ...]:
    stock = translate("hand-stock", count=view.stock)
    if not view.discards:
        return (stock,)
    return stock, translate("hand-discards", cards=cards_text(each.card for each in view.discards))


def _marks(view: QuanDuiView, seat: Seat, translate: Translator) -> tuple[str, ...]:
    exposed = view.exposed[seat]
    marks = [translate("mark-face-up", cards=cards_text(exposed))] if exposed and view.settlement is None else []
    if seat == view.dealer:
        marks.append(translate("mark-dealer"))
    return tuple(marks)


def _question(view: QuanDuiView, name: str, translate: Translator) -> str:
    """Return the question to ``name``, or in a window to everybody else."""
    if view.offered is None:
        return translate("hand-discard", name=name)
    offered = card_name(view.offered)
    if not view.window:
        return translate("hand-draw", name=name, card=offered)
    return translate("hand-claims-win" if _only_a_win(view) else "hand-claims", name=name, card=offered)


def _only_a_win(view: QuanDuiView) -> bool:
    return not view.stock and view.rules.stock_end == "win_only"


def _special(hand: AnyHand, translate: Translator) -> Celebration | None:
    special = special_hand(hand.events)
    if special is None:
        return None
    won = next(event for event in reversed(hand.events) if isinstance(event, happened.Won))
    return celebrated(
        special,
        hand,
        game=QuanDuiPresenter.title,
        words=translate("special-quan-dui-words"),
        net=won.amount * (len(hand.names) - 1),
        pot=translate("special-from-each", amount=won.amount),
        translate=translate,
    )


def _won_draft(hand: AnyHand, special: Celebration | None, translate: Translator) -> Callable[[], Picture] | None:
    won = next((event for event in reversed(hand.events) if isinstance(event, happened.Won)), None)
    if won is None:
        return None
    name, label = hand.names[won.seat], label_text(won.pairs, translate)
    chips = net_text(won.amount * (len(hand.names) - 1), translate)
    winner = Winner(hand.chairs[won.seat] + 1, name, label, chips)
    pairs = [(card_word(one), card_word(other)) for one, other in won.pairs]
    title = translate("hand-title", game="Quan Dui", number=hand_number(hand.id))
    alt = translate("picture-won", name=name, label=label, cards="; ".join(pair_lines(won.pairs, translate)))
    alt = " ".join([*celebrating_line(special, translate), alt])
    return lambda: Picture(won_picture(winner, pairs, title=title, special=special), alt)


def _held_lines(view: QuanDuiView, translate: Translator) -> list[str]:
    pairs, singles = view.layout
    lines = pair_lines(pairs[len(view.hand.exposed) :], translate)
    if singles:
        lines.append(translate("cards-single", cards=cards_text(singles)))
    if view.hand.exposed:
        lines.append(translate("cards-face-up", cards=cards_text(view.hand.exposed)))
    return lines


def _new_card(hand: AnyHand, view: QuanDuiView, translate: Translator) -> str:
    if view.seat != view.turn or view.offered is not None or view.newest is None:
        return ""
    took = next(event for event in reversed(hand.events) if not isinstance(event, Lapsed | happened.Left))
    taken_in_hand = isinstance(took, happened.Drew) or (isinstance(took, happened.PickedUp) and not took.exposed)
    return translate("private-new-card", card=card_name(view.newest)) if taken_in_hand else ""


def _bound(view: QuanDuiView, translate: Translator) -> str:
    bound = view.has_passed and view.rules.after_passing == "quan_dui"
    return translate("private-only-quan-dui") if bound else ""


def _beaten(view: QuanDuiView, names: Sequence[str], translate: Translator) -> str:
    if view.beaten is None:
        return ""
    why = view.beaten.own.why.replace("_", "-")
    return translate(f"private-{why}", name=names[view.beaten.seat], claim=view.beaten.claim.verb)


def _private_question(view: QuanDuiView, translate: Translator, *, asks: bool) -> str:
    """Return the viewer's question; in a window, the use of the discard and the answer given.

    All of it is secret: hiding one of several sentences would tell them apart.
    """
    if view.offered is None:
        return SecretLine(translate("private-win-or-discard" if WIN in view.options.ready else "private-discard"))
    offered = card_name(view.offered)
    if not view.window:
        return SecretLine(f"{_makes(view, translate)} {translate('private-draw', card=offered)}")
    if view.answer == PASS:
        return SecretLine(translate("private-passed", card=offered))
    if view.answer is not None:
        answer = _label(view.answer, view.offered, translate)
        return SecretLine(
            translate("private-in-vain" if view.in_vain else "private-answered", answer=answer, card=offered)
        )
    may = "both" if len(view.rightful) == 2 else view.makes.verb
    question = translate("private-claims", may=may) if asks else translate("private-not-asked")
    return SecretLine(f"{_makes(view, translate)} {question}")


def _makes(view: QuanDuiView, translate: Translator) -> str:
    if view.offered is None:
        return ""
    offered, completed, partner = card_name(view.offered), view.completed, view.partner
    if completed is not None:
        return translate("makes-win", card=offered, label=label_text(completed.pairs, translate))
    if partner == view.offered and (view.picks_up or DUI in view.rightful):
        return translate("makes-dui", card=offered)
    if partner is not None and view.picks_up:
        return translate("makes-ka", card=offered, partner=card_name(partner))
    return translate("makes-nothing" if view.picks_up else "makes-no-claim", card=offered)


def _needs(wanted: Sequence[Card], view: QuanDuiView, translate: Translator) -> str:
    if wanted:
        return translate("practice-completes", cards=cards_text(wanted))
    return translate("practice-singles", cards=cards_text(view.layout.singles))


def _sensible(view: QuanDuiView) -> tuple[Action, ...]:
    """Return sensible options: in a window only rightful claims."""
    ready = view.options.ready
    return tuple(each for each in ready if each == PASS or each in view.rightful) if view.window else ready


def _as_drawn(view: QuanDuiView) -> list[Card]:
    """Return the hidden cards as drawn: pairs, then singles."""
    pairs, singles = view.layout
    return [*(card for pair in pairs[len(view.hand.exposed) :] for card in pair), *singles]


def _held_draft(view: QuanDuiView, held: Sequence[str], translate: Translator) -> Callable[[], Picture]:
    laid, exposed = view.layout, view.hand.exposed
    pairs = [(card_word(one), card_word(other)) for one, other in laid.pairs[len(exposed) :]]
    singles, face_up = list(map(card_word, laid.singles)), list(map(card_word, exposed))
    heading, alt = translate("picture-face-up"), translate("picture-held", cards="; ".join(held))

    def drawn() -> Picture:
        areas = tuple(
            PictureArea(Action(DISCARD[0].verb, choice=name).text, *box)
            for name, box in held_cards(pairs, singles, face_up)
        )
        return Picture(held_picture(pairs, singles, face_up, heading=heading), alt, areas)

    return drawn


def _rows(
    state: TableState, hand: AnyHand, ready: Sequence[Action], view: QuanDuiView, translate: Translator
) -> tuple[tuple[Button, ...], ...]:
    turn = f"{state.id}:{hand.turn}"
    singles = {card_word(each) for each in view.layout.singles}
    drawn = list(dict.fromkeys(map(card_word, _as_drawn(view))))
    ready = sorted(ready, key=lambda action: drawn.index(action.choice) if action.choice else -1)
    row: list[Button] = []
    cards: list[Button] = []
    for action in ready:
        # A colour in public would betray somebody's cards or mislead everybody.
        claims = view.seat is None and action in (WIN, DUI)
        style = "plain" if claims else _STYLES.get(action, "primary" if action.choice in singles else "plain")
        button = Button(_label(action, view.offered, translate), action.text, turn, style)
        (cards if action.choice else row).append(button)
    rows = [tuple(row), *in_rows(cards, CARDS_A_ROW)]
    return tuple(each for each in rows if each)


def _discard_row(turn: str, translate: Translator) -> tuple[Button, ...]:
    which = ChoiceQuestion(translate("ask-discard"), translate("hint-discard"))
    discard = Button(translate("button-discard-own"), DISCARD[0].verb, turn, "primary", which)
    return discard, Button(_label(WIN, None, translate), WIN.verb, turn)


def _label(action: Action, offered: Card | None, translate: Translator) -> str:
    named = card(action.choice) if action.choice else offered
    return translate(f"button-{action.verb}", label="" if named is None else card_name(named))
