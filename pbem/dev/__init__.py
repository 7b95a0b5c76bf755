"""Whole games by program: demonstration, practice, figures, and mail servers on this machine."""
