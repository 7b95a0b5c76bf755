"""Every verb and every law, out of the files in which they stand."""

from __future__ import annotations

from . import copies, hand, hostile, laws, people, programs, typed

VERBS = {**hand.VERBS, **typed.VERBS, **copies.VERBS, **programs.VERBS, **hostile.VERBS}
LAWS = (*people.LAWS, *laws.LAWS)
"""Those about people come first: one that has signed what it may not is found before it counts as signed."""
