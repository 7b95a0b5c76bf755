"""What few games have beside their log, a room each, behind one hook (:mod:`pbem.home.beside.rooms`)."""
