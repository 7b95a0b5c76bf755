"""Mail servers on loopback for the tests: Postfix and Dovecot where they are installed, else two written in Python."""
