"""Rules of the golden logs, frozen: never changed. See the README beside this folder."""
