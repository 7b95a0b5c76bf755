"""Playing: keys and secrets of one seat, the first two mails, drafts, bundles, and what comes in from the other seat."""
