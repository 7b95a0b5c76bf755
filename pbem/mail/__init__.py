"""Turn files as mail: writing a mail, finding turns in what arrived, reading mail folders.

See ``schemas/mail.md``.
"""
