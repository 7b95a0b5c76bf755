"""The text of the game: every rule that is carried out is bound to its paragraph."""

from pbem.port import Rulebook

BOOK = Rulebook("ford")
