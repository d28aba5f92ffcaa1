"""Koo Kiew in words, buttons and pictures; none of its cards is private."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from bot.games.kookiew.drawn_bank import drawn
from bot.games.kookiew.four_colour_cards import four_colours_picture
from bot.games.kookiew.history import history_lines, label_text, long_cards, result_lines
from bot.games.kookiew.roster import (
    TITLE,
    bank_lines,
    many_players,
    own_result,
    seat_marks,
    settlement_draft,
    special_told,
)
from bot.games.kookiew.rules_pages import edge_text, rules_pages
from bot.messages import Button, ButtonStyle, Message, Picture, PlayerId
from bot.presenting.bets import amount_question, in_words
from bot.presenting.drafts import Draft
from bot.presenting.drawn_hand import DrawnHand
from bot.presenting.line_filling import FEW_PLAYERS
from bot.presenting.presenter import HandText, Presenter, RulesPage, UsualAmounts
from bot.presenting.special_hands import celebrating_line, drawn_moment
from bot.wording import Translator
from bot.wording.isolation import listed
from engine.kookiew import events as happened
from engine.kookiew.cards import RANKS, card
from engine.kookiew.odds import odds
from engine.kookiew.ranking import PAIR
from engine.kookiew.round import PASS, PASS_BANK, SHOW, KooKiewView, Stage
from engine.kookiew.rules import KooKiewRules
from engine.kookiew.special_hands import special_hand
from engine.play import Action, AmountRange, Seat
from engine.table.changes import Played
from engine.table.hand import AnyHand, TableHand
from engine.table.state import TableState

_STREETS: Mapping[Stage, int] = {"bidding": 0, "staking": 1, "showing": 1, "over": 2}

STEPS = 4
"""Amounts on buttons: the least, the most, and two between."""

NAMES_ASKED = 6


class KooKiewPresenter(Presenter[KooKiewRules, KooKiewView]):
    title = TITLE

    def stakes(self, rules: KooKiewRules, translate: Translator) -> str:
        return translate("limits-koo-kiew", stakes=in_words(rules.min_stake, rules.max_stake, translate))

    def history(self, hand: AnyHand, translate: Translator) -> tuple[str, ...]:
        return history_lines(hand, translate, singly=hand.over or len(hand.names) <= FEW_PLAYERS)

    def public(self, hand: TableHand[KooKiewView], translate: Translator) -> HandText:
        view = hand.round.view(None)
        seats = range(len(hand.names))
        return HandText(
            pot=bank_lines(hand, view, translate),
            marks=tuple(seat_marks(view, seat, translate) for seat in seats),
            question=_question(hand, view, translate) if view.awaited else "",
            draw=settlement_draft(hand, translate) if view.shown else None,
            result=(*celebrating_line(special_told(hand, translate), translate), *result_lines(hand, view, translate))
            if view.settlement is not None
            else (),
            told=seats,
            roster=many_players(hand, view, translate) if len(hand.names) > FEW_PLAYERS else (),
        )

    def street(self, hand: TableHand[KooKiewView]) -> int:
        """Return the stage, since each has a message."""
        return _STREETS[hand.round.view(None).stage]

    def buttons(
        self, state: TableState, hand: TableHand[KooKiewView], translate: Translator
    ) -> tuple[tuple[Button, ...], ...]:
        """Return the same buttons for everybody asked, up to the most that anybody can name."""
        view = hand.round.view(None)
        asked = [hand.round.options(seat) for seat in view.awaited]
        ranges = [each for options in asked for each in options.amounts]
        if not ranges:
            return _rows(state, hand, asked[0].ready if asked else (), None, (), (), translate)
        widest = ranges[0]._replace(most=max(each.most for each in ranges))
        everybody = [seat for seat in range(len(hand.names)) if view.stage == "bidding" or seat != view.dealer]
        return _rows(
            state, hand, (PASS,), widest, _steps(view, widest, everybody), bank_lines(hand, view, translate), translate
        )

    def private(
        self, state: TableState, hand: TableHand[KooKiewView], player: PlayerId, translate: Translator, *, asked: bool
    ) -> Draft:
        seat = hand.seat(player)
        if seat is None:
            return Draft(Message(lines=(translate("private-no-hand"),)))
        view = hand.round.view(seat)
        stake, chips = _own_stake(view, seat, translate), translate("brief-chips", stack=view.stacks[seat])
        face_down = "" if hand.over else translate("private-face-down")
        buttons: tuple[tuple[Button, ...], ...] = ()
        question = ""
        if asked and view.options:
            amounts = view.options.amounts[0] if view.options.amounts else None
            named = _steps(view, amounts, (seat,)) if amounts else ()
            buttons = _rows(
                state, hand, view.options.ready, amounts, named, bank_lines(hand, view, translate), translate
            )
            least, most = (amounts.least, amounts.most) if amounts else (0, 0)
            question = translate(f"private-{view.stage}", least=least, most=most)
        message = Message(
            translate("private-title-koo-kiew"),
            tuple(line for line in (stake, chips, face_down, question) if line),
            buttons=buttons,
            brief="\n".join(line for line in (stake, chips, question) if line),
        )
        return Draft(message)

    def drawn(self, hand: TableHand[KooKiewView], viewer: Seat | None, translate: Translator) -> DrawnHand:
        own = "" if viewer is None else _own_stake(hand.round.view(viewer), viewer, translate)
        moment = drawn_moment(special_hand(hand.events), special_told(hand, translate))
        return drawn(hand, viewer, own, translate)._replace(moment=moment)

    def toast(self, played: Played, translate: Translator) -> str:
        done = next(event for event in played.events if getattr(event, "seat", None) == played.seat)
        match done:
            case happened.BidSealed():
                return translate("toast-answered")
            case happened.Staked(_, amount):
                return translate("toast-staked", amount=amount)
            case happened.BankerShowed(_, _, label):
                passing = played.action == PASS_BANK
                return translate(
                    "toast-showed-and-passed" if passing else "toast-showed", label=label_text(label, translate)
                )
            case _:
                return translate("toast-no-stake")

    def usual_amounts(
        self, hand: TableHand[KooKiewView], seat: Seat, span: AmountRange, translate: Translator
    ) -> UsualAmounts:
        named = ((translate("amount-half"), span.most // 2), (translate("amount-most"), span.most))
        return UsualAmounts(span.least, named)

    def hint(
        self, hand: TableHand[KooKiewView], seat: Seat, best: Action | None, translate: Translator
    ) -> tuple[str, str]:
        view = hand.round.view(seat)
        banks = odds(view.rules).edge(view.rules.pair_payout) > 0
        risky = best in (PASS, PASS_BANK) and (view.stage != "staking" or seat == view.dealer)
        favours = "bad" if not banks else "risk" if risky else "good"
        why = translate("practice-edge", why=favours, edge=edge_text(view.rules, translate))
        if best is None:
            return translate("practice-wait"), why
        return translate(f"button-{best.verb}", amount=best.amount), why

    def own_result(self, hand: TableHand[KooKiewView], seat: Seat, translate: Translator) -> str:
        return own_result(hand, seat, translate)

    def hand_name(self, name: str, translate: Translator) -> str:
        if name == PAIR:
            return translate("label-pair")
        if name.startswith(PAIR):
            return translate("hand-pair-of", card=self.card(name.removeprefix(f"{PAIR}-"), translate))
        return translate("label-points", points=int(name))

    def card(self, name: str, translate: Translator) -> str:
        return long_cards((card(name),), translate)

    def pack(self, rules: KooKiewRules, translate: Translator) -> Picture:
        colours = ", ".join(translate(f"choice-colours-{each}") for each in rules.colours)
        pieces = ", ".join(f"{translate(f'piece-{rank}')} {points}" for points, rank in enumerate(RANKS, start=1))
        alt = translate("picture-pack-koo-kiew", colours=colours, pieces=pieces)
        return Picture(four_colours_picture(rules.colours), alt)

    def rules_pages(self, rules: KooKiewRules, own: KooKiewView | None, translate: Translator) -> tuple[RulesPage, ...]:
        held = own.shown[own.seat] if own is not None and own.seat is not None and own.shown else None
        return rules_pages(rules, held, lambda: self.pack(rules, translate), translate)


def _question(hand: AnyHand, view: KooKiewView, translate: Translator) -> str:
    asked = [hand.names[seat] for seat in view.awaited]
    if view.stage == "showing":
        return translate("hand-showing", name=asked[0])
    who = listed(asked) if len(asked) <= NAMES_ASKED else translate("players-counted", count=len(asked))
    return translate(f"hand-{view.stage}", who=who)


def _own_stake(view: KooKiewView, seat: Seat, translate: Translator) -> str:
    stake = view.stakes[seat]
    if view.stage == "bidding":
        return translate("private-no-bank")
    if seat == view.dealer:
        total, covered = sum(each or 0 for each in view.stakes), sum(view.covered)
        in_full = covered == total
        return translate(
            "private-bank" if in_full else "private-bank-covers", bank=view.bank, total=total, covered=covered
        )
    if stake is None:
        return translate("private-no-stake-yet")
    if view.covered[seat] < stake:
        return translate("private-stake-covered", stake=stake, covered=view.covered[seat])
    return translate("private-stake", stake=stake) if stake else translate("private-no-stake")


def _rows(
    state: TableState,
    hand: AnyHand,
    ready: Sequence[Action],
    amounts: AmountRange | None,
    named: Sequence[int],
    about: Sequence[str],
    translate: Translator,
) -> tuple[tuple[Button, ...], ...]:
    turn = f"{state.id}:{hand.turn}"
    rows: list[tuple[Button, ...]] = []
    if amounts is not None:
        verb, least, most = amounts
        row = [
            Button(
                translate(f"button-{verb}", amount=amount),
                Action(verb, amount).text,
                turn,
                "primary" if amount == least else "plain",
            )
            for amount in named
        ]
        if least < most:
            question = amount_question(amounts, about, translate)
            row.append(Button(translate(f"button-{verb}", amount="…"), verb, turn, "plain", question))
        rows.append(tuple(row))
    bidding = amounts is not None and amounts.verb == "bid"
    labels: Mapping[Action, tuple[str, ButtonStyle]] = {
        PASS: (translate("button-pass" if bidding else "button-no-stake"), "plain"),
        SHOW: (translate("button-show"), "primary"),
        PASS_BANK: (translate("button-pass-bank"), "plain"),
    }
    plain = [Button(labels[action][0], action.text, turn, labels[action][1]) for action in ready]
    return (*rows, tuple(plain)) if plain else tuple(rows)


def _steps(view: KooKiewView, amounts: AmountRange, seats: Iterable[Seat]) -> list[int]:
    """Return amounts on buttons, kept in place while seats answer, so that none changes under a finger."""
    most = max(view.stacks[seat] + view.staked[seat] for seat in seats)
    if view.stage == "staking":
        most = min(most, view.cover or most, view.rules.max_stake or most)
    return [amount for amount in steps(amounts.least, most) if amount <= amounts.most]


def steps(least: int, most: int) -> list[int]:
    """Choose amounts evenly over round figures."""
    figures = [times * 10**zeros for zeros in range(len(str(most))) for times in (1, 2, 5)]
    amounts = [least, *(figure for figure in figures if least < figure <= most)]
    last = len(amounts) - 1
    return list(dict.fromkeys(amounts[round(step * last / (STEPS - 1))] for step in range(STEPS)))
