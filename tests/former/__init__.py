"""Players as they were: the ones to beat (``python -m tests.tools.match``). Only new rules change them."""
