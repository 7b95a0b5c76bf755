"""What games share that speaks to pbem: values on the wire, demands in words, layers of the map. No game is known here."""
