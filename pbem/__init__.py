"""pbem: hex wargames by email, with a signed log and no trust needed."""
