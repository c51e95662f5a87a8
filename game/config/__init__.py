"""The configuration: typed settings, read from a small corner of YAML, saved as what differs."""

from game.config.key import Key, Value, keys, show, template
from game.config.layers import SHIPPED, check, load, save, user_file, value, with_value
from game.config.settings import Config

__all__ = [
    "SHIPPED",
    "Config",
    "Key",
    "Value",
    "check",
    "keys",
    "load",
    "save",
    "show",
    "template",
    "user_file",
    "value",
    "with_value",
]
