import py_fumen_py as peer
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from game.errors import BadInput
from game.tetris.guideline import Placement
from game.tetris.guideline.fumen import Drawing, Page, is_fumen, read, write
from game.tetris.guideline.fumen.text import DIGITS, MOST_LETTERS, MOST_PAGES, digits_of
from tests.game.tetris.guideline.fumen.pages import (
    as_peer,
    comments,
    courses,
    drawings,
    placements,
    seen_by_peer,
    seen_by_us,
    switches,
)

EMPTY = "v115@vhAAgH"
# colours, a hole for the stem of a T, which will lie over other cells, and a row that waits
SLOT = Drawing.parse("I_________ ___IIIOO__ JJJ_ZZOOSS XXXXX_XXXX", waiting="XXXXXXXXX_")
anything = st.builds(
    Page, drawings, st.none() | placements, comments, lock=switches, rise=switches, mirror=switches
)
# what the peer can do: no row that comes up, no piece over filled cells, no quiz, no sign beyond 16 bits; and what
# all readers take alike: no change that is the same in all cells
plain = st.builds(
    Page,
    drawings.filter(lambda drawing: set(drawing.cells) != {5}),
    st.none() | placements,
    st.text(st.characters(max_codepoint=0xFFFF, exclude_categories=("Cs",)), max_size=9),
    lock=switches,
    mirror=switches,
)


def of(*numbers: tuple[int, int], version: str = "115") -> str:
    """The fumen of these numbers, each with its count of digits."""
    return f"v{version}@" + "".join(DIGITS[digit] for number in numbers for digit in digits_of(*number))


def test_the_empty_page_is_as_everybody_writes_it() -> None:
    assert read(EMPTY) == (Page(Drawing()),)
    assert write([Page(Drawing())]) == EMPTY


@settings(max_examples=60, deadline=None)
@given(courses(anything))
def test_what_is_written_is_read_again(pages: tuple[Page, ...]) -> None:
    text = write(pages)
    assert read(text) == pages
    assert write(read(text)) == text


@settings(max_examples=60, deadline=None)
@given(courses(plain))
def test_another_program_reads_what_is_written_and_writes_the_same(pages: tuple[Page, ...]) -> None:
    assume(not any(page.lock and _covers(page) for page in pages))
    assert write(pages) == peer.encode(as_peer(pages))
    assert seen_by_peer(write(pages)) == seen_by_us(pages)


def _covers(page: Page) -> bool:
    return page.placement is not None and any(page.drawing.rows[y][x] for x, y in page.placement.cells)


@pytest.mark.parametrize("piece", range(7))
def test_every_piece_lies_where_another_program_sees_it(piece: int) -> None:
    pages = [
        Page(Drawing(), Placement(piece, orientation, x, y), lock=False)
        for orientation in range(4)
        for x, y in ((2, 3), (7, 20), (4, 2))
    ]
    assert seen_by_peer(write(pages)) == seen_by_us(pages)
    assert read(peer.encode(as_peer(pages))) == tuple(pages)


def test_an_unchanged_drawing_is_counted_however_often() -> None:
    pages = (Page(SLOT, lock=False),) * 150
    assert read(write(pages)) == pages
    assert write(pages) == peer.encode(as_peer(pages))


def test_a_page_locks_clears_rises_and_mirrors_in_this_order() -> None:
    at = Placement.parse("T south 5 1")
    page = Page(SLOT, at, rise=True, mirror=True)
    filled = SLOT.with_piece(at)
    assert str(filled) == "I_________\n___IIIOO__\nJJJ_TTTOSS\nXXXXXTXXXX\nXXXXXXXXX_"
    assert str(page.after) == "_________I\n__OOIII___\nSSOTTT_JJJ\n_XXXXXXXXX"
    assert str(Page(SLOT, at, lock=False, rise=True).after) == str(SLOT)
    assert read(write([page, Page(page.after, comment="there")])) == (page, Page(page.after, comment="there"))


def test_an_older_fumen_has_two_rows_less() -> None:
    # 200 empty cells, a grey row, an empty waiting row; a T facing north in row 3; the next page as it comes
    first = [(8 * 220 + 199, 2), (16 * 220 + 9, 2), (8 * 220 + 9, 2)]
    place = 4 + 10 * (20 - 3)
    rest = ((5 + 8 * 2 + 32 * place + 7040 * 4, 3), (8 * 220 + 219, 2), (0, 1), (0, 3))
    text = of(*first, *rest, version="110")
    pages = read(text)
    drawn = [str(page.drawing) for page in pages]
    assert drawn == ["XXXXXXXXXX", "____T_____\n___TTT____" + f"\n{'_' * 10}" * 2]
    assert pages[0].placement == Placement.parse("T north 4 3")
    assert seen_by_peer(text) == seen_by_us(pages)


LINKS = ("https://fumen.zui.jp/?{}", "https://example.org/fumen/#?d={}&s=1", "https://example.org/?d={}#top")


@pytest.mark.parametrize("form", ["{}", "  {}\n", *LINKS])
def test_a_fumen_may_stand_in_a_link(form: str) -> None:
    text = write([Page(SLOT, comment="a + b / c")] * 3)
    assert "?" in text
    for put in (text, text.replace("v115@", "d115@"), text.replace("?", "\n"), text.replace("@", "%40")):
        assert is_fumen(form.format(put))
        assert read(form.format(put)) == read(text)


PASTED = (
    "<https://fumen.zui.jp/?{}>", "(https://fumen.zui.jp/?{})", "[my setup](https://harddrop.com/fumen/?{})",
    "see {}.", "first {}, then more of it", "Look at https://fumen.zui.jp/?{} and tell me", "`{}`", "**{}**",
    "java -jar sfinder.jar path -t {} -p *p7", "説明　{}　です", "説明{}です", "[{0}](https://fumen.zui.jp/?{0})",
    "https://t.example/?u=https%253A%252F%252Ffumen.zui.jp%252F%253F{}%2526lang%253Den", "{}\nnice one",
    "a fumen begins with v115@: {}",
)  # fmt: skip


@pytest.mark.parametrize("form", PASTED)
@pytest.mark.parametrize("front", ["v115@", "V115@", "d115@", "m115@"])
def test_a_fumen_is_found_where_people_paste_it(form: str, front: str) -> None:
    text = write([Page(SLOT, comment="#Q=[](T)IO")] * 3)
    assert read(form.format(text.replace("v115@", front))) == read(text)


def test_several_fumens_are_read_one_behind_the_other() -> None:
    texts = [write([Page(SLOT, comment="one")] * 2), write([Page(Drawing())])]
    assert read(f"1) {texts[0]}, 2) https://fumen.zui.jp/?{texts[1]}.") == read(texts[0]) + read(texts[1])


def test_text_without_a_fumen_is_none() -> None:
    for text in ("", "A1h A2v", "v115", "xv115@vhAAgH", "mail me at v15@example.org"):
        assert not is_fumen(text)
        with pytest.raises(BadInput, match="begins with v115@"):
            read(text)


UNCHANGED = (8 * 240 + 239, 2)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("v115@", "empty"),
        ("v100@vhAAgH", "version 100"),
        ("v115@vhAAgé", "'é' cannot stand"),
        (EMPTY + EMPTY, "'@' cannot stand"),
        ("v115@vhAAg", "page 1 .* ends in the middle"),
        ("v115@vhBAgH", "page 2 .* ends in the middle"),
        (of((16 * 240 + 239, 2), (0, 3), (9 * 240 + 239, 2)), "page 2 .* a colour that does not exist"),
        (of((7 * 240 + 239, 2)), "a colour that does not exist"),
        (of((9 * 240 + 199, 2), (9 * 240 + 199, 2)), "beyond the border"),
        (of(UNCHANGED, (0, 1), (32 << 5 | 1 | 2 << 3 | 7680 * 32, 3)), "flags"),
        (of(UNCHANGED, (0, 1), (1 | 2 << 3 | 9 << 5, 3)), "piece lies beyond"),
        (of(UNCHANGED, (0, 1), (5 | 2 << 3 | 239 << 5, 3)), "piece lies beyond"),
        (of(UNCHANGED, (0, 1), (7680 * 8, 3), (1, 2), (95, 5)), "letters that do not exist"),
        (of(UNCHANGED, (0, 1), (7680 * 8, 3), (1, 2), (96**4, 5)), "letters that do not exist"),
        (of(UNCHANGED, (0, 1), (7680 * 8, 3), (9, 2), (33, 5)), "ends in the middle"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(BadInput, match=reason):
        read(text)


def test_a_fumen_cut_off_is_refused_or_ends_with_a_page() -> None:
    pages = (
        Page(SLOT, Placement.parse("T south 5 1"), "#Q=[S](T)IOJ;T-spin single", rise=True),
        Page(SLOT, comment="as before 🙂"),
        Page(SLOT, Placement.parse("J west 9 5"), "as before 🙂", lock=False),
        Page(SLOT, None, "", mirror=True),
    )
    text = write(pages)
    results = [pages_or_words(text[:end]) for end in range(len(text))]
    whole = [each for each in results if not isinstance(each, str)]
    assert all(each == pages[: len(each)] for each in whole)
    assert len(whole) < 8  # one or two cuts behind each page, where a question mark follows


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(("v115@", "v110@vh", "v115@vhA")), st.text(st.sampled_from(DIGITS), max_size=80))
def test_junk_is_refused_in_one_line_or_read(front: str, junk: str) -> None:
    assert pages_or_words(front + junk)


def pages_or_words(text: str) -> tuple[Page, ...] | str:
    """The pages of a fumen, or the one line that says why it has none."""
    try:
        return read(text)
    except BadInput as error:
        words = str(error)
    assert "\n" not in words
    assert len(words) < 200
    return words


def test_there_are_limits() -> None:
    with pytest.raises(BadInput, match="letters; at most"):
        read("v115@" + "A" * MOST_LETTERS)
    with pytest.raises(BadInput, match=f"more than {MOST_PAGES:,} pages"):
        read("v115@" + "vh/" * 1 + "AAA" * 64 + ("vh/" + "AAA" * 64) * (MOST_PAGES // 64))
    for pages in ([], [Page(Drawing())] * (MOST_PAGES + 1)):
        with pytest.raises(BadInput, match="pages is not written"):
            write(pages)
    assert read(write([Page(Drawing(), comment="a" * 4095)]))[0].comment == "a" * 4095
    with pytest.raises(BadInput, match=r"page 2 .* needs 4,096 letters"):
        write([Page(Drawing()), Page(Drawing(), comment="ä" * 1365 + "a")])
    with pytest.raises(BadInput, match="beyond the border"):
        write([Page(Drawing(), Placement.parse("I north 0 0"))])


@pytest.mark.parametrize("text", ["_" * 9, "a" * 10, "X" * 240])
def test_a_drawing_has_rows_of_ten_known_letters(text: str) -> None:
    with pytest.raises(BadInput, match="rows of 10 letters"):
        Drawing.parse(text)
    with pytest.raises(BadInput, match="240 cells"):
        Drawing(bytes([9]) * 240)
