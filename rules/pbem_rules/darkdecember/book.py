"""The text of Dark December: rules bind themselves to its paragraphs; numbered notes of ours are in NOTES.md."""

from pbem.port.rulebook import Rulebook

BOOK = Rulebook("darkdecember")
