"""The map as a scene, and its layers."""
