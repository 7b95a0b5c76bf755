"""Bytes and values: one spelling for everything, strict readers, and the errors they raise."""
