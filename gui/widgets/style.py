"""The palette as a theme of pygame_gui: its colours, fonts and shapes in our words."""

from __future__ import annotations

from typing import Any

from gui.drawing.theme import Rgb, Theme, mix

ITEM = 32.0  # the height of an entry in an open menu, in logical units
_THUMB = 20.0
_CLEAR = "#00000000"
_STATES = ("normal", "hovered", "active", "selected")

Part = dict[str, Any]


def style(theme: Theme, scale: float) -> dict[str, Part]:
    """The theme for widgets at `scale` pixels per logical unit."""
    parts = {"defaults": {"colours": _colours(theme), "misc": _shape(scale, 8, 1.2)}}
    parts |= _menu(scale) | _slider(theme, scale) | _check_box(theme, scale) | _entry(theme, scale)
    font = {"name": "noto_sans", "size": str(max(5, round(theme.type["body"].size * scale)))}
    return {name: {**part, "font": font} for name, part in parts.items()}  # fonts are not inherited


def _hex(colour: Rgb) -> str:
    return "#{:02X}{:02X}{:02X}".format(*colour)


def _all(kind: str, colour: Rgb) -> dict[str, str]:
    """The same colour for a kind (`bg`, `border`, `text`) in every state."""
    return {f"{state}_{kind}": _hex(colour) for state in _STATES}


def _shape(scale: float, radius: float, border: float, **more: str) -> dict[str, str]:
    """A rounded rectangle without a shadow; lengths in logical units."""
    return {
        "shape": "rounded_rectangle",
        "shape_corner_radius": str(round(radius * scale)),
        "border_width": str(max(1, round(border * scale)) if border else 0),
        "shadow_width": "0",
        **more,
    }


def _colours(theme: Theme) -> dict[str, str]:
    """What most widgets share: raised on the panel, lit under the pointer."""
    colour = theme.colour
    return {
        **_all("bg", colour.raised),
        **_all("border", colour.line2),
        **_all("text", colour.text),
        "hovered_bg": _hex(mix(colour.raised, colour.line2, 0.35)),
        "selected_bg": _hex(mix(colour.raised, colour.line2, 0.6)),
        "hovered_border": _hex(colour.text3),
        "selected_border": _hex(colour.text3),
        "dark_bg": _hex(colour.raised),
        "text_cursor": _hex(colour.text),
    }


def _menu(scale: float) -> dict[str, Part]:
    """A drop-down without a button of its own: the scene draws the angle."""
    inset = {"text_horiz_alignment": "left", "text_horiz_alignment_padding": str(round(12 * scale))}
    return {
        "drop_down_menu": {"misc": _shape(scale, 8, 1.2, open_button_width="0")},
        "drop_down_menu.button": {"misc": _shape(scale, 7, 0, **inset)},
        "drop_down_menu.selection_list": {
            "misc": _shape(scale, 4, 1.2, list_item_height=str(round(ITEM * scale)))
        },
        "drop_down_menu.selection_list.button": {"misc": _shape(scale, 0, 0, **inset)},
    }


def _slider(theme: Theme, scale: float) -> dict[str, Part]:
    """A round thumb alone: the scene draws the track."""
    clear = {"dark_bg": _CLEAR, "normal_border": _CLEAR, "disabled_dark_bg": _CLEAR}
    track = _shape(scale, 0, 0, enable_arrow_buttons="0", sliding_button_width=str(round(_THUMB * scale)))
    thumb = {"colours": _all("bg", theme.colour.text), "misc": _shape(scale, _THUMB / 2, 0)}
    return {
        "horizontal_slider": {"colours": clear, "misc": track},
        "horizontal_slider.button": thumb,
        "horizontal_slider.#sliding_button": thumb,
    }


def _check_box(theme: Theme, scale: float) -> dict[str, Part]:
    """Filled where it is on: the scene draws the tick."""
    on = {"selected_bg": _hex(theme.colour.text), "selected_border": _hex(theme.colour.text)}
    return {"check_box": {"colours": on, "misc": _shape(scale, 6, 1.2)}}


def _entry(theme: Theme, scale: float) -> dict[str, Part]:
    """A line of text in a hollow."""
    colour = theme.colour
    hollow = {"dark_bg": _hex(colour.well), "selected_border": _hex(colour.text2)}
    return {
        "text_entry_line": {
            "colours": hollow,
            "misc": _shape(scale, 8, 1.2, padding=f"{round(10 * scale)},2"),
        }
    }
