"""Whether unpacked lines are a paper, by how the first of them begins."""

from __future__ import annotations

HEAD = b'{"a":"'
"""How the first line of every paper begins; ``a`` names its kind, and no line of a log has that key."""
_AGAINST = b'{"against":'
_MAX_LINE = 4096


def is_paper(lines: bytes) -> bool:
    """Whether these unpacked lines are a paper of some kind, and no log."""
    return lines.startswith(HEAD)


def is_claim(lines: bytes) -> bool:
    """Whether these unpacked lines are a claim about a debt."""
    return lines.startswith(_AGAINST) and b'"k":"claim"' in lines[:_MAX_LINE]


def is_challenge(lines: bytes) -> bool:
    """Whether these unpacked lines are a challenge."""
    return lines.startswith(b'{"a":"challenge"')


def is_any(lines: bytes) -> bool:
    """Whether unpacked lines are a paper of any kind, a claim about a debt among them."""
    return is_paper(lines) or is_claim(lines)
