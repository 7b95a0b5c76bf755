"""What an archive keeps of a file: one row, whose columns are the fields, in their order."""

from __future__ import annotations

from pbem.bytes.records import frozen

LOG, PAPER, NONE = "log", "paper", "none"


@frozen(kw_only=True)
class Record:
    """One content, judged. ``content`` is its SHA-256, ``judge`` the digest of the program, rules and data that judged it.

    ``kind``: log | paper | none. ``verdict``, ``code``, ``said`` and ``exit_code`` are those of ``pbem verify``. ``a`` and
    ``b`` are the seats: names, identity keys in hex, sides. ``winner`` is a side or "", ``ended`` how in words ("" goes
    on), ``score`` 0 without one. ``luck``: seat A's in its own spread, over ``weighed`` rolls. ``faces_a``: how often each
    face of an ordinary die came in rolls that seat A asked for. ``opening``: kinds of the first orders of A and B.
    ``paragraphs``: those that outcomes cite, one for each outcome.
    """

    content: str
    judge: str
    kind: str = NONE
    verdict: str = ""
    code: str = ""
    said: str = ""
    exit_code: int = 0
    seconds: float = 0.0
    paper: str = ""
    game: str = ""
    edition: str = ""
    scenario: str = ""
    gid: str = ""
    dice: str = ""
    a_name: str = ""
    a_key: str = ""
    a_side: str = ""
    b_name: str = ""
    b_key: str = ""
    b_side: str = ""
    entries: int = 0
    turn_files: int = 0
    rolls: int = 0
    turns: int = 0
    winner: str = ""
    ended: str = ""
    score: int = 0
    ruled: bool = False
    luck: float = 0.0
    weighed: int = 0
    faces_a: tuple[int, ...] = ()
    faces_b: tuple[int, ...] = ()
    refusals: int = 0
    renewals: int = 0
    take_backs: int = 0
    opening: str = ""
    paragraphs: tuple[str, ...] = ()


@frozen(kw_only=True)
class Place:
    """Where a content was found: the ``archive`` as it was named, and ``name`` in it.

    ``problem``: why it could not be read, or "". ``run``: the run that found it, from 1.
    """

    archive: str
    name: str
    content: str = ""
    size: int = 0
    problem: str = ""
    run: int = 0
