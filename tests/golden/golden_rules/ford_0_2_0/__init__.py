"""The rules of the games pbem adjudicates: one folder a game, and the kernel they share."""
