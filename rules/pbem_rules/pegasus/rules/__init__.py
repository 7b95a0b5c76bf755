"""The rules: what happens, in the words of the text."""
