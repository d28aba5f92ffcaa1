from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final
from unicodedata import normalize

from bot.commands import Kind, Parameter, Refusal, Request, admin_command, handles, public_page
from bot.dispatch.autocomplete import Completing
from bot.dispatch.services import Handlers, Services, told
from bot.features.house_rules import pages, values
from bot.features.house_rules.exchange import exported
from bot.features.house_rules.pages import Reader
from bot.features.house_rules.rule_drafts import Draft, Drafts, may
from bot.features.house_rules.saved_presets import deleted, saved
from bot.groups import GroupSettings
from bot.messages import Command, Message, Place, Question, Reply
from bot.presenting.house_words import value_of
from bot.presenting.presenters import TITLES
from bot.wording import Translator, in_language
from engine.games import GAMES
from engine.house_rules import BadRule
from engine.table.changes import Notice

Suggestions = Iterator[tuple[str, str]]


def _rules(typing: Completing) -> Suggestions:
    translate = typing.translate
    for game in typing.games:
        for rule in values.names(game):
            value = value_of(typing.settings.rules_of(game, rule), rule, translate)
            now = translate("house-line", rule=values.name_of(rule, translate), value=value)
            yield translate("suggested-rule", rule=rule, now=now), rule


def _values(typing: Completing) -> Suggestions:
    word = typing.given.get("rule", "")
    named, _, rule = word.rpartition(".")
    known = [game for game in ([named] if named in GAMES else typing.games) if rule in values.names(game)]
    draft = Draft(typing.settings, typing.settings)
    for game in known[:1]:
        if typing.typed and may(draft.with_rule, game, rule, typing.typed):
            yield typing.typed, typing.typed
        yield from values.offers(game, rule, draft, typing.translate)


_GAME: Final = Parameter("game", Kind.GAME, optional=True)
_PRESET: Final = Parameter("preset", Kind.PRESET)
_RULE: Final = Parameter("rule", Kind.WORD, suggest=_rules)

_reading = partial(public_page, more_for_admins=True)
_changing = partial(admin_command, section="house")


class HouseRuleHandlers(Handlers):
    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._drafts = Drafts()
        services.on_forget.append(self._drafts.forget)
        services.questions["house set"] = self._asked_amount

    @handles(
        _reading(name="house", section="house", discord="house show", parts=("presets", "export"), parameters=(_GAME,))
    )
    async def show_house_rules(self, request: Request) -> Reply:
        return _page(pages.overview(self._game(request), self._now(request), self._reader(request)))

    @handles(_reading(name="house section", part=True, parameters=(Parameter("section", Kind.WORD), _GAME)))
    async def show_house_section(self, request: Request) -> Reply:
        section = request.word("section")
        return _page(pages.section(self._game(request), section, self._now(request), self._reader(request)))

    @handles(_reading(name="house rule", section="house", discord="house rule", parameters=(_RULE,)))
    async def explain_house_rule(self, request: Request) -> Reply:
        game, rule = self._rule(request.where, request.word("rule"))
        return _page(pages.rule(game, rule, self._now(request), self._reader(request)))

    @handles(_reading(name="house presets", part=True, parameters=(_GAME,)))
    async def show_presets(self, request: Request) -> Reply:
        return _page(pages.presets(self._game(request), self._now(request), self._reader(request)))

    @handles(_reading(name="house compare", part=True, parameters=(_PRESET, _GAME)))
    async def compare_preset(self, request: Request) -> Reply:
        game, now, reader = self._game(request), self._now(request), self._reader(request)
        preset = now.preset_called(game, request.word("preset"))
        deletable = reader.draft is not None and may(self._without, request.group, game, preset)
        return _page(pages.comparison(game, preset, now, reader, deletable=deletable))

    @handles(_reading(name="house export", part=True, parameters=(_GAME,), more_for_admins=False))
    async def export_house_rules(self, request: Request) -> Reply:
        text = exported(self._now(request), [self._game(request)] if request.word("game") else [])
        return _page(pages.export(text, self._game(request), request.translate))

    @handles(_changing(name="house preset", parameters=(_PRESET, _GAME)))
    async def draft_preset(self, request: Request) -> Reply:
        game = self._game(request)
        return self._drafted(request, game, self._draft(request).with_preset(game, request.word("preset")))

    @handles(_changing(name="house set", parameters=(_RULE, Parameter("value", Kind.PHRASE, suggest=_values))))
    async def draft_rule(self, request: Request) -> Reply:
        game, rule = self._rule(request.where, request.word("rule"))
        try:
            draft = self._draft(request).with_rule(game, rule, request.word("value"))
        except BadRule as bad:
            if bad.reason != "bad-rule-value":
                raise
            allowed = values.allowed(values.rules_with(game, rule), rule, request.translate)
            raise Refusal("bad-rule-value", **bad.fields, allowed=allowed) from bad
        return self._drafted(request, game, draft, rule)

    @handles(_changing(name="house reset", parameters=(_GAME,)))
    async def draft_reset(self, request: Request) -> Reply:
        game = self._game(request)
        return self._drafted(request, game, self._draft(request).reset(game))

    @handles(_changing(name="house import", parameters=(Parameter("rules", Kind.WORDS),)))
    async def draft_import(self, request: Request) -> Reply:
        return self._drafted(request, self._game(request), self._draft(request).imported(request.word("rules")))

    @handles(_changing(name="house undo", part=True))
    async def draft_undo(self, request: Request) -> Reply:
        """Draft the rules before the last change, replacing the draft."""
        now = self._now(request)
        return self._drafted(request, self._game(request), Draft(now, now).undone())

    @handles(_changing(name="house draft", reads_only=True))
    async def show_draft(self, request: Request) -> Reply:
        self._drafts.kept(request.group, request.who.id)
        return _page(pages.draft(self._game(request), self._draft(request), request.translate))

    @handles(_changing(name="house apply", part=True))
    async def apply_draft(self, request: Request) -> Reply:
        group, admin = request.group, request.who.id
        draft = self._drafts.kept(group, admin)
        try:
            await self._services.groups.change(group, lambda now: draft.on(now).wanted, request.receipt)
        except Refusal:
            self._drafts.drop(group, admin)
            raise
        self._drafts.drop(group, admin)
        await self._services.tables.rules_changed(group)
        # In the group's language.
        changes = values.changes_in_line(draft.base, draft.wanted, in_language(self._now(request).language))
        self._announce(request, Notice("house-changed", {"name": request.who.name, "changes": changes}))
        return told(self._said(request, request.translate("answer-house-applied")))

    @handles(_changing(name="house discard", part=True))
    async def discard_draft(self, request: Request) -> Reply:
        self._drafts.kept(request.group, request.who.id)
        self._drafts.drop(request.group, request.who.id)
        return self._said(request, request.translate("answer-draft-discarded"))

    @handles(_changing(name="house save", parameters=(Parameter("name", Kind.WORD), _GAME)))
    async def save_preset(self, request: Request) -> Reply:
        game, name = self._game(request), normalize("NFC", request.word("name"))
        await self._services.groups.change(request.group, lambda settings: saved(settings, game, name), request.receipt)
        fields = {"name": request.who.name, "preset": name, "game": TITLES[game]}
        self._announce(request, Notice("preset-saved", fields))
        return told(self._said(request, request.translate("answer-announced"), game))

    @handles(_changing(name="house delete", part=True, parameters=(Parameter("preset", Kind.PRESET), _GAME)))
    async def delete_preset(self, request: Request) -> Reply:
        """Delete a preset that no table uses."""
        game, group = self._game(request), request.group
        preset = self._now(request).preset_called(game, request.word("preset"))
        self._without(group, game, preset)
        await self._services.groups.change(group, lambda settings: deleted(settings, game, preset), request.receipt)
        fields = {"name": request.who.name, "preset": preset, "game": TITLES[game]}
        self._announce(request, Notice("preset-deleted", fields))
        return told(self._said(request, request.translate("answer-announced"), game))

    def _without(self, group: str, game: str, preset: str) -> GroupSettings:
        tables = self._services.tables.of_group(group)
        if any((table.state.game_name, table.state.preset) == (game, preset) for table in tables):
            raise BadRule("preset-is-played", preset=preset)
        return deleted(self._services.groups.of(group), game, preset)

    def _asked_amount(self, command: Command, translate: Translator) -> Question:
        group = self._services.groups.book(command.where.group)
        game, rule = self._rule(command.where, command.text.split()[-1].lower())
        draft = self._drafts.of(group, command.who.id, self._services.groups.of(group))
        question = values.amount_question(game, rule, draft, translate)
        if question is None:
            raise Refusal("stale-button")
        return question

    def _game(self, request: Request) -> str:
        return self._services.place_context.game(request.where, request.word("game"))

    def _rule(self, where: Place, word: str) -> tuple[str, str]:
        """Return game and rule of a word such as ``beacon`` or ``koo-kiew.beacon``, by default of the table's game,
        else the first that has it.
        """
        game, _, rule = word.partition(".")
        if game in GAMES and rule:
            return game, rule
        having = [name for name, each in GAMES.items() if word in each.rules.kinds()]
        at_table = self._services.tables.at(where) is not None
        return (having[0] if having and not at_table else self._services.place_context.game(where)), word

    def _now(self, request: Request) -> GroupSettings:
        return self._services.groups.of(request.group)

    def _draft(self, request: Request) -> Draft:
        return self._drafts.of(request.group, request.who.id, self._now(request))

    def _reader(self, request: Request) -> Reader:
        at_table = self._services.tables.at(request.where) is not None
        # Another person may press buttons of somebody speaking as the group.
        if not request.who.admin or request.who.anonymous:
            return Reader(request.translate, at_table=at_table)
        try:
            draft = self._draft(request)
        except Refusal:
            # Somebody changed the rules, so the draft is void.
            draft = self._draft(request)
        return Reader(request.translate, draft, at_table=at_table)

    def _drafted(self, request: Request, game: str, draft: Draft, rule: str = "") -> Reply:
        """Keep a draft and show its changes; ``rule`` is the one set, if any."""
        self._drafts.keep(request.group, request.who.id, draft)
        if not draft.changes:
            return self._said(request, request.translate("answer-house-nothing"), game, rule)
        return _page(pages.draft(game, draft, request.translate, rule))

    def _said(self, request: Request, text: str, game: str = "", rule: str = "") -> Reply:
        return _page(pages.told(game or self._game(request), text, request.translate, rule))

    def _announce(self, request: Request, notice: Notice) -> None:
        self._services.announcer.post(request.where, notice)


def _page(message: Message) -> Reply:
    return Reply(message, menu=True)
