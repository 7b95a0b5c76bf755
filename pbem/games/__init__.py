"""The games that are installed: found, loaded, laid under a data pack, tried by cases, played in memory."""
