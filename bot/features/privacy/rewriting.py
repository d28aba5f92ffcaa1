"""Replacement of people's ids and names by pseudonyms in every stored form of text."""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from bot.ledger import PSEUDONYM, name_of
from engine.games import GAMES

SHORTEST_NAME: Final = 2
"""Shortest name searched in typed texts; a shorter one could be anything."""

NO_NAMES: Final = frozenset({"kind", "command", "turn", "style"})
"""Keys of a message with values for the program, even if they equal a name."""


@dataclass(frozen=True, slots=True)
class Erased:
    """A person to forget."""

    player: str = field(repr=False)
    pseudonym: str
    names: frozenset[str] = field(default=frozenset(), repr=False)
    """Their names that nobody else has."""

    lasting: str = field(default="", repr=False)
    """The id for lasting bans and removals, or empty."""

    @property
    def name(self) -> str:
        return name_of(self.pseudonym)


class Rewriter:
    """Replaces ids and names in texts."""

    def __init__(self, people: Sequence[Erased]) -> None:
        self._people = {each.player: each for each in people}
        self._pseudonyms: dict[str, str] = {}
        self._names: dict[str, str] = {}
        for each in people:
            platform, _, number = each.player.partition(":")
            # A private chat on Discord has the number of its person after an at sign.
            self._pseudonyms |= dict.fromkeys((each.player, f"{platform}:@{number}"), each.pseudonym)
            self._names |= {name.casefold(): each.name for name in each.names if len(name) >= SHORTEST_NAME}
        self._id = _one_of(self._pseudonyms)
        self._name = _one_of(self._names, re.IGNORECASE) if self._names else None
        # Databases know small and capital letters of ASCII alone, and JSON writes others in a way of its own.
        names = (max(re.findall(r"[ !#-\[\]-~]+", name), key=len, default="") for name in self._names)
        self.needles = tuple(dict.fromkeys(map(str.lower, (*self._pseudonyms, *names))))
        """Lower-case texts; a row without any of them need not be read."""

    def ids(self, found: str) -> str:
        return self._id.sub(lambda match: self._pseudonyms[match.group()], found)

    def text(self, found: str) -> str:
        changed = self.ids(found)
        if self._name is None:
            return changed
        return self._name.sub(lambda match: self._names.get(match.group().casefold(), PSEUDONYM[:-1]), changed)

    def preset(self, found: str) -> str:
        """Replace names in a preset's name, except a built-in one."""
        return found if any(found in game.presets for game in GAMES.values()) else self.text(found)

    def in_json(self, found: str) -> str:
        """Replace ids and names in Kiu's own JSON, where only known fields hold names."""
        return self._rewritten(found, self.ids)

    def in_settings(self, found: str) -> str:
        """Replace ids and names in settings; bans last."""
        settings: dict[str, Any] = json.loads(found)
        bans = {}
        for player, ban in settings["bans"].items():
            who = self._people.get(player)
            own = {} if who is None or not who.lasting else {"name": name_of(who.lasting)}
            typed = {key: self.text(ban[key]) for key in ("name", "by", "reason")}
            bans[who.lasting if who is not None and own else player] = {**ban, **typed, **own}
        presets = {
            game: {self.preset(name): each for name, each in own.items()} for game, own in settings["presets"].items()
        }
        of_features = settings["of_features"]
        seasons = [[self.text(name), *rest] for name, *rest in of_features.get("seasons", ())]
        changed = {
            **settings,
            "bans": bans,
            "presets": presets,
            "of_features": {**of_features, "seasons": seasons} if seasons else of_features,
            "untold": [each for each in settings["untold"] if self._walk(each, self.text) == each],
        }
        return found if changed == settings and self.in_json(found) == found else self.in_json(json.dumps(changed))

    def in_message(self, found: str) -> str:
        return self._rewritten(found, self.text)

    def _rewritten(self, found: str, change: Callable[[str], str]) -> str:
        before = json.loads(found)
        after = self._walk(before, change)
        return found if after == before else json.dumps(after, ensure_ascii=False, separators=(",", ":"))

    def _walk(self, value: Any, change: Callable[[str], str]) -> Any:
        if isinstance(value, str):
            return change(value)
        if isinstance(value, list):
            changed = [self._walk(each, change) for each in value]
            if list(map(type, value[:3])) == [str, str, int] and value[0] in self._people:
                # A player with what they were called, whatever that was then, and numbers of theirs.
                changed[1] = self._people[value[0]].name
            return changed
        if isinstance(value, dict):
            return self._object(value, change)
        return value

    def _object(self, value: dict[str, Any], change: Callable[[str], str]) -> dict[str, Any]:
        changed = {
            self.ids(key): self._walk(each, self.preset if key == "preset" else self.ids if key in NO_NAMES else change)
            for key, each in value.items()
            if key != "kept_out"
        }
        if "kept_out" in value:
            changed["kept_out"] = [self._kept_out(*each) for each in value["kept_out"]]
        player = value.get("player")
        if isinstance(player, str) and player in self._people:
            changed |= {key: self._people[player].name for key in ("name",) if key in value}
            # What they have said in the local room.
            changed |= {key: "…" for key in ("text",) if key in value}
        file = value.get("file")
        if isinstance(file, dict) and self._is_in(file):
            changed["file"] = None
        return changed

    def _kept_out(self, player: str, name: str, until: str) -> list[str]:
        who = self._people.get(player)
        if who is None:
            return [player, name, until]
        known = who.lasting or who.pseudonym
        return [known, name_of(known), until]

    def _is_in(self, file: dict[str, Any]) -> bool:
        try:
            content = base64.b64decode(str(file.get("src", "")).partition("base64,")[2]).decode(errors="replace")
        except binascii.Error:
            return True
        return self.text(content) != content


def _one_of(texts: Iterable[str], flags: int = 0) -> re.Pattern[str]:
    each_of = "|".join(re.escape(each) for each in sorted(texts, key=len, reverse=True))
    return re.compile(rf"(?<!\w)(?:{each_of})(?!\w)", flags)


def without_picture(body: str) -> str:
    """Drop the picture of a post."""
    content = json.loads(body)
    message = content.get("message")
    if not isinstance(message, dict) or not message.get("picture"):
        return body
    message["picture"] = None
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"))
