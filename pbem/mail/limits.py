"""How large a mail may be, in and out."""

from __future__ import annotations

MAX_MAIL = 5 * 1024 * 1024
"""Bytes of a mail."""
