"""The games of this package: one folder each."""
