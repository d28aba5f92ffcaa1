"""House rules: public pages, and changes by admins through a draft."""

from __future__ import annotations

from dataclasses import replace
from unicodedata import normalize

from bot.commands import Refusal, Request
from bot.dispatch.handlers.handler import Handlers, Services, told
from bot.groups import GroupSettings
from bot.groups.drafts import Draft
from bot.groups.exchange import exported, imported
from bot.messages import Message, Reply
from bot.presenting import house_pages, house_words
from bot.presenting.house_pages import Reader
from bot.presenting.presenters import TITLES
from bot.tables.state import Notice
from bot.wording import in_language
from engine.games import GAMES


class HouseRuleHandlers(Handlers):
    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._drafts = services.drafts

    async def show_house_rules(self, request: Request) -> Reply:
        """Return every rule in force of a game."""
        return _page(house_pages.overview(self._game(request), self._now(request), self._reader(request)))

    async def show_house_section(self, request: Request) -> Reply:
        """Return the rules of one section."""
        section = request.word("section")
        return _page(house_pages.section(self._game(request), section, self._now(request), self._reader(request)))

    async def explain_house_rule(self, request: Request) -> Reply:
        """Return a rule's meaning and values."""
        game, rule = self._rule(request)
        return _page(house_pages.rule(game, rule, self._now(request), self._reader(request)))

    async def show_presets(self, request: Request) -> Reply:
        """Return every preset of a game."""
        return _page(house_pages.presets(self._game(request), self._now(request), self._reader(request)))

    async def compare_preset(self, request: Request) -> Reply:
        """Compare a preset with the rules in force."""
        game, now = self._game(request), self._now(request)
        preset = now.preset_called(game, request.word("preset"))
        deletable = preset not in GAMES[game].presets and not self._is_played(request, game, preset)
        return _page(house_pages.comparison(game, preset, now, self._reader(request), deletable=deletable))

    async def export_house_rules(self, request: Request) -> Reply:
        """Return the rules as text, of one game or all."""
        text = exported(self._now(request), [self._game(request)] if request.word("game") else [])
        return _page(house_pages.export(text, self._game(request), request.translate))

    async def draft_preset(self, request: Request) -> Reply:
        """Draft a whole preset."""
        game = self._game(request)
        return self._drafted(request, game, self._wanted(request).with_preset(game, request.word("preset")))

    async def draft_rule(self, request: Request) -> Reply:
        """Draft one rule."""
        game, rule = self._rule(request)
        wanted = self._wanted(request).with_rule(game, rule, request.word("value"))
        return self._drafted(request, game, wanted, rule)

    async def draft_reset(self, request: Request) -> Reply:
        """Draft the usual rules."""
        game = self._game(request)
        return self._drafted(request, game, self._wanted(request).reset(game))

    async def draft_import(self, request: Request) -> Reply:
        """Draft the rules of a text."""
        return self._drafted(request, self._game(request), imported(self._wanted(request), request.word("rules")))

    async def draft_undo(self, request: Request) -> Reply:
        """Draft the rules before the last change, replacing the draft."""
        return self._drafted(request, self._game(request), self._now(request).undone())

    async def show_draft(self, request: Request) -> Reply:
        """Return the sender's draft."""
        now, game = self._now(request), self._game(request)
        if self._drafts.of(request.group, request.who.id) is None:
            raise Refusal("nothing-to-apply")
        return _page(house_pages.draft(game, now, self._wanted(request), request.translate))

    async def apply_draft(self, request: Request) -> Reply:
        """Put the sender's draft in force."""
        group, admin = request.group, request.who.id
        draft = self._drafts.of(group, admin)
        if draft is None:
            raise Refusal("nothing-to-apply")
        try:
            await self._services.groups.change(group, draft.applied, request.receipt)
        except Refusal:
            self._drafts.drop(group, admin)
            raise
        self._drafts.drop(group, admin)
        await self._services.tables.rules_changed(group)
        # In the group's language.
        changes = house_words.changes_in_line(draft.base, draft.wanted, in_language(self._now(request).language))
        self._announce(request, Notice("house-changed", {"name": request.who.name, "changes": changes}))
        return told(self._said(request, request.translate("answer-house-applied")))

    async def discard_draft(self, request: Request) -> Reply:
        """Drop the sender's draft."""
        if not self._drafts.drop(request.group, request.who.id):
            raise Refusal("nothing-to-apply")
        return self._said(request, request.translate("answer-draft-discarded"))

    async def save_preset(self, request: Request) -> Reply:
        """Save the rules in force as a preset."""
        game, name = self._game(request), normalize("NFC", request.word("name"))
        await self._services.groups.change(request.group, lambda settings: settings.saved(game, name), request.receipt)
        fields = {"name": request.who.name, "preset": name, "game": TITLES[game]}
        self._announce(request, Notice("preset-saved", fields))
        return told(self._said(request, request.translate("answer-house-done"), game))

    async def delete_preset(self, request: Request) -> Reply:
        """Delete a preset that no table uses."""
        game = self._game(request)
        preset = self._now(request).preset_called(game, request.word("preset"))
        if self._is_played(request, game, preset):
            raise Refusal("preset-is-played", preset=preset)
        await self._services.groups.change(
            request.group, lambda settings: settings.without_preset(game, preset), request.receipt
        )
        fields = {"name": request.who.name, "preset": preset, "game": TITLES[game]}
        self._announce(request, Notice("preset-deleted", fields))
        return told(self._said(request, request.translate("answer-house-done"), game))

    def _game(self, request: Request) -> str:
        return self._services.place_context.game(request.where, request.word("game"))

    def _rule(self, request: Request) -> tuple[str, str]:
        return self._services.place_context.game_and_rule(request.where, request.word("rule"))

    def _now(self, request: Request) -> GroupSettings:
        return self._services.groups.of(request.group)

    def _is_played(self, request: Request, game: str, preset: str) -> bool:
        tables = self._services.tables.of_group(request.group)
        return any((table.state.game_name, table.state.preset) == (game, preset) for table in tables)

    def _reader(self, request: Request) -> Reader:
        group, admin = request.group, request.who.id
        reader = Reader(request.translate, at_table=self._services.tables.at(request.where) is not None)
        # Another person may press buttons of somebody speaking as the group.
        if not request.who.admin or request.who.anonymous:
            return reader
        reader = replace(reader, changes=True)
        if self._drafts.of(group, admin) is None:
            return reader
        try:
            return replace(reader, drafted=self._wanted(request))
        except Refusal:
            # Somebody changed the rules, so the draft is void.
            return reader

    def _wanted(self, request: Request) -> GroupSettings:
        return self._drafts.wanted(request.group, request.who.id, self._now(request))

    def _drafted(self, request: Request, game: str, wanted: GroupSettings, rule: str = "") -> Reply:
        """Keep a draft and show its changes; ``rule`` is the one set, if any."""
        now = self._now(request)
        if now.in_force == wanted.in_force:
            self._drafts.drop(request.group, request.who.id)
            return self._said(request, request.translate("answer-house-nothing"), game, rule)
        self._drafts.keep(request.group, request.who.id, Draft(now, wanted))
        return _page(house_pages.draft(game, now, wanted, request.translate, rule))

    def _said(self, request: Request, text: str, game: str = "", rule: str = "") -> Reply:
        return _page(house_pages.told(game or self._game(request), text, request.translate, rule))

    def _announce(self, request: Request, notice: Notice) -> None:
        self._services.announcer.post(request.where, notice)


def _page(message: Message) -> Reply:
    return Reply(message, menu=True)
