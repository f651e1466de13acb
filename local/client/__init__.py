"""A client of the card room, for programs: what the demo, the tests and the bots play with.

    async with Player("wss://example.org/prod", token) as ada:
        await ada.claim("Ada")
        await ada.attach(await ada.open("FIBUR", deals=4, ai="baseline"))
        end = await play_match(ada)

It needs the packages `websockets` and `msgspec`, and `circolo` for the protocol's types. `Player` (player.py) is a
person at a table; `Connection` (connection.py) one socket that is opened again when it is lost; `Mirror` (mirror.py)
the view kept from events; `Witness` (witness.py) checks the shuffles; `play_match` (bot.py) plays by itself.
"""
