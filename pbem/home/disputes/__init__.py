"""When the two homes do not agree: versions, refusals, silence."""
