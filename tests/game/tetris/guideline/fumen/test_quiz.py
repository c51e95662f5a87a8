import pytest

from game.tetris.guideline.fumen import Quiz, read
from game.tetris.guideline.fumen.text import carried
from game.tetris.guideline.pieces import piece_of


@pytest.mark.parametrize(
    "comment", ["#Q=[](T)IOSZ", "#Q=[L](J)", "#Q=[]()TI", "#Q=[S]()", "#Q=[](T)IO;Solid TSD; more", "#Q=[]()"]
)
def test_a_quiz_is_written_as_it_was_read(comment: str) -> None:
    assert str(Quiz.parse(comment)) == comment


BLANKS = "v115@vhAAgWgAFLDmClcJSAVztSAVG88A4c88AZn88AQXOM?Cv/rtC"  # written by another program


@pytest.mark.parametrize(
    "comment",
    [
        read(BLANKS)[0].comment, "#Q=[T](S)Z ZTIOJLS", "#Q=[T](S) ZZTIOJLS", "#Q= [T](S)ZZTIOJLS",
        "#Q=[ T ]( S )ZZTIOJLS", "#Q=[T](S)ZZTI\nOJLS", "#Q=[T](S)ZZTI\u3000OJLS", " #Q=[T](S)ZZTIOJLS\u00a0\ufeff",
    ],
)  # fmt: skip
def test_blanks_do_not_matter_in_a_quiz(comment: str) -> None:
    assert str(Quiz.parse(comment)) == "#Q=[T](S)ZZTIOJLS"


@pytest.mark.parametrize(
    "comment", ["", "hello", "#Q=hello", "#Q=[TT](I)", "#Q=[](X)", "#Q=[](T)I,O", "Q: #Q=[](T)"]
)
def test_other_comments_are_no_quiz_and_stay(comment: str) -> None:
    assert Quiz.parse(comment) is None
    assert carried(comment, 0) == comment


@pytest.mark.parametrize(
    ("comment", "piece", "then"),
    [
        ("#Q=[](T)IOS", "T", "#Q=[](I)OS"),
        ("#Q=[](T)IOS", "I", "#Q=[T](O)S"),
        ("#Q=[L](T)IOS", "L", "#Q=[T](I)OS"),
        ("#Q=[L](T)", "T", "#Q=[](L)"),
        ("#Q=[L](T)", "L", "#Q=[](T)"),
        ("#Q=[](T)I", "I", "#Q=[](T)"),
        ("#Q=[](T)", "T", ""),
        ("#Q=[](T);well done", "T", "well done"),
        ("#Q=[](T);#Q=[](I)O", "T", "#Q=[](I)O"),
        ("#Q=[]();#Q=[](I)O", "I", "#Q=[](O)"),
        ("#Q=[](T)IO;Solid TSD", "T", "#Q=[](I)O;Solid TSD"),
        ("#Q=[L]()IO", "I", "#Q=[L](O)"),
        ("#Q=[]()IO", "I", "#Q=[](O)"),
        ("#Q=[](T)IOS", "Z", "#Q=[](T)IOS"),
        ("#Q=[L](T)IOS", "I", "#Q=[L](T)IOS"),
        ("#Q=[](t)ios", "T", "#Q=[](I)OS"),
        ("#Q=[L]()IO", "", "#Q=[](L)IO"),
        ("#Q=[](T)I", "", "#Q=[](T)I"),
    ],
)
def test_the_piece_that_locks_leaves_the_quiz(comment: str, piece: str, then: str) -> None:
    assert carried(comment, piece_of(piece) if piece else None) == then
