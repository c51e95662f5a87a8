"""Gamepads: whichever are there are listened to; none, or a system without any support, is fine."""

from __future__ import annotations

from contextlib import suppress

import pygame


class Gamepads:
    """Keeps gamepads open, those too that are plugged in later. Their events come with all others."""

    def __init__(self) -> None:
        self._open: dict[int, pygame.joystick.JoystickType] = {}

    def start(self) -> None:
        """Begin to listen, if the system can."""
        with suppress(pygame.error):
            pygame.joystick.init()
            for number in range(pygame.joystick.get_count()):
                self._take(number)

    def handle(self, event: pygame.event.Event) -> str | None:
        """Follow what is plugged in and out; returns what a person should know of it."""
        if event.type == pygame.JOYDEVICEADDED:
            return self._take(event.device_index)
        if event.type == pygame.JOYDEVICEREMOVED and event.instance_id in self._open:
            del self._open[event.instance_id]
            return "A gamepad was unplugged."
        return None

    def _take(self, number: int) -> str | None:
        with suppress(pygame.error):
            joystick = pygame.joystick.Joystick(number)
            joystick.init()
            if joystick.get_instance_id() not in self._open:
                self._open[joystick.get_instance_id()] = joystick
                return f"{joystick.get_name()[:60] or 'A gamepad'} can be used."
        return None

    def stop(self) -> None:
        """Listen no more."""
        self._open.clear()
