"""Which scene is behind which door: one place knows all scenes, so that none needs to know another."""

from __future__ import annotations

from ai import cache
from ai.warmup import is_warm
from game.record import Record
from game.session import Session
from gui.salon import Salon
from gui.scene import Scene


class HouseDoors:
    """Builds the scenes of the house. Scenes are imported when their door is opened."""

    def __init__(self) -> None:
        self._salon: Salon | None = None

    def belong_to(self, salon: Salon) -> None:
        """Tell the doors whose house they are in; once, before the first is opened."""
        self._salon = salon

    @property
    def salon(self) -> Salon:
        assert self._salon is not None
        return self._salon

    def entrance(self, start: str | None, record: Record | None) -> Scene:
        """The scene a command begins with: home, `play GAME`, `showcase NAME`, or a record."""
        notice = cache.ensure().notice
        if notice:
            self.salon.say(notice)
        door, _, name = (start or "").partition(" ")
        scene = home = self.home()
        if record is not None:
            scene = self.review(Session.resume(record), home)
        elif door == "play":
            scene = self.new_game(home, name)
        elif door == "showcase":
            scene = self.showcase(name, home)
        return scene if is_warm() else self.warm_up(scene)

    def home(self) -> Scene:
        """The first scene: tables, showcases, the last game."""
        from gui.scenes.home import HomeScene

        return HomeScene(self.salon)

    def play(self, session: Session, back: Scene, *, hints: bool | None = None, created: str = "") -> Scene:
        """A game at the board; `hints` overrides the setting; `created` is that of a game that goes on."""
        from gui.scenes.board.play import PlayScene

        return PlayScene(self.salon, back, session, hints=hints, created=created)

    def review(self, session: Session, back: Scene) -> Scene:
        """A finished or saved game with its graph and mistakes."""
        from gui.scenes.board.review import ReviewScene

        return ReviewScene(self.salon, back, session)

    def showcase(self, name: str, back: Scene) -> Scene:
        """A showcase by name. Raises `KibitzError` where there is none such."""
        from gui.scenes.board.showcase import ShowcaseScene

        return ShowcaseScene.named(self.salon, back, name)

    def new_game(self, back: Scene, game: str) -> Scene:
        """Seats, levels, board and clock of a new game."""
        from gui.scenes.new_game import NewGameScene

        return NewGameScene(self.salon, back, game)

    def games(self, back: Scene, session: Session | None = None) -> Scene:
        """Saved games: open, save, import, export. `session` is the one that may be saved."""
        from gui.scenes.games import GamesScene

        return GamesScene(self.salon, back, session)

    def help(self, back: Scene) -> Scene:
        """The keys of a scene, laid over it."""
        from gui.scenes.help import HelpScene

        return HelpScene(self.salon, back)

    def settings(self, back: Scene) -> Scene:
        """Everything a user may change."""
        from gui.scenes.settings import SettingsScene

        return SettingsScene(self.salon, back)

    def error(self, report: str) -> Scene:
        """What happened, where the game is, and the report to copy."""
        from gui.scenes.error import ErrorScene

        return ErrorScene(self.salon, report)

    def warm_up(self, after: Scene) -> Scene:
        """The first start: kernels are being compiled, with progress; then on to `after`."""
        from gui.scenes.warm_up import WarmUpScene

        return WarmUpScene(self.salon, after)
