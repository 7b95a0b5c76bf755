"""What a seat can be made to write: nobody fills the share of the other, or makes them fill it themselves."""

from __future__ import annotations

import json

from reading import log_bytes, vectors

from pbem.log import RESERVE


def test_bad_turns_without_end_do_not_fill_the_share_of_who_refuses_them() -> None:
    """What is refused counts for nobody's share, a refusal for its author's: as often as one may refuse, with as long
    words as there may be, it takes no more than the part of a share that is for answers alone.
    """
    changes = vectors("changes")
    lines = log_bytes(changes["ok-refuses-a-hundred-times"], changes).splitlines(keepends=True)
    refusals = [at for at, line in enumerate(lines) if json.loads(line)["k"] == "reject"]
    longest = max(sum(map(len, lines[at - 1 : at + 2])) for at in refusals)
    note = len('{"i":10000,"k":"note","text":""}\n') + 4 * 500
    assert 100 == len(refusals)
    assert 100 * (longest + 2 * 64 + note) < RESERVE
    assert "refused-often" == changes["refuses-101-times"]["expect"]
