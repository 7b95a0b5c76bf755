"""Dark December (OSG 1979): its data, paragraphs and cases."""
