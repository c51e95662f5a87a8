import pygame
import pytest

from gui.stage import stage_context
from gui.ui.canvas import Canvas
from gui.ui.graph import Axis, Graph

INK = (255, 0, 0)
BOX = (20.0, 10.0, 100.0, 80.0)


@pytest.fixture
def canvas(dummy: None) -> Canvas:
    context = stage_context("dark", 1.0)
    surface = pygame.Surface((200, 100))
    return Canvas(surface, 1.0, context.theme, context.renderer)


def red(canvas: Canvas, x: float, y: float) -> bool:
    """True if there is ink at a point or beside it."""
    pixels = [canvas.surface.get_at((round(x) + dx, round(y) + dy)) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
    return max(pixel.r for pixel in pixels) > 100


@pytest.mark.parametrize("fresh", [False, True])
def test_a_line_runs_through_its_values(canvas: Canvas, fresh: bool) -> None:
    graph = Graph(canvas, BOX, Axis(0.0, 10.0), last=4, fresh=fresh)
    graph.line([(0, 0.0), (2, 10.0), (4, 5.0)], INK)
    assert all(red(canvas, x, y) for x, y in ((20, 90), (70, 10), (120, 50), (45, 50)))
    assert not red(canvas, 70, 50)


@pytest.mark.parametrize("fresh", [False, True])
def test_an_area_lies_between_its_line_and_the_base(canvas: Canvas, fresh: bool) -> None:
    graph = Graph(canvas, BOX, Axis(0.0, 10.0), last=4, fresh=fresh)
    graph.area([(0, 5.0), (4, 5.0)], INK, 1.0)
    assert red(canvas, 70, 80)
    assert not red(canvas, 70, 40)
    assert canvas.surface.get_at((70, 95)).r == 0


def test_bars_grow_away_from_the_base_and_never_out_of_the_box(canvas: Canvas) -> None:
    up = Graph(canvas, BOX, Axis(0.0, 10.0), last=4)
    down = Graph(canvas, BOX, Axis(0.0, 10.0), last=4, down=True)
    up.bar(up.x(1), 6, 25.0, INK)
    down.bar(down.x(3), 6, 5.0, INK)
    assert red(canvas, up.x(1) + 3, 12)
    assert not red(canvas, up.x(1) + 3, 5)
    assert red(canvas, down.x(3) + 3, 48)
    assert not red(canvas, down.x(3) + 3, 55)


def test_on_a_logarithmic_axis_equal_ratios_are_equal_distances(canvas: Canvas) -> None:
    graph = Graph(canvas, BOX, Axis(0.001, 1.0, logarithmic=True), last=4)
    heights = [graph.y(share) for share in (1.0, 0.1, 0.01, 0.001, 0.0)]
    assert heights == pytest.approx([10, 10 + 80 / 3, 10 + 160 / 3, 90, 90])


def test_a_press_means_the_nearest_place_between_the_ends(canvas: Canvas) -> None:
    graph = Graph(canvas, BOX, Axis(0.0, 1.0), last=7, first=3)
    assert [graph.place_at((graph.x(place) + 9, 50.0)) for place in (3, 5, 7)] == [3, 5, 7]
    assert [graph.place_at((x, 50.0)) for x in (-50.0, 500.0)] == [3, 7]


def test_a_dotted_line_keeps_its_distances_in_every_direction(canvas: Canvas) -> None:
    canvas.dots((20, 30), (80, 30), INK, step=6, size=2)
    canvas.dots((50, 40), (50, 90), INK, step=10, size=2)
    lit = pygame.mask.from_threshold(canvas.surface, INK, (1, 1, 1))
    assert [box.topleft for box in lit.get_bounding_rects()][:2] == [(19, 29), (25, 29)]
    assert lit.count() == 4 * (11 + 6)
