"""The bounds of an input are those of Linux (``RLIMIT_AS``, ``/proc``); elsewhere there is nothing to be tried here."""

from pathlib import Path

collect_ignore_glob = [] if Path("/proc/self/statm").exists() else ["test_*.py"]
