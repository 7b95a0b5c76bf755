"""The rulebook of June 6: every rule below is a function bound to its paragraph."""

from pbem.port.rulebook import Rulebook

BOOK = Rulebook("june6")
