"""The printed chat of a script, with labels for fingerprints and only stacked cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from bot.messages import Button, File, Message, MessageId, Place, PlayerId
from engine.fairness import Beacon
from tests.bot.fake_chat import Platform
from tests.script_chat.normalizing import Labels, names_a_card, without_cards

WIDTH = 60


class Printer(Platform):
    """A chat that becomes a transcript; an edit prints only new lines."""

    platform = "script"
    private_edits_are_free = True

    def __init__(self, write: Callable[[str], None], by_chance: Callable[[], bool] = lambda: False) -> None:
        self._write = write
        self._by_chance = by_chance
        self._labels = Labels()
        self._shown: dict[MessageId, Message] = {}
        self._private: dict[PlayerId, Message] = {}
        self._sent_privately: dict[PlayerId, Message] = {}
        self.seen: list[Button] = []

    def write(self, line: str) -> None:
        normalized = self._labels.put_into(line)
        self._write(without_cards(normalized) if self._by_chance() else normalized)

    def echo(self, line: str) -> None:
        self._write(line)

    async def forget(self, player: PlayerId) -> None:
        self._private.pop(player, None)
        self._sent_privately.pop(player, None)

    async def post(self, place: Place, message: Message) -> MessageId:
        message, number = message.with_time(), str(len(self._shown) + 1)
        self.remember(message)
        self._shown[number] = message
        self.write("")
        if message.title:
            self.write(f"== {message.title} ".ljust(WIDTH, "="))
        for line in message.lines:
            self.write(f"| {line}".rstrip())
        self._show_rest(message, None)
        return number

    async def edit(self, place: Place, number: MessageId, message: Message) -> None:
        message = message.with_time()
        self.remember(message)
        old = self._shown.get(number)
        self._shown[number] = message
        if old is None:
            old = Message()
        for line in _new_lines(old.lines, message.lines):
            self.write(f"| {line}")
        self._show_rest(message, old)

    def calls_in_private(self, player: PlayerId, table: str, *, away: bool = False) -> bool:
        """Return ``False``: private messages appear between public lines."""
        return True

    async def post_closing(
        self, place: Place, message: Message, *, again: bool, patience: float = 1.0
    ) -> Beacon | None:
        """Print a closing message once; a transcript has no beacon."""
        if not again or message not in self._shown.values():
            await self.post(place, message)
        return None

    async def send_private(self, player: PlayerId, message: Message, instead_of: MessageId | None = None) -> MessageId:
        message = message.with_time()
        self.remember(message)
        self._sent_privately[player] = message
        return player

    def show_private_messages(self) -> None:
        """Print private messages by player, as their order of sending is random."""
        for player, message in sorted(self._sent_privately.items()):
            old = self._private.get(player, Message())
            self._private[player] = message
            fresh = _new_lines(old.lines, message.lines)
            if self._by_chance():
                # The number of lines depends on the cards too.
                fresh = [line for line in fresh if not names_a_card(line)]
            self.private(player.partition(":")[2], fresh)
        self._sent_privately.clear()

    def newest_button(self, label: str) -> Button | None:
        """Return the newest button with this label, with any spaces, perhaps of an earlier turn."""
        wanted = label.split()
        return next((button for button in reversed(self.seen) if button.label.split() == wanted), None)

    def remember(self, message: Message) -> None:
        """Make the buttons of a message available."""
        self.seen.extend(message.pressable)

    def private(self, name: str, lines: Sequence[str]) -> None:
        for number, line in enumerate(line for line in lines if line):
            self.write(f"{name if number == 0 else '':>12} : {line}")

    def _show_rest(self, message: Message, old: Message | None) -> None:
        if message.picture is not None and (old is None or old.picture is None):
            self.write(f"| [picture: {message.picture.alt}]")
        if message.file is not None and (old is None or old.file != message.file):
            self.write(f"| {file_line(message.file)}")
        buttons = list(message.pressable)
        if buttons and (old is None or _labels(old.rows) != _labels(message.rows)):
            self.write("| " + " ".join(f"[{button.label}]" for button in buttons))
        for line in _new_lines(() if old is None else old.small_print, message.small_print):
            self.write(f"| {line}")


def file_line(file: File) -> str:
    """Return a file's name; its size depends on the house rules."""
    return f"[{file.name}]"


def _labels(rows: Sequence[Sequence[Button]]) -> list[str]:
    return [button.label for row in rows for button in row]


def _new_lines(old: Sequence[str], new: Sequence[str]) -> list[str]:
    before, fresh = Counter(old), []
    for line in new:
        if before[line]:
            before[line] -= 1
        elif line:
            fresh.append(line)
    return fresh
