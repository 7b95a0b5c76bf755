"""The player of Pegasus Bridge until version 0.2: it takes, and does not keep."""
