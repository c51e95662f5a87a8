from pathlib import Path

import pytest

from ai.ladder import playing
from ai.ladder.playing import cluster_for
from game.ladder.folder import Ladder, LadderGame, Order
from game.ladder.pool import Player

PLAYERS = tuple(Player(f"{nodes} nodes", "playouts", nodes=nodes) for nodes in (3, 9))
ORDER = Order(game="zuniq", seed=5, players=PLAYERS, group=2)


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.rglob("[!.]*") if path.is_file()}


def test_a_cluster_plays_the_same_games_and_goes_on_with_a_ladder(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed", reason="Dask is not installed (extra `cluster`)")
    here, there, seen = tmp_path / "here", tmp_path / "there", list[int]()

    def tell(ladder: Ladder, game: LadderGame) -> None:
        seen.append(game.number)

    playing.play(here, playing.opened(here, ORDER), 4, 1, lambda ladder, game: None)
    playing.play(there, playing.opened(there, ORDER), 1, 1, tell)
    with (
        distributed.LocalCluster(
            n_workers=1,
            threads_per_worker=1,
            processes=False,
            protocol="tcp",
            host="127.0.0.1",
            dashboard_address=None,
            silence_logs=50,
        ) as local,
        cluster_for("zuniq", local.scheduler_address) as cluster,
    ):
        playing.play(there, playing.opened(there, ORDER), 4, 1, tell, cluster)
    assert sorted(seen) == [0, 1, 2, 3]
    assert files(there) == files(here)
