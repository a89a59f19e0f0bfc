"""SMTP, LMTP and IMAP: store the mail, then say 250."""
