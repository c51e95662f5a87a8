"""Games of bridge as their files have them: tags and the words of sections, out of PBN, LIN or lines of deals.

PBN is read as programs write it: other text and comments may stand before, between and behind the tags. LIN is the
format of Bridge Base Online, `md|3SAK…|`; what it says is put into the tags of PBN. A deal may also stand alone in a
line, `N:` and four hands, or `n … e … s … w …`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from urllib.parse import parse_qs, unquote

SEATS = "NESW"
NAMES = ("North", "East", "South", "West")


@dataclass
class Tagged:
    """The tags of one game by name, and the words of its sections."""

    tags: dict[str, str] = field(default_factory=dict)
    words: dict[str, list[str]] = field(default_factory=dict)

    def tag(self, name: str) -> str:
        """The value of a tag on one line; empty where there is none."""
        return " ".join(self.tags.get(name, "").split())


def is_deals(text: str) -> bool:
    """Return True if a text is one of games of bridge, written well or badly."""
    return bool(
        _A_TAG.search(text.translate(_QUOTES)) or _LIN.search(text) or _VIEWER.search(text) or _lines(text)
    )


def games_in(text: str) -> list[Tagged]:
    """The games of a text in their order; those that have no deal are left out."""
    plain = text.translate(_QUOTES)
    if _A_TAG.search(plain):
        games = _inherited(_whole(_pbn(plain)))
    elif _LIN.search(text):
        games = list(_lin(unquote(text) if _ESCAPED_BAR.search(text) else text))
    elif _VIEWER.search(text):
        games = [_of_viewer(link[0]) for link in _VIEWER.finditer(text)]
    else:
        games = [Tagged({"Deal": deal}) for deal in _lines(text)]
    return [game for game in games if "Deal" in game.tags]


# -- Portable Bridge Notation --

_SIGN = r'[^"\\\n]|\n(?!\s{0,9}\[)'  # of a value, which may be broken over lines
_STRICT = rf'"((?:{_SIGN}|\\.){{0,1000}})"'  # as the standard has it
_LOOSE = rf'"((?:{_SIGN}|\\){{0,1000}}(?:"(?!\s{{0,9}}\])(?:{_SIGN}|\\){{0,1000}}){{0,8}})"'  # quotes within it, a path
_A_TAG = re.compile(rf"\[\s{{0,9}}([A-Za-z]\w{{0,40}})\s{{1,9}}(?:{_STRICT}|{_LOOSE})\s{{0,9}}\]")
_QUOTES = str.maketrans("“”„", '"""')
_TOKEN = re.compile(
    rf"{_A_TAG.pattern}|\{{[^{{}}]*\}}|;[^\n]*|^%[^\n]*|(\n[^\S\n]*\n)|([^\s\[{{;]+)|.",
    re.MULTILINE | re.DOTALL,
)
_SKIPPED = re.compile(r"\$[0-9]+|=[0-9]+=|[!?]+")  # marks and notes
# the tags with which a game begins; behind a blank line one of them begins another
_IDENTIFYING = {"Event", "Site", "Date", "Board", "Dealer", "Vulnerable", "Deal", *NAMES}


def _pbn(text: str) -> Iterator[Tagged]:
    """The games of PBN: each begins with a tag that the one before has had already, or behind a blank line."""
    game, section, apart = Tagged(), "", False
    for token in _TOKEN.finditer(text):
        name, strict, loose, blank, word = token.groups()
        if name:
            name = name.capitalize()
            if name in game.tags or (apart and name in _IDENTIFYING and "Deal" in game.tags):
                yield game
                game = Tagged()
            section, apart = name, False
            value = loose if strict is None else re.sub(r'\\(["\\])', r"\1", strict)
            game.tags[name], game.words[name] = value, []
        elif blank:
            apart = True
        elif word and section:
            game.words[section] += _SKIPPED.sub(" ", word).split()
    yield game


def _whole(parts: Iterable[Tagged]) -> list[Tagged]:
    """The games with those tags that blank lines have parted from their deal."""
    games: list[Tagged] = []
    for part in parts:
        if games and "Deal" not in part.tags and not part.tags.keys() & games[-1].tags.keys():
            games[-1].tags |= part.tags
            games[-1].words |= part.words
        else:
            games.append(part)
    return games


def _inherited(games: list[Tagged]) -> list[Tagged]:
    """The games with each `#` replaced by the value of the game before; `##…` goes to all that follow, too."""
    before: dict[str, str] = {}
    lasting: dict[str, str] = {}
    for game in games:
        for name, value in game.tags.items():
            if value.startswith("##"):
                lasting[name] = game.tags[name] = value[2:] or before.get(name, "")
            elif value == "#":
                game.tags[name] = before.get(name, "")
        for name, value in lasting.items():
            game.tags.setdefault(name, value)
        before = game.tags
    return games


# -- LIN --

_LIN = re.compile(r"(?:^|[|\s=?&]|%7C)md(?:\||%7C)", re.IGNORECASE)
_ESCAPED_BAR = re.compile("%7C", re.IGNORECASE)
_LIN_SECTIONS = {"mb": "Auction", "pc": "Play"}
_DEALERS = {"1": "S", "2": "W", "3": "N", "4": "E"}
_SUITS = re.compile(r"(?:([SHDC])([^SHDC]*))+", re.IGNORECASE)
_A_SUIT = re.compile(r"([SHDC])([^SHDC]*)", re.IGNORECASE)


def _lin(text: str) -> Iterator[Tagged]:
    """The games of LIN: each begins with `qx`, or with names or cards where there are some already."""
    game, players, room = Tagged(), list[str](), 0
    parts = text.split("|")
    for key, value in zip(parts[::2], parts[1::2], strict=False):
        code = key.strip().lower()[-2:]
        if "Deal" in game.tags and code in ("qx", "pn", "md"):
            yield _named(game, players[room:])
            game = Tagged()
        if code == "pn":
            players = value.split(",")
        elif code == "qx":
            room = (
                4 if value.strip().lower().startswith("c") and len(players) > 4 else 0
            )  # the closed room's are last
            game.tags["Board"] = value.strip().partition(",")[0].lstrip("oOcC")
        elif code == "ah" and value.strip():
            game.tags["Board"] = re.sub(r"^board\s+", "", value.strip(), flags=re.IGNORECASE)
        elif code == "md":
            game.tags |= _dealt(value)
        elif code in _LIN_SECTIONS:
            game.words.setdefault(_LIN_SECTIONS[code], []).append(value)
    yield _named(game, players[room:])


def _named(game: Tagged, players: list[str]) -> Tagged:
    """The game with the players' names, which LIN gives from South on."""
    for name, player in zip(("South", "West", "North", "East"), players, strict=False):
        game.tags[name] = player.strip()
    return game


def _dealt(value: str) -> dict[str, str]:
    """Dealer and deal of `md`: South's hand, West's, North's, and maybe East's, who otherwise has the rest."""
    plain = value.strip()
    dealer = _DEALERS.get(plain[:1], "")
    hands = (plain[1:] if plain[:1].isdigit() else plain).split(",")
    dealt = " ".join(_hand_of_lin(hand) for hand in (*hands, "", "", "", "")[: len(SEATS)])
    return {"Dealer": dealer, "Deal": f"S:{dealt}"}


def _hand_of_lin(text: str) -> str:
    """A hand such as `SAK3HT2DCQ` as PBN writes it; one that is not known is `-`."""
    plain = "".join(text.split())
    if not plain:
        return "-"
    if not _SUITS.fullmatch(plain):
        return plain
    suits = {"S": "", "H": "", "D": "", "C": ""}
    for suit, ranks in _A_SUIT.findall(plain):
        suits[suit.upper()] += ranks
    return ".".join(suits.values())


_VIEWER = re.compile(r"https?://\S{0,200}handviewer\S{0,20}\?\S{0,2000}", re.IGNORECASE)


def _of_viewer(link: str) -> Tagged:
    """The game of a link to Bridge Base Online's viewer that gives each hand by itself: `…?n=sak…&s=…`."""
    asked = {name: values[0] for name, values in parse_qs(link.partition("?")[2]).items()}
    hands = " ".join(_hand_of_lin(asked.get(seat.lower(), "")) for seat in SEATS)
    names = {name: asked.get(f"{name[0].lower()}n", "") for name in NAMES}
    game = Tagged(
        {"Board": asked.get("b", ""), "Dealer": asked.get("d", "").upper(), "Deal": f"N:{hands}", **names}
    )
    game.words = {"Auction": asked.get("a", "").split(), "Play": asked.get("p", "").split()}
    return game


# -- deals alone in a line --

_HAND = r"((?:[^\s.:|\"\[\]]{0,26}\.){3}[^\s.:|\"\[\]]{0,26}|-)"
_LINE = re.compile(rf"\b([NESW])\s?:\s?{_HAND}\s+{_HAND}\s+{_HAND}\s+{_HAND}", re.IGNORECASE)
_BY_SEAT = re.compile(rf"\bn\s+{_HAND}\s+e\s+{_HAND}\s+s\s+{_HAND}\s+w\s+{_HAND}", re.IGNORECASE)
_ALONE = re.compile(r"\s*[NESW]\s*:[^\[\]\"\\]*", re.IGNORECASE)


def _lines(text: str) -> list[str]:
    """The values of the tag `Deal` for the deals that stand in lines; a text that only begins so is one, too."""
    results: list[str] = []
    for line in text.splitlines():
        if deal := _LINE.search(line):
            results.append(f"{deal[1]}:{' '.join(deal.groups()[1:])}")
        elif deal := _BY_SEAT.search(line):
            results.append(f"N:{' '.join(deal.groups())}")
    if not results and _ALONE.fullmatch(text):
        results.append(" ".join(text.split()))
    return results
