"""The text of the game: rules bind themselves to its paragraphs (``paragraphs/``); our notes are in NOTES.md."""

from pbem.port.rulebook import Rulebook

BOOK = Rulebook("normandy")
