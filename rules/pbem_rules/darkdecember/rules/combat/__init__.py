"""Combat (4.0) from the declaration of an attack to the last advance."""
