import pytest

from game.tetris.guideline import Field, fumen
from game.tetris.guideline.field_file import read_field

FIELD = Field.parse("XXXX....../XXXX......")


@pytest.mark.parametrize(
    ("comment", "rows"),
    [("4 --patterns *p4", 4), (" 6", 6), ("", None), ("JTI", None), ("4L", None), ("0", None)],
)
def test_the_comment_of_a_fumen_may_say_how_many_rows_are_to_be_emptied(
    comment: str, rows: int | None
) -> None:
    text = fumen.write([fumen.Page(fumen.Drawing.of(FIELD), comment=comment)])
    assert read_field(text) == (FIELD, rows)


def test_a_first_line_with_the_height_says_it_too() -> None:
    assert read_field("4\nXXXX......\nXXXX______\n") == (FIELD, 4)
