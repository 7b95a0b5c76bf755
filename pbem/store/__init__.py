"""What stays on the disk: the home folder, its games, and the order in which turn files join a game."""
