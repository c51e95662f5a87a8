"""The screen gets what has changed, and all of it after it was covered."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from gui.ui.presenter import Presenter

SIZE = (300, 200)  # no multiple of a tile


@pytest.fixture
def screen() -> Iterator[pygame.Surface]:
    pygame.display.init()
    yield pygame.display.set_mode(SIZE)
    pygame.display.quit()


def covers(places: list[pygame.Rect], point: tuple[int, int]) -> bool:
    return any(place.collidepoint(point) for place in places)


def test_the_first_frame_is_shown_whole(screen: pygame.Surface) -> None:
    assert Presenter().show(screen) == [pygame.Rect(0, 0, *SIZE)]


def test_a_frame_like_the_one_before_costs_nothing(screen: pygame.Surface) -> None:
    presenter = Presenter()
    presenter.show(screen)
    assert presenter.show(screen) == []


@pytest.mark.parametrize("point", [(0, 0), (63, 64), (299, 0), (150, 100), (299, 199)])
def test_one_changed_pixel_is_shown_once(screen: pygame.Surface, point: tuple[int, int]) -> None:
    presenter = Presenter()
    presenter.show(screen)
    screen.set_at(point, (10, 200, 30))
    places = presenter.show(screen)
    assert covers(places, point)
    assert sum(place.width * place.height for place in places) <= 64 * 64
    assert all(screen.get_rect().contains(place) for place in places)
    assert presenter.show(screen) == []


def test_changes_far_apart_leave_out_what_lies_between(screen: pygame.Surface) -> None:
    presenter = Presenter()
    presenter.show(screen)
    for point in ((5, 5), (290, 5), (5, 190)):
        screen.set_at(point, (255, 255, 255))
    places = presenter.show(screen)
    assert len(places) == 3
    assert not covers(places, (150, 100))


def test_after_it_was_covered_everything_is_shown_again(screen: pygame.Surface) -> None:
    presenter = Presenter()
    presenter.show(screen)
    presenter.forget()
    assert presenter.show(screen) == [pygame.Rect(0, 0, *SIZE)]


def test_a_window_of_another_size_is_shown_whole(screen: pygame.Surface) -> None:
    presenter = Presenter()
    presenter.show(screen)
    larger = pygame.display.set_mode((320, 240))
    assert presenter.show(larger) == [pygame.Rect(0, 0, 320, 240)]
