"""How positions of The Battle for Normandy are written."""

from pbem_rules.normandy.model import Piece, State
from pbem_rules.shared.writing import Writing

WRITING = Writing(State, Piece, "The Battle for Normandy")
