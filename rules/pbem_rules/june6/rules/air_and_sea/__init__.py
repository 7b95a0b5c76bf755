"""Air, naval and artillery bombardment, and the airborne drop."""
