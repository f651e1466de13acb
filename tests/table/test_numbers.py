"""Numbered commands: once each, in order, bound to their deal and turn."""

from msgspec.structs import replace

from circolo.burraco.actions import Discard, Draw, Take
from circolo.burraco.game import Burraco
from circolo.refusal import Code, Refusal
from circolo.table.decide import decide
from circolo.table.events import CloseSheet, Leave, Play, Repeated
from circolo.table.settings import Settings
from tests.table.builders import ANNA, BRUNO, CARLA, Played, at_sheet, ended, playing


class FourHands(Burraco):
    """A table with room for more than two, so that one may come and go while it waits."""

    def sides(self, settings: Settings) -> tuple[tuple[int, ...], ...]:
        return ((0, 2), (1, 3))


def command(played: Played, player: str, number: int, digest: bytes = b"play", **named: int) -> Play:
    return Play(player, number, digest, named.get("deal", played.number), named.get("turn", played.turn), Draw())


def judged(played: Played, asked: object) -> object:
    return decide(played.table, asked, played.now, played.random)


def test_an_accepted_command_takes_the_next_number() -> None:
    played = playing()
    player = played.on_turn

    played.play(player, Draw())

    assert played.next(player) == 2


def test_a_repetition_answers_the_same_and_changes_nothing() -> None:
    played = playing()
    player = played.on_turn
    first = command(played, player, 1)
    played._decided(judged(played, first))
    seq = played.table.seq

    again = judged(played, first)

    assert again == Repeated(1, seq)
    assert played.table.seq == seq


def test_a_repetition_is_recognised_after_others_have_moved_on() -> None:
    played = playing()
    player = played.on_turn
    first = command(played, player, 1)
    played._decided(judged(played, first))
    seq = played.table.seq
    played.expire()
    played.play(played.on_turn, Draw())

    assert judged(played, first) == Repeated(1, seq)


def test_another_content_under_a_used_number_is_refused() -> None:
    played = playing()
    player = played.on_turn
    played._decided(judged(played, command(played, player, 1)))

    refusal = judged(played, command(played, player, 1, b"else"))

    assert refusal == Refusal(Code.NUMBER_REUSED, "n", {"expected": 2})


def test_a_number_ahead_of_its_turn_is_refused() -> None:
    played = playing()

    refusal = judged(played, command(played, played.on_turn, 3))

    assert refusal == Refusal(Code.NUMBER_GAP, "n", {"expected": 1})


def test_a_refusal_uses_no_number() -> None:
    played = playing()
    player = played.on_turn

    refused = played.play(player, Discard(0))

    assert refused == Refusal(Code.MUST_DRAW)
    assert played.next(player) == 1


def test_each_person_counts_for_himself() -> None:
    played = playing()
    first = played.on_turn
    played.play(first, Draw())
    played.expire()
    second = played.on_turn

    played.play(second, Draw())

    assert (played.next(first), played.next(second)) == (2, 2)


def test_a_move_of_another_deal_is_refused() -> None:
    played = playing()

    refusal = judged(played, command(played, played.on_turn, 1, deal=2))

    assert refusal == Refusal(Code.WRONG_DEAL, "deal", {"expected": 1})


def test_a_move_of_another_turn_is_refused() -> None:
    played = playing()

    refusal = judged(played, command(played, played.on_turn, 1, turn=2))

    assert refusal == Refusal(Code.WRONG_TURN, "turn", {"expected": 0})


def test_a_move_out_of_turn_is_refused() -> None:
    played = playing()

    assert played.play(played.waiting, Draw()) == Refusal(Code.NOT_YOUR_TURN)


def test_a_stranger_has_no_command_at_a_table() -> None:
    played = playing()

    assert played.play(CARLA, Take()) == Refusal(Code.NOT_SEATED)
    assert played.leave(CARLA) == Refusal(Code.NOT_SEATED)


def test_a_move_after_the_deal_is_over_is_refused() -> None:
    for played in (at_sheet(), ended()):
        assert played.play(ANNA, Draw()) == Refusal(Code.DEAL_OVER)


def test_a_sheet_is_closed_once() -> None:
    played = at_sheet()
    played.close_sheet(ANNA)

    assert played.close_sheet(ANNA) == Refusal(Code.SHEET_CLOSED)


def test_a_sheet_of_another_deal_is_not_closed() -> None:
    played = at_sheet()

    refusal = judged(played, CloseSheet(ANNA, played.next(ANNA), b"shee", 2))

    assert refusal == Refusal(Code.WRONG_DEAL, "deal", {"expected": 1})


def test_no_sheet_is_closed_while_a_deal_is_played() -> None:
    assert playing().close_sheet(ANNA) == Refusal(Code.WRONG_PHASE)


def test_nobody_leaves_a_match_that_is_over() -> None:
    assert ended().leave(BRUNO) == Refusal(Code.WRONG_PHASE)


def test_commands_of_a_new_stay_never_repeat_the_numbers_of_an_earlier_one() -> None:
    played = Played()
    four_hands = replace(played.table, game=FourHands())
    played.table = four_hands
    played.sit(CARLA)
    played.leave(CARLA)
    played.sit(CARLA)

    late = judged(played, Leave(CARLA, 1, b"leav"))

    assert played.next(CARLA) == 2
    assert late == Refusal(Code.NUMBER_REUSED, "n", {"expected": 2})
