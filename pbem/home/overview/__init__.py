"""How a game stands for its player: the status, what lies beside it, and what is asked of them."""
