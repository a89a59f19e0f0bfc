"""The tables, by what they are about; importing this knows them all."""

from pbem.store.tables import games, leagues, log, mails, people, server

__all__ = ["games", "leagues", "log", "mails", "people", "server"]
