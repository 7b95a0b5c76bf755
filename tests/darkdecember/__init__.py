"""Dark December: its data, until it plays."""
