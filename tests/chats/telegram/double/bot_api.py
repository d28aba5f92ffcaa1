"""The methods of the Bot API that a table needs, over the chats of the double."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any

from tests.chats.telegram.double.chats import FACES, MEMBER_RIGHTS, Chat, Die, Json, Member, Post, Upload, utf16
from tests.chats.telegram.double.failures import (
    ANOTHER_POLL,
    NOT_MODIFIED,
    QUERY_TOO_OLD,
    WEBHOOK_ACTIVE,
    bad_request,
    conflict,
    forbidden,
    migrated,
)

if TYPE_CHECKING:
    from tests.chats.telegram.double.telegram import Telegram

Fields = Mapping[str, Any]
Files = Mapping[str, Upload]

SENDING = frozenset({"sendMessage", "sendPhoto", "sendDocument", "sendDice"})
COUNTED = SENDING | {
    "editMessageText",
    "editMessageCaption",
    "editMessageMedia",
    "editMessageReplyMarkup",
    "editEphemeralMessageText",
    "editEphemeralMessageMedia",
    "editEphemeralMessageCaption",
    "editEphemeralMessageReplyMarkup",
}
"""What the limits of a chat count."""


def is_ephemeral(method: str, fields: Fields) -> bool:
    """Whether a call is about a message that one member of a group sees."""
    return "Ephemeral" in method or "ephemeral_message_parameters" in fields


SENDING_RIGHTS = {
    "text messages": "can_send_messages",
    "photos": "can_send_photos",
    "documents": "can_send_documents",
    "dice": "can_send_other_messages",
}
"""Which right takes what, of all that may be forbidden in a chat."""

QUOTE_MOST = 1024
"""How long a quote in a reply may be."""


CALLED = "_call_"
"""The beginning of the names of what carries out the methods of the Bot API."""


class BotApi:
    """What the bot may ask of Telegram."""

    def __init__(self, telegram: Telegram) -> None:
        self._telegram = telegram
        self.polls = 0
        """How often the bot has asked for updates."""

        self.menus: dict[tuple[str, str], list[Json]] = {}
        """The commands of each menu, by scope and language."""

        self.descriptions: dict[str, str] = {}
        """What stands in an empty private chat with the bot, by language."""

        self.short_descriptions: dict[str, str] = {}
        """What stands in the bot's profile, by language."""

        self.menu_button: Json = {"type": "default"}
        """What opens the menu of every private chat that has no button of its own."""

        self.webhook: Json = {}

        self.abilities: Json = {"can_join_groups": True, "can_read_all_group_messages": False}
        """What @BotFather was told about groups."""

        self.methods: dict[str, Callable[[Fields, Files], Awaitable[Any]]] = {
            _camel_case(name.removeprefix(CALLED)): getattr(self, name)
            for name in dir(self)
            if name.startswith(CALLED) and ("ephemeral" not in name or telegram.has_ephemeral)
        }

    # --- itself, and what it hears -----------------------------------------------------------------------------

    async def _call_get_me(self, fields: Fields, files: Files) -> Json:
        abilities = {
            **self.abilities,
            "supports_inline_queries": False,
            "supports_guest_queries": False,
            "supports_join_request_queries": False,
            "can_connect_to_business": False,
            "has_main_web_app": False,
            "has_topics_enabled": False,
            "allows_users_to_create_topics": False,
            "can_manage_bots": False,
        }
        return {**self._telegram.bot.json, **abilities}

    async def _call_get_updates(self, fields: Fields, files: Files) -> list[Json]:
        """Long polling; whoever polls last ends the poll of the one before."""
        if self.webhook:
            raise conflict(WEBHOOK_ACTIVE)
        updates = self._telegram.updates
        self.polls += 1
        mine = self.polls
        self._telegram.notify()
        if "allowed_updates" in fields:
            updates.allow(fields["allowed_updates"])
        updates.confirm(fields.get("offset", 0))
        until = asyncio.get_running_loop().time() + fields.get("timeout", 0)
        while not (batch := updates.take(fields.get("limit", 100))):
            left = until - asyncio.get_running_loop().time()
            if left <= 0 or not await self._telegram.changes_within(left):
                break
            if mine != self.polls:
                raise conflict(ANOTHER_POLL)
        return batch

    async def _call_delete_webhook(self, fields: Fields, files: Files) -> bool:
        self.webhook = {}
        return True

    async def _call_get_webhook_info(self, fields: Fields, files: Files) -> Json:
        return {
            "url": self.webhook.get("url", ""),
            "has_custom_certificate": False,
            "pending_update_count": len(self._telegram.updates.waiting),
        }

    async def _call_set_my_commands(self, fields: Fields, files: Files) -> bool:
        self.menus[_menu_of(fields)] = fields["commands"]
        return True

    async def _call_get_my_commands(self, fields: Fields, files: Files) -> list[Json]:
        return self.menus.get(_menu_of(fields), [])

    async def _call_set_my_description(self, fields: Fields, files: Files) -> bool:
        self.descriptions[fields.get("language_code", "")] = fields.get("description", "")
        return True

    async def _call_get_my_description(self, fields: Fields, files: Files) -> Json:
        return {"description": self.descriptions.get(fields.get("language_code", ""), "")}

    async def _call_set_my_short_description(self, fields: Fields, files: Files) -> bool:
        self.short_descriptions[fields.get("language_code", "")] = fields.get("short_description", "")
        return True

    async def _call_get_my_short_description(self, fields: Fields, files: Files) -> Json:
        return {"short_description": self.short_descriptions.get(fields.get("language_code", ""), "")}

    async def _call_set_chat_menu_button(self, fields: Fields, files: Files) -> bool:
        self.menu_button = fields["menu_button"]
        return True

    async def _call_get_chat_menu_button(self, fields: Fields, files: Files) -> Json:
        return self.menu_button

    def menu(self, scope: str, language: str = "") -> list[str]:
        """The commands that a menu offers."""
        return [command["command"] for command in self.menus.get((scope, language), [])]

    # --- chats -------------------------------------------------------------------------------------------------

    def _chat(self, fields: Fields) -> Chat:
        chat = self._telegram.chats.get(fields["chat_id"])
        if chat is None:
            raise bad_request("chat not found")
        if chat.moved_to is not None:
            raise migrated(chat.moved_to)
        if chat.deleted:
            raise forbidden("the group chat was deleted")
        return chat

    def _open_chat(self, fields: Fields) -> Chat:
        """The chat, if the bot may be heard there at all."""
        chat = self._chat(fields)
        me = self._telegram.bot_member_of(chat)
        if chat.kind == "private":
            if me.status == "kicked":
                raise forbidden("bot was blocked by the user")
            if not chat.started:
                raise forbidden("bot can't initiate conversation with a user")
        elif me.status == "kicked":
            raise forbidden(f"bot was kicked from the {chat.kind} chat")
        elif not me.inside:
            raise forbidden(f"bot is not a member of the {chat.kind} chat")
        return chat

    async def _call_get_chat(self, fields: Fields, files: Files) -> Json:
        chat = self._open_chat(fields)
        gifts = ("unlimited_gifts", "limited_gifts", "unique_gifts", "premium_subscription", "gifts_from_channels")
        told = {
            **chat.json,
            "accent_color_id": 0,
            "max_reaction_count": 11,
            "accepted_gift_types": dict.fromkeys(gifts, False),
        }
        if chat.is_group:
            allowed = {right: what not in chat.forbidden for what, right in SENDING_RIGHTS.items()}
            told["permissions"] = dict.fromkeys(MEMBER_RIGHTS, True) | allowed
        return told

    async def _call_get_chat_member(self, fields: Fields, files: Files) -> Json:
        chat = self._chat(fields)
        if fields["user_id"] != self._telegram.bot.id:
            self._open_chat(fields)
        if self._telegram.hides_members:
            raise bad_request("member list is inaccessible")
        member = chat.members.get(fields["user_id"])
        if member is not None:
            return member.json
        user = self._telegram.users.get(fields["user_id"])
        if user is None:
            raise bad_request("PARTICIPANT_ID_INVALID")
        return Member(user, "left").json

    async def _call_send_chat_action(self, fields: Fields, files: Files) -> bool:
        self._open_chat(fields)
        return True

    # --- messages ----------------------------------------------------------------------------------------------

    async def _call_send_message(self, fields: Fields, files: Files) -> Json:
        photo = self._uploaded(fields.get("photo"), files, "photo")
        document = files.get("document")
        what = "photos" if photo is not None else "documents" if document is not None else "text messages"
        post = self._posted(fields, what)
        post.photo, post.document = photo, document
        post.hides_photo = fields.get("has_spoiler", False)
        self._telegram.tell(post, "posted")
        return post.json

    _call_send_photo = _call_send_document = _call_send_message

    async def _call_send_dice(self, fields: Fields, files: Files) -> Json:
        post, emoji = self._posted(fields, "dice"), fields.get("emoji", "🎲")
        post.die = Die(emoji, self._telegram.entropy.randint(1, FACES[emoji]))
        self._telegram.tell(post, "posted")
        return post.json

    def _posted(self, fields: Fields, what: str) -> Post:
        """A new message with its words."""
        chat = self._open_chat(fields)
        if self._telegram.bot_member_of(chat).status == "restricted" or what in chat.forbidden:
            raise bad_request(f"not enough rights to send {what} to the chat")
        topic = fields.get("message_thread_id", 0)
        if topic and topic not in chat.topics:
            raise bad_request("message thread not found")
        receiver = self._receiver(chat, fields)
        post = Post(
            chat,
            next(chat.numbers),
            self._telegram.bot,
            fields.get("text", fields.get("caption", "")),
            self._entities(chat, fields.get("entities", fields.get("caption_entities", []))),
            None,
            fields.get("reply_markup", {}),
            self._replied_to(chat, fields),
            topic,
            protected=fields.get("protect_content", False),
            receiver=receiver,
            silent=fields.get("disable_notification", False),
        )
        asked: Json = fields.get("ephemeral_message_parameters", {})
        post.unasked = receiver is not None and "callback_query_id" not in asked
        post.quote = self._quote(post, fields.get("reply_parameters", {}))
        chat.posts[post.number] = post
        return post

    def _receiver(self, chat: Chat, fields: Fields) -> int | None:
        """Who alone sees the message; a server that knows nothing of this shows it to everybody."""
        asked: Json | None = fields.get("ephemeral_message_parameters")
        if asked is None or not self._telegram.has_ephemeral:
            return None
        if chat.kind == "private":
            raise bad_request("BOT_NOT_ADMIN")
        query = self._telegram.queries.get(asked.get("callback_query_id", ""))
        receiver = int(asked["receiver_user_id"])
        by_the_press = query is not None and query.age < query.ephemeral_until and query.presser == receiver
        if not by_the_press and self._telegram.bot_member_of(chat).status != "administrator":
            raise bad_request("BOT_NOT_ADMIN")
        return receiver

    def _replied_to(self, chat: Chat, fields: Fields) -> Post | None:
        asked: Json | None = fields.get("reply_parameters")
        if asked is None:
            return None
        post = chat.posts.get(asked["message_id"])
        if post is None or post.deleted:
            if not asked.get("allow_sending_without_reply"):
                raise bad_request("message to be replied not found")
            return None
        return post

    def _quote(self, post: Post, asked: Json) -> str:
        """The words that a reply quotes, which must stand in the message just so at this moment."""
        quote: str = asked.get("quote", "")
        if quote and post.reply_to is not None and (utf16(quote) > QUOTE_MOST or quote not in post.reply_to.text):
            raise bad_request("QUOTE_TEXT_INVALID")
        return quote if post.reply_to is not None else ""

    def _entities(self, chat: Chat, entities: list[Json]) -> list[Json]:
        """Whoever is not in the chat is not mentioned, and nobody is told."""
        kept = []
        for entity in entities:
            if entity["type"] == "text_mention":
                member = chat.members.get(entity["user"]["id"])
                if member is None:
                    continue
                entity = {**entity, "user": member.user.json}
            kept.append(entity)
        return kept

    def _uploaded(self, value: Any, files: Files, name: str) -> bytes | None:
        """The picture that was sent with a call."""
        if isinstance(value, str):
            name = value.removeprefix("attach://")
        upload = files.get(name)
        return None if upload is None else upload.content

    def _own(self, fields: Fields) -> Post:
        """The message to be edited."""
        post = self._open_chat(fields).posts.get(fields["message_id"])
        if post is None or post.deleted or post.receiver is not None:
            raise bad_request("message to edit not found")
        if post.sender is not self._telegram.bot or set(post.markup) - {"inline_keyboard"} or post.die is not None:
            raise bad_request("message can't be edited")
        return post

    def _put(self, post: Post, text: str, entities: list[Json], photo: bytes | None, fields: Fields) -> Json:
        """Put new content in a message's place; what it says of its buttons is all the buttons it has.

        A picture that is sent again is another one to Telegram, whatever it shows.
        """
        entities = self._entities(post.chat, entities)
        markup: Json = fields.get("reply_markup", {})
        keyboard = markup.get("inline_keyboard", [])
        if photo is post.photo and (text, entities, keyboard) == (post.text, post.entities, post.keyboard):
            raise bad_request(NOT_MODIFIED)
        post.changed(text, entities, photo, markup)
        self._telegram.tell(post, "edited")
        return post.json

    async def _call_edit_message_text(self, fields: Fields, files: Files) -> Json:
        post = self._own(fields)
        if post.has_caption:
            raise bad_request("there is no text in the message to edit")
        return self._put(post, fields["text"], fields.get("entities", []), None, fields)

    async def _call_edit_message_caption(self, fields: Fields, files: Files) -> Json:
        post = self._own(fields)
        if not post.has_caption:
            raise bad_request("there is no caption in the message to edit")
        return self._put(post, fields.get("caption", ""), fields.get("caption_entities", []), post.photo, fields)

    async def _call_edit_message_media(self, fields: Fields, files: Files) -> Json:
        """Another picture in a message, which may have had none."""
        post = self._own(fields)
        media: Json = fields["media"]
        photo = self._uploaded(media["media"], files, "media")
        post.hides_photo = media.get("has_spoiler", False)
        return self._put(post, media.get("caption", ""), media.get("caption_entities", []), photo, fields)

    async def _call_edit_message_reply_markup(self, fields: Fields, files: Files) -> Json:
        post = self._own(fields)
        return self._put(post, post.text, post.entities, post.photo, fields)

    async def _call_delete_message(self, fields: Fields, files: Files) -> bool:
        chat = self._open_chat(fields)
        post = chat.posts.get(fields["message_id"])
        if post is None or post.deleted:
            raise bad_request("message to delete not found")
        is_admin = self._telegram.bot_member_of(chat).status == "administrator"
        theirs = post.sender is not self._telegram.bot and not is_admin and chat.kind != "private"
        if theirs or (post.die is not None and chat.kind == "private"):
            # A die that was thrown in private stays there for a day.
            raise bad_request("message can't be deleted")
        post.deleted = True
        self._telegram.tell(post, "deleted")
        return True

    # --- messages that one person sees -------------------------------------------------------------------------

    def _ephemeral(self, fields: Fields) -> Post:
        post = self._open_chat(fields).posts.get(fields["ephemeral_message_id"])
        if post is None or post.deleted or post.receiver != fields["receiver_user_id"]:
            raise bad_request("message to edit not found")
        if post.unasked and self._telegram.bot_member_of(post.chat).status != "administrator":
            raise bad_request("BOT_NOT_ADMIN")
        return post

    async def _call_edit_ephemeral_message_text(self, fields: Fields, files: Files) -> bool:
        post = self._ephemeral(fields)
        if "text" in fields and post.has_caption:
            raise bad_request("there is no text in the message to edit")
        if files and not self._telegram.takes_ephemeral_uploads:
            raise bad_request("wrong file identifier/HTTP URL specified")
        content: Json = fields["media"] if "media" in fields else dict(fields)
        photo = self._uploaded(content.get("media"), files, "media") or post.photo
        text = str(content.get("text") or content.get("caption") or "")
        entities: list[Json] = content.get("entities") or content.get("caption_entities") or []
        self._put(post, text, entities, photo, fields)
        return True

    _call_edit_ephemeral_message_media = _call_edit_ephemeral_message_text
    _call_edit_ephemeral_message_caption = _call_edit_ephemeral_message_text

    async def _call_edit_ephemeral_message_reply_markup(self, fields: Fields, files: Files) -> bool:
        post = self._ephemeral(fields)
        self._put(post, post.text, post.entities, post.photo, fields)
        return True

    async def _call_delete_ephemeral_message(self, fields: Fields, files: Files) -> bool:
        self._ephemeral(fields).deleted = True
        return True

    # --- presses -----------------------------------------------------------------------------------------------

    async def _call_answer_callback_query(self, fields: Fields, files: Files) -> bool:
        query = self._telegram.queries.get(fields["callback_query_id"])
        if query is None or query.too_old:
            raise bad_request(QUERY_TOO_OLD)
        if query.answered:
            # Who hears of a press a second time does not know that it was answered.
            if query.answers >= self._telegram.updates.deliveries[query.update]:
                self._telegram.faults.append(f"a press was answered twice: {query.data}")
            query.answers += 1
            raise bad_request(QUERY_TOO_OLD)
        query.answer(fields.get("text", ""), alert=fields.get("show_alert", False))
        return True


def _camel_case(name: str) -> str:
    first, *others = name.split("_")
    return "".join((first, *map(str.capitalize, others)))


def _menu_of(fields: Fields) -> tuple[str, str]:
    """Scope and language of a menu; a scope of one chat is told apart from that of another."""
    scope: Json = fields.get("scope", {"type": "default"})
    return ":".join(str(part) for part in scope.values()), fields.get("language_code", "")
