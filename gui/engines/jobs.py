"""What a worker can be busy with, from the window's side: one question, one long run, or one search."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from ai.engine import RunOrder, Stretch
from ai.messages import Answer, Ask, Found, Go, Played, Question, Seek
from ai.soundness import Referee, flaw_of_stretch
from ai.tetris.guideline.clear_search import ClearSearch, flaw_of_clears


@dataclass
class Asked:
    """A question that is open; its answers are checked by the rules."""

    generation: int
    question: Question
    referee: Referee
    again: ClassVar = "asked once more"

    def order(self) -> Ask:
        """What to tell a worker that knows nothing of it yet."""
        return Ask(self.generation, self.question)

    def flaw(self, answer: Answer) -> str | None:
        """What is wrong with `answer`, to be read after "the engine"; None if nothing is."""
        return self.referee.flaw(answer.advice)


@dataclass
class Running:
    """A long run under way: `left` is what is to be played after the stretches that were taken."""

    generation: int
    left: RunOrder
    taken: int = field(default=0, init=False)
    again: ClassVar = "plays on"

    def order(self) -> Go:
        """What to tell a worker that knows nothing of it yet: the run from where it was last seen."""
        self.taken = 0
        return Go(self.generation, self.left)

    def flaw(self, played: Played) -> str | None:
        """What is wrong with the next stretch, to be read after "the engine"; None if nothing is."""
        return flaw_of_stretch(played.stretch, self.left)

    def take(self, stretch: Stretch) -> None:
        """Believe a stretch without a flaw: the run goes on after it whatever happens to its worker."""
        self.left = self.left.after(stretch)
        self.taken += 1


@dataclass
class Seeking:
    """A search for perfect clears under way."""

    generation: int
    search: ClearSearch
    again: ClassVar = "searches once more"

    def order(self) -> Seek:
        """What to tell a worker that knows nothing of it yet."""
        return Seek(self.generation, self.search)

    def flaw(self, found: Found) -> str | None:
        """What is wrong with what it has found, to be read after "the engine"; None if nothing is."""
        return flaw_of_clears(found.clears)


Job = Asked | Running | Seeking
