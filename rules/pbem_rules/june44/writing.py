"""The state to and from canonical JSON values, strictly both ways."""

from __future__ import annotations

from pbem_rules.june44.model import State, Unit
from pbem_rules.shared.writing import Writing

WRITING = Writing(State, Unit, "June '44")
