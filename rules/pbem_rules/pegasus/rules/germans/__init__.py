"""What the text makes the Germans do."""
