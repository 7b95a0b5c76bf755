"""The data packs of a home: installed, as spreadsheets, and as a template to be typed."""
