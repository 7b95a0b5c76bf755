"""Why the disk or the system refused something, in the words of this program."""

from __future__ import annotations

import errno

from pbem.bytes.messages import Message

_SAYS = {
    errno.ENOENT: Message("no such file or folder"),
    errno.EACCES: Message("it is not allowed"),
    errno.EISDIR: Message("it is a folder"),
    errno.ENOSPC: Message("there is no room left"),
}


def system_says(error: OSError) -> str:
    """Why the disk or the system refused something; in its own words where this program has none."""
    return _SAYS.get(error.errno or 0) or error.strerror or str(error)
