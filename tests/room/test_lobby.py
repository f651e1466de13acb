"""Nicknames, the list of tables, opening and sitting down."""

import pytest

from circolo.room.lobby import table_name
from circolo.room.ports import Conflict, LobbyCard, Seat
from circolo.table.state import Phase
from tests.room.fakes import World, player

OPEN = {"type": "open_table", "request": "request-1", "rulebook": "FIBUR", "deals": 2}


def named(world: World, *people: str) -> World:
    for who in people:
        world.say(who, {"type": "claim_nickname", "nickname": who})
    return world


def opened(world: World, who: str, **chosen: object) -> str:
    name: str = world.say(who, OPEN | chosen)[-1]["table"]
    return name


def test_a_nickname_is_claimed_once_and_stays() -> None:
    world = World()

    claimed = world.say("anna", {"type": "claim_nickname", "nickname": " Anna "})[0]
    again = world.say("anna", {"type": "claim_nickname", "nickname": "Anna"})[0]
    other = world.say("anna", {"type": "claim_nickname", "nickname": "Annetta"})[0]

    assert claimed == again == {"type": "welcome", "player": player("anna"), "nickname": "Anna"}
    assert other["code"] == "nickname_fixed"


@pytest.mark.parametrize("taken", ["anna", "ANNA", "Ànna", "\uff41nna"])
def test_a_nickname_that_looks_like_anothers_is_refused(taken: str) -> None:
    world = named(World(), "anna")

    code = world.say("bruno", {"type": "claim_nickname", "nickname": taken})[0]["code"]

    assert code in ("nickname_taken", "nickname_invalid")


@pytest.mark.parametrize(
    "nickname",
    ["", "ab", "a" * 17, "1anna", "an na", "anna<", "\u0430nna", "anna\u200b", "abc\u202e", "\u0251nna", "\u01c3foo"],
)
def test_a_nickname_that_is_none_is_refused(nickname: str) -> None:
    heard = World().say("anna", {"type": "claim_nickname", "nickname": nickname})[0]

    assert (heard["code"], heard["field"]) == ("nickname_invalid", "nickname")


def test_without_a_nickname_nobody_opens_or_sits() -> None:
    world = named(World(), "anna")
    name = opened(world, "anna")

    codes = [
        world.say("bruno", asked)[0]["code"] for asked in (OPEN, {"type": "sit", "table": name, "request": "request-1"})
    ]

    assert codes == ["nickname_required"] * 2


def test_hello_tells_who_one_is_and_where_one_sits() -> None:
    world = World()
    stranger = world.say("anna", {"type": "hello"})[0]
    named(world, "anna")
    name = opened(world, "anna")

    assert stranger == {"type": "welcome", "player": player("anna")}
    assert world.say("anna", {"type": "hello"})[0]["seat"] == name


def test_the_lobby_shows_the_tables_that_wait() -> None:
    world = named(World(), "anna", "bruno")
    name = opened(world, "anna", deals=3, rulebook="FITAB@1")

    waiting = world.say("bruno", {"type": "list_tables"})[0]["tables"]

    assert [shown["table"] for shown in waiting] == [name]
    assert waiting[0]["seated"] == [{"player": player("anna"), "nickname": "anna", "seats": [0]}]
    assert (waiting[0]["settings"]["rulebook"], waiting[0]["settings"]["deals"]) == ("FITAB@1", 3)


def test_the_waiting_room_shows_the_rulebook_and_whether_its_points_are_provisional() -> None:
    world = World()
    fitab = world.match("anna", rulebook="FITAB@1", deals=4)

    shown = world.heard("anna")[-1]

    assert shown["table"] == fitab
    assert shown["view"]["settings"]["rulebook"] == "FITAB@1"
    assert shown["provisional"] is True


def test_a_full_table_leaves_the_lobby() -> None:
    world = World()
    world.match("anna", "bruno")

    assert world.say("carla", {"type": "list_tables"})[0]["tables"] == []


def test_a_table_by_invitation_is_shown_to_the_invited_alone() -> None:
    world = named(World(), "anna", "bruno", "carla")
    opened(world, "anna", invited=["Bruno"])

    shown = {who: len(world.say(who, {"type": "list_tables"})[0]["tables"]) for who in ("anna", "bruno", "carla")}

    assert shown == {"anna": 1, "bruno": 1, "carla": 0}


def test_an_invitation_to_nobody_known_opens_no_table() -> None:
    world = named(World(), "anna")

    heard = world.say("anna", OPEN | {"invited": ["Nessuno"]})[0]

    assert (heard["code"], heard["details"]) == ("unknown_player", {"nickname": "Nessuno"})
    assert world.tables.items == {}


@pytest.mark.parametrize(
    ("chosen", "code", "field"),
    [
        ({"rulebook": "FIGB"}, "unknown_rulebook", "rulebook"),
        ({"rulebook": "FIBUR@99"}, "unknown_rulebook", "rulebook"),
        ({"deals": 1}, "bad_deals", "deals"),
        ({"deals": 5}, "bad_deals", "deals"),
        ({"ai": "baseline", "invited": ["anna"]}, "bad_settings", "invited"),
        ({"deals": "2"}, "bad_field", "deals"),
        ({"format": "tresette"}, "bad_field", "format"),
        ({"mode": "ufficiale"}, "bad_field", "mode"),
        ({"request": "short"}, "bad_field", "request"),
        ({"invited": []}, "bad_field", "invited"),
        ({"colour": "green"}, "bad_field", None),
    ],
)
def test_a_table_with_absurd_settings_is_not_opened(chosen: dict[str, object], code: str, field: str | None) -> None:
    world = named(World(), "anna")

    heard = world.say("anna", OPEN | chosen)[0]

    assert (heard["code"], heard.get("field")) == (code, field)
    assert world.tables.items == {}
    assert world.players.seats == {}


def test_an_open_sent_twice_opens_one_table() -> None:
    world = named(World(), "anna")

    answers = [world.say("anna", OPEN)[-1] for _ in range(3)]

    assert {answer["table"] for answer in answers} == {table_name(player("anna"), "request-1")}
    assert {answer["type"] for answer in answers} == {"seated"}
    assert len(world.tables.items) == 1


def test_one_request_with_other_settings_is_refused() -> None:
    world = named(World(), "anna")
    opened(world, "anna")

    heard = world.say("anna", OPEN | {"deals": 4})[0]

    assert (heard["code"], heard["field"]) == ("number_reused", "request")


def test_one_person_sits_at_one_table_at_a_time() -> None:
    world = named(World(), "anna", "bruno")
    first = opened(world, "anna")
    second = opened(world, "bruno")

    again = world.say("anna", OPEN | {"request": "request-2"})[0]
    elsewhere = world.say("anna", {"type": "sit", "table": second, "request": "request-3"})[0]

    for refused in (again, elsewhere):
        assert (refused["code"], refused["details"]) == ("already_seated", {"table": first})
    assert len(world.tables.items) == 2


def test_a_sit_sent_twice_is_accepted_twice_and_sits_once() -> None:
    world = named(World(), "anna", "bruno")
    name = opened(world, "anna")
    sit = {"type": "sit", "table": name, "request": "request-1"}

    answers = [world.say("bruno", sit)[-1]["type"] for _ in range(2)]

    assert answers == ["seated", "seated"]
    assert len(world.table(name).persons) == 2


def test_of_two_for_the_last_seat_exactly_one_sits() -> None:
    world = named(World(), "anna", "bruno", "carla")
    name = opened(world, "anna")
    sit = {"type": "sit", "table": name, "request": "request-1"}
    world.tables.before_write = lambda: world.say("bruno", sit)

    heard = world.say("carla", sit)

    assert heard[-1]["code"] == "table_full"
    assert [person.id for person in world.table(name).persons] == [player("anna"), player("bruno")]
    assert set(world.players.seats) == {player("anna"), player("bruno")}


def test_in_pairs_one_chooses_his_partner_by_the_seat() -> None:
    world = named(World(), "anna", "bruno", "carla")
    name = opened(world, "anna", format="coppie", seat=1)
    sit = {"type": "sit", "table": name, "request": "request-1", "seat": 3}

    shown = world.say("bruno", {"type": "list_tables"})[0]["tables"][0]
    seated = world.say("bruno", sit)[-1]
    again = world.say("carla", sit)[-1]

    assert (shown["seats"], shown["seated"][0]["seats"]) == (4, [1])
    assert seated["type"] == "seated"
    assert (again["code"], again["field"], again["details"]) == ("seat_taken", "seat", {"free": [0, 2]})


def test_the_game_itself_takes_the_seats_it_was_given() -> None:
    world = named(World(), "anna", "bruno")
    name = opened(world, "anna", format="coppie", ai="baseline", ai_seats=[1, 3])

    world.say("bruno", {"type": "sit", "table": name, "request": "request-1"})

    table = world.table(name)
    assert table.phase is Phase.PLAYING
    assert [(person.is_ai, person.seats) for person in table.persons] == [
        (False, (0,)),
        (True, (1,)),
        (True, (3,)),
        (False, (2,)),
    ]


def test_the_opener_does_not_give_his_own_seat_away() -> None:
    world = named(World(), "anna")

    heard = world.say("anna", OPEN | {"format": "coppie", "seat": 1, "ai": "baseline", "ai_seats": [1, 3]})[0]

    assert (heard["code"], heard["field"]) == ("seat_taken", "ai_seats")
    assert world.tables.items == {}


def test_the_waiting_hear_who_sits_down_and_the_match_begins() -> None:
    world = World()
    name = world.match("anna")
    named(world, "bruno")

    world.say("bruno", {"type": "sit", "table": name, "request": "request-1"})

    shown = world.heard("anna")[-1]
    assert (shown["type"], shown["view"]["phase"]) == ("view", "playing")
    assert shown["nicknames"][player("bruno")] == "bruno"


def test_leaving_a_waiting_table_frees_the_seat_and_closes_an_empty_one() -> None:
    world = World()
    name = world.match("anna")

    answer = world.say("anna", {"type": "leave", "table": name, "n": 1})[-1]

    assert (answer["type"], answer["n"]) == ("accepted", 1)
    assert world.table(name).phase is Phase.CLOSED
    assert world.players.seats == {}
    assert world.tables.cards == {}


def test_a_late_copy_of_an_open_after_leaving_opens_nothing() -> None:
    world = World()
    world.match("anna")
    name = table_name(player("anna"), "request-1")
    world.say("anna", {"type": "leave", "table": name, "n": 1})

    heard = world.say("anna", OPEN)[0]

    assert heard["code"] == "wrong_phase"
    assert world.players.seats == {}


def test_a_page_that_is_none_is_refused() -> None:
    world = named(World(), "anna")

    heard = world.say("anna", {"type": "list_tables", "after": "rubbish"})[0]

    assert (heard["code"], heard["field"]) == ("bad_field", "after")


def test_a_lobby_that_lags_behind_never_seats_anybody_twice() -> None:
    world = named(World(), "anna", "bruno", "carla")
    name = opened(world, "anna")
    stale = dict(world.tables.cards)
    world.say("bruno", {"type": "sit", "table": name, "request": "request-1"})
    world.tables.cards = stale

    listed = world.say("carla", {"type": "list_tables"})[0]["tables"]
    heard = world.say("carla", {"type": "sit", "table": name, "request": "request-1"})[-1]

    assert [shown["table"] for shown in listed] == [name]
    assert heard["code"] == "table_full"


def test_a_stroke_or_a_missing_dot_makes_no_other_nickname() -> None:
    world = World()
    world.say("anna", {"type": "claim_nickname", "nickname": "Gianni"})

    heard = world.say("bruno", {"type": "claim_nickname", "nickname": "g\u0131ann\u0131"})[0]

    assert heard["code"] == "nickname_taken"


def test_a_late_copy_of_a_sit_does_not_seat_who_has_left_since() -> None:
    world = named(World(), "anna", "bruno")
    name = opened(world, "anna", format="coppie")
    sit = {"type": "sit", "table": name, "request": "request-1"}
    world.say("bruno", sit)
    world.say("bruno", {"type": "leave", "table": name, "n": 1})

    late = world.say("bruno", sit)[-1]
    anew = world.say("bruno", sit | {"request": "request-2"})[-1]

    assert (late["code"], late["field"]) == ("number_reused", "request")
    assert anew["type"] == "seated"


def test_a_waiting_table_closes_when_only_the_games_own_players_are_left() -> None:
    world = named(World(), "anna")
    name = opened(world, "anna", format="coppie", ai="baseline", ai_seats=[1, 3])

    world.say("anna", {"type": "leave", "table": name, "n": 1})

    assert world.table(name).phase is Phase.CLOSED
    assert world.tables.cards == {}


def test_an_open_repeated_after_the_match_does_not_say_that_one_sits() -> None:
    world = World()
    name = world.match("anna", "bruno")
    world.say("anna", {"type": "leave", "table": name, "n": 1})

    heard = world.say("anna", OPEN)[0]

    assert heard["code"] == "wrong_phase"


def test_a_card_that_cannot_be_read_hides_no_other() -> None:
    world = named(World(), "anna", "bruno")
    name = opened(world, "anna")
    for broken, body in (("x" * 20, b"\xff"), ("y" * 20, b"\x01\x01")):
        world.tables.cards[broken] = LobbyCard(broken, "burraco", world.now, body)

    listed = world.say("bruno", {"type": "list_tables"})[0]["tables"]

    assert [shown["table"] for shown in listed] == [name]


def test_a_claim_that_meets_a_conflict_is_told_to_try_again(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World()

    def conflict(*_: object) -> None:
        raise Conflict

    monkeypatch.setattr(world.players, "claim", conflict)

    assert world.say("anna", {"type": "claim_nickname", "nickname": "anna"})[0]["code"] == "busy"


def test_two_copies_of_a_request_to_sit_that_race_are_both_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second looks for the seat before the first has taken it, and for the table afterwards."""
    world = named(World(), "anna", "bruno")
    name = opened(world, "anna")
    sit = {"type": "sit", "table": name, "request": "request-1"}
    seat, looked = world.players.seat, list[str]()

    def first_copy_in_between(who: str) -> Seat | None:
        found = seat(who)
        if not looked:
            looked.append(who)
            world.say("bruno", sit)
        return found

    monkeypatch.setattr(world.players, "seat", first_copy_in_between)

    answers = world.say("bruno", sit)

    assert {answer["type"] for answer in answers} == {"seated"}
