"""Released versions of rules, frozen: one archive each, listed in ``versions.toml`` (``README.md``)."""
