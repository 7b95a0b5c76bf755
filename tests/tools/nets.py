"""What hangs together in a net of edges: how the tests of the maps look for gaps in roads and rivers."""

from pbem_rules.kernel.edges import Edges


def components(edges: Edges) -> tuple[tuple[str, ...], ...]:
    """The connected pieces, each as its hexes in order, the piece with the lowest hex first."""
    left, found = dict.fromkeys(edges.joined), []
    while left:
        piece, todo = set(), [next(iter(left))]
        while todo:
            name = todo.pop()
            if name not in piece:
                piece.add(name)
                left.pop(name)
                todo.extend(edges.joined[name])
        found.append(tuple(sorted(piece)))
    return tuple(found)
