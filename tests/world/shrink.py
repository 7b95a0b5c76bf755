"""A world that breaks a law made shorter: steps are left out, and what is in their way, while the same law is broken."""

from collections.abc import Callable

from attrs import evolve

from .script import Script
from .world import Broken, played


def broken_law(script: Script) -> str:
    """The law that a world breaks; "" when it breaks none."""
    try:
        played(script)
    except Broken as broken:
        return broken.law
    return ""


def shrunk(script: Script, law: str, breaks: Callable[[Script], str] = broken_law) -> Script:
    """The script without what the broken law does not need: first whole runs of steps, then single ones, then faults."""
    size = len(script.steps)
    while size:
        script = _without_runs(script, size, law, breaks)
        size //= 2
    for at, step in enumerate(script.steps):
        for plain in (step.calm, evolve(step, cut=False), evolve(step, fault="")):
            steps = (*script.steps[:at], plain, *script.steps[at + 1 :])
            if plain != step and breaks(shorter := evolve(script, steps=steps)) == law:
                script = shorter
                break
    return script


def _without_runs(script: Script, size: int, law: str, breaks: Callable[[Script], str]) -> Script:
    at = 0
    while at < len(script.steps):
        shorter = evolve(script, steps=script.steps[:at] + script.steps[at + size :])
        if breaks(shorter) == law:
            script = shorter
        else:
            at += size
    return script
