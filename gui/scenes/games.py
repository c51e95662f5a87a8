"""Saved games: open, play on, save, import and export as files and as lists of moves."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial
from pathlib import Path

import pygame

from game import library, transfer
from game.errors import KibitzError, beside
from game.library import Deleted, Saved
from game.record import SUFFIX, Record
from game.session import Session
from game.tetris.tetrio import parse
from game.tetris.tetrio.file import MAX_BYTES, may_be_replay
from game.tetris.tetrio.file import NAMES as REPLAYS
from gui import destinations as to
from gui.context import AppContext, Scene, Shared
from gui.games.registry import draw_mark, draw_preview, ui_of
from gui.play import saved_games
from gui.play.autosave import now
from gui.play.players import seen_by_person
from gui.play.saved_games import OpenedGame, SavedGames
from gui.ui import clipboard
from gui.ui.canvas import Box, Canvas
from gui.ui.chrome import draw_bar, page
from gui.ui.commands import EVERYWHERE, Command, Tip
from gui.ui.controls import button, heading, pill
from gui.ui.layout import BAR, BUTTON_STEP, Flow, Frame
from gui.ui.popup import FileDialog, PathLine, Popup
from gui.ui.scroll import Scroll
from gui.ui.text import counted
from gui.ui.text_entry import TextEntry
from gui.ui.theme import mix

_THERE_IS_NO_CLIPBOARD = "There is no clipboard here. The moves can be saved in a text file instead."
_COPY_THE_MOVES = "Copy the moves"

HEAD, ROW, INSET = 56.0, 64.0, 16.0
_BEYOND = 2  # rows out of sight at either end that the keyboard comes to
_LEAST_PREVIEW = 72.0
_LOW, _MANY = 660.0, 5  # units of height, and buttons below the board of the chosen game
_FOOT, _PASTE = 64.0, 112.0
_ONE_LINE = 640.0  # units of width from which the search and the filters stand beside each other
FILTERS = {"game": "Game", "mode": "Mode", "opponent": "Opponent", "result": "Result"}
_PRESENT = "present"  # the name of the row of the game that was being played


class GamesScene(Scene):
    """All saved games. `session` is the game at hand, which can be kept from here."""

    name = "games"
    title = "Games"

    def __init__(
        self, context: AppContext, back: Scene | None = None, session: Session | None = None
    ) -> None:
        super().__init__(context, back)
        self.present = session if session is not None and session.length else None
        self.games = SavedGames()
        self.scroll = Scroll()
        self.popup = Popup(self.targets)
        self.files = FileDialog(self.targets)
        self.search = TextEntry("Search", lambda _: None)
        self.naming = TextEntry("Title of the game", self._named)
        self.filters: dict[str, str] = {}  # what is chosen, by the name of the filter
        self.marked: set[str] = set()
        self._sought = ("", "")  # the search and the filters under which games were marked
        self._deleted: list[Deleted] = []  # the last one can be undone first
        self._shown: list[str] = []
        self.panel_open = False  # where the window is narrow
        self.chosen = ""
        self.line = PathLine(
            "Path of a game, or drop the file here",
            self._open_written,
            self._save,
            context.reply,
            library.games_dir,
            SUFFIX,
        )
        self._renaming = False
        self._saving: Session | Record | None = None  # what the line is about to save
        self._shared: Scene | None = None  # the scene of the game that is shared
        self._reached = ""
        self._listed: tuple[object, list[str]] = (None, [])

    # -- what is here --

    @property
    def rows(self) -> list[str]:
        """The names of all rows that are found: the game at hand first, then the saved ones by path."""
        words = self.search.text.lower().split()
        state = (self.games.changes, words, sorted(self.filters.items()), self.present is None)
        if self._listed[0] != state:
            shown = [_PRESENT] if self.present and not self.narrowed else []
            self._listed = (state, shown + self.games.matches(words, self.filters))
        return self._listed[1]

    @property
    def narrowed(self) -> bool:
        """True if something is searched for, or filtered out."""
        return bool(self.filters or self.search.text.strip())

    def choose_filter(self, name: str) -> None:
        """Ask for the value of a filter: those that the games have."""
        values = sorted(
            {self.games.facts(saved).by_filter.get(name, "") for saved in self.games.games} - {""}
        )
        now = values.index(self.filters[name]) + 1 if self.filters.get(name) in values else 0

        def choose(number: int) -> None:
            self.filters.pop(name, None)
            if number:
                self.filters[name] = values[number - 1]
            self._after_search()

        self.popup.ask(FILTERS[name], [f"All {name}s", *values], now, choose)

    def show_all(self) -> None:
        """Search for nothing, filter nothing."""
        self.filters.clear()
        self.search.clear()
        self._after_search()

    def _after_search(self) -> None:
        rows, sought = self.rows, (self.search.text, repr(sorted(self.filters.items())))
        if sought != self._sought:  # marks belong to the list in which they were made
            self._sought = sought
            self.marked.clear()
        if self.chosen not in rows:
            self.chosen = rows[0] if rows else ""
        if self.targets.focus not in self.targets.names():
            self.targets.focus = self.chosen

    def saved(self, name: str) -> Saved | None:
        """The saved game of a row."""
        return self.games.by_name.get(name)

    def session(self, *, wait: bool = False) -> Session | None:
        """The game of the chosen row, where it can be opened."""
        if self.chosen == _PRESENT:
            return self.present
        opened = self._opened(self.chosen, wait=wait)
        return opened.session if opened is not None else None

    def _opened(self, name: str, *, wait: bool = False) -> OpenedGame | None:
        saved = self.saved(name)
        return self.games.opened(saved, wait=wait) if saved is not None else None

    def record(self) -> Record | None:
        """The record of the chosen row; the game at hand has none yet."""
        opened = self._opened(self.chosen)
        return opened.record if opened is not None else None

    def _choose(self, name: str) -> None:
        self.chosen = name
        self.targets.focus = name

    def entered(self) -> None:
        super().entered()
        self._look()
        if self.chosen not in self.rows:
            self._choose(self.rows[0] if self.rows else "")

    def left(self) -> None:
        self.line.leave()
        self.search.leave()
        self.naming.leave()
        self.popup.close()
        self.files.close()
        self.games.close()

    # -- what can be done --

    def look_back(self) -> None:
        """Open the chosen game where it was left, with its mistakes."""
        scene = self._looked_back(is_stored=True)
        if scene is not None:
            self.go(scene)

    def _looked_back(self, *, is_stored: bool) -> Scene | None:
        """The scene that shows the chosen game; `is_stored`: its variations are saved. None once a notice says why."""
        session, record = self.session(wait=True), self.record()
        if session is None:
            self._say_why()
        elif record is not None and whole(record):
            return self.context.scene(to.OpenGame(record), self)
        elif session.secrecy.why:
            self.context.reply(session.secrecy.why)
        else:
            return self._review(session, is_stored=is_stored)
        return None

    def _review(self, session: Session, *, is_stored: bool) -> Scene:
        """The review of the chosen game. Variations are not saved in it where another window goes on with it."""
        if is_stored and self._running and session is not self.present:
            try:
                session = Session.resume(self.context.autosave.take(Path(self.chosen)))
            except KibitzError:
                is_stored = False
        return self.context.scene(to.Review(session, is_stored=is_stored), self)

    def share(self) -> None:
        """Open what can be shared of the chosen game: a picture, a film, its text."""
        self._shared = self._looked_back(is_stored=False)
        super().share()

    def shared(self) -> Shared | None:
        return self._shared.shared() if self._shared is not None else None

    def draw_shared(self, canvas: Canvas) -> None:
        if self._shared is not None:
            self._shared.draw_shared(canvas)

    def play_on(self) -> None:
        """Go on with the chosen game."""
        session, record = self.session(wait=True), self.record()
        if session is None:
            self._say_why()
        elif session is self.present and self.back is not None:
            self.go_back()
        elif self._over():
            self.context.reply("This game is over. Look back at it to play on from another place.")
        elif self._running:
            self._continue()
        elif record is not None and record.live is not None:
            self.go(to.RealTimeReplay(record))  # from any tick of it one can play on
        else:
            self.go(to.Play(session), self.back)

    @property
    def _running(self) -> bool:
        """True if the chosen game is one that was left while it went on."""
        return library.autosave_dir() in Path(self.chosen).parents

    def _continue(self) -> None:
        """Go on with a game that was left, unless another window does so."""
        try:
            self.go(to.Continue(Path(self.chosen)), self.back)
        except KibitzError as error:
            self.context.reply(str(error))
            self.entered()

    def _say_why(self) -> None:
        opened = self._opened(self.chosen)
        if opened is not None and opened.reason:
            self.context.reply(opened.reason)

    # -- several at once --

    @property
    def picked(self) -> list[str]:
        """The rows in the list that a command is for: marked ones, else the chosen one. Never the game at hand."""
        rows = self.rows
        picked = [name for name in rows if name in self.marked] or [
            name for name in rows if name == self.chosen
        ]
        return [name for name in picked if self.saved(name) is not None]

    def mark(self, name: str) -> None:
        """Mark a row, or take the mark away."""
        if self.saved(name) is not None:
            self.marked ^= {name}

    def mark_all(self) -> None:
        """Mark every game that is found; pressed again, none."""
        results = {name for name in self.rows if self.saved(name) is not None}
        self.marked = set() if results <= self.marked else results

    def delete(self) -> None:
        """Delete the marked games, or the chosen one. It can be undone."""
        picked, rows = self.picked, self.rows
        if not picked:
            return
        try:
            self._deleted.append(library.delete([Path(name) for name in picked]))
        except KibitzError as error:
            self.context.reply(str(error))
            return
        at = rows.index(picked[0])
        self.marked.clear()
        self._look()
        left = self.rows
        self._choose(left[min(at, len(left) - 1)] if left else "")
        self.panel_open = False
        self.context.reply(f"Deleted {counted(len(picked), 'game')}. U undoes it.")

    def undo(self) -> None:
        """Put back what was deleted last."""
        if not self._deleted:
            self.context.reply("There is nothing to restore here.")
            return
        try:
            last = self._deleted.pop()
            last.restore()
        except KibitzError as error:
            self.context.reply(str(error))
        else:
            self.context.reply(f"Restored {counted(len(last.moved), 'game')}.")
            self._choose(str(last.moved[0][0]))
        self._look()

    def rename(self) -> None:
        """Ask for the title of the chosen game."""
        saved = self.saved(self.chosen)
        if saved is None or saved.head is None:
            return
        self.panel_open = False
        self.targets.focus = "path"
        self.naming.write(saved.head.title)
        self._renaming = True

    def _named(self, title: str) -> None:
        self._renaming = False
        try:
            library.rename(Path(self.chosen), title)
        except KibitzError as error:
            self.context.reply(str(error))
        self._look()
        self._choose(self.chosen)

    def _look(self) -> None:
        """See what is in the folder now."""
        self.games.look(self.context.autosave, self.present)

    def browse(self) -> None:
        """Choose the file of a game."""
        self.panel_open = False
        self.files.ask_file(
            library.games_dir(),
            (SUFFIX, *transfer.READ_SUFFIXES, *REPLAYS),
            lambda path: self.open_path(str(path)),
        )

    def open_ladders(self) -> None:
        """Show the ladders: pools of engines that have played each other."""
        self.go(to.Ladder())

    def keep(self) -> None:
        """Save the game at hand, where it is not saved as it is played."""
        if self.present is None:
            return
        if self.present.created:
            self.context.reply("This game is already saved.")
            return
        created = now()
        try:
            path = library.keep(self.present.played(created))
        except KibitzError as error:
            self.context.reply(str(error))
            return
        self.present.created = created
        self.context.reply(f"Saved as {path.name}.")

    def copy(self) -> None:
        """Put the moves of the chosen game on the clipboard, or those of the marked ones below each other."""
        if len(self.marked) > 1:
            self._copy_marked()
            return
        session, record = self.session(wait=True), self.record()
        if session is None:
            self._say_why()
            return
        try:
            live = record is not None and record.live is not None
            text = transfer.fumen_of(record) if record and live else transfer.as_text(session)
        except KibitzError as error:  # not every game has a text
            self.context.reply(str(error))
            return
        if clipboard.put(text):
            self.context.reply("Copied a fumen." if live else f"Copied {saved_games.text_words(session)}.")
        else:
            self.context.reply(_THERE_IS_NO_CLIPBOARD)

    def _copy_marked(self) -> None:
        """The texts of the marked games; not every game has one."""
        texts = []
        for name in self.picked:
            opened = self._opened(name, wait=True)
            try:
                if opened is not None and opened.record is not None and opened.record.live is not None:
                    texts.append(transfer.fumen_of(opened.record))
                elif opened is not None and opened.session is not None:
                    texts.append(transfer.as_text(opened.session))
            except KibitzError:
                continue
        if not texts:
            self.context.reply("None of the marked games can be copied as text.")
        elif not clipboard.put("\n\n".join(texts)):
            self.context.reply(_THERE_IS_NO_CLIPBOARD)
        else:
            left = len(self.picked) - len(texts)
            rest = f" {counted(left, 'game')} cannot be copied as text." if left else ""
            self.context.reply(f"Copied {counted(len(texts), 'game')}.{rest}")

    def paste(self) -> None:
        """Open what is on the clipboard: moves, a replay of TETR.IO, or the path of a file."""
        text = clipboard.get(most=MAX_BYTES).strip()
        if not text:
            self.context.reply("There is no game on the clipboard.")
        elif may_be_replay(text.encode(errors="replace")):
            self._open(
                lambda: self.context.scene(to.TetrioMatch(parse(text.encode())), self),
                "This replay cannot be read",
            )
        elif "\n" not in text and text.startswith(("/", "~", "file://")):
            self.open_path(text)
        else:
            self._open(
                lambda: self.context.scene(to.ImportedGame(transfer.imported(text)), self),
                "This cannot be read",
            )

    def open_path(self, text: str) -> bool:
        """Open the file that a person has named or dropped; whether that was possible."""
        return self._open(
            lambda: self.context.scene(to.File(_path_of(text)), self), "This file cannot be opened"
        )

    def _open_written(self, text: str) -> None:
        """Open the file on the line; the line keeps the keyboard where that was not possible."""
        if not self.open_path(text):
            self.line.correct()

    def _open(self, lead: Callable[[], Scene], trouble: str) -> bool:
        try:
            scene = lead()
        except KibitzError as error:  # no game, or one that this window cannot show
            self.context.reply(f"{trouble}: {error}")
            return False
        self.line.clear()
        self.go(scene)
        return True

    def save_as(self) -> None:
        """Ask for the path to save the chosen game at; its ending says whether as a record or as moves.

        The marked games are saved in a folder.
        """
        if len(self.marked) > 1:
            self.panel_open = False
            self.targets.focus = "path"
            self.line.ask_save(library.games_dir() / "my-games", folder=True)
            self.context.reply("Type the folder for the marked games.")
            return
        record = self.record()
        self._saving = record if record and whole(record) else self.session(wait=True)
        if self._saving is None:
            self._say_why()
            return
        self.panel_open = False
        self.targets.focus = "path"
        self.line.ask_save(library.games_dir() / f"my-game{SUFFIX}")
        session = self.session()
        boards = transfer.boards_in(session) if session is not None else None
        suffix = transfer.TEXT_SUFFIX if boards is None else transfer.TEXT_SUFFIXES[-1]
        ending = ".ttr" if len(self._saving.seats) == 1 else ".ttrm"
        replay = f", in {ending} a TETR.IO replay" if transfer.may_have_replay(self._saving) else ""
        self.context.reply(
            f"Type where to save it. A name that ends in {suffix} saves only the moves{replay}."
        )

    def _save(self, path: Path) -> None:
        if len(self.marked) > 1:
            library.copy([Path(name) for name in self.picked], path)
            return
        record = self.record()
        assert self._saving is not None, "it is known what is saved"
        transfer.save_file(path, self._saving, record.created if record is not None else now())
        self.games.look(self.context.autosave, self.present)

    # -- events --

    def handle(self, event: pygame.event.Event) -> Scene | None:
        if event.type == pygame.DROPFILE:
            self.open_path(event.file)
        elif self.popup.handle(event, self.context.scale) or self.files.handle(event, self.context.scale):
            pass
        elif self._renaming and event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            self._renaming = False
            self.naming.clear()
            self.targets.focus = self.chosen
        elif self._renaming and self.naming.handle(event):
            pass
        elif self.search.handle(event):
            self._after_search()
        elif (
            event.type == pygame.KEYDOWN
            and event.key == pygame.K_ESCAPE
            and self.narrowed
            and not self.panel_open
        ):
            self.show_all()
        elif event.type == pygame.KEYDOWN and event.key == pygame.K_SPACE and self.targets.focus in self.rows:
            self.mark(self.targets.focus)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self._marks(event):
            pass
        elif self.line.saving and event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            self.line.clear()
        elif self.line.handle(event) or self.scroll.handle(event, self.context.scale):
            return self.next
        elif event.type != pygame.KEYDOWN or not self._arrow(event):
            return super().handle(event)
        return self.next

    def _marks(self, event: pygame.event.Event) -> bool:
        """Return True if a press marks a row: with Ctrl that one, with Shift all from the chosen one on."""
        mods, rows = pygame.key.get_mods(), self.rows
        if not mods & (pygame.KMOD_CTRL | pygame.KMOD_SHIFT):
            return False
        self.targets.pointer = (event.pos[0] / self.context.scale, event.pos[1] / self.context.scale)
        target = self.targets.under_pointer
        if target is None or target.name not in rows:
            return False
        if mods & pygame.KMOD_CTRL:
            self.mark(target.name)
        elif self.chosen in rows:
            first, last = sorted((rows.index(self.chosen), rows.index(target.name)))
            self.marked |= {name for name in rows[first : last + 1] if self.saved(name) is not None}
        return True

    def _arrow(self, event: pygame.event.Event) -> bool:
        """Arrows, Home and End go through rows that are out of sight as well; whether this was one."""
        rows, by = self.rows, {pygame.K_UP: -1, pygame.K_DOWN: 1}.get(event.key, 0)
        end = {pygame.K_HOME: 0, pygame.K_END: len(rows) - 1}.get(event.key)
        if self.panel_open or (end is None and (not by or self.targets.focus not in rows)):
            return False
        at = rows.index(self.targets.focus) + by if end is None else end
        if 0 <= at < len(rows):
            self._choose(rows[at])
            self.targets.ring = True
        return 0 <= at < len(rows)

    def commands(self) -> list[Command]:
        return [
            Command("L", self.look_back, "look back at the game"),
            Command("P", self.play_on, "play on"),
            Command("S", self.keep, "save the current game"),
            Command("W", self.save_as, "save in a file, as a game or as moves"),
            Command(
                "C, V", (self.copy, self.paste), "copy the moves, open copied moves, a copied replay or file"
            ),
            Command("Ctrl+C, Ctrl+V", (self.copy, self.paste)),
            Command(
                "O, B", (self.line.write, self.browse), "write the path of a game to open, or browse for it"
            ),
            Command("Ctrl+E", self.share, "share a picture, a film, a link", scope=EVERYWHERE),
            Command("D", self.open_ladders, "show ladders"),
            Command("F, Ctrl+F", self.search.write, "search"),
            Command("N", self.rename, "give the game a title"),
            Command("Home, End", None, "the first game, the last one"),
            Command("Space", None, "mark the game, to copy, save or delete several"),
            Command("Ctrl+A", self.mark_all, "mark all"),
            Command("Delete", self.delete, "delete the marked games, or the chosen one"),
            Command("U, Ctrl+Z", self.undo, "undo the deletion"),
            Command("Esc", self._close_panel, enabled=self.panel_open),
            *super().commands(),
        ]

    def press(self, name: str) -> None:
        """A press on a row chooses it; on the row that is chosen, it opens the game."""
        again = name == self.chosen
        self._choose(name)
        if self.context.narrow:
            self.panel_open = True
            self.targets.focus = "look back"
        elif again:
            self.look_back()

    def update(self, seconds: float) -> Scene | None:
        self.popup.update()
        self.files.update()
        self.games.read_on()
        if self.games.grow() and self.chosen not in self.rows:
            self._choose(self.rows[0] if self.rows else "")
        self.context.room.poll()
        if self.targets.focus != self._reached:
            self._reached = self.targets.focus
            rows = self.rows
            if self._reached in rows:
                self.chosen = self._reached
                if self.targets.ring:
                    self.scroll.show(HEAD + rows.index(self._reached) * ROW, ROW)
        return super().update(seconds)

    def pulse(self) -> Hashable:
        return self.games.pulse()

    # -- the picture --

    def draw(self, canvas: Canvas) -> None:
        with page(canvas, self, panel=False) as frame:
            right = frame.width if frame.drawer else frame.column
            self._draw_list(canvas, frame, right)
            self._draw_foot(canvas, frame, right)
            canvas.rule((0, BAR), (frame.width, BAR), canvas.theme.colour.line)
            if not frame.drawer:
                self._draw_panel(canvas, frame, BAR)
            draw_bar(canvas, frame, self, game=self.title)
            if frame.drawer and self.panel_open:
                canvas.veil((0, 0, frame.width, frame.height), canvas.theme.colour.room, 0.6)
                self.targets.covered()
                self.targets.add("close", (0, 0, frame.column, frame.height), self._close_panel)
                self._draw_panel(canvas, frame, 0.0)
            self.popup.draw_over(canvas)
            self.files.draw_over(canvas)

    def _close_panel(self) -> None:
        self.panel_open = False
        self.targets.focus = self.chosen

    def _draw_list(self, canvas: Canvas, frame: Frame, right: float) -> None:
        """The rows, as many of them as can be seen."""
        x, width, rows = frame.margin, right - 2 * frame.margin, self.rows
        top = self._draw_search(canvas, (x, BAR + 12, width, 36.0))
        view = (x - 8, top, width + 16, frame.height - top - _FOOT)
        origin = self.scroll.fit(view, HEAD + ROW * len(rows) + 16)
        with canvas.clipped((0, view[1], right, view[3])):
            heading(canvas, (x + INSET, origin + 26), self._heading(len(rows)))
            self._draw_way_to_ladders(canvas, (x + width - INSET, origin + 26), view)
            if not rows:
                place = (x + INSET, origin + HEAD, width - 2 * INSET, 0.0)
                text = (
                    "No game matches. Esc shows all games again."
                    if self.narrowed
                    else (
                        "No game is saved yet. Games are saved as you play. You can open a file "
                        "or a list of moves below."
                    )
                )
                canvas.paragraph(place, text, "body", canvas.theme.colour.text2)
            first = max(0, int((view[1] - origin - HEAD) // ROW) - _BEYOND)
            last = int((view[1] + view[3] - origin - HEAD) // ROW) + 1 + _BEYOND
            for number, name in enumerate(rows[first:last], first):
                box = (x, origin + HEAD + number * ROW, width, ROW - 4)
                lit = self.targets.add(name, box, partial(self.press, name), radius=8, within=view)
                if box[1] + box[3] > view[1] and box[1] < view[1] + view[3]:
                    self._draw_row(canvas, box, name, lit=lit)
        self.scroll.draw(canvas)

    def _draw_way_to_ladders(self, canvas: Canvas, at: tuple[float, float], view: Box) -> None:
        """Draw the word that leads to ladders, with its right end at a point."""
        wide = canvas.text_width("Ladders", "label") + 24
        box = (at[0] - wide + 12, at[1] - 14, wide, 28.0)
        lit = self.targets.add(
            "ladders", box, self.open_ladders, radius=6, about=Tip("Games of engines", "D"), within=view
        )
        ink = canvas.theme.colour.text if lit else canvas.theme.colour.text2
        canvas.text(at, "Ladders", "label", ink, "right")

    def _heading(self, result: int) -> str:
        """Return how many games there are, are found, and are marked."""
        total = len(self.games.games) + (self.present is not None)
        words = f"{result} of {counted(total, 'game')}" if self.narrowed else "Saved games"
        if self.games.unread:
            words += f", {total:,} of {total + self.games.unread:,} read"
        return f"{words}, {len(self.marked)} marked" if self.marked else words

    def _draw_search(self, canvas: Canvas, box: Box) -> float:
        """The line to search in and the filters; returns where the list begins."""
        x, y, width, height = box
        self.search.hint = "Search  (F)"
        one_line = width >= _ONE_LINE
        wide = width * 0.32 if one_line else width
        place = (x, y, wide, height)
        self.targets.add("search", place, self.search.write, radius=8)
        self.search.draw(canvas, place)
        left, room = (x + wide + 8, width - wide - 8) if one_line else (x, width)
        y = y if one_line else y + height + 8
        each = (room - 8 * (len(FILTERS) - 1)) / len(FILTERS)
        for number, (name, title) in enumerate(FILTERS.items()):
            value, at = self.filters.get(name, ""), (left + number * (each + 8), y, each, height)
            press = partial(self.choose_filter, name)
            pill(
                canvas,
                self.targets,
                f"filter {name}",
                at,
                value or title,
                bool(value),
                press,
                f"Show one {name} only",
            )
        return y + height

    def _draw_row(self, canvas: Canvas, box: Box, name: str, *, lit: bool) -> None:
        """A small board, who played and how it went; of a file that cannot be opened, the reason."""
        colour, saved = canvas.theme.colour, self.saved(name)
        x, y, width, height = box
        if lit or name == self.chosen:
            ground = colour.panel if canvas.theme.name == "light" else colour.raised
            canvas.panel(box, ground if name == self.chosen else mix(colour.room, ground, 0.6), radius=8)
        first, second, right, broken = self._row_words(saved)
        if name in self.marked:
            canvas.panel((x, y + 8, 4, height - 16), colour.focus, radius=2)
        at = (x + INSET + 12, y + height / 2)
        if saved is not None and saved.head is not None and not broken:
            draw_mark(canvas, (at[0] - 10, at[1] - 10, 20, 20), saved.head)
        else:
            canvas.disc(at, 10, None, edge=colour.text3, width=1.5)
            if broken:
                canvas.text(at, "!", "label", colour.text2, "middle")
            else:
                canvas.disc(at, 4, colour.text3)
        left, room = x + INSET + 40, width - 2 * INSET - 40
        taken = canvas.text((x + width - INSET, y + 20), right, "label", colour.text3, "right") + 16
        canvas.text((left, y + 20), canvas.fitted(first, "body", room - taken), "body", colour.text)
        canvas.text((left, y + 42), canvas.fitted(second, "label", room), "label", colour.text3)

    def _row_words(self, saved: Saved | None) -> tuple[str, str, str, bool]:
        """A row's two lines, what stands at its right, and whether the file cannot be opened."""
        if saved is None:
            assert self.present is not None
            players = " – ".join(map(saved_games.who, self.present.seats))
            length, ending = saved_games.length_of(self.present), saved_games.ending_of(self.present)
            state = "saved" if self.present.created else "not saved yet"
            return "The current game", f"{players}, {length}, {ending}", state, False
        details, date, head = self.games.outcome(saved), saved_games.date_of(saved), saved.head
        reason = details.reason if details is not None else ""
        if head is None or reason:
            return saved.path.name, beside(saved.path, reason), date, True
        summary = details.summary if details is not None else None
        course = summary.words if summary is not None else counted(head.length, head.unit)
        kind = f"{saved_games.family_of(head)}, {saved_games.mode_of(head)}"
        return saved_games.title_of(head), f"{kind} · {course}", date, False

    def _draw_foot(self, canvas: Canvas, frame: Frame, right: float) -> None:
        """The line for a path, and what the clipboard offers."""
        colour, y = canvas.theme.colour, frame.height - _FOOT
        canvas.rule((0, y), (right, y), colour.line)
        line = self.naming if self._renaming else self.line
        label = "Title" if self._renaming else self.line.label
        used = canvas.text((frame.margin, y + _FOOT / 2), label, "label", colour.text3)
        x, paste = frame.margin + used + 12, right - frame.margin - _PASTE
        browse = 2 * _PASTE + 8 if right >= _ONE_LINE else _PASTE + 52
        box = (x, y + 14, right - frame.margin - browse - 16 - x, 36.0)
        self.targets.add("path", box, line.write, radius=8)
        line.draw(canvas, box)
        place = (right - frame.margin - browse, y + 14, browse - _PASTE - 8, 36.0)
        words, key = ("Browse", "B") if right >= _ONE_LINE else ("…", "")
        button(
            canvas,
            self.targets,
            "browse",
            place,
            words,
            self.browse,
            key=key,
            about="Browse for the file of a game",
        )
        place, about = (paste, y + 14, _PASTE, 36.0), "Open copied moves, a replay or a file"
        button(canvas, self.targets, "paste", place, "Paste", self.paste, key="V", about=about)

    def _draw_panel(self, canvas: Canvas, frame: Frame, top: float) -> None:
        """The chosen game: its board, who played, and what can be done with it."""
        colour = canvas.theme.colour
        canvas.fill((frame.column, 0, frame.panel_width, frame.height), colour.panel)
        canvas.rule((frame.column, 0), (frame.column, frame.height), colour.line)
        if not self.chosen:
            return
        saved, opened = self.saved(self.chosen), self._opened(self.chosen)
        session = self.present if saved is None else (opened.session if opened is not None else None)
        commands = self._commands() if opened is None or not opened.reason else []
        x, width = frame.column + frame.margin, frame.panel_width - 2 * frame.margin
        # in a low window the last two stand beside each other, so that there is room for the board
        beside = commands[-2:] if frame.height < _LOW and len(commands) > _MANY else []
        commands = commands[: len(commands) - len(beside)]
        foot = frame.height - 20 - BUTTON_STEP * (len(commands) + bool(beside))
        buttons = Flow(canvas, self.targets, x, foot + 2, width, frame.height - 20)
        buttons.buttons(commands)
        if beside:
            buttons.at_foot(beside)
        flow = Flow(canvas, self.targets, x, top + 24, width, foot - 8)
        if session is not None:
            _draw_game(flow, session, saved, opened)
        elif opened is not None and opened.reason and saved is not None:
            canvas.text((x, top + 36), canvas.fitted(saved.path.name, "title", width), "title", colour.text)
            flow.y = top + 60
            flow.paragraph(opened.reason, lines=8, after=16)
            flow.paragraph("The file stays as it is.", "label", colour.text3)

    def _copy_words(self) -> str:
        session, record = self.session(), self.record()
        if record is not None and record.live is not None:
            return "Copy a fumen"
        if session is None:
            return _COPY_THE_MOVES
        if transfer.boards_in(session) is not None:
            return "Copy the boards"
        return "Copy the board" if transfer.is_board(session) else _COPY_THE_MOVES

    def _over(self) -> bool:
        """Return True if the chosen game was left at its end, where nobody can move any more."""
        session = self.session()
        return session is not None and session.position.over and session is not self.present

    def _commands(self) -> list[Command]:
        saved = self.saved(self.chosen)
        # at a game in real time that is over one looks back and plays on in one place
        live = (
            saved is not None and saved.head is not None and saved.head.course == "live" and not self._running
        )
        if len(self.marked) > 1:
            several = counted(len(self.marked), "game")
            return [
                Command("C", self.copy, label=f"Copy {several}", name="copy"),
                Command("W", self.save_as, label=f"Save {several} in a folder", name="save as"),
                Command("Delete", self.delete, label=f"Delete {several}", name="delete"),
            ]
        commands = [
            Command("L", self.look_back, label="Look back", name="look back"),
            *([] if live or self._over() else [Command("P", self.play_on, label="Play on", name="play on")]),
            Command("C", self.copy, label=self._copy_words(), name="copy"),
            Command("W", self.save_as, label="Save in a file …", name="save as"),
            Command("Ctrl+E", self.share, label="Share …", name="share game", scope=EVERYWHERE),
        ]
        if self.chosen == _PRESENT and self.present is not None and not self.present.created:
            return [Command("S", self.keep, label="Save this game", name="keep"), *commands]
        if self.saved(self.chosen) is not None:
            commands += [
                Command("N", self.rename, label="Rename …", name="rename"),
                Command("Delete", self.delete, label="Delete", name="delete"),
            ]
        return commands


def _draw_game(flow: Flow, session: Session, saved: Saved | None, opened: OpenedGame | None) -> None:
    """The board where the game was left, and below it who played and how it ended."""
    canvas, colour, head = flow.canvas, flow.canvas.theme.colour, saved.head if saved is not None else None
    players = session.seats if head is None else head.seats
    seats = 28.0 * len(players)
    side = min(flow.width, flow.room - seats - 84)
    if side >= _LEAST_PREVIEW:
        box = (flow.left + (flow.width - side) / 2, flow.y, side, side)
        draw_preview(canvas, box, seen_by_person(session))
        flow.y += side + 16
    length = saved_games.length_of(session)
    if head is not None and head.course != "moves":
        length = counted(head.length, head.unit)
    title = head.title if head is not None and head.title else length
    canvas.text((flow.left, flow.y + 12), canvas.fitted(title, "title", flow.width), "title", colour.text)
    ui = ui_of(session.position.game)
    ending = ui.language.result(session.position_at(session.length)) if opened is None else opened.ending
    left = f", left at {saved_games.place_of(session)}" if session.cursor < session.length else ""
    place = (flow.left, flow.y + 28, flow.width, 0.0)
    text = f"{ending or 'Not finished'}{left}"
    flow.y += canvas.paragraph(place, text, "label", colour.text3, 2) + 44
    if seats - 16 > flow.room:
        return
    for seat, player in enumerate(players):
        ui.language.draw_tone(canvas, (flow.left, flow.y), seat)
        name = canvas.fitted(saved_games.who(player), "body", flow.width - 40)
        canvas.text((flow.left + 40, flow.y), name, "body", colour.text2)
        flow.y += 28


def _path_of(text: str) -> Path:
    """The path of a file that a person has named: among the saved games, or else as it is."""
    path = transfer.path_of(text)
    saved = library.games_dir() / path
    return saved if saved.exists() else path


def whole(record: Record) -> bool:
    """Return True if a record is more than a session of it: a long run, or a game in real time."""
    return record.run is not None or record.live is not None
