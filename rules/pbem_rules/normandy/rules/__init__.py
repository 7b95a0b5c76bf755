"""The rules of The Battle for Normandy, by what they are about."""
