"""A program that answers rolls while its player sleeps, in a home of its own."""
