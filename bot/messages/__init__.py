"""Messages, people and the protocol of a chat as plain data; each chat escapes the text."""

from bot.messages.buttons import (
    AMOUNT,
    ASKS,
    BUTTON_DATA_BYTES,
    SURE,
    AmountQuestion,
    Button,
    ButtonStyle,
    Choice,
    ChoiceQuestion,
    Pressed,
    Question,
    Select,
    fits_a_button,
    in_rows,
)
from bot.messages.countdown import TIME_LEFT, Countdown
from bot.messages.diagnosis import Diagnosable, Diagnosis, PlatformCall
from bot.messages.message import (
    CLOSING_FILE,
    AddressLine,
    Command,
    File,
    Fold,
    Message,
    MessageLink,
    Picture,
    PictureArea,
    Quote,
    Reply,
    RowLine,
    SecretLine,
)
from bot.messages.people import MessageId, Person
from bot.messages.protocol import (
    Chat,
    CommandHandler,
    GivenAway,
    MessageGone,
    TableAddress,
    Unreachable,
    Unwelcome,
    Urgency,
    check_sending,
    sent_while,
)
from engine.table.players import COMPUTER, Place, PlayerId, is_computer, platform_of
