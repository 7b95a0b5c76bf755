"""Plans for activations: drafted by the adviser, followed while what they assume holds."""
