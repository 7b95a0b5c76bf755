"""What mail programs, gateways and people do to a mail on its way. Each takes and returns bytes."""

import base64
import binascii
import gzip
import html
import io
import quopri
import re
import textwrap
import zipfile
from email import message_from_bytes, policy
from email.message import EmailMessage


def text_of(mail):
    """The text part of a composed mail, as its reader sees it."""
    parsed = message_from_bytes(mail, policy=policy.default)
    return parsed.get_body(("plain",)).get_content().replace("\r\n", "\n")


def reply_with(text, subtype="plain", cte=None):
    """A new mail with this text alone, as from another mail program."""
    mail = EmailMessage(policy=policy.SMTP)
    mail["Subject"] = "Re: your turn"
    mail.set_content(text, subtype=subtype, cte=cte)
    return mail.as_bytes()


def as_it_is(mail):
    return mail


def lone_line_feeds(mail):
    return mail.replace(b"\r\n", b"\n")


def from_stuffed(mail):
    return re.sub(rb"(?m)^(>*From )", rb">\1", mail)


def folded_headers(mail):
    head, _, body = mail.partition(b"\r\n\r\n")
    return re.sub(rb"(?m)^([A-Za-z-]+:) ", rb"\1\r\n ", head) + b"\r\n\r\n" + body


def renamed_and_retyped(mail):
    """A gateway that knows better what the attachment is, and what it is called."""
    mail = mail.replace(b"application/octet-stream", b"text/plain; charset=utf-8")
    return re.sub(rb'filename="[^"]*"', b'filename="../../etc/passwd"', mail)


def no_attachment(mail):
    return reply_with(text_of(mail))


def no_text(mail):
    """Only the attachment is left, in a mail of its own."""
    parsed = message_from_bytes(mail, policy=policy.default)
    (attachment,) = parsed.iter_attachments()
    return attachment.as_bytes()


def quoted(mail):
    return reply_with("".join(f"> {line}\n" for line in text_of(mail).splitlines()))


def quoted_twice(mail):
    return reply_with("".join(f"> | {line}\n" for line in text_of(mail).splitlines()))


def quoted_with_initials(mail):
    return reply_with("".join(f"AN> {line}\n" for line in text_of(mail).splitlines()))


def trailing_blanks(mail):
    return reply_with("".join(f"{line}   \t\n" for line in text_of(mail).splitlines()))


def footer(mail):
    return reply_with(text_of(mail) + "\n-- \n_______\nlist mailing list\nhttps://example.org/\n")


def rewrapped(mail):
    """Paragraphs filled anew at 76 columns: lines of the armour run together."""
    paragraphs = text_of(mail).split("\n\n")
    return reply_with("\n\n".join(textwrap.fill(p, 76, break_long_words=False) for p in paragraphs))


def rewrapped_short(mail):
    """Filled at 40 columns, lines of the armour broken, and quoted after that."""
    paragraphs = text_of(mail).split("\n\n")
    text = "\n\n".join(textwrap.fill(p, 40) for p in paragraphs)
    return reply_with("".join(f"> {line}\n" for line in text.splitlines()))


def run_together(mail):
    """Everything one paragraph, headers and armour mixed."""
    return reply_with(textwrap.fill(text_of(mail), 50))


def blank_lines_lost(mail):
    return reply_with("\n".join(line for line in text_of(mail).splitlines() if line.strip()))


def double_spaced(mail):
    return reply_with("\n\n".join(text_of(mail).splitlines()))


def hard_blanks(mail):
    return reply_with(text_of(mail).replace(" ", "\u00a0"))


def invisible(mail):
    """Zero-width characters and soft hyphens wherever a program thinks a line may break."""
    text = re.sub(r"([A-Za-z0-9+/]{11})", "\\1\u200b\u00ad", text_of(mail))
    return reply_with("\ufeff" + text.replace("PBEM TURN", "PBEM\u2060 TURN"))


def smart_dashes(mail):
    return reply_with(text_of(mail).replace("-----", "\u2014\u2014-"))


def flowed(mail):
    """RFC 3676: soft line ends by trailing blanks, and stuffed blanks."""
    lines = [
        f" {line}" if line.startswith((" ", ">", "From ")) else line for line in text_of(mail).splitlines()
    ]
    text = "".join(
        f"{line} \r\n" if re.fullmatch(r"[A-Za-z0-9+/]{64}", line) else f"{line}\r\n" for line in lines
    )
    return b"Content-Type: text/plain; format=flowed; delsp=yes\r\n\r\n" + text.encode("utf-8", "replace")


def quoted_printable(mail):
    return reply_with(text_of(mail), cte="quoted-printable")


def base64_text(mail):
    return reply_with(text_of(mail), cte="base64")


def seven_bits(mail):
    """A gateway that drops the eighth bit of everything."""
    return bytes(byte & 0x7F for byte in mail)


def html_only(mail):
    lines = html.escape(text_of(mail)).splitlines()
    return reply_with("<html><body><p>" + "<br>\n".join(lines) + "</p></body></html>", subtype="html")


def html_blocks(mail):
    """An editor that makes a block of each line and colours what looks like a word."""
    lines = html.escape(text_of(mail)).splitlines()
    body = "".join(f"<div><span style='color:#000'>{line or '&nbsp;'}</span></div>" for line in lines)
    return reply_with(f"<!DOCTYPE html><html><body>{body}</body></html>", subtype="html")


def escaped_text(mail):
    """HTML escapes in what claims to be plain text."""
    return reply_with(text_of(mail).replace("=", "&#61;").replace("+", "&#43;"))


def forwarded(mail):
    outer = EmailMessage(policy=policy.SMTP)
    outer.set_content("See below.")
    outer.add_attachment(message_from_bytes(mail, policy=policy.SMTP))
    return outer.as_bytes()


def forwarded_inline(mail):
    return reply_with("Hello\n\n---------- Forwarded message ---------\n" + text_of(mail))


def lying_charset(mail):
    return no_attachment(mail).replace(b'charset="utf-8"', b'charset="x-no-such"')


def turn_of(mail):
    """The turn file that is attached to a composed mail."""
    (attachment,) = message_from_bytes(mail, policy=policy.default).iter_attachments()
    return attachment.get_content()


def _coded(mail):
    return base64.encodebytes(turn_of(mail))


def _as_part(kind, data):
    head = f"Content-Type: {kind}\nContent-Transfer-Encoding: base64\n\n".encode()
    return head + base64.encodebytes(data)


def _zip(name, data, method=zipfile.ZIP_DEFLATED):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive:
        archive.writestr(name, data)
    return file.getvalue()


def _uu(mail):
    turn = turn_of(mail)
    lines = [binascii.b2a_uu(turn[at : at + 45]) for at in range(0, len(turn), 45)]
    return b"begin 644 turn.pbem\n" + b"".join(lines) + b"`\nend\n"


def _signed(mail):
    """How S/MIME holds a mail that is signed and can be read by everybody, in octets of 1000."""
    pieces = [mail[at : at + 1000] for at in range(0, len(mail), 1000)]
    octets = b"".join(b"\x04\x82" + len(piece).to_bytes(2, "big") + piece for piece in pieces)
    return b"\x30\x80\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x02" + octets


def _rtf(text):
    return b"{\\rtf1\\ansi\\deff0 " + text.replace(b"\n", b"\\par\n") + b"}"


WRAPPED = {
    "banner-before-headers": lambda mail: b"[EXTERNAL] Be careful.\r\n" + mail,
    "banner-and-empty-line": lambda mail: b"CAUTION\r\n\r\n" + mail,
    "empty-line-first": lambda mail: b"\r\n" + mail,
    "mark-first": lambda mail: b"\xef\xbb\xbf" + mail,
    "two-returns": lambda mail: mail.replace(b"\r\n", b"\r\r\n"),
    "returns-alone": lambda mail: mail.replace(b"\r\n", b"\r"),
    "apple-export": lambda mail: b"%d\n" % len(mail) + mail + b"<?xml version='1.0'?><plist></plist>",
    "mail-in-two-bytes": lambda mail: mail.decode().encode("utf-16"),
    "two-bytes-without-mark": lambda mail: mail.decode().encode("utf-16-be"),
    "text-in-two-bytes": lambda mail: text_of(mail).encode("utf-16"),
    "base64-alone": _coded,
    "base64-in-one-line": lambda mail: base64.b64encode(turn_of(mail)),
    "base64-quoted": lambda mail: re.sub(rb"(?m)^", b"> > ", _coded(mail)),
    "base64-with-initials": lambda mail: re.sub(rb"(?m)^", b"AN> ", _coded(mail)),
    "base64-soft-ends": lambda mail: quopri.encodestring(_coded(mail)),
    "base64-in-a-link": lambda mail: b'<a href="data:x/y;base64,' + base64.b64encode(turn_of(mail)) + b'">turn</a>',
    "base64-in-html": lambda mail: _coded(mail).replace(b"\n", b"<br>\n"),
    "base64-not-said": lambda mail: b"Content-Transfer-Encoding: 7bit\n\n" + _coded(mail),
    "uuencoded": _uu,
    "uuencoded-in-mail": lambda mail: b"Subject: turn\n\n" + _uu(mail),
    "rtf": lambda mail: _rtf(text_of(mail).encode()),
    "rtf-base64": lambda mail: _rtf(_coded(mail)),
    "zip": lambda mail: _zip("turn.pbem", turn_of(mail)),
    "zip-stored": lambda mail: _zip("turn.pbem", turn_of(mail), zipfile.ZIP_STORED),
    "zip-of-a-mail": lambda mail: _zip("mail.eml", mail),
    "zip-attached": lambda mail: _as_part("application/zip", _zip("turn.pbem", turn_of(mail))),
    "zip-and-banner": lambda mail: b"CAUTION\n\n" + _as_part("application/zip", _zip("turn.pbem", turn_of(mail))),
    "gzip": lambda mail: gzip.compress(turn_of(mail), mtime=0),
    "gzip-of-a-mail": lambda mail: gzip.compress(mail, mtime=0),
    "smime": lambda mail: _as_part("application/pkcs7-mime; smime-type=signed-data", _signed(mail)),
    "smime-and-banner": lambda mail: b"CAUTION\n\n" + _as_part("application/pkcs7-mime", _signed(mail)),
    "bytes-behind": lambda mail: turn_of(mail) + b"\r\n",
    "bytes-before": lambda mail: b"abc" + turn_of(mail),
    "line-end-in-the-attachment": lambda mail: _as_part("application/octet-stream", turn_of(mail) + b"\r\n"),
    "no-checksum": lambda mail: reply_with(re.sub(r"\n=\w{8}\n", "\n", text_of(mail))),
    "no-end": lambda mail: reply_with(text_of(mail).partition("-----END")[0]),
    "web-archive": lambda mail: b"Content-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n"
    + quopri.encodestring(b"<html><pre>" + text_of(mail).encode() + b"</pre>"),
    "mail-in-json": lambda mail: b'{"raw": "' + base64.urlsafe_b64encode(mail) + b'"}',
    "six-levels": lambda mail: _nested(_as_part("application/octet-stream", turn_of(mail)), 6),
}  # fmt: skip
"""Wrappings that no part of a mail says: the turn is found by its bytes."""


def _nested(part, levels):
    for level in range(levels):
        part = b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n%b--b%d--\n" % (
            level,
            level,
            part,
            level,
        )
    return part


ATTACHED = (
    as_it_is, lone_line_feeds, from_stuffed, folded_headers, renamed_and_retyped, no_text, seven_bits, forwarded,
)  # fmt: skip
WRITTEN = (
    no_attachment, quoted, quoted_twice, quoted_with_initials, trailing_blanks, footer, rewrapped, rewrapped_short,
    run_together, blank_lines_lost, double_spaced, hard_blanks, invisible, smart_dashes, flowed, quoted_printable,
    base64_text, html_only, html_blocks, escaped_text, forwarded_inline, lying_charset,
)  # fmt: skip
