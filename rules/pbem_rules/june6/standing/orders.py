"""Orders in advance of June 6, as the game offers them."""

from __future__ import annotations

from pbem_rules.june6.standing.choices import CHOOSE, OBJECTIVES, usual
from pbem_rules.june6.standing.occasions import occasions
from pbem_rules.june6.standing.words import HOLDS, words
from pbem_rules.shared.standing import Standing

STANDING = Standing(
    words=words,
    holds=HOLDS,
    choose=CHOOSE,
    usual=usual,
    beside=frozenset({"halt"}),
    occasions=occasions,
    objectives=OBJECTIVES,
    passing_marks=frozenset({"RE", "FIRED"}),
    mending=frozenset({"rally"}),
)
