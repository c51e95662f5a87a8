"""The tree of a game: everything that was played from its start, the lines that were left included."""

from __future__ import annotations

from collections.abc import Iterator

from game.position import Position
from game.record import Move


class Node:
    """A position in the tree, and the move that led there; the start has no move and no parent.

    `children` are what was played from here, in the order in which it was played. The first of them goes on with the
    line, unless it is `aside`: tried out while one looked back, where the game itself had not gone on yet. Two nodes
    are equal only if they are the same.
    """

    __slots__ = ("aside", "children", "move", "parent", "ply", "position")

    def __init__(self, position: Position, move: Move | None = None, parent: Node | None = None) -> None:
        self.position = position
        self.move = move
        self.parent = parent
        self.children: list[Node] = []
        self.aside = False
        self.ply: int = 0 if parent is None else parent.ply + 1

    @property
    def text(self) -> str:
        """The move that led here; empty at the start."""
        return "" if self.move is None else self.move.text

    @property
    def next(self) -> Node | None:
        """Continuation of the line from here; None at its end."""
        return self.children[0] if self.children and not self.children[0].aside else None

    @property
    def variation(self) -> bool:
        """True if a line of its own begins with this move: it left another one, or was tried out at its end."""
        return self.parent is not None and self.parent.next is not self

    def child(self, move: str) -> Node | None:
        """Return the node after `move`; None where it was never played."""
        return next((each for each in self.children if each.text == move), None)

    def add(self, move: Move, *, aside: bool = False) -> Node:
        """Add what follows a move that was never played here. Raises `IllegalMove`.

        A move of the game goes before what was only tried out, so that it goes on with the line.
        """
        node = Node(self.position.play(move.text), move, self)
        node.aside = aside and self.next is None
        self.children.append(node)
        if not aside and self.next is None:
            node.promote()
        return node

    def promote(self) -> None:
        """Let the line go on with this move where it left another one."""
        if self.parent is not None:
            others = [each for each in self.parent.children if each is not self]
            self.parent.children = [self, *others]
            for each in self.parent.children:
                each.aside = False

    def path(self) -> list[Node]:
        """The nodes from the start to this one."""
        nodes: list[Node] = []
        at: Node | None = self
        while at is not None:
            nodes.append(at)
            at = at.parent
        return nodes[::-1]

    def rest(self) -> list[Node]:
        """The nodes that follow on this line, this one not included."""
        nodes: list[Node] = []
        at = self.next
        while at is not None:
            nodes.append(at)
            at = at.next
        return nodes

    def line(self) -> list[Node]:
        """The whole line through this node, from the start to its end."""
        return [*self.path(), *self.rest()]


def lines(root: Node) -> Iterator[list[Node]]:
    """Yield each line by its own part: the main one with the start, then each variation from its first move on.

    Lines that leave earlier ones come first, so that whoever numbers the nodes as they come meets a variation's
    parent before it.
    """
    waiting = [root]
    for first in waiting:  # grows meanwhile
        own = [first, *first.rest()]
        yield own
        waiting += [child for node in own for child in node.children if child is not node.next]
