"""The player of Dark December until version 0.2: one decision ahead, without formations."""
