"""Units that are not on the map: their arrival, their corps, and headquarters that come back."""
