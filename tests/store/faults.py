"""A disk that stops: the same code in a child process that dies at a chosen call of the operating system."""

import os

CALLS = ("open", "write", "fsync", "replace", "rename", "unlink", "mkdir", "close", "ftruncate")
DEAD = 9


def dies_at(action, count, *, after=False):
    """Run ``action`` in a child that is gone at its call number ``count``; True when it had ended before that.

    A write that is the last call writes half of its bytes. With ``after`` the last call is carried out whole.
    """
    child = os.fork()
    if child == 0:
        try:
            arm(count, after)
            action()
        except BaseException:
            os._exit(1)
        os._exit(0)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert code in (0, DEAD), f"the child ended with {code}"
    return code == 0


def arm(count, after):
    """From here on this process dies at its call number ``count``; with ``after`` behind it."""
    calls = {"left": count}

    def wrap(name, call):
        def wrapped(*args, **kwargs):
            calls["left"] -= 1
            if calls["left"] == 0:
                if after:
                    call(*args, **kwargs)
                elif name == "write":
                    call(args[0], bytes(args[1])[: len(args[1]) // 2])
                os._exit(DEAD)
            return call(*args, **kwargs)

        return wrapped

    for name in CALLS:
        setattr(os, name, wrap(name, getattr(os, name)))


def trace(action, monkeypatch):
    """Run ``action`` and list what it did to the disk: (call, path), the paths of handles looked up."""
    handles = {}
    events = []
    real = {name: getattr(os, name) for name in CALLS}

    def opened(path, *args, **kwargs):
        handle = real["open"](path, *args, **kwargs)
        handles[handle] = os.fspath(path)
        return handle

    def on_handle(name):
        def call(handle, *args):
            events.append((name, handles.get(handle, "")))
            return real[name](handle, *args)

        return call

    def on_path(name):
        def call(path, *args, **kwargs):
            events.append((name, os.fspath(args[0] if name in ("replace", "rename") else path)))
            return real[name](path, *args, **kwargs)

        return call

    with monkeypatch.context() as patch:
        patch.setattr(os, "open", opened)
        for name in ("write", "fsync"):
            patch.setattr(os, name, on_handle(name))
        for name in ("replace", "rename", "unlink", "mkdir"):
            patch.setattr(os, name, on_path(name))
        action()
    return events
