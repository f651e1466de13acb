"""`coppie`: four seats, partners opposite, people and the game's own players in any mix."""

import itertools

import pytest

from circolo.games import BURRACO
from circolo.refusal import Code, Refusal
from circolo.table.settings import Format, Level
from circolo.table.state import Abandon, Cause, DueKind, Phase
from circolo.table.view import view
from tests.table.builders import ANNA, BRUNO, CARLA, DINO, NOON, Played, coppie, settings


def test_partners_sit_opposite() -> None:
    assert BURRACO.sides(settings(format=Format.COPPIE)) == ((0, 2), (1, 3))


def test_the_match_starts_with_the_fourth_person() -> None:
    played = Played(settings(format=Format.COPPIE))
    phases = []
    for player in (BRUNO, CARLA, DINO):
        played.sit(player)
        phases.append(played.table.phase)

    assert phases == [Phase.WAITING, Phase.WAITING, Phase.PLAYING]


@pytest.mark.parametrize("deals", [2, 3, 4])
def test_a_match_of_pairs_is_played_to_its_end(deals: int) -> None:
    played = coppie(deals=deals).until(lambda table: table.phase is Phase.ENDED)

    result = BURRACO.result(played.table.settings, played.table.scores)
    assert len(played.table.scores) == deals
    assert sum(result["vp"]) == 20


def test_the_deal_passes_clockwise_round_four_seats() -> None:
    played = coppie(deals=4)
    dealers: list[int] = []
    while len(dealers) < 4:
        dealers.append(played.table.head.dealer)
        played.until(lambda table: table.phase is not Phase.PLAYING)
        played.until(lambda table: table.phase in (Phase.PLAYING, Phase.ENDED))

    assert dealers == [(dealers[0] + passed) % 4 for passed in range(4)]


def test_one_may_choose_his_seat_and_so_his_partner() -> None:
    played = Played(settings(format=Format.COPPIE))

    played.sit(BRUNO, 2)

    assert [person.seats for person in played.table.persons] == [(0,), (2,)]


def test_a_partners_seat_taken_twice_is_refused() -> None:
    played = Played(settings(format=Format.COPPIE))
    played.sit(BRUNO, 2)

    assert played.sit(CARLA, 2) == Refusal(Code.SEAT_TAKEN, "seat", {"free": [1, 3]})
    assert len(played.table.persons) == 2


@pytest.mark.parametrize("seat", [-1, 4, 9])
def test_a_seat_that_is_not_there_is_refused(seat: int) -> None:
    assert Played(settings(format=Format.COPPIE)).sit(BRUNO, seat) == Refusal(Code.NO_SUCH_SEAT, "seat", {"seats": 4})


def test_who_leaves_a_waiting_table_frees_his_own_seat() -> None:
    played = Played(settings(format=Format.COPPIE))
    played.sit(BRUNO, 2)
    played.sit(CARLA, 3)
    played.leave(BRUNO)

    assert played.table.phase is Phase.WAITING
    assert isinstance(played.sit(DINO, 2), tuple)


MIXES = [seats for size in (1, 2, 3) for seats in itertools.combinations((1, 2, 3), size)]


@pytest.mark.parametrize("ai_seats", MIXES)
def test_people_and_the_game_itself_play_in_any_mix(ai_seats: tuple[int, ...]) -> None:
    played = coppie(ai=Level.BASELINE, ai_seats=ai_seats).until(lambda table: table.phase is Phase.ENDED)

    assert {person.seats[0] for person in played.table.persons if person.is_ai} == set(ai_seats)


def test_one_person_with_three_of_the_games_own_has_no_turn_clock() -> None:
    played = coppie(ai=Level.BASELINE).until(lambda table: table.due.kind is DueKind.LEFT_ALONE)

    assert len(played.table.people) == 1


def test_two_people_with_two_of_the_games_own_have_a_turn_clock() -> None:
    played = coppie(ai=Level.BASELINE, ai_seats=(1, 3)).until(lambda table: table.due.kind is DueKind.TURN)

    assert len(played.table.people) == 2


def test_the_games_own_players_in_a_row_each_have_a_clock_of_their_own() -> None:
    played = coppie(ai=Level.BASELINE).until(lambda table: table.due.kind is DueKind.AI_TURN)
    clocks = []
    while played.table.due.kind is DueKind.AI_TURN:
        clocks.append(played.table.due.clock)
        played.expire()

    assert len(set(clocks)) == len(clocks) >= 2


@pytest.mark.parametrize(
    ("chosen", "code", "field"),
    [
        ({"ai_seats": (1,)}, Code.BAD_SETTINGS, "ai_seats"),
        ({"ai": Level.BASELINE, "ai_seats": ()}, Code.BAD_SETTINGS, "ai_seats"),
        ({"ai": Level.BASELINE, "ai_seats": (1, 1)}, Code.BAD_SETTINGS, "ai_seats"),
        ({"ai": Level.BASELINE, "ai_seats": (0, 1, 2, 3)}, Code.BAD_SETTINGS, "ai_seats"),
        ({"ai": Level.BASELINE, "ai_seats": (4,)}, Code.NO_SUCH_SEAT, "ai_seats"),
        ({"ai": Level.BASELINE, "invited": (ANNA, BRUNO)}, Code.BAD_SETTINGS, "invited"),
    ],
)
def test_absurd_seats_for_the_game_itself_are_refused(chosen: dict[str, object], code: Code, field: str) -> None:
    refusal = BURRACO.check(settings(format=Format.COPPIE, **chosen))

    assert (refusal.code, refusal.field) == (code, field)


def test_invitations_and_the_games_own_players_go_together_while_a_seat_is_left() -> None:
    chosen = settings(format=Format.COPPIE, ai=Level.BASELINE, ai_seats=(1, 3), invited=(ANNA, BRUNO))
    played = Played(chosen)

    assert BURRACO.check(chosen) is None
    assert played.sit(CARLA) == Refusal(Code.NOT_INVITED)
    assert isinstance(played.sit(BRUNO), tuple)


def test_nobody_sees_his_partners_hand() -> None:
    table = coppie().table

    for person in table.persons:
        assert set(view(table, person.id, NOON)["deal"]["hands"]) == {str(person.seats[0])}


def test_one_persons_abandonment_voids_the_match_for_the_three_others() -> None:
    played = coppie()

    played.leave(CARLA)

    assert played.table.phase is Phase.VOID
    assert played.table.abandonment == Abandon((2,), Cause.LEFT)


def test_all_who_miss_the_sheet_abandon_together() -> None:
    played = coppie().until(lambda table: table.phase is Phase.SHEET)
    played.close_sheet(BRUNO)
    played.close_sheet(DINO)

    played.expire()

    assert played.table.abandonment == Abandon((0, 2), Cause.SHEET)
