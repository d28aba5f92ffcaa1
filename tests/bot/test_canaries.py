"""No hidden card, key or salt gets out: many hands of every game, and all that anybody but its owner can read.

Every key and every salt is a canary of its own, since no two hands share one.
Meanwhile drawing, sending, storing and carrying out go wrong now and then, so that errors are written down in full.
"""

from __future__ import annotations

import base64
import itertools
import json
import logging
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import redirect_stderr
from dataclasses import dataclass, field, replace
from io import StringIO
from random import Random
from typing import Any

import pytest
import structlog

from bot.environment import logs
from bot.ledger import Ledger, WriteSet, queries
from bot.live.public_messages import RETRY_AFTER
from bot.messages import Message, MessageId, PlayerId, Reply
from bot.presenting import table_messages
from bot.presenting.drafts import Draft
from bot.presenting.presenters import PRESENTERS
from bot.tables import hands
from bot.wording import in_language
from engine.facts import MadeHand, SeatFacts
from engine.fairness import records
from engine.fairness.records import Dealt
from engine.games import GAMES
from engine.play import Action
from engine.qiuqiu import facts as qiuqiu_facts
from engine.qiuqiu.round import QiuQiuRound
from engine.table import tally
from engine.table.hand import AnyHand
from engine.table.rules import TableRules
from engine.table.tally import Tallies
from tests.bot.failing_disk import full_disk
from tests.bot.fake_chat import Seen, words
from tests.bot.leaks import bytes_leaked, cards_named, numbers_leaked
from tests.bot.proof_pages import record_in
from tests.bot.scenario import Scenario

HANDS = {"koo-kiew": 15, "qiuqiu": 10, "quan-dui": 2}
"""How many hands of each game are played."""

MANY = {"koo-kiew": 500, "qiuqiu": 500, "quan-dui": 50}
"""How many of them by `make soak`."""

MOST_UNTIL_HEARD = 8
"""In how many hands a leak that is planted has to be heard."""

HANDS_OF_A_TABLE = 25
PLAYERS = (2, 2, 3, 2, 4)
"""How many sit at one table after the other."""

PAUSE = TableRules().pause_seconds
TITLE = re.compile(r"· hand (\d+)")
"""The number of the hand that a message is about."""

LISTED = re.compile(r"(\d+) · ")
"""The number of the hand that a line of a list is about."""

PACK_RUN = 6
"""So many cards of a pack side by side, as numbers, are no accident."""

TROUBLES = ("the chat is away", "no ink left", "the table fell over", "nothing can be stored")
"""What was written down of everything that went wrong."""

GOES_WRONG = 8
"""Of so many times that each of them is done, one goes wrong."""


@dataclass
class Heard:
    """What was said during one hand."""

    public: list[Seen] = field(default_factory=list)
    """Messages that everybody sees."""

    inside: list[str] = field(default_factory=list)
    """What the host can read: logs, and how values show themselves in them."""

    held: set[tuple[int, ...]] = field(default_factory=set)
    """The places of the cards that players held, at one moment or another."""


class Eavesdropper:
    """Plays hands in a group and listens wherever something can get out."""

    def __init__(self, scenario: Scenario, log: StringIO) -> None:
        self.group = scenario
        self.log = log
        self.entropy = Random(7)
        self.done: Counter[str] = Counter()
        """How often everything that can go wrong was done while it could."""

        self.heard = Heard()
        self.clumsy = True
        """Whether things go wrong while a hand is played."""

        self.trouble = False
        """Whether they do now."""

        self.everything: set[str] = set()
        """All that was ever public or inside, but for files."""

        self.files: set[str] = set()
        self.own_files: list[tuple[str, set[bytes]]] = []
        """What a player alone was given, with the secrets that are not for them."""

        self.secrets: set[bytes] = set()
        """Every key and every salt."""

        self.hidden: set[bytes] = set()
        """Those that stay secret for good."""

        self.opened: dict[MessageId, set[str]] = {}
        """The cards that a public message may name, by its number."""

        self.opened_in: dict[int, set[str]] = {}
        """The cards that lay open in each hand when it was over."""

        self.best: dict[PlayerId, set[tuple[str, int]]] = defaultdict(set)
        """The hands that everybody has seen of each player, by name and worth."""

        self.told: set[str] = set()
        """How such hands are told and stored: those remembered after the newest hand, and those held in it."""

        self.hands = 0
        self.newest = 0
        """The number of the hand played last."""

        self.problems: list[str] = []
        scenario.chat.watch = self._seen

    # --- going wrong, and listening ----------------------------------------------------------------------------

    def stumble(self, what: str) -> bool:
        """Whether this goes wrong now, which is counted for each thing alone, so that none is left out by chance."""
        self.done[what] += self.trouble
        return self.trouble and self.done[what] % GOES_WRONG == 0

    def _seen(self, seen: Seen) -> None:
        self.heard.inside.append(repr(seen))
        if seen.how != "private":
            self.heard.public.append(seen)
        if self.stumble("sending"):
            raise ConnectionError(f"the chat is away: {seen!r}")

    async def _send(self, name: str, text: str) -> Reply:
        reply = await self.group.say(name, text)
        self.heard.inside.append(repr(reply))
        return reply

    # --- playing -----------------------------------------------------------------------------------------------

    async def hands_of(self, game: str, count: int) -> None:
        """Play so many hands of a game, at as many tables as it takes."""
        last, at_a_table = self.hands + count, max(min(HANDS_OF_A_TABLE, count // len(PLAYERS)), 1)
        for players in itertools.cycle(PLAYERS):
            if self.hands == last:
                break
            names = [f"{game[0]}{self.hands}{letter}" for letter in "abcd"[:players]]
            await self.group.sit(*names, game=game)
            await self.group.do(names[0], "start")
            until = min(last, self.hands + at_a_table)
            while self.hands < until and await self._dealt():
                await self._hand(game)
            self._sealed_away()
            await self.group.do(names[0], "close")
            assert not self.group.is_open()

    async def _hand(self, game: str) -> None:
        self.trouble = self.clumsy
        while (hand := self.group.state().playing) is not None:
            self.heard.inside.append(repr(self.group.state()))
            self.heard.held.update(hand.round.held(each) for each in range(len(hand.players)))
            for seat in hand.round.awaited:
                options = hand.round.options(seat)
                offered = (*options.synonyms, *options.ready)
                cautious = [each for each in offered if each.verb != "all-in"][:3]
                stakes = [Action(each.verb, each.least) for each in options.amounts[:1]]
                await self._send(_name(hand, seat), self.entropy.choice(cautious + stakes).text)
        self.trouble = False
        await self.group.wait(RETRY_AFTER)
        over = self.group.hand()
        self.newest = over.id
        salts = [over.deal.opening(place).salt for place in range(len(over.deal.pack))]
        opened = set(over.round.opened)
        hidden = {salt for place, salt in enumerate(salts) if place not in opened} | {over.deal.picked_pack.key}
        self.secrets.update(over.deal.seal.keys, salts)
        self.hidden |= hidden
        await self._ask_for_proofs(over, salts, hidden)
        await self._ask_for_replays(game, over)
        self._check(game, over)
        self.hands += 1

    async def _dealt(self) -> bool:
        """Wait for the next hand; one in which nobody can bet any more is over as soon as it is dealt."""
        for _ in range(PAUSE):
            hand = self.group.state().hand
            if hand is not None and hand.id > self.newest:
                return True
            await self.group.wait(1)
        return False

    async def _ask_for_proofs(self, hand: AnyHand, salts: Sequence[bytes], hidden: set[bytes]) -> None:
        row = await self.group.app.ledger.read(queries.hand, hand.id)
        assert row is not None
        self.heard.inside.append(repr(row))
        self.files.add(row.record)
        if self.hands % 10:
            return
        proof = (await self._send(_name(hand, 0), f"verify {hand.id}")).message.file
        assert proof is not None
        fields = json.loads(record_in(proof.content))
        # What the log tells of the hand is found anew each time, and so is the hash over the whole file.
        assert fields.pop("log")["entries"]
        assert {**fields, "log": None, "digest": json.loads(row.record)["digest"]} == json.loads(row.record)
        for seat in range(len(hand.players)):
            own = (await self._send(_name(hand, seat), f"verify mine {hand.id}")).message.file
            if own is not None:
                own_salts = {salts[place] for place in hand.round.held(seat)}
                self.own_files.append((own.content.decode(), hidden - own_salts))

    async def _ask_for_replays(self, game: str, hand: AnyHand) -> None:
        """Nobody but its owner reads of a closed card in a replay, not even an admin; the result is for everybody."""
        if self.hands % 5:
            return
        names = GAMES[game].pack_names
        opened = {names[hand.deal.pack[place]] for place in hand.round.opened}
        people = [*(_name(hand, seat) for seat in range(len(hand.players))), "admin"]
        self.group.admins.add("admin")
        for seat, name in enumerate(people):
            own = set() if name == "admin" else {names[hand.deal.pack[place]] for place in hand.round.held(seat)}
            for text in (f"replay {hand.id} 2", f"replay {hand.id} 999", "history table"):
                reply = await self.group.say(name, text)
                assert not reply.refused, text
                for line in _all_words(reply.message).splitlines():
                    # A list names what lay open in each of its hands, and every other line what lay open in this one.
                    listed = LISTED.match(line) if text == "history table" else None
                    of_line = self.opened_in[int(listed[1])] if listed and int(listed[1]) != hand.id else opened
                    known = of_line if text == "history table" else own | opened
                    self._wrong(f"a hidden card is told to {name} by {text!r}", cards_named(line, names) - known, hand)
        await self.group.do("admin", f"share hand {hand.id}")

    # --- what must not be heard --------------------------------------------------------------------------------

    def _check(self, game: str, hand: AnyHand) -> None:
        """Compare what was said during a hand with what was opened, and keep the rest to be searched at the end."""
        self.heard.inside.append(_read(self.log.getvalue()))
        self.log.seek(0)
        self.log.truncate()
        names = GAMES[game].pack_names
        opened = {names[hand.deal.pack[place]] for place in hand.round.opened}
        self.opened_in[hand.id] = opened
        # The evening of a table that was closed is told while the first hand of the next one is played.
        before, self.told = self.told, self._told_of_hands(game, hand)
        told = before | self.told
        for seen in self.heard.public:
            # The message of the hand before is edited once more when the next begins, or posted when that is possible.
            named = TITLE.search(seen.message.title)
            of_this_hand = self.opened_in.get(int(named[1]), opened) if named else opened
            of_this_hand = self.opened.setdefault(seen.number, of_this_hand)
            said = _without(told, _all_words(seen.message))
            self._wrong("a hidden card is shown", cards_named(said, names) - of_this_hand, hand)
        public = "\n".join(_all_words(seen.message) for seen in self.heard.public)
        inside = "\n".join(self.heard.inside)
        self._wrong("a card is opened that was not shown", opened - cards_named(public, names), hand)
        self._wrong("a hidden card is named inside", cards_named(_without(told, inside), names) - opened, hand)
        in_numbers = _number_secrets(hand, self.heard.held)
        self._wrong("hidden cards stand inside as numbers", numbers_leaked(public + inside, in_numbers), hand)
        self.everything.update(public.splitlines(), inside.splitlines())
        self.heard = Heard()

    def _told_of_hands(self, game: str, hand: AnyHand) -> set[str]:
        """How it is told, and stored, what everybody has seen somebody hold, in this hand or in one before.

        A best hand of the evening is named by cards that it was made of, or in QiuQiu by the values of its pairs.
        """
        opened, names, told = set(hand.round.opened), GAMES[game].pack_names, set[tuple[str, int]]()
        for seat, facts in enumerate(GAMES[game].facts(hand.round, hand.events, ())):
            if facts.made is not None and facts.made.shown:
                closed = {names[hand.deal.pack[place]] for place in set(hand.round.held(seat)) - opened}
                self._wrong("a hand counts as seen that was not", closed, hand)
                told.add((facts.made.name, facts.made.worth))
                self.best[hand.players[seat]].add((facts.made.name, facts.made.worth))
        for each in self.group.state().tallies:
            if each.best:
                best = (each.best, each.worth)
                self._wrong("a best hand is remembered that nobody saw", {best} - self.best[each.player], hand)
                told.add(best)
        translate = in_language("en")
        return {
            spelled
            for name, worth in told
            for spelled in (
                f"{name!r}, worth={worth}",
                f'"{name}",{worth},',
                translate("evening-best", label=PRESENTERS[game].hand_name(name, translate)),
            )
        }

    def _wrong(self, what: str, leaked: set[Any], hand: AnyHand) -> None:
        if leaked:
            self.problems.append(f"hand {hand.id}: {what}: {sorted(leaked)}")

    def _sealed_away(self) -> None:
        sealed = self.group.state().sealed
        if sealed is not None:
            self.secrets |= set(sealed.seal.keys)

    def search(self) -> list[str]:
        """Everything that should not have been heard."""
        self.everything.add(repr(self.group.app.metrics.refusals()))
        self.everything.add(self.group.app.metrics.text().decode())
        found = bytes_leaked("\n".join(self.everything), self.secrets)
        found |= bytes_leaked("\n".join(self.files), self.hidden)
        for text, not_his in self.own_files:
            found |= bytes_leaked(text, not_his)
        return [*self.problems, *[f"a key or a salt: {each.hex()}" for each in sorted(found)]]


def _read(log: str) -> str:
    """The log as it is written, and as whoever reads its JSON sees it."""
    fields = [json.dumps(json.loads(line), ensure_ascii=False).replace("\\\\", "\\") for line in log.splitlines()]
    return "\n".join((log, *fields))


def _without(told: Iterable[str], text: str) -> str:
    for each in told:
        text = text.replace(each, "")
    return text


def _all_words(message: Message) -> str:
    labels = [button.label for row in message.buttons for button in row]
    return "\n".join((words(message), message.brief, *labels))


def _name(hand: AnyHand, seat: int) -> str:
    return hand.players[seat].removeprefix("test:")


def _number_secrets(hand: AnyHand, held: Iterable[tuple[int, ...]]) -> set[tuple[int, ...]]:
    """Runs of the pack as numbers, and every hand of which three cards or more were never shown."""
    inner: tuple[int, ...] = getattr(hand.round, "pack")  # noqa: B009 - every round has one, and none is to be told
    packs = (inner, hand.deal.pack, hand.deal.picked_pack.order)
    runs = {pack[at : at + PACK_RUN] for pack in packs for at in range(len(pack) - PACK_RUN + 1)}
    opened = set(hand.round.opened)
    return runs | {tuple(inner[place] for place in places) for places in held if len(set(places) - opened) > 2}


@pytest.fixture
def log() -> Iterator[StringIO]:
    """All that Kiu and its libraries write at the lowest level, as it is laid out where nobody looks."""
    with redirect_stderr(StringIO()) as written:
        yield written


@pytest.fixture
def listen(scenario: Scenario, log: StringIO, no_pictures: None, monkeypatch: pytest.MonkeyPatch) -> Eavesdropper:
    """Lets the eavesdropper listen everywhere, and lets things go wrong."""
    # After the group, which else would keep its log to itself.
    logs.set_up("debug")
    logging.getLogger().setLevel(logging.DEBUG)
    listening = Eavesdropper(scenario, log)
    commit, finished, act = Ledger.commit, Draft.finished, hands.act
    dialect = scenario.app.ledger._database._engine.dialect
    make_durable = dialect.do_commit

    async def committing(ledger: Ledger, record: WriteSet) -> None:
        listening.heard.inside.append(repr(record))
        await commit(ledger, record)

    def storing(connection: Any) -> None:
        if listening.stumble("storing"):
            raise full_disk()
        make_durable(connection)

    def drawing(draft: Draft) -> Message:
        if listening.stumble("drawing"):
            raise RuntimeError(f"no ink left for {draft!r}")
        return finished(draft)

    def acting(state: Any, seat: Any, action: Any, *, lapsed: bool = False) -> Any:
        if listening.stumble("acting"):
            raise RuntimeError(f"the table fell over: {state!r}")
        return act(state, seat, action, lapsed=lapsed)

    monkeypatch.setattr(Ledger, "commit", committing)
    monkeypatch.setattr(Draft, "finished", drawing)
    monkeypatch.setattr(hands, "act", acting)
    monkeypatch.setattr(dialect, "do_commit", storing)
    return listening


@pytest.mark.parametrize(
    ("game", "hands"), [*HANDS.items(), *(pytest.param(*each, marks=pytest.mark.soak) for each in MANY.items())]
)
async def test_nothing_is_heard(listen: Eavesdropper, game: str, hands: int) -> None:
    await listen.hands_of(game, hands)
    assert listen.hands == hands
    assert listen.search() == []
    heard = "\n".join(listen.everything)
    assert [each for each in TROUBLES if each not in heard] == []


# --- leaks planted on purpose ------------------------------------------------------------------------------------


def a_key_in_the_log(patch: pytest.MonkeyPatch) -> None:
    begin = hands.begin

    def chatty(state: Any, *rest: Any) -> Any:
        structlog.get_logger().debug("dealing", keys=state.sealed.seal.keys)
        return begin(state, *rest)

    patch.setattr(hands, "begin", chatty)


def the_pack_in_a_repr(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(QiuQiuRound, "__repr__", lambda self: f"<QiuQiuRound of {self.pack}>")


def a_hand_in_a_repr(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(QiuQiuRound, "__repr__", lambda self: f"<QiuQiuRound of {self.hands}>")


def a_domino_shown_to_all(patch: pytest.MonkeyPatch) -> None:
    hand_message = table_messages.hand_message

    def careless(state: Any, hand: AnyHand, *rest: Any, **more: Any) -> Draft:
        draft = hand_message(state, hand, *rest, **more)
        name = GAMES["qiuqiu"].pack_names[hand.deal.pack[27]]
        return replace(draft, message=replace(draft.message, footer=f"On top lies {name}."))

    patch.setattr(table_messages, "hand_message", careless)


def a_hidden_card_opened(patch: pytest.MonkeyPatch) -> None:
    opened: Any = vars(QiuQiuRound)["opened"]
    patch.setattr(QiuQiuRound, "opened", property(lambda self: tuple(sorted({*opened.fget(self), 27}))))


def a_card_shown_and_not_opened(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(QiuQiuRound, "opened", property(lambda self: ()))


def a_salt_in_a_record(patch: pytest.MonkeyPatch) -> None:
    record = records.record

    def generous(dealt: Dealt, *rest: Any) -> str:
        return record(dealt, *rest).replace('"roots":[', f'"roots":["{dealt.deal.opening(27).salt.hex()}",')

    patch.setattr(records, "record", generous)


def a_hand_that_counts_as_seen(patch: pytest.MonkeyPatch) -> None:
    made = qiuqiu_facts._made

    def seen(over: QiuQiuRound, seat: int) -> MadeHand | None:
        held = made(over, seat)
        return None if held is None else held._replace(shown=True)

    patch.setattr(qiuqiu_facts, "_made", seen)


def a_best_hand_that_nobody_saw(patch: pytest.MonkeyPatch) -> None:
    with_result = tally.with_result

    def indiscreet(tallies: Tallies, hand: AnyHand, facts: Sequence[SeatFacts]) -> Tallies:
        shown = [each._replace(made=each.made and each.made._replace(shown=True)) for each in facts]
        return with_result(tallies, hand, shown)

    patch.setattr(tally, "with_result", indiscreet)


def the_cards_of_another(patch: pytest.MonkeyPatch) -> None:
    own_cards = records.own_cards
    patch.setattr(records, "own_cards", lambda dealt, seat: own_cards(replace(dealt, opened=range(12)), seat))


@pytest.mark.parametrize(
    "leak",
    [
        *(a_key_in_the_log, the_pack_in_a_repr, a_hand_in_a_repr, a_domino_shown_to_all, a_hidden_card_opened),
        *(a_card_shown_and_not_opened, a_salt_in_a_record, a_hand_that_counts_as_seen, a_best_hand_that_nobody_saw),
        the_cards_of_another,
    ],
    ids=lambda leak: leak.__name__,
)
async def test_a_leak_is_heard(
    listen: Eavesdropper, leak: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    leak(monkeypatch)
    listen.clumsy = False
    for _ in range(MOST_UNTIL_HEARD):
        await listen.hands_of("qiuqiu", 1)
        if listen.search():
            return
    pytest.fail("nothing was heard")


@pytest.mark.parametrize(
    "spelling",
    [
        lambda key: key.hex(),
        lambda key: f"key={'ab' + key.hex()}",
        lambda key: f"abc{key.hex().upper()}",
        lambda key: base64.b64encode(key).decode(),
        lambda key: base64.urlsafe_b64encode(b"xy" + key + b"z").decode(),
        lambda key: repr(key),
        lambda key: repr({"keys": (b"four" + key,)}),
        lambda key: str(list(key)),
        lambda key: json.dumps(list(b"ab" + key)),
    ],
)
def test_a_key_is_found_however_it_is_spelled(spelling: Callable[[bytes], str]) -> None:
    entropy = Random(3)
    for _ in range(200):
        key, other = entropy.randbytes(32), entropy.randbytes(32)
        text = f"[info] dealt {spelling(key)} at table q17"
        assert bytes_leaked(text, {key, other}) == {key}
        assert bytes_leaked(text, {other}) == set()


def test_cards_are_found_by_name_and_by_number() -> None:
    assert cards_named("Sari: 5-4, 6-1.", ["5-4", "1-0", "6-1"]) == {"5-4", "6-1"}
    assert cards_named("Sari: 5\N{NON-BREAKING HYPHEN}4 and 5 / 1", ["5-4", "5-1"]) == {"5-4"}
    assert cards_named("6\\u20111", ["6-1"]) == {"6-1"}, "as JSON and logs have it"
    assert cards_named("士 yellow advisor", ["yellow-valet", "red-valet"]) == {"yellow-valet"}
    assert cards_named("2026-5-4 and 15-4 and 6-10", ["5-4", "6-1"]) == set()
    assert cards_named("the Yellow general, 3-suo", ["yellow-general", "yellow-valet", "3 suo"]) == {
        "yellow-general",
        "3 suo",
    }
    assert numbers_leaked("hands=((4, 256, 32), (1, 8))", {(4, 32, 256), (1, 8, 64)}) == {(4, 32, 256)}
