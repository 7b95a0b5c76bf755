"""June '44: the campaign of Normandy at two days a turn."""
