"""The Battle for Normandy: battalions, three turns a day, from the landings to the breakout. Data and text; no rules yet."""
