"""What stands in a draft: decisions of the player, or entries that write themselves."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.bytes import canon

_BY_ITSELF = frozenset({"open", "req", "rsp", "show", "start"})


def decided(lines: Iterable[bytes]) -> bool:
    """Whether these entries hold anything that the player decided: what writes itself is written again when it is due."""
    return any(str(canon.decode(line)["k"]) not in _BY_ITSELF for line in lines)
