"""Stored mails on their way out: carriers, faults, retry."""
