"""The state to and from canonical JSON values, strictly both ways."""

from __future__ import annotations

from pbem_rules.june6.model import Frame, State, Unit
from pbem_rules.shared.writing import Writing

WRITING = Writing(State, Unit, "June 6", families=(Frame,))
"""What is under way is written with its kind."""
