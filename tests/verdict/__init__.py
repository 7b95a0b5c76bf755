"""One verdict on a log that does not hold, wherever somebody looks at it."""
