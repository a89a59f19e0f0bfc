"""One whole game by real mail on one machine, played by people who know only their mailbox."""
