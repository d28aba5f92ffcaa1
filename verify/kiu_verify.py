#!/usr/bin/env python3
"""Check the records of Kiu's hands without Kiu: standard-library Python 3.8 or newer, this one file.

    python kiu_verify.py [--json] RECORD…        files, or - for what is piped in

A file holds one record, one a line, or a JSON list of records, or is the page that Kiu gives with one in it. Records of
one table are also checked to follow each other. Ends with 0 if all are valid, with 1 if not, and with 2 if a file
cannot be read.

How a deal is sealed: four packs are shuffled, each from a key of its own. Every card of a pack is hashed with a salt
into a leaf, the leaves of a pack into one root; and so is the place of every card. All roots make the fingerprint,
which is posted before anybody may add a word. Fingerprint, seats, words, pledged chance and beacons give the seed; the
seed picks one pack and re-orders it. The keys of the other packs are told, and every card shown comes with what leads
from its two leaves to the two roots: one says which card lies at a position, the other that it lies there alone.

A worked record is an example with all keys and no format. Where it does not say where it was dealt, it is hand 7,
attempt 1, of table 000102…0f, and no record is before it.
"""

from __future__ import annotations

import codecs
import hashlib
import hmac
import json
import re
import sys
from itertools import islice
from typing import Any, Callable, Iterator  # noqa: UP035 - collections.abc came later than 3.8

MOST, MOST_FILE_BYTES = 10_000, 2**26
MOST_BYTES, MOST_TEXT_BYTES, MOST_CARDS, MOST_PACKS, MOST_PATH = 2**18, 2**16 - 1, 512, 16, 16
HAND, OWN = "sealed-deck/2 record", "sealed-deck/2 own cards"
DISCLOSURES = ("never", "at-close", "unanimous")
BEACONS = ("required", "if-there-is-one")
CLAIMS = {
    "text": "the file is in the standard form",
    "fields": "all the fields of a record and no other",
    "digest": "the file is unchanged",
    "rules": "the house rules, with game and disclosure",
    "context": "fixed for this hand at this table, rules, cards and last record",
    "fingerprint": "that of the four packs",
    "words": "1 to 64 bytes each, only from players in this hand",
    "pledges": "from seats that are dealt in; what was revealed is what was promised",
    "beacons": "a number or dice, one of a kind",
    "beacon": "a random number from outside is there, if one is required",
    "seed": "follows from fingerprint, seats, words, pledges and beacons",
    "pick": "the seed picks this pack",
    "keys": "those that may be known are there, all different",
    "dealer": "one of the seats; in the first hand at a table, the one that the seed draws",
    "openings": "the cards shown were in the picked pack, and dealt in this order",
    "places": "no card shown is in the picked pack twice",
    "outcome": "the result covers every seat if the hand is over",
    "hash": "what the next hand of the table is sealed with",
    "disclosure": "the picked pack is open if the rule says so, and only then",
    "packs": "a fully opened pack matches its fingerprint",
    "disclosed": "the key of the picked pack, if it is told, makes that pack",
    "log": "if it names the log of all deals, all of the hand stands there, and the log has only grown",
    "one log": "the records tell of one log; if not, ONE BOT SHOWED TWO HISTORIES, or they are of two bots",
    "dealt_to": "each card went to whom the sealed dealing, the seats and the play say",
    "seat": "that of these cards is dealt in, and holds them all",
    "order0": "the order of the first pack follows from its key",
    "tau": "the re-ordering follows from the seed",
    "dealt": "the first cards of the picked pack, re-ordered; what is open is among them",
    "rejected": "no more words than the streams reject",
    "few": f"no more than {MOST} records, or {MOST_FILE_BYTES} bytes, in one file",
    "numbers": "the hands of the table rise",
    "previous": "each hand was sealed with the hash of the one before, as far as that is here",
}


# Bytes, hashes and streams of chance


def number(value: int, size: int) -> bytes:
    return value.to_bytes(size, "big")


def lp(content: bytes) -> bytes:
    return number(len(content), 2) + content


def tag(name: str) -> bytes:
    return lp(b"sealed-deck/2/" + name.encode())


def sha(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


def mac(key: bytes, message: bytes) -> bytes:
    return hmac.new(key, message, "sha256").digest()


class Stream:
    def __init__(self, key: str, label: str) -> None:
        self.key, self.prefix = bytes.fromhex(key), tag("stream") + lp(label.encode())
        self.used = self.rejected = 0

    def word(self) -> int:
        block, at = divmod(self.used, 8)
        self.used += 1
        return int.from_bytes(mac(self.key, self.prefix + number(block, 4))[4 * at : 4 * at + 4], "big")

    def below(self, limit: int) -> int:
        while limit > 1:
            word = self.word()
            if word < 2**32 - 2**32 % limit:
                return word % limit
            self.rejected += 1
        return 0

    def shuffled(self, count: int) -> list[int]:
        order = list(range(count))
        for at in reversed(range(1, count)):
            other = self.below(at + 1)
            order[at], order[other] = order[other], order[at]
        return order


# Packs and their trees of hashes


def half(count: int) -> int:
    """Where a tree splits: the largest power of two below the count of its leaves."""
    return 1 << ((count - 1).bit_length() - 1)


def tree(leaves: list[bytes]) -> bytes:
    at = half(len(leaves)) if len(leaves) > 1 else 0
    return sha(b"\1", tree(leaves[:at]), tree(leaves[at:])) if at else leaves[0]


def climb(leaf: bytes, at: int, count: int, path: list[str]) -> bytes:
    """The root over a leaf; the last hash of its path is the highest. Empty if the path has another length."""
    if count == 1 or not path:
        return leaf if count == 1 and not path else b""
    left, beside = half(count), bytes.fromhex(path[-1])
    if at < left:
        lower = climb(leaf, at, left, path[:-1])
        return lower and sha(b"\1", lower, beside)
    lower = climb(leaf, at - left, count - left, path[:-1])
    return lower and sha(b"\1", beside, lower)


def leaf(r: Any, kind: str, pack: int, at: int, what: int, salt: bytes) -> bytes:
    """Seals which card lies at a position (`leaf`), or at which position a card lies (`place`)."""
    return sha(b"\0", tag(kind), bytes.fromhex(r["context"]), number(pack, 1), number(at, 2), number(what, 2), salt)


def order(r: Any, key: str) -> list[int]:
    return Stream(key, "deck").shuffled(len(r["cards"]))


def makes(r: Any, pack: int, key: str) -> bool:
    """Whether the key makes the pack that was sealed: its cards by position, and their positions by card."""
    cards = order(r, key)
    places = {card: at for at, card in enumerate(cards)}
    for kind, salts, content, roots in (
        ("leaf", "salt", dict(enumerate(cards)), r["roots"]),
        ("place", "place-salt", places, r["place_roots"]),
    ):
        leaves = [
            leaf(r, kind, pack, at, content[at], mac(bytes.fromhex(key), tag(salts) + number(at, 2)))
            for at in range(len(cards))
        ]
        if tree(leaves).hex() != roots[pack]:
            return False
    return True


# What a record looks like


def hexed(size: int | None) -> Callable[[Any], bool]:
    """Lower-case hex of so many bytes, or of up to 65,535."""

    def shaped(v: Any) -> bool:
        if not isinstance(v, str) or len(v) >= 2**17 or len(v) % 2:
            return False
        return bool(re.fullmatch("[0-9a-f]*", v)) and size in (None, len(v) // 2)

    return shaped


def listed(shape: Any, fewest: int = 0, most: int = 2**16 - 1) -> Callable[[Any], bool]:
    return lambda v: isinstance(v, list) and fewest <= len(v) <= most and all(fits(each, shape) for each in v)


def is_seat(name: str) -> bool:
    return bool(re.fullmatch("0|[1-9][0-9]{0,2}", name)) and int(name) < 256


def by_seat(shape: Any) -> Callable[[Any], bool]:
    return lambda v: isinstance(v, dict) and len(v) < 256 and all(is_seat(seat) and fits(v[seat], shape) for seat in v)


def nullable(shape: Any) -> Callable[[Any], bool]:
    return lambda v: v is None or fits(v, shape)


def fits(value: Any, shape: Any) -> bool:
    """A shape is `str`, `int`, the limit of whole numbers from 0, a dictionary of shapes, or a test of its own."""
    if shape is str:
        return isinstance(value, str) and len(value.encode()) < 2**16
    if shape is int:
        return type(value) is int
    if isinstance(shape, int):
        return type(value) is int and 0 <= value < shape
    if isinstance(shape, dict):
        return isinstance(value, dict) and set(value) == set(shape) and all(fits(value[k], shape[k]) for k in shape)
    return bool(shape(value))


HASH, SHORT = hexed(32), 2**16
FORMS = {1: b"[0-9]+", 2: b"[\x01-\x40]+"}
PLACE = {"table": hexed(16), "hand": 2**32, "attempt": 2**8, "previous": HASH}
DEAL = {
    "rules": str,
    "cards": listed(str, 1, MOST_CARDS),
    "context": HASH,
    "commit": HASH,
    "seats": by_seat(str),
    "contributions": by_seat(hexed(None)),
    "pledges": by_seat(HASH),
    "reveals": by_seat(HASH),
    "round": lambda v: v is None,
    "beacons": listed({"kind": lambda v: type(v) is int and v in FORMS, "value": hexed(None)}, 0, 2),
    "seed": HASH,
    "openings": listed(
        {
            "pos": SHORT,
            "card": SHORT,
            "salt": HASH,
            "path": listed(HASH, 0, MOST_PATH),
            "place_salt": HASH,
            "place_path": listed(HASH, 0, MOST_PATH),
        }
    ),
}
PATH = listed(HASH, 0, 64)
HEAD = {"size": 2**53, "root": HASH}
LOGGED = {"index": 2**53, "kind": lambda v: fits(v, 6) and v > 0, "attempt": 2**8, "value": HASH, "path": PATH}
PLAYED = {
    "format": lambda v: v in (HAND, OWN),
    "roots": listed(HASH, 4, 4),
    "place_roots": listed(HASH, 4, 4),
    "keys": listed(nullable(HASH), 4, 4),
    "pick": 4,
    "dealer": 2**8,
    "banker": nullable(2**8),
    "dealt_to": listed(2**8),
    "play": listed(lambda v: isinstance(v, list) and len(v) == 2 and fits(v[0], 2**8) and fits(v[1], str)),
    "outcome": nullable({"net": by_seat(int), "voided": str}),
    "disclosed": nullable(HASH),
    "reversed": str,
    "log": nullable({**HEAD, "entries": listed(LOGGED, 1, 514), "earlier": listed({**HEAD, "path": PATH}, 0, 16)}),
    "hash": nullable(HASH),
    "digest": HASH,
}
WORKED = {
    "name": str,
    "roots": listed(HASH, 1, MOST_PACKS),
    "keys": listed(HASH, 1, MOST_PACKS),
    "pick": 2**8,
    "rejected": 2**32,
}
WORKED.update(
    {"place_roots": listed(HASH, 1, MOST_PACKS), "order0": listed(SHORT), "tau": listed(SHORT), "dealt": listed(SHORT)}
)
NAMES = {"table_id": "table", "hand_no": "hand", "previous_record_hash": "previous"}


def shape_of(r: Any) -> dict[str, Any]:
    """The shape of the record of a hand, of somebody's own cards, or of a worked record.

    A worked record has all keys, and need not say where it was dealt.
    """
    if "format" not in r:
        return {**DEAL, **WORKED, **{name: PLACE[name] for name in PLACE if name in r}}
    return {**PLACE, **DEAL, **PLAYED, **({"seat": 2**8} if r["format"] == OWN else {})}


# Reading


def whole(digits: str) -> int:
    if len(digits) > 17 or digits != str(int(digits)) or abs(int(digits)) >= 2**53:
        raise ValueError("no such number is in a record")
    return int(digits)


def parse(text: str) -> Any:
    return json.loads(text, parse_int=whole, parse_float=whole, parse_constant=whole)


def parts(value: Any, **how: bool) -> Iterator[bytes]:
    """JSON without blanks, bit by bit."""
    encoder = json.JSONEncoder(separators=(",", ":"), **{"ensure_ascii": False, **how})  # type: ignore[arg-type]
    return (part.encode() for part in encoder.iterencode(value))


def bounded(content: bytes) -> bool:
    """Whether a file is small enough to be parsed: in bytes, in marks of JSON, and in the bytes of its texts."""
    if len(content) > MOST_BYTES:
        return False
    others = sum(map(content.count, b"\\[{,:"))
    if content.count(b'"') > 2048 + len(content) // 20 or others > 4096 + len(content) // 40:
        return False
    return max(map(len, content.replace(b'\\"', b"  ").split(b'"'))) <= MOST_TEXT_BYTES


def escaped(beyond: Any) -> tuple[str, int]:
    return json.dumps(beyond.object[beyond.start : beyond.end])[1:-1], beyond.end


codecs.register_error("escaped", escaped)


def spelled(content: bytes | bytearray, r: Any, end: bytes = b"", **how: bool) -> bool:
    """Whether this is how a record is spelled, found out without spelling all of it at once."""
    at = 0
    for part in parts(r, **how):
        if not content.startswith(part, at):
            return False
        at += len(part)
    return content[at:] in (b"", end)


def read(content: bytes) -> Any:
    """The record, spelled as canonical JSON; worked records may have blanks and escapes. `None` if it is none."""
    try:
        # One letter of four bytes would make the whole text four times as large, so none is in it.
        r = parse(content.decode().encode("ascii", "escaped").decode()) if bounded(content) else None
        if not isinstance(r, dict):
            return None
        if "format" in r:
            return r if spelled(content, r, b"\n", sort_keys=True) else None
        dense = bytearray()
        for word in re.finditer(rb'"[^"\\]*(?:\\.[^"\\]*)*"|[^" \t\r\n]+', content):
            dense += word[0]
        plain = spelled(dense, r) or spelled(dense, r, ensure_ascii=True)
    except (ValueError, RecursionError):
        return None
    worked = {NAMES.get(name, name): value for name, value in r.items()}
    return worked if plain and len(worked) == len(r) else None


def rules_of(r: Any) -> Any:
    """The rules in force, spelled as canonical JSON; none if they do not name the game and the disclosure."""
    try:
        rules = parse(r["rules"])
        names = sorted(rules, key=lambda name: name.encode("utf-16-be"))
        exact = spelled(r["rules"].encode(), {name: rules[name] for name in names})
    except (ValueError, RecursionError, TypeError, AttributeError):
        return {}
    texts = all(isinstance(value, str) for value in rules.values())
    known = rules.get("disclosure") in DISCLOSURES and rules.get("beacon", "required") in BEACONS
    return rules if exact and texts and "game" in rules and known else {}


# The checks


def hashed(r: Any, name: str, *without: str) -> str:
    total = hashlib.sha256(tag(name))
    for part in parts({field: r[field] for field in r if field not in without}, sort_keys=True):
        total.update(part)
    return total.hexdigest()


def context(r: Any) -> str:
    return sha(
        tag("context"),
        bytes.fromhex(r.get("table", "000102030405060708090a0b0c0d0e0f")),
        number(r.get("hand", 7), 4),
        number(r.get("attempt", 1), 1),
        sha(tag("rules"), r["rules"].encode()),
        sha(tag("deck-list"), number(len(r["cards"]), 2), *[lp(card.encode()) for card in r["cards"]]),
        bytes.fromhex(r.get("previous", "00" * 32)),
    ).hex()


def commitment(r: Any) -> str:
    counts = number(len(r["cards"]), 2) + number(len(r["roots"]), 1)
    roots = bytes.fromhex("".join(r["roots"] + r["place_roots"]))
    return sha(tag("commit"), bytes.fromhex(r["context"]), counts, roots).hex()


def counted(by_seat: Any, encode: Callable[[str, Any], bytes]) -> bytes:
    return number(len(by_seat), 1) + b"".join(
        number(seat, 1) + encode(str(seat), by_seat[str(seat)]) for seat in sorted(map(int, by_seat))
    )


def seats_hash(r: Any) -> bytes:
    return sha(tag("seats"), counted(r["seats"], lambda seat, player: lp(player.encode())))


def added_words(r: Any) -> bytes:
    return counted(r["contributions"], lambda seat, word: lp(bytes.fromhex(word)))


def seed(r: Any) -> str:
    def revealed(seat: str, pledge: str) -> bytes:
        return bytes.fromhex(pledge) + lp(bytes.fromhex(r["reveals"].get(seat, "")))

    return sha(
        tag("seed"),
        bytes.fromhex(r["commit"]),
        seats_hash(r),
        added_words(r),
        counted(r["pledges"], revealed),
        b"\0",  # no round of a public beacon
        number(len(r["beacons"]), 1),
        *[number(b["kind"], 1) + lp(bytes.fromhex(b["value"])) for b in r["beacons"]],
    ).hex()


def pledges_fit(r: Any) -> bool:
    opened = all(
        r["pledges"].get(seat) == sha(tag("pledge"), bytes.fromhex(reveal)).hex()
        for seat, reveal in r["reveals"].items()
    )
    return opened and set(r["pledges"]) <= set(r["seats"])


def kinds(r: Any) -> list[int]:
    return [b["kind"] for b in r["beacons"]]


def one_of_a_kind(r: Any) -> bool:
    return kinds(r) == sorted(set(kinds(r)))


def beacons_fit(r: Any) -> bool:
    forms = all(re.fullmatch(FORMS[b["kind"]], bytes.fromhex(b["value"])) for b in r["beacons"])
    return bool(forms and one_of_a_kind(r))


def beacon_by_rule(r: Any) -> bool:
    """Where the rule requires a beacon, a platform's is there."""
    return rules_of(r).get("beacon") != "required" or 1 in kinds(r) or 2 in kinds(r)


def proved(r: Any) -> bool:
    """Every opened card leads to the root of the picked pack, and there are no more of them than it has."""
    return len(r["openings"]) <= len(r["cards"]) and all(
        leads(r, "leaf", o["pos"], o["card"], o["salt"], o["path"], r["roots"]) for o in r["openings"]
    )


def placed(r: Any) -> bool:
    """Every opened card leads, by its number, to the root of the places of the picked pack."""
    return len(r["openings"]) <= len(r["cards"]) and all(
        leads(r, "place", o["card"], o["pos"], o["place_salt"], o["place_path"], r["place_roots"])
        for o in r["openings"]
    )


def leads(r: Any, kind: str, at: int, what: int, salt: str, path: list[str], roots: list[str]) -> bool:
    count, pack = len(r["cards"]), r["pick"]  # a worked record without openings may even name a pack that is none
    if pack >= len(roots) or at >= count or what >= count:
        return False
    return climb(leaf(r, kind, pack, at, what, bytes.fromhex(salt)), at, count, path) == bytes.fromhex(roots[pack])


def tau(r: Any) -> list[int]:
    return Stream(r["seed"], "order").shuffled(len(r["cards"]))


def opened_in_order(r: Any) -> bool:
    """Each card is opened once, and those that were dealt earlier come first."""
    place_of = {at: place for place, at in enumerate(tau(r))}
    places = [place_of[o["pos"]] for o in r["openings"]]
    cards = [o["card"] for o in r["openings"]]
    return places == sorted(set(places)) and len(cards) == len(set(cards))


def deals(r: Any) -> bool:
    """The dealer has a seat, and deals the first hand of a table because the seed has drawn that seat."""
    seats = sorted(map(int, r["seats"]))
    if r["hand"] != 1 or r["dealer"] not in seats:
        return r["dealer"] in seats
    return bool(r["dealer"] == seats[Stream(r["seed"], "dealer").below(len(seats))])


def opened_were_dealt(r: Any) -> bool:
    """No card is open that comes after those that were dealt, and there were so many."""
    count = len(r["dealt_to"])
    return count <= len(r["cards"]) and set(tau(r)[count:]).isdisjoint(o["pos"] for o in r["openings"])


# Whose a card was


class Impossible(Exception):
    """No hand goes like this."""


STREETS = r"[1-9](?:,[1-9])*(?: [1-9](?:,[1-9])*)*"
DEALING = re.compile(rf"(dealer|banker)\+([01]) (clockwise|anticlockwise) ([0-9]) ({STREETS})( stock)?", re.ASCII)


def receivers(r: Any) -> list[int]:
    """The chair of each card that was dealt or drawn: the dealing is sealed with the rules, the play is public.

    A card that was taken from the middle lay open.
    """
    found = DEALING.fullmatch(rules_of(r).get("dealing", ""))
    chairs = sorted(int(seat) for seat in r["seats"])
    if not found or r["dealer"] not in chairs or (found[1] == "dealer" and r["banker"] is not None):
        raise Impossible
    origin = r[found[1]]
    if origin not in chairs:
        if origin is None and not r["play"]:
            return []
        raise Impossible
    step = 1 if found[3] == "clockwise" else -1
    begin = chairs.index(origin) + step * int(found[2])
    live = [chairs[(begin + step * turn) % len(chairs)] for turn in range(len(chairs))]
    streets = [[int(cards) for cards in street.split(",")] for street in found[5].split(" ")]
    if sum(map(sum, streets)) * len(chairs) > MOST_CARDS:
        raise Impossible
    given = [origin] * int(found[4])
    several, stock, is_open = len(streets) > 1, bool(found[6]), set(numbers_open(r))
    holder: dict[int, int] = {}

    def deal() -> None:
        given.extend(each for cards in streets.pop(0) for each in live for _ in range(cards))

    deal()
    for chair, word in r["play"]:
        card = taken_card(word)
        if chair not in chairs or len(given) > MOST_CARDS:
            raise Impossible
        if word == "street" and chair == r["dealer"] and streets and len(live) > 1:
            deal()
        elif word == "fold" and several and chair in live and len(live) > 1:
            live.remove(chair)
        elif word == "draw" and stock:
            given.append(chair)
        elif stock and 0 < card <= len(given) and holder.get(card, given[card - 1]) != chair:
            if r["format"] == HAND and card not in is_open:
                raise Impossible
            holder[card] = chair
        else:
            raise Impossible
    return given


def taken_card(word: str) -> int:
    """The number of the card that a word takes from the middle; 0 for other words."""
    found = re.fullmatch("[a-z-]+ ([1-9][0-9]{0,4})", word)
    return int(found[1]) if found else 0


def numbers_open(r: Any) -> list[int]:
    """When each open card was dealt, from 1; 0 for one beyond the pack."""
    numbers = {at: number for number, at in enumerate(tau(r), 1)}
    return [numbers.get(o["pos"], 0) for o in r["openings"]]


def dealt_to_whom_they_had_to(r: Any) -> bool:
    """Every card went to whom the sealed dealing and the order of play say."""
    if r["outcome"] is not None and r["outcome"]["voided"] and r["dealt_to"] == r["play"] == []:
        return True  # it could not be played again, and nothing of it is known but that it was called off
    try:
        return bool(receivers(r) == r["dealt_to"])
    except Impossible:
        return False


def held_by_their_owner(r: Any) -> bool:
    """Every card of somebody's own cards was dealt to them, or taken by them from the middle."""
    holder = dict(enumerate(r["dealt_to"], 1))
    holder.update({taken_card(word): chair for chair, word in r["play"] if taken_card(word)})
    return str(r["seat"]) in r["seats"] and all(holder.get(number) == r["seat"] for number in numbers_open(r))


def keys_fit(r: Any) -> bool:
    known = [key for key in r["keys"] + [r["disclosed"]] if key]
    return [pack for pack in range(4) if r["keys"][pack] is None] == [r["pick"]] and len(set(known)) == len(known)


def rebuilt(r: Any) -> bool:
    return all(makes(r, pack, key) for pack, key in enumerate(r["keys"]) if key)


def disclosed_fits(r: Any) -> bool:
    cards = order(r, r["disclosed"])
    agreed = all(o["pos"] < len(cards) and cards[o["pos"]] == o["card"] for o in r["openings"])
    return agreed and makes(r, r["pick"], r["disclosed"])


def ended(r: Any) -> bool:
    if r["outcome"] is None:
        return r["hash"] is None and r["reversed"] == ""
    return r["format"] == HAND and r["hash"] is not None and set(r["outcome"]["net"]) == set(r["seats"])


def disclosed_by_rule(r: Any) -> bool:
    rule, outcome, is_open = rules_of(r).get("disclosure"), r["outcome"], r["disclosed"] is not None
    if rule is None or outcome is None:
        return rule is not None and not is_open
    if rule == "at-close":
        return is_open
    return not is_open or rule == "unanimous"


def dealt(r: Any) -> bool:
    if r["pick"] >= len(r["keys"]) or any(at >= len(r["cards"]) for at in r["tau"]):
        return False
    cards = order(r, r["keys"][r["pick"]])
    return bool([cards[at] for at in r["tau"]] == r["dealt"])


def rejected(r: Any) -> int:
    """How many words all streams of a worked record reject together."""
    streams = [Stream(key, "deck") for key in r["keys"]] + [Stream(r["seed"], "order")]
    for stream in streams:
        stream.shuffled(len(r["cards"]))
    streams.append(Stream(r["seed"], "pick"))
    streams[-1].below(len(r["roots"]))
    return sum(stream.rejected for stream in streams)


# The log of fingerprints

SEALED, SEALED_ANEW, CLOSED, CALLED_OFF, REVERSED = 1, 2, 3, 4, 5


def entry(r: Any, logged: Any) -> bytes:
    """The leaf of an entry: 00 and what it says, hashed."""
    place = bytes.fromhex(r["table"]) + number(r["hand"], 4) + number(logged["attempt"], 1)
    return sha(b"\0", tag("log"), number(logged["kind"], 1), place, bytes.fromhex(logged["value"]))


def to_be_logged(r: Any) -> list[tuple[int, str]]:
    """What the log has to say of the last packs, by kind and value: that they were sealed, closed, and how it ended."""
    roots = bytes.fromhex("".join(r["roots"] + r["place_roots"]))
    pledges = counted(r["pledges"], lambda seat, pledge: bytes.fromhex(pledge))
    closing = sha(tag("logged-closing"), roots, seats_hash(r), added_words(r), pledges, b"\0")
    found = [(SEALED_ANEW if r["attempt"] else SEALED, r["commit"]), (CLOSED, closing.hex())]
    reasons = [(CALLED_OFF, r["outcome"]["voided"] if r["outcome"] else ""), (REVERSED, r["reversed"])]
    return found + [(kind, sha(tag("logged-reason"), roots, why.encode()).hex()) for kind, why in reasons if why]


def all_logged(r: Any) -> bool:
    """Whether the entries are those of every attempt in turn, each sealed and perhaps closed, and then the last."""
    kinds = [(logged["attempt"], logged["kind"]) for logged in r["log"]["entries"]]
    last = to_be_logged(r)
    for attempt in range(r["attempt"]):
        if kinds[:1] != [(attempt, SEALED_ANEW if attempt else SEALED)]:
            return False
        del kinds[: 2 if kinds[1:2] == [(attempt, CLOSED)] else 1]
    said = [(logged["kind"], logged["value"]) for logged in r["log"]["entries"]]
    return kinds == [(r["attempt"], kind) for kind, _ in last] and said[-len(last) :] == last


def grown(old: int, new: int, path: list[str], root: bytes, whole: bool = True) -> tuple[bytes, bytes]:
    """The roots that a path gives to a log of an old size and to one of a new size; empty if it has another length.

    The last hash of the path stands highest. An old log that is a whole part of the tree has no hash in the path.
    """
    if old == new or not path:
        same = root if whole and not path else bytes.fromhex(path[0]) if not whole and len(path) == 1 else b""
        return (same, same) if old == new else (b"", b"")
    left, beside = half(new), bytes.fromhex(path[-1])
    if old <= left:
        one, other = grown(old, left, path[:-1], root, whole)
        return one, other and sha(b"\1", other, beside)
    one, other = grown(old - left, new - left, path[:-1], root, whole=False)
    return one and sha(b"\1", beside, one), other and sha(b"\1", beside, other)


def log_fits(r: Any) -> bool:
    """Whether the log has all of the hand in its order, and goes on from each earlier head."""
    log = r["log"]
    size, root, indices = log["size"], bytes.fromhex(log["root"]), [logged["index"] for logged in log["entries"]]
    if indices != sorted(set(indices)) or indices[-1] >= size or not all_logged(r):
        return False
    if any(climb(entry(r, logged), logged["index"], size, logged["path"]) != root for logged in log["entries"]):
        return False
    heads = [(each["size"], each["path"], bytes.fromhex(each["root"])) for each in log["earlier"]]
    return all(0 < old <= size and grown(old, size, path, before) == (before, root) for old, path, before in heads)


def told_of_the_log(r: Any) -> Iterator[tuple[Any, bytes]]:
    """Every head, and every part of the tree that never changes any more, by its level and place, with its hash."""
    log = r["log"]
    for head in [log, *log["earlier"]]:
        yield head["size"], bytes.fromhex(head["root"])
    for logged in log["entries"]:
        at, level, node, path = logged["index"], 0, entry(r, logged), list(logged["path"])
        while True:
            if (at + 1) << level <= log["size"]:
                yield (level, at), node
            if 1 << level >= log["size"]:
                break
            if (at ^ 1) << level < log["size"]:
                beside = bytes.fromhex(path.pop(0))
                if ((at ^ 1) + 1) << level <= log["size"]:
                    yield (level, at ^ 1), beside
                node = sha(b"\1", beside, node) if at % 2 else sha(b"\1", node, beside)
            at, level = at // 2, level + 1


def check_log(records: list[Any]) -> Iterator[tuple[str, bool]]:
    """Whether records, of whatever tables, tell of one log: nothing that two of them know of it differs."""
    known: dict[Any, bytes] = {}
    yield "one log", all(known.setdefault(place, node) == node for r in records for place, node in told_of_the_log(r))


def check(content: bytes) -> Iterator[tuple[str, bool]]:
    """Every check of a record, by name."""
    r = read(content)
    yield "text", r is not None
    if r is None:
        return
    shaped = fits(r, shape_of(r))
    yield "fields", shaped
    if not shaped:
        return
    worked = "format" not in r
    words = all(seat in r["seats"] and 2 <= len(word) <= 128 for seat, word in r["contributions"].items())
    if not worked:
        yield "digest", r["digest"] == hashed(r, "file", "digest")
        yield "rules", rules_of(r) != {}
        yield "beacons", beacons_fit(r)
        yield "beacon", beacon_by_rule(r)
    yield "context", r["context"] == context(r)
    yield "fingerprint", r["commit"] == commitment(r)
    yield "words", words
    pledges = pledges_fit(r)
    yield "pledges", pledges
    yield "seed", words and pledges and one_of_a_kind(r) and r["seed"] == seed(r)
    yield "pick", r["pick"] == Stream(r["seed"], "pick").below(len(r["roots"]))
    if worked:
        packs = len(r["keys"]) == len(r["roots"]) == len(r["place_roots"])
        yield "keys", packs and len(r["keys"]) == len(set(r["keys"]))
        yield "openings", proved(r)
        yield "places", placed(r)
        yield "packs", packs and rebuilt(r)
        yield "order0", r["order0"] == order(r, r["keys"][0])
        yield "tau", r["tau"] == tau(r)
        yield "dealt", dealt(r)
        yield "rejected", r["rejected"] <= rejected(r)
        return
    yield "keys", keys_fit(r)
    yield "dealer", deals(r)
    yield "openings", proved(r) and opened_in_order(r)
    yield "places", placed(r)
    yield "dealt", opened_were_dealt(r)
    yield "dealt_to", dealt_to_whom_they_had_to(r)
    yield "outcome", ended(r)
    yield "hash", r["hash"] in (None, hashed(r, "record", "disclosed", "reversed", "log", "hash", "digest"))
    yield "disclosure", disclosed_by_rule(r)
    yield "packs", rebuilt(r)
    yield "disclosed", r["disclosed"] is None or disclosed_fits(r)
    yield "log", r["log"] is None or (words and set(r["pledges"]) <= set(r["seats"]) and log_fits(r))
    if r["format"] == OWN:
        yield "seat", held_by_their_owner(r)


def check_chain(chain: list[Any]) -> Iterator[tuple[str, bool]]:
    """Whether records of one table, in the order of their hands, follow each other; next to a missing one they may."""
    follow = [(one, chain[at]) for at, one in enumerate(chain[:-1], 1)]
    yield "numbers", all(one["hand"] < other["hand"] for one, other in follow)
    side_by_side = [(one, other) for one, other in follow if other["hand"] - one["hand"] < 2]
    yield "previous", all(one["hash"] == other["previous"] for one, other in side_by_side)


def gone(chain: list[Any]) -> Iterator[str]:
    """Which hands are missing between those that are there."""
    hands = [r["hand"] for r in chain]
    gaps = [(one + 1, hands[at] - 1) for at, one in enumerate(hands[:-1], 1) if hands[at] > one + 1]
    named = [str(first) if first == last else f"{first} to {last}" for first, last in gaps]
    more = f" and {len(named) - 6} more" if len(named) > 6 else ""
    if named:
        one_hand = gaps[0][0] == gaps[-1][1]
        yield f"hand {named[0]} is missing" if one_hand else f"hands {', '.join(named[:6])}{more} are missing"


# Files in, lines out


def records_in(content: bytes) -> list[bytes]:
    """The records in a file, each as it is spelled there: one, one a line, or a JSON list; or the one in Kiu's page.

    Nothing is parsed, and of too many no more are split off than show that they are.
    """
    try:
        if content.startswith(b"<!doctype html>"):
            return [carried(content)]
        return by_line(content) or list(islice(members(content), MOST + 1))
    except ValueError:
        return [content]


def carried(page: bytes) -> bytes:
    """The record that a page carries, first of all that it is given; a ValueError if it carries none."""
    begin = page.index(b'<script type="application/json" id="given">{"record": "')
    quote = page.index(b'"', page.index(b": ", begin))
    text, _ = json.JSONDecoder().raw_decode(page[quote : quote + 6 * MOST_BYTES].decode("utf-8", "replace"))
    return str(text).encode()


def by_line(content: bytes) -> list[bytes]:
    lines = []
    for line in re.finditer(rb"[^ \t\r\n][^\n]*", content):
        lines.append(line[0].rstrip(b" \t\r"))
        if lines[-1][:1] + lines[-1][-1:] != b"{}":
            return []
        if len(lines) > MOST:
            break
    return lines if len(lines) > 1 else []


def members(content: bytes) -> Iterator[bytes]:
    """The members of a list; a ValueError if it is none, or if one is longer than any record."""
    mark = re.match(rb"[ \t\r\n]*\[", content)
    if not mark:
        raise ValueError("this is no list")
    depth, begin, at = 1, mark.end(), mark.end()
    while depth:
        mark = MARK.search(content, at, begin + MOST_BYTES + 1)
        if not mark:
            raise ValueError("no record goes on for so long")
        at = mark.end() if mark[0] != b'"' else end_of_text(content, mark.end())
        depth += (mark[0] in b"[{") - (mark[0] in b"]}")
        if depth == 0 or (depth == 1 and mark[0] == b","):
            member = content[begin : mark.start()].strip(b" \t\r\n")
            if not member:
                raise ValueError("there is nothing between two commas")
            yield member
            begin = at
    if not re.compile(rb"[ \t\r\n]*\Z").match(content, at):
        raise ValueError("something comes after the list")


MARK = re.compile(rb'["\[\]{},]')


def end_of_text(content: bytes, at: int) -> int:
    """Where a text ends: after the next quotation mark that has an even number of backslashes before it."""
    while True:
        quote = content.index(b'"', at)
        before = quote
        while content[before - 1 : before] == b"\\":
            before -= 1
        at = quote + 1
        if (quote - before) % 2 == 0:
            return at


def verdicts(files: list[tuple[str, bytes]]) -> Iterator[tuple[str, dict[str, bool], list[str]]]:
    """What is found out about every record, the chain of every table with more than one, and the log they tell of."""
    tables: dict[str, list[Any]] = {}
    logged = []
    for name, content in files:
        texts = records_in(content) if len(content) <= MOST_FILE_BYTES else []
        if not 1 <= len(texts) <= MOST:
            yield name, {"few": False}, []
            continue
        for text in texts:
            checks = dict(check(text))
            r = read(text) if checks.get("fields") else {}
            yield name, checks, list(told(r) if r else why_none(text))
            if r.get("format") == HAND:
                tables.setdefault(r["table"], []).append(r)
            if r.get("log") and all(checks.values()):
                logged.append(r)
    for table, chain in tables.items():
        if len(chain) > 1:
            chain.sort(key=lambda r: int(r["hand"]))
            yield "the chain of table " + table, dict(check_chain(chain)), list(gone(chain))
    if len(logged) > 1:
        yield f"the log that {len(logged)} records tell of", dict(check_log(logged)), list(unproved(logged))


def apart(records: list[Any]) -> list[int]:
    """The sizes of heads that no record proves one from the other, ascending; none if all are proved."""
    joined: list[set[int]] = []
    for r in records:
        sizes = {head["size"] for head in [r["log"], *r["log"]["earlier"]]}
        others = [each for each in joined if each.isdisjoint(sizes)]
        joined = [*others, sizes.union(*[each for each in joined if each not in others])]
    return sorted(map(max, joined)) if len(joined) > 1 else []


def unproved(records: list[Any]) -> Iterator[str]:
    """That some heads are not proved from others, though nothing that the records tell speaks against it."""
    *smaller, largest = apart(records) or [0]
    if smaller:
        yield f"not proved in full: that the log of {largest} goes on from {', '.join(map(str, smaller))}"
        yield "for that, verify HAND SIZE, with the smaller size, gives a record"


def told(r: Any) -> Iterator[str]:
    """Who sat where with which word, which pack was picked, and which cards are open."""
    for seat in sorted(r["seats"], key=int):
        word = bytes.fromhex(r["contributions"].get(seat, ""))
        yield f"seat {seat}: {r['seats'][seat]!a}, word: {word!r}"
    yield f"fingerprint {r['commit']}, pack {r['pick'] + 1} was picked"
    if "format" in r:
        yield f"hand {r['hand']} at its table, {r['table']}"
        yield f"seat {r['dealer']} dealt, {len(r['dealt_to'])} cards so far"
        if r["banker"] is not None:
            yield f"seat {r['banker']} holds the bank"
        yield from told_of_heads(r["log"])
    for b in r["beacons"]:
        value = bytes.fromhex(b["value"])
        said = {1: f"Discord's number {value!r}", 2: f"Telegram's dice {list(value)}"}
        yield "random number: " + said[b["kind"]]
    if not r["beacons"]:
        yield "no random number from outside: the words and the seats alone"
    kept = sorted(int(seat) for seat in r["pledges"] if seat not in r["reveals"])
    if kept:
        yield "random number promised and not revealed by seat " + ", ".join(map(str, kept))
    number_of = {at: number for number, at in enumerate(tau(r), 1)}
    for o in r["openings"]:
        name = r["cards"][o["card"]] if o["card"] < len(r["cards"]) else ""
        number = number_of.get(o["pos"], 0)
        whose = r["dealt_to"][number - 1 : number] if "format" in r and number else []
        yield f"open: {name!a}, dealt no. {number}" + "".join(f" to seat {chair}" for chair in whose)


def told_of_heads(log: Any) -> Iterator[str]:
    """Which head of the log everything is proved against, and which earlier ones it goes on from."""
    if log is None:
        yield "it does not say where it stands in the log of all deals"
        return
    yield f"in the log of all deals, of {log['size']} entries, fingerprint {log['root']}"
    for head in log["earlier"]:
        yield f"that log goes on from {head['size']} entries, fingerprint {head['root']}"


def why_none(content: bytes) -> Iterator[str]:
    """What keeps this from being a record."""
    if not bounded(content):
        yield f"it is larger than any record: more than {MOST_BYTES} bytes, or too much in them"
        return
    r = read(content)
    if r is None:
        try:
            if isinstance(json.loads(content.decode("utf-8-sig"), parse_int=len), dict):
                yield "it was changed or re-formatted: check it exactly as Kiu gave it"
        except (ValueError, RecursionError):
            pass
        return
    shapes = shape_of(r)
    wrong = {
        "missing": [name for name in shapes if name not in r],
        "added": [name for name in r if name not in shapes],
        "of no such value": [name for name in shapes if name in r and not fits(r[name], shapes[name])],
    }
    for said in [each for each in wrong if wrong[each]]:
        more = f" and {len(wrong[said]) - 6} more" if len(wrong[said]) > 6 else ""
        yield f"fields {said}: " + ", ".join(ascii(name[:30])[1:-1] for name in wrong[said][:6]) + more


def main(arguments: list[str]) -> int:
    files = []
    for name in [each for each in arguments if each != "--json"]:
        try:
            with open(0 if name == "-" else name, "rb", closefd=name != "-") as file:
                files.append((name, file.read(MOST_FILE_BYTES + 1)))
        except OSError as error:
            print(f"{name} cannot be read: {error.strerror}", file=sys.stderr)
            return 2
    if not files:
        print(__doc__, file=sys.stderr)
        return 2
    found = list(verdicts(files))
    valid = all(all(checks.values()) for _, checks, _ in found)
    if "--json" in arguments:
        parts = [
            {"name": each[0], "valid": all(each[1].values()), "checks": each[1], "said": each[2]} for each in found
        ]
        print(json.dumps({"valid": valid, "verdicts": parts}, indent=1))
        return 0 if valid else 1
    for name, checks, lines in found:
        print(ascii(name))
        for check_name, passed in checks.items():
            print("  {}  {:<12}{}".format("ok   " if passed else "WRONG", check_name, CLAIMS[check_name]))
        for line in lines:
            print("         " + line)
    without = sum(any(line.startswith("no random number") for line in lines) for _, _, lines in found)
    where = f" in {without} of them" if len(found) > 1 else ""
    less = [f"no random number from outside{where}"] if without else []
    less += [line for _, checks, lines in found if "numbers" in checks for line in lines]
    print(f"Valid{', but ' if less else ''}{' and '.join(less)}." if valid else "NOT VALID.")
    return 0 if valid else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
