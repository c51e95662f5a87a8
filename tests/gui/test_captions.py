"""Every showcase is played, and every figure in its words is worked out anew from the position it stands at.

The sources say which facts the words are made of. What these are is found here by other ways than those of the makers:
from the rules, from the shipped books, and from a second reading of the long run.
"""

from __future__ import annotations

import re
from base64 import b85decode
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import pytest
import yaml
from numpy.typing import NDArray

from ai.tetris.classic.evaluators import explain
from ai.tetris.guideline.known.books import Books
from assets.showcases.telling import Facts
from game import showcase as showcases
from game.facts import BookFacts
from game.record import Chapter
from game.session import Session
from game.showcase import FOLDER, Showcase
from game.tetris.classic import PIECES
from game.tetris.classic.board import Board
from game.tetris.classic.run import SKY, Run, alphabets, drawn, drops, unpack
from game.tetris.guideline import State
from game.tetris.guideline.attack import title
from game.tetris.guideline.real_time import TICKS, Replay
from game.zuniq import State as ZuniqState
from gui import destinations as to
from gui.games.guideline.book_status import queue_words
from gui.play.chapters import ChapterPanel
from gui.ui.filling import Chance, fill
from gui.ui.text import chance_words, grouped
from tests.gui.conftest import WholeWindow

NAMES = showcases.names()
BOOKS = ("bt-loop", "hachispin-dpc", "new-dt", "okey-dpc", "perfect-clear")
SETTLED = 1e-3  # seconds after the beginning of a part
FREE = -99  # a column that a piece does not touch

Source = dict[str, object]
load = cache(showcases.load)


@cache
def source(name: str) -> Source:
    results: Source = yaml.safe_load((FOLDER / f"{name}.yaml").read_text(encoding="utf-8"))
    return results


class Words(NamedTuple):
    """A template of a source, what the file has made of it, and the ply whose facts it has."""

    template: str
    text: str
    ply: int


def words_of(name: str) -> Iterator[Words]:
    """All that a showcase tells, with the ply that its figures belong to."""
    written = list(source(name)["chapters"])  # type: ignore[call-overload]
    chapters = list(load(name).record.chapters)
    if name == "marathon":  # whose source is not in the order of the game
        order = {fixed(each["title"]): each for each in written if not each["title"].startswith("{ply}")}
        at = {each["at"]: each for each in written}
        written = [at.get(chapter.ply) or source_of(order, chapter) for chapter in chapters]
    assert len(written) == len(chapters)
    for details, chapter in zip(written, chapters, strict=True):
        moment = chapter.ply + details.get("lead", 0)
        yield Words(details["title"], chapter.title, moment)
        yield Words(details.get("caption", ""), chapter.caption, moment)
        remarks = details.get("remarks", [])
        assert len(remarks) == len(chapter.remarks)
        for answer, remark in zip(remarks, chapter.remarks, strict=True):
            assert remark.ply == (moment + answer["at"] if "at" in answer else chapter.ply)
            yield Words(answer["text"], remark.text, remark.ply)


def fixed(template: str) -> str:
    """A title with `#` for its figures."""
    return re.sub(r"\{[^}]*\}|\d+", "#", template)


def source_of(order: dict[str, Source], chapter: Chapter) -> Source:
    return order[fixed(chapter.title)]


# -- the facts, by other ways --


def guideline_facts(session: Session, ply: int) -> Facts:
    """A position of a game piece by piece."""
    states = [session.position_at(each) for each in range(session.length + 1)]
    landings = [state.last for state in states if isinstance(state, State)]
    done = [landing for landing in landings[1 : ply + 1] if landing is not None]
    whole = [landing for landing in landings if landing is not None]
    state = states[ply]
    assert isinstance(state, State)
    cells = sum(row.bit_count() for row in state.field.rows)
    facts: Facts = {
        "pieces": len(whole),
        "piece": len(done),
        "attack": sum(landing.attack for landing in done),
        "clears": sum(landing.clear.perfect for landing in done),
        "spins": sum(bool(landing.clear.spin and landing.clear.rows) for landing in done),
        "cells": cells,
    }
    if done:
        facts |= {"rows": len(done[-1].rows), "worth": done[-1].attack}
    rest, missing = whole[ply:], -cells
    for pieces, landing in enumerate(rest, 1):
        missing += 10 * len(landing.rows)
        if landing.clear.perfect:
            facts |= {"to_clear": pieces, "missing": missing}
            break
    return facts


@cache
def book(name: str) -> Books:
    """The shipped book, whose chances are worked out once."""
    return Books([name])


def book_facts(name: str, session: Session, ply: int) -> Facts:
    """Return the shipped book's facts, asked anew; the chance by its source is that which the panel shows."""
    details = {each: session.opinions[each].read(BookFacts).chance for each in session.opinions}
    by = [session.opinions[each].source == "book" for each in range(session.length)]
    clears = [
        by[each]
        for each in range(session.length)
        if isinstance(state := session.position_at(each + 1), State)
        and state.last
        and state.last.clear.perfect
    ]
    facts: Facts = {
        "promised": Chance(details[0] or 0),
        "promised_again": Chance(details[session.length // 2] or 0),
        "by_book": sum(clears),
        "by_search": len(clears) - sum(clears),
        "searched": session.length - sum(by),
    }
    state = session.position_at(ply)
    assert isinstance(state, State)
    if ply < session.length and by[ply]:
        asked = book(name).look(state.view(0)).read(BookFacts)
        facts |= {
            "chance": Chance(details[ply] or 0),
            "mean": Chance(asked.value or 0),
            "run": asked.run,
            "shared": round(asked.shared or 0),
            "queues": round(asked.queues or 0),
        }
    return facts


def duel_facts(replay: Replay, ply: int) -> Facts:
    """A tick of a game in real time, piece by piece from its beginning."""
    tick = replay.tick_of(ply)
    locks = [lock for lock in replay.locks if lock.tick <= tick]
    game, over = replay.at(tick), replay.at(replay.ticks)
    facts: Facts = {
        "loser": ("left", "right")[over.seats[0].state.field.height < over.seats[1].state.field.height]
    }
    sent = [0, 0]
    for number, _ in enumerate(locks, 1):
        seat = replay.locks[number - 1].seat
        last = replay.position(number).states[seat].last
        assert last is not None
        sent[seat] += last.sent
    for seat, side in enumerate(("left", "right")):
        pieces = sum(lock.seat == seat for lock in locks)
        facts |= {f"sent_{side}": sent[seat], f"pace_{side}": pieces / max(1, tick) * TICKS}
    if locks:
        seat = replay.locks[ply - 1].seat
        last = game.seats[seat].state.last
        assert last is not None
        field = game.seats[seat].state.field
        height = max(y + 1 for y, row in enumerate(field.rows) if row) if any(field.rows) else 0
        facts |= {"side": ("left", "right")[seat], "worth": last.attack, "height": height}
    return facts


def zuniq_facts(session: Session, ply: int) -> Facts:
    """A position of Zuniq, and the whole game."""
    states = [session.position_at(each) for each in range(session.length + 1)]
    zuniq = [state for state in states if isinstance(state, ZuniqState)]
    here, last = zuniq[ply], zuniq[-1]
    facts: Facts = {
        "wall": len(here.moves),
        "zones": len(here.sizes),
        "left": len(last.moves) - len(here.moves),
        "grid_walls": 2 * last.grid.rows * (last.grid.rows - 1),
        "fewest": len(last.moves) - len(last.sizes),
        "winner": ("Black", "White")[len(last.moves) % 2],
    }
    new = here.zones[len(zuniq[max(0, ply - 1)].zones) :]
    return facts | ({"zone": len(new[0])} if new else {})


# The long run once more: all its stretches side by side, a piece of each at a time.


class LongRun(NamedTuple):
    """By ply the rows of the stack and the depth of the deepest well one column wide; by piece the rows it cleared."""

    stacks: NDArray[np.int64]
    wells: NDArray[np.int64]
    rows: NDArray[np.int64]
    pieces: NDArray[np.uint8]


@cache
def long_run() -> LongRun:
    run = run_of()
    table, stretches = run.start.rules, run.stretches()
    width, height, most = table.width, table.height, stretches[0].count
    pieces = drawn(run.start.pieces, run.count)
    rows = np.array([Board.parse(each.board, (width, height)).rows for each in stretches], np.int64)
    starts, kinds = rows.copy(), {}
    for piece, by_column in enumerate(drops(table)):
        for column, drop in by_column.items():
            soles, crowns = np.full((2, width), FREE)
            for (x, sole), (_, crown) in zip(sorted(drop.soles), sorted(drop.crowns), strict=True):
                soles[x], crowns[x] = sole, crown
            kinds[piece, column] = soles, crowns, np.array([*drop.masks, 0, 0, 0][:4])
    names = {key: number for number, key in enumerate(kinds)}
    soles, crowns, masks = (np.array(each) for each in zip(*kinds.values(), strict=True))
    placed = np.full((most, len(stretches)), -1)
    for lane, each in enumerate(stretches):
        own = pieces[each.ply : each.ply + each.count]
        columns = unpack(b85decode(each.columns), own, alphabets(table))
        placed[: each.count, lane] = [names[key] for key in zip(own, columns, strict=True)]
    stacks, wells = np.zeros((2, most, len(stretches)), np.int64)
    cleared = np.zeros((most, len(stretches)), np.int64)
    outlines = _outline(rows, width)
    for step in range(most):
        lanes = np.flatnonzero(placed[step] >= 0)
        kind, board, outline = placed[step, lanes], rows[lanes], outlines[lanes]
        y = (outline - soles[kind]).min(1)
        outline = np.where(crowns[kind] == FREE, outline, y[:, None] + crowns[kind])
        for row in range(4):
            at = np.clip(y + row, 0, height - 1)
            board[np.arange(len(lanes)), at] |= np.where(y + row < height, masks[kind, row], 0)
        for row in range(4):
            at = np.clip(y + row, 0, height - 1)
            full = np.flatnonzero((board[np.arange(len(lanes)), at] == (1 << width) - 1) & (y + row < height))
            above = np.arange(height) <= at[full, None]
            board[full] = np.where(above, np.roll(board[full], 1, 1), board[full])
            board[full, 0] = 0
            cleared[step, lanes[full]] += 1
            outline[full] = _outline(board[full], width)
        rows[lanes], outlines[lanes] = board, outline
        stacks[step, lanes] = height - outline.min(1)
        edge = np.pad(outline, ((0, 0), (1, 1)), constant_values=-1)
        wells[step, lanes] = (outline - np.maximum(edge[:, :-2], edge[:, 2:])).max(1)
    assert (rows[:-1] == starts[1:]).all(), "each stretch begins where the last one ended"
    count = run.count
    return LongRun(
        np.concatenate([[0], stacks.T.ravel()[:count]]),
        np.concatenate([[0], wells.T.ravel()[:count]]),
        cleared.T.ravel()[:count],
        np.frombuffer(pieces, np.uint8),
    )


def _outline(board: NDArray[np.int64], width: int) -> NDArray[np.int64]:
    """By column the row of the topmost cell; the height of the board where there is none."""
    cells = board[:, :, None] >> np.arange(width) & 1
    rows: NDArray[np.int64] = np.where(cells.any(1), cells.argmax(1), board.shape[1])
    return rows


def run_of() -> Run:
    run = load("marathon").record.run
    assert run is not None
    return run


@cache
def long_totals() -> Facts:
    long = long_run()
    counts = np.bincount(long.rows, minlength=5)
    end = int(np.flatnonzero(long.stacks <= 4)[-1])
    top = int(long.stacks[:end].argmax())
    climb, down = (
        int(np.flatnonzero(long.stacks[:top] <= 4)[-1]),
        top + int((long.stacks[top:] <= 4).argmax()),
    )
    return {
        "controller": "Tengstrand 1.1",
        "pieces": len(long.rows),
        "singles": int(counts[1]),
        "doubles": int(counts[2]),
        "triples": int(counts[3]),
        "fours": int(counts[4]),
        "emptied": int((long.stacks[1:] == 0).sum()),
        "mean_stack": float(long.stacks.mean()),
        "deepest": int(long.wells.max()),
        "low_rows": 4,
        "low_stack": 8,
        "low_share": Chance((long.stacks <= 8).mean()),
        "board_rows": 20,
        "board_columns": 10,
        "empty_column": 0.1,
        "top": int(long.stacks[top]),
        "pieces_up": top - climb,
        "rows_up": int(long.rows[climb:top].sum()),
        "pieces_down": down - top,
        "rows_down": int(long.rows[top:down].sum()),
        "pieces_high": down - climb,
    }


def long_facts(ply: int) -> Facts:
    """A position of the long run: its board by the rules, its equity opened up."""
    long, state = long_run(), run_of().position(ply)
    seen, outline = explain(state.board), state.board.outline
    columns = [column.value for column in seen.columns]
    edge = [-1, *outline, -1]
    gaps = [here - max(before, after) for before, here, after in zip(edge, edge[1:], edge[2:], strict=False)]
    wait = next(n for n, piece in enumerate(long.pieces[:ply][::-1]) if PIECES[piece] == "I") if ply else 0
    low = int(np.flatnonzero(long.stacks[: ply + 1] <= 4)[-1])
    facts = long_totals() | {
        "ply": ply,
        "cleared": int(long.rows[:ply].sum()),
        "rows": int(long.rows[ply - 1]) if ply else 0,
        "stack": 20 - min(outline),
        "equity": seen.equity,
        "height": sum(columns),
        "structure": sum(area.value for area in seen.areas),
        "hollows": sum(row.value for row in seen.covered),
        "areas": len(seen.areas),
        "covered": len(seen.covered),
        "piece": "none" if state.piece is None else PIECES[state.piece],
        "top_cost": columns[outline.index(min(outline))],
        "wait": wait,
        "wait_top": int(long.stacks[ply - wait : ply + 1].max()),
        "since_low": ply - low,
        "low": int(long.stacks[low]),
    }
    if max(gaps) > 0:
        deepest = gaps.index(max(gaps))
        area = max(
            (each for each in seen.areas if (each.x, each.width) == (deepest, 1)),
            key=lambda each: each.height,
        )
        assert area.value == pytest.approx(area.width_factor * area.height_factor)
        facts |= {
            "well_depth": max(gaps),
            "well_column": deepest + 1,
            "well_area": area.label,
            "well_width": area.width_factor,
            "well_rows": area.height_factor,
            "well_cost": area.value,
        }
    return facts


@cache
def facts_at(name: str, session: Session | None, ply: int) -> Facts:
    record = load(name).record
    if session is None:
        return long_facts(ply) if record.live is None else duel_facts(record.live, ply)
    if name == "zuniq-duel":
        return zuniq_facts(session, ply)
    facts = guideline_facts(session, ply)
    return facts | (book_facts(name, session, ply) if name in BOOKS else {})


# -- what is told --


@pytest.mark.parametrize("name", NAMES)
def test_every_figure_of_every_caption_is_that_of_its_position(name: str) -> None:
    record = load(name).record
    session = Session.resume(record) if record.moves else None
    for template, text, ply in words_of(name):
        assert not re.search(r"\d", re.sub(r"\{[^}]*\}", "", template)), "no figure is typed"
        assert text == fill(template, facts_at(name, session, ply)), f"ply {ply}"
    if name == "marathon":
        assert record.title == fill(str(source(name)["title"]), long_totals())


def test_the_long_run_is_a_game_by_the_rules() -> None:
    """All of it is played in `long_run`; what could get to its place only perhaps is asked of the rules here."""
    run, stacks = run_of(), long_run().stacks
    free = run.start.rules.height - SKY[run.start.rules.name]
    for ply in map(int, np.flatnonzero(stacks[:-1] > free)):
        assert run.position(ply).put(run.placement(ply)).board == run.position(ply + 1).board


@pytest.mark.parametrize("name", NAMES)
def test_the_words_of_a_position_are_shown_there_and_nowhere_else(window: WholeWindow, name: str) -> None:
    """From beginning to end, and back again; the panel beside the words has the same chance and the same queues."""
    shown = load(name)
    opened = window(lambda context: context.scene(to.Show(shown), context.scene(to.Home())))
    panel: ChapterPanel = opened.scene.chapters  # type: ignore[attr-defined]
    head, remarks = panel.head, {each.text for chapter in shown.record.chapters for each in chapter.remarks}
    head.playing = False
    seen = set()
    for part in (*shown.parts, *shown.parts[::-7]):
        head.show_moment(part.start + min(SETTLED, part.seconds / 2))
        opened.frame(2)
        text = " ".join(opened.texts)
        assert part.chapter is not None
        assert part.chapter.caption in text
        now = panel.remark
        seen.add(now)
        assert [each for each in remarks if each in text] == [now] * bool(now)
        if now:
            held_to_panel(shown, opened.texts, now, shown.spoken(head.seconds))
    assert seen - {""} == remarks, "all of them have had their turn"


def held_to_panel(shown: Showcase, messages: list[str], remark: str, ply: int) -> None:
    """The chance in a remark is that of the panel, large and in its sentence; its queues are those of the run."""
    advice = next((each.advice for each in shown.record.notes if each.ply == ply), None)
    template = templates(shown.name)[remark]
    if "{equity" in template:
        assert f"{explain(run_of().position(ply).board).equity:.2f}" in messages
    if advice is None or "{chance}" not in template:
        return
    facts, everything = advice.read(BookFacts), " ".join(messages)
    assert chance_words(facts.chance or 0) in messages
    assert queue_words(advice) in everything
    if "{shared}" in template:
        shared, queues = grouped(int(facts.shared or 0)), grouped(int(facts.queues or 0))
        which = f"all {queues}" if shared == queues else f"{shared} of {queues}"
        assert f"The book has this move for {which} queues" in everything


@cache
def templates(name: str) -> dict[str, str]:
    """By what is told the template that it was made of."""
    return {each.text: each.template for each in words_of(name)}


@pytest.mark.parametrize("name", BOOKS)
def test_the_chance_of_a_book_is_that_of_all_pieces_in_sight(name: str) -> None:
    """Both find the same where the book plays the queue to an empty board in every future."""
    session = Session.resume(load(name).record)
    compared = 0
    for advice in session.opinions.values():
        facts = advice.read(BookFacts)
        if facts.clear_chance is not None and facts.aim == "perfect clear":
            assert facts.chance == pytest.approx(facts.clear_chance, abs=1e-6)
            compared += 1
    assert compared >= 10


@pytest.mark.parametrize("name", [name for name in NAMES if "tetris" in str(source(name)["game"])])
def test_a_chapter_that_is_called_after_a_clear_shows_this_clear(name: str) -> None:
    record = load(name).record
    kinds = ("T-spin single", "T-spin double", "T-spin triple")
    for chapter in record.chapters:
        if chapter.title in kinds:
            assert chapter.event is not None
            state = Session.resume(record).position_at(chapter.event.ply + chapter.event.moves)
            assert isinstance(state, State)
            assert state.last is not None
            assert title(state.last.clear) == chapter.title


def test_a_game_is_named_after_what_its_end_shows() -> None:
    stacker = load("stacker").record
    assert stacker.title == "Nothing left over"
    state = Session.resume(stacker).position_at(stacker.length)
    assert isinstance(state, State)
    assert not any(state.field.rows)


def test_superlatives_of_the_long_run_are_true() -> None:
    long = long_run()
    plies = {each.template: each.ply for each in words_of("marathon")}
    its = [place for place, piece in enumerate(long.pieces) if PIECES[piece] == "I"]
    waits = [after - before - 1 for before, after in pairwise([-1, *its])]
    assert long_facts(plies["{wait} pieces without an I"])["wait"] == max(waits)
    begins = {chapter.title: chapter.ply for chapter in load("marathon").record.chapters}
    assert begins[f"A well of {long.wells.max()}"] == int(long.wells.argmax())
    assert plies["Four at once"] == int((long.rows == 4).argmax()) + 1
    assert plies["Nothing left"] == int((long.stacks[1:] == 0).argmax()) + 1
    low = np.flatnonzero(long.stacks <= 4)
    survived = long.stacks[: int(low[-1])]
    assert begins["20 of 20 rows"] == int(survived.argmax())
    assert begins["It begins to climb"] == low[np.diff(low).argmax()], "no other climb took as long"
    assert long_totals()["pieces_high"] == np.diff(low).max()
