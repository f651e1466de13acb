"""Structured logs: one JSON line per record, for every logger below `circolo`."""

from aws_lambda_powertools import Logger

NAME = "circolo"


def logger(level: str) -> Logger:
    """The root of the package's loggers. Log kinds, codes, ids and sizes; never cards, tokens or message bodies."""
    log = Logger(service=NAME, log_uncaught_exceptions=False)
    # The library keeps the level of the first logger of a name; a process may start a function again with another.
    log.setLevel(level)
    return log
