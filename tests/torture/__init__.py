"""Faults: power, disk, post, mailbox and clock fail while a game is played.

Where the nine tests that EMAIL 7 demands are held:

1. replies without quotes: tests/pbem/test_reading_quotes.py, test_reading_sent.py, test_reading.py
2. the corpus: tests/pbem/test_reading_corpus.py, test_reading_bounds.py
3. killed at every step: tests/simulated/, and a real process: test_kills.py
4. mailboxes: test_mailbox.py, tests/pbem/test_imap_receiver.py, tests/simulated/
5. loops: test_loops.py
6. forgeries: tests/conversations/test_strangers.py, tests/pbem/test_tokens.py
   bounces and other robots: tests/conversations/test_bounces.py, tests/pbem/test_robots.py
7. the traps of aiosmtpd: tests/pbem/test_smtp_receiver.py, test_row_1 to test_row_11;
   smuggling and all other hostile input: test_hostile.py
8. the smarthost down for twelve hours: test_outages.py
9. how letters look: tests/pbem/test_in_chromium.py, test_letters.py
"""
