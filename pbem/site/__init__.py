"""The whole program as a folder of static files: Python in the browser, no server, nothing leaves the machine.

:mod:`pbem.site.build` makes the folder, :mod:`pbem.site.check` compares it with a hosted copy, and
:mod:`pbem.site.program` is what runs in the browser, over :mod:`pbem.site.kept`, where a home is kept there.
"""
