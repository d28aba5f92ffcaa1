from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import tzinfo

from bot.features.histories.replays import Replay
from bot.features.histories.showing import ALL, NewlyShown, OwnCards
from bot.ledger import HandRow, hand_number
from bot.messages import Button, Message, Picture, Place, PlayerId, RowLine, SecretLine, in_rows
from bot.messages.names import safe_text
from bot.presenting import house_words
from bot.presenting.dates import moment_text
from bot.presenting.drafts import Draft
from bot.presenting.net import net_text
from bot.presenting.presenters import PRESENTERS, TITLES
from bot.presenting.proof_files import proof_file
from bot.presenting.table_messages import hand_lines, hand_title
from bot.wording import Translator
from engine.games import GAMES
from engine.play import Seat
from engine.table.state import TableState

CARDS_A_ROW = 4

CARDS_ON_BUTTONS = 15
"""Most card buttons, as many as anybody holds."""


def page(replay: Replay, number: int, player: PlayerId, zone: tzinfo, translate: Translator) -> Draft:
    """Return a public step, with the reader's own cards below."""
    count = len(replay.steps)
    number = min(max(number, 1), count)
    when = translate("replay-step", step=number, steps=count, when=moment_text(replay.ended, zone))
    lines, draw = _public(replay, number, translate)
    if number == count:
        lines.extend(["", *PRESENTERS[replay.game].history(replay.last, translate)])
    own = _own(replay, number, player, translate)
    if own is not None:
        lines.extend(["", translate("replay-own"), *own.message.lines])
        draw = draw or own.draw
    elif replay.lost:
        lines.extend(["", translate("replay-own-lost")])
    message = Message(
        hand_title(replay.game, replay.hand, translate, practice=replay.practice),
        (when, "", *lines),
        buttons=(_turning(replay, number, translate), _leading_on(replay, translate)),
    )
    return Draft(message, draw)


def is_secret(message: Message) -> bool:
    """Return true if a page has the reader's own cards."""
    return any(isinstance(line, SecretLine) for line in message.lines)


def shared(replay: Replay, name: str, zone: tzinfo, translate: Translator) -> Draft:
    lines, draw = _public(replay, len(replay.steps), translate)
    message = Message(
        hand_title(replay.game, replay.hand, translate, practice=replay.practice),
        (translate("replay-shared", name=name, when=moment_text(replay.ended, zone)), "", *lines),
        buttons=((_replay_button(replay.hand, translate), _verify_button(replay.hand, translate)),),
    )
    return Draft(message, draw)


def step_lines(replay: Replay, number: int, translate: Translator) -> list[str]:
    """Return its public lines; steps count from 1."""
    hand, presenter = replay.steps[number - 1], PRESENTERS[replay.game]
    return hand_lines(hand, presenter.public(hand, translate), presenter.history(hand, translate), translate)


def _public(replay: Replay, number: int, translate: Translator) -> tuple[list[str], Callable[[], Picture] | None]:
    hand, lines = replay.steps[number - 1], step_lines(replay, number, translate)
    if number == len(replay.steps):
        if replay.voided:
            # The question that stood then was never answered.
            lines = lines if hand.over else lines[:-2]
            lines.extend(["", translate("replay-voided", reason=safe_text(replay.voided))])
        lines.extend(_shown_lines(replay, translate))
    if number in (1, len(replay.steps)):
        lines.extend(["", _rules(replay, translate)])
    return lines, PRESENTERS[replay.game].public(hand, translate).draw


def _shown_lines(replay: Replay, translate: Translator) -> Iterator[str]:
    for place, each in enumerate(replay.shown):
        if not place:
            yield ""
        cards = cards_text(replay.game, each.cards, translate)
        yield translate("replay-shown", name=replay.last.names[each.seat], cards=cards)


def cards_text(game: str, names: Sequence[str], translate: Translator) -> str:
    return ", ".join(PRESENTERS[game].card(name, translate) for name in names)


def _rules(replay: Replay, translate: Translator) -> str:
    usual = next(iter(GAMES[replay.game].presets))
    differing = replay.rules.differences(GAMES[replay.game].presets[usual])
    if not differing:
        return translate("lobby-rules-usual", preset=usual)
    changes = house_words.in_line(replay.rules, differing, translate)
    return translate("lobby-rules-changed", preset=usual, changes=changes)


def _own(replay: Replay, number: int, player: PlayerId, translate: Translator) -> Draft | None:
    """Return the reader's hand at a step; ``None`` if nothing is private."""
    if not replay.own:
        return None
    hand, presenter = replay.own[number - 1], PRESENTERS[replay.game]
    if presenter.secret(hand, player) is None:
        return None
    # Their table may be gone by now, and nothing is asked of them.
    table = TableState("", Place("", ""), replay.game, ())
    draft = presenter.private(table, hand, player, translate, asked=False)
    secret = tuple(line for line in draft.message.lines if isinstance(line, SecretLine))
    return Draft(Message(lines=secret), draft.draw) if secret else None


def _turning(replay: Replay, number: int, translate: Translator) -> tuple[Button, ...]:
    count, row = len(replay.steps), []
    if number > 1:
        row.append(Button(translate("button-back"), f"replay {replay.hand} {number - 1}"))
    if number < count:
        row.append(Button(translate("button-next"), f"replay {replay.hand} {number + 1}", style="primary"))
    if number < count - 1:
        shown = replay.last.round.opened
        label = translate("button-to-showdown") if shown else translate("button-to-result")
        row.append(Button(label, f"replay {replay.hand} {count}"))
    return tuple(row)


def _leading_on(replay: Replay, translate: Translator) -> tuple[Button, ...]:
    return (
        Button(translate("button-share-hand"), f"share hand {replay.hand}"),
        _verify_button(replay.hand, translate),
        Button(translate("button-history"), "history"),
    )


def _replay_button(hand: int, translate: Translator) -> Button:
    return Button(translate("button-replay"), f"replay {hand}")


def _verify_button(hand: int, translate: Translator) -> Button:
    return Button(translate("button-verify"), f"verify {hand}")


# --- lists of hands --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HandsPage:
    command: str

    hands: tuple[Replay | HandRow, ...]
    """Replays, or stored rows of hands that cannot be replayed."""

    accounts: Collection[PlayerId]
    """The accounts of the player of each net; empty for a table, whose winners are named."""

    older: int | None = None
    """The start of the next page, if any."""

    first: bool = True
    """True on the newest page."""

    other: str = ""


def history(shown: HandsPage, zone: tzinfo, translate: Translator) -> Message:
    of_table = not shown.accounts
    lines = [
        _result_line(each, shown.accounts, zone, translate)
        if isinstance(each, Replay)
        else _stored_line(each, shown.accounts, zone, translate)
        for each in shown.hands
    ]
    replays = [
        Button(f"▷ {hand_number(each.hand)}", f"replay {each.hand}") for each in shown.hands if isinstance(each, Replay)
    ]
    rows = in_rows(replays, CARDS_A_ROW)
    turning = []
    if not shown.first:
        turning.append(Button(translate("button-newest"), shown.command))
    if shown.older is not None:
        turning.append(Button(translate("button-older"), f"{shown.command} {shown.older}"))
    if shown.other:
        turning.append(Button(translate("button-history-mine" if of_table else "button-history-table"), shown.other))
    title = translate("history-title-table" if of_table else "history-title")
    return Message(
        title, tuple(lines) or (translate("history-empty"),), buttons=tuple(filter(None, (*rows, tuple(turning))))
    )


def _seat(players: Sequence[PlayerId], accounts: Collection[PlayerId]) -> Seat | None:
    return next((seat for seat, player in enumerate(players) if player in accounts), None)


def _stored_line(row: HandRow, accounts: Collection[PlayerId], zone: tzinfo, translate: Translator) -> str:
    assert row.closed is not None
    assert row.settlement is not None
    fields = {"hand": hand_number(row.hand), "game": TITLES[row.game], "when": moment_text(row.closed, zone)}
    result = translate("history-not-replayed")
    if (seat := _seat(row.players, accounts)) is not None:
        result = f"{net_text(row.settlement[seat], translate)} · {result}"
    return _line(fields, translate("history-voided") if row.voided else result, translate)


def _result_line(replay: Replay, accounts: Collection[PlayerId], zone: tzinfo, translate: Translator) -> str:
    hand = replay.last
    fields = {"hand": hand_number(replay.hand), "game": TITLES[replay.game], "when": moment_text(replay.ended, zone)}
    settlement = hand.round.settlement
    if replay.voided or settlement is None:
        return _line(fields, translate("history-voided"), translate)
    if (seat := _seat(hand.players, accounts)) is None:
        seat = max(settlement, key=lambda each: settlement[each])
    parts = [net_text(settlement[seat], translate)]
    if not accounts:
        parts = [f"{hand.names[seat]} {parts[0]}"] if settlement[seat] else [translate("history-nobody")]
    made = GAMES[replay.game].facts(hand.round, hand.events, ())[seat].made
    if made is not None and made.shown:
        parts.append(PRESENTERS[replay.game].hand_name(made.name, translate))
    return _line(fields, " · ".join(parts), translate)


def _line(fields: Mapping[str, str], result: str, translate: Translator) -> str:
    text = translate("history-line", **fields, result=result)
    return RowLine(text, (*fields.values(), result), translate("history-heads"))


# --- cards shown after a hand ----------------------------------------------------------------------------------


def showing(own: OwnCards, said: Sequence[str], translate: Translator) -> Message:
    names = list(own.closed.values())[:CARDS_ON_BUTTONS]
    title = translate("showing-title", hand=hand_number(own.hand))
    lines = [*said, *([""] if said else [])]
    if not names:
        shown = translate("refused-all-shown", hand=hand_number(own.hand))
        return Message(title, (*lines, shown), buttons=((_replay_button(own.hand, translate),),))
    presenter = PRESENTERS[own.game]
    each = [Button(presenter.card(name, translate), f"show cards {own.hand} {name}") for name in dict.fromkeys(names)]
    rows = in_rows(each, CARDS_A_ROW)
    everything = Button(translate("button-show-all"), f"show cards {own.hand} {ALL}", style="primary")
    cards = SecretLine(cards_text(own.game, names, translate))
    return Message(title, (*lines, cards, "", translate("showing-how")), buttons=((everything,), *rows))


def shows(new: NewlyShown, translate: Translator) -> Draft:
    """Return newly shown cards with the file that proves them."""
    how = "folded" if new.folded else "held"
    cards, presenter = cards_text(new.game, new.cards, translate), PRESENTERS[new.game]
    message = Message(
        hand_title(new.game, new.hand, translate, practice=False),
        (translate("shows-cards", name=new.name, how=how, cards=cards),),
        translate("shows-proof"),
        ((_replay_button(new.hand, translate), _verify_button(new.hand, translate)),),
        file=proof_file(f"kiu-hand-{hand_number(new.hand)}-shown-by-{new.seat + 1}", new.hand, new.text, {}, translate),
    )
    return Draft(message, presenter.cards_picture(new.cards, translate))
