"""What a chat can show and what people send to it: plain data, the same on every platform."""

from bot.messages.buttons import (
    ASKS,
    BUTTON_DATA_BYTES,
    AmountQuestion,
    Button,
    Choice,
    ChoiceQuestion,
    Pressed,
    Question,
)
from bot.messages.chat import Chat, CommandHandler, MessageGone, Unreachable, Unwelcome, Urgency
from bot.messages.message import CLOSING_FILE, Command, File, Message, Picture, Reply
from bot.messages.people import MessageId, Person, Place, PlayerId

__all__ = [
    "ASKS",
    "BUTTON_DATA_BYTES",
    "CLOSING_FILE",
    "AmountQuestion",
    "Button",
    "Chat",
    "Choice",
    "ChoiceQuestion",
    "Command",
    "CommandHandler",
    "File",
    "Message",
    "MessageGone",
    "MessageId",
    "Person",
    "Picture",
    "Place",
    "PlayerId",
    "Pressed",
    "Question",
    "Reply",
    "Unreachable",
    "Unwelcome",
    "Urgency",
]
