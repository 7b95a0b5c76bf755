"""How large a mail may be, in and out, and how what is not packed begins."""

from __future__ import annotations

import re

MAX_MAIL = 5 * 1024 * 1024
"""Bytes of a mail."""

LOG = re.compile(rb'\{"[a-z]+":[^\n]{0,16384}"k":"(?:hdr|invite|accept)"')
"""How the lines of a log, a turn file or an invitation begin where they are not packed."""
