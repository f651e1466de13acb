"""Chaos: what the cloud may do to a message, a call or a function, done on purpose and at chosen rates.

``Chaos`` (settings.py) is a seed and the rate of every fault; ``Faults`` (faults.py) decides and counts. Two hosts are
put through them:

- ``ChaosRoom`` (room.py): whole matches on the real functions in one thread at a time and on virtual time; which of the
  invocations under way goes on is chosen at every AWS call, so that a failure repeats exactly from its seed.
  ``play`` (match.py) plays one match there and ``judge`` (judging.py) compares what was recorded with the rules.
- ``Stack(chaos=...)``: the same faults over real sockets and threads, which no seed repeats.
"""
