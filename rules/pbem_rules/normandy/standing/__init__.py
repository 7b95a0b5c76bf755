"""Standing orders of Normandy: what is answered without asking, so that mails stay few (N93)."""
