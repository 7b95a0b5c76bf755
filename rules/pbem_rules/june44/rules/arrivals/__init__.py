"""Units that come: replacements, reinforcements, regiments that become a division (8.0)."""
