"""What mail programs, gateways and people do to a mail on its way. Each takes and returns bytes."""

import html
import re
import textwrap
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


ATTACHED = (
    as_it_is,
    lone_line_feeds,
    from_stuffed,
    folded_headers,
    renamed_and_retyped,
    no_text,
    seven_bits,
    forwarded,
)
WRITTEN = (
    no_attachment,
    quoted,
    quoted_twice,
    quoted_with_initials,
    trailing_blanks,
    footer,
    rewrapped,
    rewrapped_short,
    run_together,
    blank_lines_lost,
    double_spaced,
    hard_blanks,
    invisible,
    smart_dashes,
    flowed,
    quoted_printable,
    base64_text,
    html_only,
    html_blocks,
    escaped_text,
    forwarded_inline,
    lying_charset,
)
