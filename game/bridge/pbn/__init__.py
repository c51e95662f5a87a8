"""Deals and finished boards as Portable Bridge Notation.

North and South are the players; East and West have no cards and always pass, so that an auction between two is also
one among four. What the notation does not know is told in tags of our own: `Stock`, the 26 cards from the top,
`Rules`, and the section `Exchange`, written like `Play`.
"""

from game.bridge.pbn.reading import Opening, is_pbn, read
from game.bridge.pbn.writing import finished, write

__all__ = ["Opening", "finished", "is_pbn", "read", "write"]
