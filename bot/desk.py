"""The desk that every command passes: read it, know the person, carry it out once, answer the one who asked.

Bad input of every kind ends here as one sentence to its sender, and nothing has changed.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import structlog

from bot import commands
from bot.accounts import Accounts
from bot.announcer import Announcer
from bot.commands import BY_NAME, CommandSpec, Order, Where, Who
from bot.erasing import KEPT
from bot.houses import Houses, HouseSettings, TableRules
from bot.ledger import MOST_CHIPS, Ledger, LedgerClosed, NotStored, Overdrawn, RepeatedUpdate, Row, UpdateDone
from bot.messages import Command, Message, Place, PlayerId, Question, Reply
from bot.names import safe_name, safe_text
from bot.people import People
from bot.presenting import answers, verdicts
from bot.presenting import tables as shown
from bot.proofs import Proofs
from bot.refusal import Refusal
from bot.reversal import reverse_hand
from bot.tables.state import Note
from bot.tables.table import Answer
from bot.tables.tables import Tables
from bot.wording import Say, in_language, languages
from engine.fairness import WORD_BYTES
from engine.games import GAMES
from engine.house_rules import BadRule
from engine.play import Refused

log = structlog.get_logger()

REPLIES_REMEMBERED = 10_000

PASSING = ("storage-trouble", "shutting-down", "too-busy")
"""Refusals that are nobody's fault: the same command is welcome again."""


HARMLESS = frozenset(
    {
        "hand", "hint", "status", "house", "house rule", "chips", "ledger", "top", "rules", "help", "language",
        "verify", "verify mine", "fairness",
    }
)  # fmt: skip
"""What changes neither chips nor tables nor rules, and is answered even while the bot is not in the group."""

IN_THE_NAME_OF_THE_GROUP = frozenset(
    {"house", "house rule", "rules", "help", "status", "close", "kick", "top", "verify", "fairness"}
)
"""What an admin may do as the group, besides what only admins may: whatever needs neither chips nor a chair."""


class _Pending(NamedTuple):
    """A change of house rules that an admin was shown and has still to apply."""

    game: str
    before: HouseSettings
    wanted: HouseSettings


class _Door:
    """Where commands come in, one beside the other; when it is closed, nobody is inside and the others wait."""

    def __init__(self) -> None:
        self._open, self._empty = asyncio.Event(), asyncio.Event()
        self._open.set()
        self._empty.set()
        self._inside = 0

    @asynccontextmanager
    async def through(self) -> AsyncIterator[None]:
        while not self._open.is_set():
            await self._open.wait()
        self._inside += 1
        self._empty.clear()
        try:
            yield
        finally:
            self._inside -= 1
            if not self._inside:
                self._empty.set()

    @asynccontextmanager
    async def closed(self) -> AsyncIterator[None]:
        self._open.clear()
        try:
            await self._empty.wait()
            yield
        finally:
            self._open.set()


class FrontDesk:
    """Where every chat brings its commands."""

    def __init__(
        self,
        ledger: Ledger,
        houses: Houses,
        people: People,
        accounts: Accounts,
        tables: Tables,
        proofs: Proofs,
        announcer: Announcer,
    ) -> None:
        self._ledger = ledger
        self._houses = houses
        self._people = people
        self._accounts = accounts
        self._tables = tables
        self._proofs = proofs
        self._announcer = announcer
        self._under_way: dict[str, tuple[str, asyncio.Task[Reply]]] = {}
        self._replies: OrderedDict[str, tuple[str, Reply]] = OrderedDict()
        self._pending: dict[tuple[str, str], _Pending] = {}
        self._door = _Door()
        self.refusals: Counter[str] = Counter()
        """How many commands of each kind were refused: a sudden rise is an alarm."""

    async def handle(self, command: Command) -> Reply:
        """Carry out a command and return the answer for its sender; never raises for bad input.

        A command that comes again with the same key is not carried out again: its sender gets the first answer.
        """
        if not command.key:
            return await self._carry_out(command, "")
        print_ = _fingerprint(command)
        known = self._replies.get(command.key)
        if known is not None:
            return known[1] if known[0] == print_ else self._refused(command, Refusal("key-reused"))
        under_way = self._under_way.get(command.key)
        if under_way is None:
            # A task of its own: whoever asked first may go away, and the others still get the answer.
            under_way = print_, asyncio.create_task(self._carry_out_once(command, print_))
            self._under_way[command.key] = under_way
        elif under_way[0] != print_:
            return self._refused(command, Refusal("key-reused"))
        return await asyncio.shield(under_way[1])

    async def _carry_out_once(self, command: Command, print_: str) -> Reply:
        try:
            reply = await self._carry_out(command, print_)
            if not reply.passing:
                self._remember(command.key, print_, reply)
            return reply
        finally:
            del self._under_way[command.key]

    def _remember(self, key: str, print_: str, reply: Reply) -> None:
        self._replies[key] = (print_, reply)
        if len(self._replies) > REPLIES_REMEMBERED:
            self._replies.popitem(last=False)

    def asked(self, command: Command) -> Question | Reply:
        """What to ask somebody who pressed a button that needs more, or the refusal; nothing is carried out.

        ``command.text`` is the button's command without the amount or the choice.
        The choices are those of this person, so nobody else may see them.
        """
        command = self._settled_in(command)
        try:
            spec = BY_NAME.get(command.text)
            self._may(command, spec)
            table = self._tables.meant(command.where, command.turn)
            options = table.options(command.who.id, command.turn.partition(":")[2])
            question = shown.question(table.state, command.who.id, command.text, options, self._say(command))
            if question is None:
                raise Refusal("stale-button")
            return question
        except (Refusal, Refused) as refusal:
            return self._refused(command, refusal)

    def whereabouts(self, player: PlayerId, table: str = "") -> Place | None:
        """Where somebody means who writes or presses in a private chat.

        Args:
            player: who it is.
            table: the table whose button was pressed, if there was one.

        Returns:
            The place of that table, or else of the one where the player sits; ``None`` if there is none, or the player
            was never seen in its house: a table's id is easily guessed, and proves nothing.
        """
        meant = self._tables.by_id(table) if table else self._tables.of_player(player)
        if meant is None or not self._people.knows(meant.state.place.house, player):
            return None
        return meant.state.place

    def closed(self) -> AbstractAsyncContextManager[None]:
        """Let commands wait while something changes that none may see half of; those under way are finished first."""
        return self._door.closed()

    async def _carry_out(self, command: Command, print_: str) -> Reply:
        async with self._door.through():
            return await self._carried_out(self._settled_in(command), print_)

    def _settled_in(self, command: Command) -> Command:
        """The command with a name that is safe to show, and a house that goes by the name it has now."""
        who = replace(command.who, name=safe_name(command.who.name))
        return replace(command, who=who, where=command.where._replace(house=self._houses.present(command.where.house)))

    def _may(self, command: Command, spec: CommandSpec | None) -> None:
        """Refuse what somebody may not do, whatever the state of things."""
        who, name = command.who, "" if spec is None else spec.name
        admins_only = spec is not None and spec.who is Who.ADMIN
        if who.anonymous and not admins_only and name not in IN_THE_NAME_OF_THE_GROUP:
            raise Refusal("anonymous")
        if admins_only and not who.admin:
            raise Refusal("admin-only")
        if self._houses.of(command.where.house).away and name not in HARMLESS:
            raise Refusal("house-away")

    async def _carried_out(self, command: Command, print_: str) -> Reply:
        try:
            if print_ and (done := self._ledger.recent_update(command.key)) is not None:
                return self._repeated(command, done.fingerprint == print_)
            order = commands.read(command.text)
            if not command.who.anonymous:
                await self._people.welcome(command.who, command.where.house)
            self._may(command, order.spec)
            row: tuple[Row, ...] = (UpdateDone(command.key, print_, ""),) if print_ else ()
            if order.spec.where is Where.DESK:
                return Reply(await self._at_desk(order, command, row), secret=order.name == "verify mine")
            if order.name == "shuffle" and not order.words:
                order = replace(order, words={"words": _number(command)})
            answer = await self._tables.ask(order, command.who, command.where, command.turn, row)
            return await self._answered(answer, order, command)
        except (Refusal, Refused, BadRule) as refusal:
            return self._refused(command, refusal)
        except RepeatedUpdate as repeated:
            return self._repeated(command, repeated.same)
        except Overdrawn:
            return self._refused(command, Refusal("not-enough-chips"))
        except NotStored:
            return self._refused(command, Refusal("storage-trouble"))
        except LedgerClosed:
            return self._refused(command, Refusal("shutting-down"))
        except Exception:
            log.exception("command failed", command=command.text.split(" ")[0][:20])
            return Reply(answers.sentence(self._say(command)("unexpected-trouble")), refused=True, passing=True)

    # --- answers -----------------------------------------------------------------------------------------------

    def voice(self, house: str, player: PlayerId) -> Say:
        """The voice in which a house speaks to one person: in the language chosen, or that of the house."""
        return self._people.voice(house, player)

    def _say(self, command: Command) -> Say:
        return self.voice(command.where.house, command.who.id)

    def _repeated(self, command: Command, same: bool) -> Reply:
        """The answer to a command that was carried out before, or to another one under its key."""
        if not same:
            return self._refused(command, Refusal("key-reused"))
        return Reply(answers.sentence(self._say(command)("done-already")))

    def _refused(self, command: Command, refusal: Refusal | Refused | BadRule) -> Reply:
        self.refusals[refusal.reason] += 1
        say = self._say(command)
        fields = {name: safe_text(value) if isinstance(value, str) else value for name, value in refusal.fields.items()}
        if "seat" in fields:
            fields["name"] = self._seat_name(command, int(fields.pop("seat")))
        if refusal.reason == "bad-rule-value":
            rule = str(fields["rule"])
            rules = TableRules if rule in TableRules.kinds() else GAMES[self._game_of_rule(command, rule)].rules
            fields["allowed"] = answers.allowed(rules, rule, say)
        sentence = answers.sentence(say(f"refused-{refusal.reason}", **fields))
        return Reply(sentence, refused=True, passing=refusal.reason in PASSING)

    def _seat_name(self, command: Command, seat: int) -> str:
        table_id = command.turn.partition(":")[0]
        table = self._tables.by_id(table_id) if table_id else self._tables.at(command.where)
        hand = table.state.hand if table is not None else None
        return hand.names[seat] if hand is not None and seat < len(hand.names) else "?"

    async def _answered(self, answer: Answer, order: Order, command: Command) -> Reply:
        """Put a table's answer in words: a sentence, or the private look at the table that was asked for."""
        say = self._say(command)
        if answer.state is not None:
            house = self._houses.of(command.where.house)
            if order.name == "hint":
                hint = await asyncio.to_thread(shown.hint, answer.state, command.who.id, say)
                return Reply(hint, secret=True)
            if order.name == "hand":
                draft = shown.private_hand(answer.state, command.who.id, say)
            elif answer.state.hand is not None:
                draft = shown.hand_message(answer.state, answer.state.hand, house, (), say)
            else:
                draft = shown.lobby(answer.state, house, (), say)
            return Reply(await asyncio.to_thread(draft.finished), secret=order.name == "hand")
        if answer.note is None:
            return Reply(Message())
        return Reply(answers.sentence(say(f"answer-{answer.note.key}", **answer.note.fields)))

    # --- what concerns no table --------------------------------------------------------------------------------

    async def _at_desk(self, order: Order, command: Command, done: tuple[Row, ...]) -> Message:
        say, house, who = self._say(command), command.where.house, command.who
        match order.name:
            case "help":
                return self._help(order, say)
            case "rules":
                game = self._game(command, order.word("game"))
                draft = answers.rules_of_a_game(game, self._in_force(command, game), say)
                return await asyncio.to_thread(draft.finished)
            case "chips":
                return answers.chips(*await self._accounts.wealth(house, who.id), say)
            case "top":
                richest = await self._ledger.top(house, 10)
                return answers.top(richest, lambda player: self._people.name(house, player), say)
            case "ledger":
                return await self._ledger_page(order, command, say)
            case "daily":
                return await self._daily(command, done, say)
            case "language":
                language = _language(order.word("language"))
                await self._people.speak(house, who.id, language, done)
                return answers.sentence(in_language(language)("answer-language-set"))
            case "house language":
                language = _language(order.word("language"))
                await self._houses.change(house, lambda now: replace(now, language=language), done)
                return answers.sentence(in_language(language)("answer-house-language-set"))
            case "bank grant" | "bank take":
                return await self._bank(order, command, done, say)
            case "bank void":
                return await self._void(order, command, done, say)
            case "verify":
                proof = await self._proofs.record(house, order.amount("hand") or 0)
                name_of = partial(self._people.name, house)
                return await asyncio.to_thread(verdicts.record, proof.hand, proof.text, name_of, say)
            case "verify mine":
                proof = await self._proofs.own_cards(house, order.amount("hand"), who.id)
                return await asyncio.to_thread(verdicts.own_cards, proof.hand, proof.text, say)
            case "disclose":
                return await self._disclose(order, command, done, say)
            case "fairness":
                return await self._fairness(command, say)
        return await self._house(order, command, done, say)

    def _help(self, order: Order, say: Say) -> Message:
        wanted = order.word("command").removeprefix("/").lower()
        if not wanted:
            return answers.help_message(say)
        if wanted not in BY_NAME:
            raise Refusal("no-such-command", word=wanted[:40])
        return answers.help_about(BY_NAME[wanted], say)

    def _game(self, command: Command, named: str) -> str:
        """The game that is meant: the one named, the one of the table here, or the first there is."""
        if named:
            if named not in GAMES:
                raise Refusal("no-such-game", game=named[:40], games=", ".join(GAMES))
            return named
        table = self._tables.at(command.where)
        return table.state.game_name if table is not None else next(iter(GAMES))

    def _game_of_rule(self, command: Command, rule: str) -> str:
        """The game whose rule is meant: the one at the table here, or where there is none, the one that has it."""
        having = [name for name, game in GAMES.items() if rule in game.rules.kinds()]
        likely = self._game(command, "")
        return likely if likely in having or not having or self._tables.at(command.where) is not None else having[0]

    def _in_force(self, command: Command, game: str) -> HouseSettings:
        """The settings that hold at this place: those of the house, or of the preset its table was opened with."""
        settings = self._houses.of(command.where.house)
        table = self._tables.at(command.where)
        if table is not None and table.state.game_name == game and table.state.preset:
            return settings.with_preset(game, table.state.preset)
        return settings

    async def _ledger_page(self, order: Order, command: Command, say: Say) -> Message:
        house = command.where.house
        player = command.who.id
        if order.word("player"):
            player = self._people.named(house, order.word("player")).player
        entries = await self._ledger.statement(house, player, before=order.amount("before"), limit=answers.LEDGER_LINES)
        name = self._people.name(house, player)
        return answers.ledger_page(name, entries, lambda each: self._actor(house, each, say), say)

    def _actor(self, house: str, player: PlayerId, say: Say) -> str:
        """Who did something to chips: a person, or an admin who spoke as the group."""
        return self._people.name(house, player) if self._people.knows(house, player) else say("the-group")

    async def _daily(self, command: Command, done: tuple[Row, ...], say: Say) -> Message:
        house, who = command.where.house, command.who
        floor = self._houses.of(house).tables.daily
        given = await self._accounts.top_up(house, who.id, done)
        if given < 0:
            return answers.sentence(say("answer-daily-taken"))
        if given == 0:
            return answers.sentence(say("answer-daily-not-due", floor=floor))
        self._announcer.post(command.where, Note("daily", {"name": who.name, "floor": floor}))
        return answers.sentence(say("answer-daily-given", amount=given, floor=floor))

    # --- the bank: everything an admin does to chips is there for everybody to read ----------------------------

    async def _bank(self, order: Order, command: Command, done: tuple[Row, ...], say: Say) -> Message:
        house, admin = command.where.house, command.who
        person = self._people.named(house, order.word("player"))
        amount, reason = order.amount("amount") or 0, safe_text(order.word("reason"))
        if not 1 <= amount <= MOST_CHIPS:
            raise Refusal("bank-amount-out-of-range", most=MOST_CHIPS)
        giving = order.name == "bank grant"
        move = self._accounts.grant if giving else self._accounts.take
        await move(house, person.player, amount, admin.id, reason, done)
        fields: dict[str, str | int] = {
            "admin": admin.name,
            "name": person.name,
            "amount": amount,
            "reason": reason,
        }
        self._announcer.post(command.where, Note("bank-grant" if giving else "bank-take", fields))
        return answers.sentence(say("answer-bank-done"))

    async def _void(self, order: Order, command: Command, done: tuple[Row, ...], say: Say) -> Message:
        house, admin, reason = command.where.house, command.who, safe_text(order.word("reason"))
        hand = order.amount("hand") or 0
        if await self._tables.void(hand, house, admin.id, reason, done):
            return answers.sentence(say("answer-you-voided", hand=str(hand)))
        await reverse_hand(self._ledger, self._people, house, hand, admin.id, reason, done)
        fields: dict[str, str | int] = {"admin": admin.name, "hand": str(hand), "reason": reason}
        self._announcer.post(command.where, Note("bank-void", fields))
        return answers.sentence(say("answer-bank-done"))

    # --- the sealed deal ---------------------------------------------------------------------------------------

    async def _disclose(self, order: Order, command: Command, done: tuple[Row, ...], say: Say) -> Message:
        who, hand = command.who, order.amount("hand") or 0
        missing = await self._proofs.agree(command.where.house, hand, who.id, done)
        if missing:
            note = Note("agreed", {"name": who.name, "hand": str(hand), "missing": missing})
        else:
            note = Note("pack-opened", {"hand": str(hand)})
        self._announcer.post(command.where, note)
        return answers.sentence(say("answer-you-agreed", missing=missing))

    async def _fairness(self, command: Command, say: Say) -> Message:
        game = self._game(command, "")
        disclosure = self._in_force(command, game).texts(game)["disclosure"]
        called_off = await self._ledger.voids(command.where.house)
        return verdicts.explained(game, disclosure, KEPT.days, called_off, say)

    # --- house rules -------------------------------------------------------------------------------------------

    async def _house(self, order: Order, command: Command, done: tuple[Row, ...], say: Say) -> Message:
        """Show the house rules, or prepare a change that holds once it was seen and applied."""
        house, who = command.where.house, command.who
        now = self._houses.of(house)
        if order.name == "house apply":
            return await self._apply(command, done, say)
        rule = order.word("rule")
        game = self._game_of_rule(command, rule) if rule else self._game(command, order.word("game"))
        match order.name:
            case "house rule":
                return answers.house_rule(game, rule, now, say)
            case "house preset":
                wanted = now.with_preset(game, order.word("preset"))
            case "house set":
                wanted = now.with_rule(game, rule, order.word("value"))
            case "house reset":
                wanted = now.reset(game)
            case _:
                return answers.house_rules(game, now, say)
        changes = answers.house_changes(now, wanted, game)
        if not changes:
            return answers.sentence(say("answer-house-nothing"))
        self._pending[(house, who.id)] = _Pending(game, now, wanted)
        return answers.house_summary(changes, say)

    async def _apply(self, command: Command, done: tuple[Row, ...], say: Say) -> Message:
        house, who = command.where.house, command.who
        pending = self._pending.get((house, who.id))
        if pending is None:
            raise Refusal("nothing-to-apply")
        game, before, wanted = pending

        def as_shown(now: HouseSettings) -> HouseSettings:
            if now != before:
                # Another admin was quicker: what was shown is not what would change.
                self._pending.pop((house, who.id), None)
                raise Refusal("house-changed-meanwhile")
            return wanted

        changes = answers.house_changes(before, wanted, game)
        await self._houses.change(house, as_shown, done)
        await self._tables.rules_changed(house)
        self._pending.pop((house, who.id), None)
        public = ", ".join(f"{name} {value}" for name, (_, value) in changes.items())
        self._announcer.post(command.where, Note("house-changed", {"name": who.name, "changes": public}))
        return answers.sentence(say("answer-house-applied"))


def _fingerprint(command: Command) -> str:
    content = "\0".join((command.who.id, *command.where, command.text, command.turn))
    # Half a surrogate pair is no text that could be stored, but people can send it.
    return hashlib.sha256(content.encode(errors="surrogatepass")).hexdigest()[:32]


def _number(command: Command) -> str:
    """The number that the platform gave a command: what a tap without a word mixes into the deal."""
    return command.key.partition(":")[2][-WORD_BYTES:]


def _language(word: str) -> str:
    """A language there is.

    Raises:
        Refusal: there is no such language.
    """
    if word not in languages():
        raise Refusal("no-such-language", languages=", ".join(languages()))
    return word
