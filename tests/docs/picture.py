"""The picture of the sealed deal for players; `make docs` draws it anew.

It tells a deal that can be computed: its fingerprint, the pack that is picked and the dominoes are those of real keys.
"""

from __future__ import annotations

from html import escape

from bot.pictures.palette import CARD, CARD_EDGE, CARD_SIDE, FELT, GOLD, INK, PANEL, SHADOW, SOFT_INK, SPOT, Colour
from engine.fairness import PACKS, Beacon, BeaconKind, Chance, Closing, Context, Seal, SealedDeal, rules_in_force
from engine.games import GAMES
from tests.docs.reference import DOCS
from tests.seeded_entropy import SeededEntropy

FILE = DOCS / "pictures" / "sealed-deal.svg"

WIDTH, HEIGHT = 390, 724
"""As wide as a phone, so that the letters are as large there as they are written here."""

MARGIN, STEP = 20, 178

WORDS = {"Sari": "kopi", "Budi": "hujan"}
DICE = (34, 7)

ALT = (
    "1. Four packs are sealed, and one fingerprint of all four is posted. "
    "2. Players add words, and Telegram throws dice. "
    "3. All that picks one pack and reorders it; the three others lie open. "
    "4. Every card shown comes with its proof; a card that nobody shows stays sealed."
)

HALF = {0: "", 1: "4", 2: "08", 3: "048", 4: "0268", 5: "02468", 6: "035268"}
"""Where the spots of half a domino lie, in three rows of three."""


def dealt() -> SealedDeal:
    """The deal that the picture tells."""
    game, entropy = GAMES["qiuqiu"], SeededEntropy("picture")
    rules = rules_in_force(game.name, game.rules().texts())
    seal = Seal(Context(bytes(16), 1, 0, rules, game.pack_names), tuple(entropy.key() for _ in range(PACKS)))
    seats = {seat: f"telegram:{seat + 1}" for seat in range(len(WORDS))}
    words = {seat: word.encode() for seat, word in enumerate(WORDS.values())}
    return SealedDeal(seal, Closing(seats, words), Chance((Beacon(BeaconKind.TELEGRAM, bytes(DICE)),)))


def picture() -> str:
    """The whole picture as SVG."""
    deal = dealt()
    parts = [
        _box(0, 0, WIDTH, HEIGHT, FELT, round_=18),
        *_step(0, "Four packs are sealed", "before anybody adds a word"),
        *[part for pack in range(PACKS) for part in _sealed(*_spot(0, pack))],
        *_fingerprint(deal.seal.commitment.hex()),
        *_step(1, "You add words", "and Discord a number, or Telegram dice"),
        *_words(),
        *_step(2, "All that picks one pack", "and reorders it; the others lie open"),
        *[part for pack in range(PACKS) for part in _turned(deal, pack)],
        *_step(3, "What is shown is proved", "what nobody shows stays sealed"),
        *_hand(deal),
    ]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
    style = "text{font-family:system-ui,'Segoe UI',Roboto,'DejaVu Sans',sans-serif}"
    return "\n".join([f'{head} role="img">', f"<title>{ALT}</title>", f"<style>{style}</style>", *parts, "</svg>", ""])


# --- the four steps --------------------------------------------------------------------------------------------


def _top(step: int) -> int:
    return 20 + step * STEP


def _step(step: int, title: str, more: str) -> list[str]:
    """The number of a step, and what happens in it."""
    top = _top(step)
    line = [] if not step else [_box(MARGIN, top - 16, WIDTH - 2 * MARGIN, 1, PANEL)]
    return [
        *line,
        f'<circle cx="{MARGIN + 15}" cy="{top + 19}" r="15" fill="{_hex(GOLD)}"/>',
        _text(MARGIN + 15, top + 25, str(step + 1), 17, SHADOW, bold=True, anchor="middle"),
        _text(MARGIN + 42, top + 15, title, 18, INK, bold=True),
        _text(MARGIN + 42, top + 35, more, 15, SOFT_INK),
    ]


def _spot(step: int, number: int) -> tuple[int, int]:
    """Where the pack, or the card, of a number lies."""
    return MARGIN + 7 + number * 91, _top(step) + 52


def _fingerprint(commitment: str) -> list[str]:
    """The one fingerprint under all packs."""
    top = _top(0) + 128
    return [
        _box(MARGIN, top, WIDTH - 2 * MARGIN, 28, PANEL, round_=8),
        _text(MARGIN + 12, top + 19, "one fingerprint", 14, SOFT_INK),
        _text(
            WIDTH - MARGIN - 12, top + 19, f"{commitment[:8]} … {commitment[-6:]}", 14, GOLD, anchor="end", mono=True
        ),
    ]


def _words() -> list[str]:
    """What is added, side by side."""
    added = [*((name, f"“{word}”") for name, word in WORDS.items()), ("Telegram", " · ".join(map(str, DICE)))]
    parts = []
    for number, (who, what) in enumerate(added):
        left, top = MARGIN + number * 119, _top(1) + 64
        parts += [
            _box(left, top, 112, 66, PANEL, round_=10),
            _text(left + 56, top + 26, who, 14, SOFT_INK, anchor="middle"),
            _text(left + 56, top + 50, what, 18, INK, bold=True, anchor="middle"),
        ]
    return parts


def _turned(deal: SealedDeal, number: int) -> list[str]:
    """A pack after the deal was closed: the one that was picked, or one of those that lie open."""
    left, top = _spot(2, number)
    if number == deal.pick:
        frame = (
            f'<rect x="{left - 9}" y="{top - 7}" width="81" height="82" rx="12" '
            f'fill="{_hex(PANEL)}" stroke="{_hex(GOLD)}" stroke-width="2.5"/>'
        )
        return [frame, *_sealed(left, top), _text(left + 31, top + 96, "dealt", 14, GOLD, bold=True, anchor="middle")]
    names = [GAMES["qiuqiu"].pack_names[card] for card in deal.seal.packs[number].order[:3]]
    cards = [part for place, name in enumerate(names) for part in _domino(left + 2 + place * 20, top + 14, name, 0.55)]
    return [*cards, _text(left + 31, top + 96, "open", 14, SOFT_INK, anchor="middle")]


def _hand(deal: SealedDeal) -> list[str]:
    """Two cards that are shown, and two that are not."""
    parts = []
    for place in range(4):
        left, top = _spot(3, place)
        if place < 2:
            name = deal.seal.context.cards[deal.pack[place]]
            parts += [*_domino(left + 12, top, name, 1.0), *_badge(left + 54, top - 1, "✓", GOLD, SHADOW)]
        else:
            parts += [*_back(left + 12, top, 38, 72), *_badge(left + 31, top + 36, "", SPOT, CARD)]
    for middle, words in ((MARGIN + 83, "shown: proved"), (MARGIN + 265, "folded: sealed")):
        parts.append(_text(middle, _top(3) + 148, words, 14, SOFT_INK, anchor="middle"))
    return parts


# --- what it is drawn of ---------------------------------------------------------------------------------------


def _sealed(left: int, top: int) -> list[str]:
    """A pack, face down under its seal."""
    lying = [part for rise in (6, 3, 0) for part in _back(left + 12, top + rise, 38, 62)]
    return [*lying, *_badge(left + 31, top + 31, "", SPOT, CARD)]


def _back(left: int, top: int, width: int, height: int) -> list[str]:
    """The back of a card."""
    return [
        f'<rect x="{left}" y="{top}" width="{width}" height="{height}" rx="5" fill="{_hex(CARD_SIDE)}" '
        f'stroke="{_hex(CARD_EDGE)}"/>',
        f'<rect x="{left + 4}" y="{top + 4}" width="{width - 8}" height="{height - 8}" rx="3" fill="none" '
        f'stroke="{_hex(CARD_EDGE)}" stroke-opacity=".45"/>',
    ]


def _badge(x: int, y: int, sign: str, ground: Colour, ink: Colour) -> list[str]:
    """A round mark: a seal, which is a ring in wax, or a sign."""
    disc = f'<circle cx="{x}" cy="{y}" r="11" fill="{_hex(ground)}" stroke="{_hex(SHADOW)}" stroke-opacity=".35"/>'
    if sign:
        return [disc, _text(x, y + 6, sign, 16, ink, bold=True, anchor="middle")]
    return [disc, f'<circle cx="{x}" cy="{y}" r="6" fill="none" stroke="{_hex(ink)}" stroke-width="2" opacity=".8"/>']


def _domino(left: float, top: float, name: str, scale: float) -> list[str]:
    """A domino, by its name."""
    width, height = 38 * scale, 72 * scale
    high, low = (int(half) for half in name.split("-"))
    middle = top + height / 2
    return [
        f'<rect x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}" rx="{5 * scale:g}" '
        f'fill="{_hex(CARD)}" stroke="{_hex(CARD_EDGE)}" stroke-width="{scale:g}"/>',
        f'<path d="M{left + 4 * scale:g} {middle:g}h{width - 8 * scale:g}" stroke="{_hex(CARD_EDGE)}" '
        f'stroke-width="{scale:g}"/>',
        *_spots(left, top, high, scale),
        *_spots(left, middle, low, scale),
    ]


def _spots(left: float, top: float, count: int, scale: float) -> list[str]:
    radius = (7.5 if count == 1 else 4) * scale
    return [
        f'<circle cx="{left + (9 + int(place) % 3 * 10) * scale:.4g}" '
        f'cy="{top + (8 + int(place) // 3 * 10) * scale:.4g}" r="{radius:g}" fill="{_hex(SPOT)}"/>'
        for place in HALF[count]
    ]


def _box(left: int, top: int, width: int, height: int, ground: Colour, *, round_: int = 0) -> str:
    return f'<rect x="{left}" y="{top}" width="{width}" height="{height}" rx="{round_}" fill="{_hex(ground)}"/>'


def _text(
    x: float, y: float, words: str, size: int, ink: Colour, *, bold: bool = False, anchor: str = "", mono: bool = False
) -> str:
    more = (' font-weight="700"' if bold else "") + (f' text-anchor="{anchor}"' if anchor else "")
    if mono:
        more += " style=\"font-family:ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace\""
    return f'<text x="{x:g}" y="{y:g}" font-size="{size}" fill="{_hex(ink)}"{more}>{escape(words)}</text>'


def _hex(colour: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


if __name__ == "__main__":
    FILE.write_text(picture(), encoding="utf-8")
