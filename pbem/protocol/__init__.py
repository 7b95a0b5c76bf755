"""Playing: keys and secrets of one seat, the first two mails, drafts and bundles out, bundles in."""
