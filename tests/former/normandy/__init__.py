"""The player of The Battle for Normandy until version 0.2: one decision ahead, without objectives."""
