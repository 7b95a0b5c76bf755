"""The text of Pegasus Bridge: its paragraphs bear no numbers, ours follow its order (see NOTES.md)."""

from pbem.port.rulebook import Rulebook

BOOK = Rulebook("pegasus")
