"""The rules of Dark December, by what they are about."""
