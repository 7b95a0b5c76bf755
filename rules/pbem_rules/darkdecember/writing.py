"""How positions of Dark December are written."""

from pbem_rules.darkdecember.model import State, Unit
from pbem_rules.shared.writing import Writing

WRITING = Writing(State, Unit, "Dark December")
