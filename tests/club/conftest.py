"""A club needs the extra of that name."""

from importlib.util import find_spec

collect_ignore_glob = [] if find_spec("networkx") and find_spec("openskill") else ["test_*.py"]
