"""Tables, players and connections in DynamoDB: the only package that knows it.

``models`` binds the items to a pair of tables, ``Attempts`` is the one way to the
engine, ``DynamoTables`` and ``DynamoPlayers`` are the repositories the room is given
(their protocols: ``room/ports.py``). Nothing here is kept at module level, so that
several compositions can live in one process.
"""
