"""The mistakes of a game as problems: a worker looks longer at the gravest, and practice begins with the first.

What a review has judged counts for the progress by themes as well.
"""

from __future__ import annotations

import hashlib
import time
from collections import Counter
from collections.abc import Sequence
from datetime import datetime

import msgspec

from ai.practice.orders import MistakeOrder, MistakeReport
from ai.practice.work import MistakeWork
from game.errors import NotSaved
from game.practice.collection import Collection, Item
from game.practice.history import MISTAKES, Reviewed
from game.practice.mistake_theme import theme_of_mistake
from game.practice.problem import Source
from game.review import Judgement
from game.session import Session
from gui.context import AppContext
from gui.play.engine_room import Event
from gui.play.job import RoomJob
from gui.play.players import player_name
from gui.play.problem_run import ProblemRun

ROLE = "mistakes"
MOST = 5  # mistakes that are looked at longer


class MistakePractice:
    """The mistakes of one game on their way to practice. `run` is there once the first problem is made."""

    def __init__(self, context: AppContext) -> None:
        self.run: ProblemRun | None = None
        self.ready = False  # whether the first problem has just been made
        self.job: RoomJob[MistakeOrder, MistakeReport] = RoomJob(context.room, ROLE, MistakeWork)
        self._context = context
        self._count = self._looked = self._taken = 0

    @property
    def busy(self) -> bool:
        """True while mistakes are looked at."""
        return self.job.busy

    def label(self, mistakes: Sequence[Judgement]) -> str:
        """The words on the button."""
        if self.busy:
            return f"Checking {self._looked + 1} of {self._count} …"
        count = min(MOST, len(mistakes))
        return "Practise this one" if count == 1 else f"Practise these {count}"

    def start(self, session: Session, mistakes: Sequence[Judgement]) -> None:
        """Make problems of the gravest of these mistakes."""
        if self.busy or not mistakes:
            return
        gravest = sorted(sorted(mistakes, key=lambda each: -each.share)[:MOST], key=lambda each: each.ply)
        chosen = tuple((each.ply, each.better) for each in gravest if each.better)
        self._count, self._looked, self._taken, self.run = len(chosen), 0, 0, None
        moves = tuple(each.text for each in session.moves)
        order = MistakeOrder(
            game=session.position.game, setup=session.position_at(0).setup, moves=moves, mistakes=chosen,
            source=Source(kind="game", title=_title(session), date=session.created[:40]),
        )  # fmt: skip
        self.job.start(order)

    def hear(self, event: Event) -> None:
        """Take what the worker has made."""
        self.ready = False
        report = self.job.hear(event)
        if report is None:
            return
        self._looked = report.looked
        new = report.problems[self._taken :]
        self._taken = len(report.problems)
        if new:
            collection = self._context.lasting(Collection.of_user)
            try:
                collection.history.add(new)
            except NotSaved as error:
                self._context.notify(str(error))
            items = tuple(Item(MISTAKES, problem) for problem in new)
            if self.run is None:
                self.run, self.ready = ProblemRun(collection, "Your mistakes", items), True
                self.run.hear = self.hear
            else:
                self.run.grow(items)
        if report.done and not report.problems:
            self._context.notify(f"None of them became a problem: {report.refused[0]}.")


def mistakes_of_person(session: Session, mistakes: Sequence[Judgement]) -> list[Judgement]:
    """The mistakes of people; of a game of engines all."""
    people = {number for number, seat in enumerate(session.seats) if seat.kind == "human"}
    return [each for each in mistakes if (not people or each.seat in people) and each.better]


def remember(context: AppContext, session: Session, judgements: Sequence[Judgement | None]) -> None:
    """Count the mistakes of a judged game for the progress by themes, once all moves of the person are judged."""
    people = {number for number, seat in enumerate(session.seats) if seat.kind == "human"}
    end = session.position_at(session.length)
    if not people or not end.over or len(judgements) != session.length:
        return
    plies = [ply for ply in range(session.length) if session.position_at(ply).to_move in people]
    own = [judgements[ply] for ply in plies]
    known = [each for each in own if each is not None and each.verdict != "unknown"]
    if not known or any(each is None or each.looking for each in own):
        return
    themes = Counter(
        theme_of_mistake(
            session.position_at(each.ply),
            each.move,
            each.better,
            exact=not each.error,
            advice=session.opinions_by_node.get(session.line[each.ply]),
        )
        for each in known
        if each.grave and each.better
    )
    identity = (end.game, end.setup, session.created, [move.text for move in session.moves])
    key = hashlib.sha256(msgspec.json.encode(identity, order="deterministic")).hexdigest()[:16]
    history = context.lasting(Collection.of_user).history
    if history.knows_game(key):
        return
    reviewed = Reviewed(
        key=key, game=end.game, at=_seconds(session.created), moves=len(known), themes=dict(themes),
        title=_title(session),
    )  # fmt: skip
    try:
        history.add((), reviewed)
    except NotSaved as error:
        context.notify(str(error))


def _title(session: Session) -> str:
    """The game in a few words: against whom it was."""
    other = next((player_name(seat) for seat in session.seats if seat.kind != "human"), "")
    return (session.title or (f"Your game against {other}" if other else "Your game"))[:200]


def _seconds(date: str) -> float:
    try:
        return datetime.fromisoformat(date.replace("Z", "+00:00")).timestamp()
    except ValueError:
        return time.time()
