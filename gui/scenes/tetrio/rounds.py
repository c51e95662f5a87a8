"""The rounds of a replay or of a folder of replays, in short: listed at once, played again beside the window.

Of a folder no file stays in memory; a round of it is read again when it is looked at.
"""

from __future__ import annotations

from ai.book.stages import BookProgress
from ai.tetris.replays import Job, Listed, Order, Played, steps_of
from game.errors import BadInput
from game.tetris.tetrio import Figures, Match, Player, Result, Round, read, replay_of

Place = tuple[int, int]  # of the round in the list, and of the player in the round


class MatchRounds:
    """The rounds of `match`. `names` has the players of each round that is listed, `results` those played again."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.names = [[player.name for player in players] for players in match.rounds]
        self.files = list(match.files)  # by round, of a folder or a zip
        self.results: dict[int, list[Result]] = {}
        self.openings: dict[tuple[int, str], BookProgress] = {}  # by round and player who followed a book
        self.sums: dict[str, Figures] = {}  # by player
        self.pieces = 0
        self.files_read = len(set(match.files))
        self.loading = True  # some rounds have not been played again yet
        self._all = Figures()
        self._folder = match.path if match.unread else None
        self._first = {"": 0} | {file: self.files.index(file) for file in self.files}  # round of a file
        self._steps = steps_of(match)
        self._listed = self.files[-1] if self.files else ""  # the last file
        self._played = ""
        self._job: Job | None = None

    def start(self) -> None:
        """Begin or go on with the files of a folder, beside the window."""
        if self._folder is not None and self.loading:
            self._job = Job(Order(str(self._folder), self._listed, self._played))
            self._job.start()

    def stop(self) -> None:
        """Pause what is done beside the window."""
        if self._job is not None:
            self._job.stop()
            self._job = None

    def update(self) -> list[str]:
        """Take in what has been done; sentences on files that cannot be read."""
        if self._folder is None:
            step = next(self._steps, None) if self.loading else None
            if step is not None:
                self._add(step)
            self.loading = len(self.results) < len(self.names)
            return []
        if self._job is None:
            return []
        progress, sentences = self._job.poll(), []
        for each in self._job.take():
            if isinstance(each, Played):
                self._add(each)
            else:
                self._list(each)
                sentences += [each.problem] if each.problem else []
        if progress.finished:
            self.loading, self._job = False, None
            sentences += [f"Some replays were not read: {progress.error}."] if progress.error else []
        return sentences

    def finish(self) -> None:
        """Play all rounds of a match that are left now; those of a folder go on in their own time."""
        while self._folder is None and self.loading:
            self.update()

    def _list(self, step: Listed) -> None:
        self.files_read += 1
        self._listed = step.file
        self._first[step.file] = len(self.names)
        self.names += step.rounds
        self.files += [step.file] * len(step.rounds)

    def _add(self, step: Played) -> None:
        if step.file not in self._first:  # it could not be read before
            return
        number = self._first[step.file] + step.number
        if number in self.results:  # its file was begun before a pause
            return
        if number + 1 == len(self.names) or (self.files and self.files[number + 1] != step.file):
            self._played = step.file
        opened = {one.name: opening for one, opening in zip(step.results, step.openings, strict=True)}
        self.results[number] = sorted(step.results, key=lambda result: self._side_of(result.name))
        for result in self.results[number]:
            opening = opened[result.name]
            self.sums.setdefault(result.name, Figures()).include(result.figures)
            self._all.include(result.figures)
            self.pieces += result.pieces
            if opening is not None:
                self.openings[number, result.name] = opening

    def round(self, number: int) -> list[Round]:
        """Play a round again, players in the order of `results`. Raises `BadInput` where its file has gone."""
        players = self.match.rounds[number] if self._folder is None else self._read(number)
        if sorted(player.name for player in players) != sorted(self.names[number]):
            raise BadInput(f"{self.files[number]} has changed since it was read; open the folder again")
        names = [each.name for each in self.results.get(number, [])]
        side = names.index if names else self._side_of
        return [replay_of(player) for player in sorted(players, key=lambda player: side(player.name))]

    def _side_of(self, name: str) -> int:
        """Return where a player stands: on the same side in every round."""
        return list(self.sums).index(name) if name in self.sums else len(self.sums)

    def _read(self, number: int) -> list[Player]:
        assert self._folder is not None, "the match of a file is in memory"
        file = self.files[number]
        rounds, within = read(self._folder / file).rounds, number - self._first[file]
        return rounds[within] if within < len(rounds) else []

    def sides(self) -> dict[str, tuple[list[str], Figures]]:
        """Return the players whose figures stand side by side, with these.

        Both, or the one who played most rounds and all the others.
        """
        if len(self.sums) <= 2:
            return {name: ([name], figures) for name, figures in self.sums.items()}
        most = max(self.sums, key=lambda name: self.sums[name].rounds)
        others = Figures.sum([self._all])
        others.include(self.sums[most], -1)
        return {
            most: ([most], self.sums[most]),
            "Others": ([name for name in self.sums if name != most], others),
        }
