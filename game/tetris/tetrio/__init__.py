"""Games of TETR.IO: replay files read, played again key by key, and compared with their own figures."""

from game.tetris.tetrio.engine import Engine, Outcome, Placed, play
from game.tetris.tetrio.figures import Figures, Result, Round, by_player, replay, replay_of, results_of
from game.tetris.tetrio.file import Match, Player, open_folder, parse, read, read_folder, replays_in, write
from game.tetris.tetrio.options import Handling, Options

__all__ = [
    "Engine",
    "Figures",
    "Handling",
    "Match",
    "Options",
    "Outcome",
    "Placed",
    "Player",
    "Result",
    "Round",
    "by_player",
    "open_folder",
    "parse",
    "play",
    "read",
    "read_folder",
    "replay",
    "replay_of",
    "replays_in",
    "results_of",
    "write",
]
