"""Looking at logs and pages: verdicts, maps, luck, languages."""
