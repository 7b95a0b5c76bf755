"""Tables and areas as text."""
