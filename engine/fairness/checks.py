"""Checks of a record: each compares one part with those below it, so one lie shows in one place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise

from engine.fairness.closing import PLATFORMS, WORD_BYTES, Beacon, BeaconKind, Chance, Closing, pledge
from engine.fairness.dealing import first_dealer, picked, reordered
from engine.fairness.log_entries import HandEntries
from engine.fairness.merkle import root_of
from engine.fairness.reading import WORKED, Fields, rules_of
from engine.fairness.receivers import Hand, Move, NotDealtLikeThis, taken
from engine.fairness.records import OWN_CARDS, RECORD, file_digest, record_hash
from engine.fairness.sealing import Context, Opening, SealedPack, commitment
from engine.fairness.streams import WORDS, Stream
from engine.fairness.transparency_log import Entry, EntryKind, Head, LoggedEntry, is_consistent

WORKED_PLACE: Fields = {"table": bytes(range(16)).hex(), "hand": 7, "attempt": 1, "previous": bytes(32).hex()}
"""For a worked record that names none."""


def seats_of(fields: Fields) -> dict[int, str]:
    return {int(seat): player for seat, player in fields["seats"].items()}


def words_of(fields: Fields) -> dict[int, bytes]:
    return _by_seat(fields["contributions"])


def pledges_of(fields: Fields) -> dict[int, bytes]:
    """Map seats to pledges made before the closing."""
    return _by_seat(fields["pledges"])


def reveals_of(fields: Fields) -> dict[int, bytes]:
    """Map seats to reveals made after the closing."""
    return _by_seat(fields["reveals"])


def closing_of(fields: Fields) -> Closing:
    """Seats, words and pledges as they were closed.

    Raise ``ValueError`` if a word or a pledge is none, or comes from somebody who was not dealt in.
    """
    return Closing(seats_of(fields), words_of(fields), pledges_of(fields))


def beacons_of(fields: Fields) -> tuple[Beacon, ...]:
    return tuple(Beacon(BeaconKind(each["kind"]), bytes.fromhex(each["value"])) for each in fields["beacons"])


def _by_seat(written: Mapping[str, str]) -> dict[int, bytes]:
    return {int(seat): bytes.fromhex(content) for seat, content in written.items()}


def _digest(fields: Fields) -> bool:
    return _same(file_digest(fields).hex(), fields["digest"])


def _rules(fields: Fields) -> bool:
    return rules_of(fields) is not None


def _context(fields: Fields) -> bool:
    place = {**WORKED_PLACE, **fields}
    context = Context(
        table=bytes.fromhex(place["table"]),
        hand=place["hand"],
        attempt=place["attempt"],
        rules=fields["rules"],
        cards=tuple(fields["cards"]),
        previous=bytes.fromhex(place["previous"]),
    )
    return _same(context.digest().hex(), fields["context"])


def _keys(fields: Fields) -> bool:
    missing = [number for number, key in enumerate(fields["keys"]) if key is None]
    known = [key for key in (*fields["keys"], fields["disclosed"]) if key is not None]
    return missing == [fields["pick"]] and len(set(known)) == len(known)


def _worked_keys(fields: Fields) -> bool:
    keys = fields["keys"]
    return len(fields["roots"]) == len(fields["place_roots"]) == len(keys) == len(set(keys))


def _packs(fields: Fields) -> bool:
    keys = fields["keys"]
    return len(fields["roots"]) == len(fields["place_roots"]) == len(keys) and all(
        key is None or _made_by(fields, number, key) for number, key in enumerate(keys)
    )


def _commitment(fields: Fields) -> bool:
    roots, place_roots = ([bytes.fromhex(root) for root in fields[name]] for name in ("roots", "place_roots"))
    context = bytes.fromhex(fields["context"])
    return _same(commitment(context, len(fields["cards"]), roots, place_roots).hex(), fields["commit"])


def _words(fields: Fields) -> bool:
    words = fields["contributions"]
    return words.keys() <= fields["seats"].keys() and all(1 <= len(word) // 2 <= WORD_BYTES for word in words.values())


def _pledges(fields: Fields) -> bool:
    pledges, reveals = pledges_of(fields), reveals_of(fields)
    return pledges.keys() <= seats_of(fields).keys() and all(
        pledges.get(seat) == pledge(reveal) for seat, reveal in reveals.items()
    )


def _beacons(fields: Fields) -> bool:
    return _ascending(fields) and all(map(_has_form, beacons_of(fields)))


def _ascending(fields: Fields) -> bool:
    return all(one["kind"] < other["kind"] for one, other in pairwise(fields["beacons"]))


def _has_form(beacon: Beacon) -> bool:
    match beacon.kind:
        case BeaconKind.DISCORD:
            return beacon.value.isdigit()
        case BeaconKind.TELEGRAM:
            return len(beacon.value) > 0 and all(1 <= die <= 64 for die in beacon.value)


def _required(fields: Fields) -> bool:
    rules, kinds = rules_of(fields) or {}, {beacon.kind for beacon in beacons_of(fields)}
    return rules.get("beacon") != "required" or not PLATFORMS.isdisjoint(kinds)


def _seed(fields: Fields) -> bool:
    if not (_words(fields) and _pledges(fields) and _ascending(fields)):
        return False
    chance = Chance(beacons_of(fields), reveals_of(fields))
    return _same(closing_of(fields).seed(bytes.fromhex(fields["commit"]), chance).hex(), fields["seed"])


def _pick(fields: Fields) -> bool:
    return _same(picked(bytes.fromhex(fields["seed"]), len(fields["roots"])), fields["pick"])


def _openings(fields: Fields) -> bool:
    positions = [each["pos"] for each in fields["openings"]]
    cards = {each["card"] for each in fields["openings"]}
    if not _proved(fields) or len(cards) < len(positions):
        return False
    opened = set(positions)
    dealt = [position for position in _reordered(fields) if position in opened]
    return dealt == positions


def _dealer(fields: Fields) -> bool:
    """The dealer was dealt in; in the first hand of a table it is the one whom the seed has drawn."""
    seats, dealer = seats_of(fields), fields["dealer"]
    if dealer not in seats:
        return False
    return fields["hand"] != 1 or _same(first_dealer(bytes.fromhex(fields["seed"]), seats), dealer)


def _dealt(fields: Fields) -> bool:
    """No more cards were dealt than there are, and every opened card that lay in the pack is one of them."""
    count, dealt = len(fields["cards"]), len(fields["dealt_to"])
    undealt = set(_reordered(fields)[dealt:])
    return dealt <= count and not any(each["pos"] in undealt for each in fields["openings"])


def _dealt_to(fields: Fields) -> bool:
    """Every card went to the receiver that the sealed dealing, the seats and the order of play name.

    A card that was taken from the middle lay open.

    A hand that was called off because it could not be replayed may say nothing of it.
    """
    rules, outcome = rules_of(fields), fields["outcome"]
    if outcome is not None and outcome["voided"] and not fields["dealt_to"] and not fields["play"]:
        return True
    chairs = tuple(sorted(seats_of(fields)))
    hand = Hand(rules or {}, chairs, fields["dealer"], fields["banker"], _play_of(fields))
    if fields["format"] == RECORD and not taken(hand.play).keys() <= set(_numbers_open(fields)):
        return False
    try:
        return _same(list(hand.receivers()), fields["dealt_to"])
    except NotDealtLikeThis:
        return False


def _numbers_open(fields: Fields) -> list[int]:
    """The number of each open card in the order of the deal, from 1; 0 for one beyond the pack."""
    numbers = {position: number for number, position in enumerate(_reordered(fields), start=1)}
    return [numbers.get(each["pos"], 0) for each in fields["openings"]]


def _play_of(fields: Fields) -> list[Move]:
    return [Move(chair, word) for chair, word in fields["play"]]


def _disclosed(fields: Fields) -> bool:
    """The key of the picked pack, where it is told, makes that very pack, and every opened card lies in it."""
    if fields["disclosed"] is None:
        return True
    pack = _pack(fields, fields["pick"], fields["disclosed"])
    return _made_by(fields, fields["pick"], fields["disclosed"]) and all(
        each["pos"] < pack.count and pack.order[each["pos"]] == each["card"] for each in fields["openings"]
    )


def _disclosure(fields: Fields) -> bool:
    """The picked pack is opened as a whole when the house rule asks for it, and only then.

    A hand that was called off, or reversed after it was over, is like any other: it opens nothing more.
    """
    rules, outcome, is_open = rules_of(fields), fields["outcome"], fields["disclosed"] is not None
    if rules is None:
        return False
    if outcome is None:
        return not is_open
    if rules["disclosure"] == "at-close":
        return is_open
    return not is_open or rules["disclosure"] == "unanimous"


def _log(fields: Fields) -> bool:
    """The log has all that the record says of its hand and nothing else, and only adds to its earlier heads."""
    log = fields["log"]
    if log is None:
        return True
    head, entries = head_of(log), [logged_entry(fields, each) for each in log["entries"]]
    return (
        all(one.index < other.index for one, other in pairwise(entries))
        and all(_leads_to(head, each) for each in entries)
        and _tells([each.entry for each in entries], fields)
        and all(is_consistent(head_of(each), head, _path(each)) for each in log["earlier"])
    )


def head_of(stated: Fields) -> Head:
    return Head(stated["size"], bytes.fromhex(stated["root"]))


def logged_entry(fields: Fields, stated: Fields) -> LoggedEntry:
    value = bytes.fromhex(stated["value"])
    table, hand = bytes.fromhex(fields["table"]), fields["hand"]
    entry = Entry(EntryKind(stated["kind"]), table, hand, stated["attempt"], value)
    return LoggedEntry(stated["index"], entry, _path(stated))


def _path(stated: Fields) -> tuple[bytes, ...]:
    return tuple(bytes.fromhex(node) for node in stated["path"])


def _leads_to(head: Head, logged: LoggedEntry) -> bool:
    try:
        return root_of(logged.entry.leaf, logged.index, head.size, logged.path) == head.root
    except ValueError:
        return False


def _tells(entries: Sequence[Entry], fields: Fields) -> bool:
    """True if these are the entries of the hand: of every attempt to seal its packs, its closing and its end."""
    hand, outcome = HandEntries.of_record(fields), fields["outcome"]
    try:
        last = [hand.sealed, hand.closed(closing_of(fields))]
    except ValueError:
        return False
    if outcome and outcome["voided"]:
        last.append(hand.called_off(outcome["voided"]))
    if fields["reversed"]:
        last.append(hand.reversed(fields["reversed"]))
    before = [(entry.kind, entry.attempt) for entry in entries[: -len(last)]]
    for attempt in range(fields["attempt"]):
        sealed = EntryKind.SEALED_ANEW if attempt else EntryKind.SEALED
        if before[:1] != [(sealed, attempt)]:
            return False
        # Packs can be sealed anew even after their deal was closed, if it could not be dealt.
        closed = before[1:2] == [(EntryKind.CLOSED, attempt)]
        before = before[1 + closed :]
    return not before and list(entries[-len(last) :]) == last


def _outcome(fields: Fields) -> bool:
    if fields["outcome"] is None:
        return fields["hash"] is None and fields["reversed"] == ""
    return fields["hash"] is not None and fields["outcome"]["net"].keys() == fields["seats"].keys()


def _no_outcome(fields: Fields) -> bool:
    return fields["outcome"] is None and _outcome(fields)


def _hash(fields: Fields) -> bool:
    return fields["hash"] is None or _same(record_hash(fields).hex(), fields["hash"])


def _seat(fields: Fields) -> bool:
    holders = dict(enumerate(fields["dealt_to"], start=1)) | taken(_play_of(fields))
    return str(fields["seat"]) in fields["seats"] and all(
        holders.get(number) == fields["seat"] for number in _numbers_open(fields)
    )


def _order0(fields: Fields) -> bool:
    return _same(list(_pack(fields, 0, fields["keys"][0]).order), fields["order0"])


def _tau(fields: Fields) -> bool:
    return _same(_reordered(fields), fields["tau"])


def _worked_dealt(fields: Fields) -> bool:
    if fields["pick"] >= len(fields["keys"]) or not all(at < len(fields["cards"]) for at in fields["tau"]):
        return False
    order = _pack(fields, fields["pick"], fields["keys"][fields["pick"]]).order
    return _same([order[position] for position in fields["tau"]], fields["dealt"])


def _rejected(fields: Fields) -> bool:
    """No more words are said to be rejected than all streams together reject.

    Which streams are meant, worked records do not say; hardly ever does any reject a word, and then it has to be 0.
    """
    seed, shuffled = bytes.fromhex(fields["seed"]), range(len(fields["cards"]), 1, -1)
    skipped = sum(_rejections(Stream(bytes.fromhex(key), "deck"), shuffled) for key in fields["keys"])
    skipped += _rejections(Stream(seed, "order"), shuffled) + _rejections(Stream(seed, "pick"), [len(fields["roots"])])
    return bool(fields["rejected"] <= skipped)


def _same(computed: object, stated: object) -> bool:
    return computed == stated


def _rejections(stream: Stream, limits: Iterable[int]) -> int:
    skipped = 0
    for limit in limits:
        while stream.below(WORDS) >= WORDS // limit * limit:
            skipped += 1
    return skipped


def _reordered(fields: Fields) -> list[int]:
    return list(reordered(bytes.fromhex(fields["seed"]), len(fields["cards"])))


def _proved(fields: Fields) -> bool:
    """Every opened card leads to the root of the picked pack; of a pack that is none, no card can be opened."""
    return _lead_to(fields, "roots", Opening.root)


def _places(fields: Fields) -> bool:
    """The place of every opened card leads to the root of the places, so that it lies nowhere else in the pack."""
    return _lead_to(fields, "place_roots", Opening.place_root)


def _lead_to(fields: Fields, roots: str, root_of: Callable[[Opening, bytes, int, int], bytes]) -> bool:
    root = [bytes.fromhex(root) for root in fields[roots][fields["pick"] :][:1]]
    context, count = bytes.fromhex(fields["context"]), len(fields["cards"])
    if len(fields["openings"]) > count:
        # So many cards are not in a pack: there is no need to try each of them.
        return False
    try:
        return all([root_of(_opening(each), context, fields["pick"], count)] == root for each in fields["openings"])
    except ValueError:
        # No pack of this size has such a card, or such a path.
        return False


def _opening(written: Fields) -> Opening:
    path, place_path = (tuple(bytes.fromhex(each) for each in written[name]) for name in ("path", "place_path"))
    salt, place_salt = (bytes.fromhex(written[name]) for name in ("salt", "place_salt"))
    return Opening(written["pos"], written["card"], salt, path, place_salt, place_path)


def _made_by(fields: Fields, number: int, key: str) -> bool:
    pack = _pack(fields, number, key)
    return (pack.root.hex(), pack.place_root.hex()) == (fields["roots"][number], fields["place_roots"][number])


def _pack(fields: Fields, number: int, key: str) -> SealedPack:
    return SealedPack(bytes.fromhex(fields["context"]), number, len(fields["cards"]), bytes.fromhex(key))


_RECORD_CHECKS: Mapping[str, Callable[[Fields], bool]] = {
    "digest": _digest,
    "rules": _rules,
    "context": _context,
    "fingerprint": _commitment,
    "words": _words,
    "pledges": _pledges,
    "beacons": _beacons,
    "beacon": _required,
    "seed": _seed,
    "pick": _pick,
    "keys": _keys,
    "dealer": _dealer,
    "openings": _openings,
    "places": _places,
    "dealt": _dealt,
    "dealt_to": _dealt_to,
    "outcome": _outcome,
    "hash": _hash,
    "disclosure": _disclosure,
    "packs": _packs,
    "disclosed": _disclosed,
    "log": _log,
}

CHECKS: Mapping[str, Mapping[str, Callable[[Fields], bool]]] = {
    RECORD: _RECORD_CHECKS,
    OWN_CARDS: {**_RECORD_CHECKS, "outcome": _no_outcome, "seat": _seat},
    WORKED: {
        "context": _context,
        "fingerprint": _commitment,
        "words": _words,
        "pledges": _pledges,
        "seed": _seed,
        "pick": _pick,
        "keys": _worked_keys,
        "openings": _proved,
        "places": _places,
        "packs": _packs,
        "order0": _order0,
        "tau": _tau,
        "dealt": _worked_dealt,
        "rejected": _rejected,
    },
}
"""The checks of every format, by name, the quick ones first."""
