"""Structured logs: one JSON line per record, for every logger below `circolo`."""

from aws_lambda_powertools import Logger

NAME = "circolo"


def logger(level: str) -> Logger:
    """The root of the package's loggers. Log kinds, codes, ids and sizes; never cards, tokens or message bodies."""
    return Logger(service=NAME, level=level, log_uncaught_exceptions=False)
