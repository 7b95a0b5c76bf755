"""Looking at logs, pages and turn files: verdicts, maps, luck, languages."""
