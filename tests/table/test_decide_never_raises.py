"""Whatever typed command arrives at whatever moment: events, a refusal or a repetition, never an exception."""

from hypothesis import given, settings, strategies

from circolo.burraco.actions import Discard, Draw, Lay, Meld, Take
from circolo.refusal import Refusal
from circolo.table.decide import decide
from circolo.table.events import CloseSheet, Leave, Play, Repeated, Sit
from circolo.table.fold import apply
from tests.table.builders import ANNA, BRUNO, CARLA, NOON, Played, at_sheet, coppie, ended, playing

MOMENTS = [
    Played().table,
    playing().table,
    playing().until(lambda table: len(table.log) >= 30).table,
    coppie().until(lambda table: len(table.log) >= 20).table,
    at_sheet().table,
    ended().table,
]
for left in (playing(), at_sheet(), Played()):
    left.leave(ANNA)
    MOMENTS.append(left.table)

numbers = strategies.integers(-2, 6) | strategies.integers(-(10**18), 10**18)
cards = strategies.integers(0, 52) | numbers
actions = strategies.one_of(
    strategies.just(Draw()),
    strategies.just(Take()),
    strategies.lists(cards, max_size=20).map(lambda some: Meld(tuple(some))),
    strategies.tuples(numbers, strategies.lists(cards, max_size=20)).map(lambda some: Lay(some[0], tuple(some[1]))),
    cards.map(Discard),
)
people = strategies.sampled_from([ANNA, BRUNO, CARLA, "", "ai:baseline"])
digests = strategies.sampled_from([b"", b"play", b"else"])
commands = strategies.one_of(
    strategies.builds(Sit, people, strategies.none() | numbers),
    strategies.builds(Leave, people, numbers, digests),
    strategies.builds(CloseSheet, people, numbers, digests, numbers),
    strategies.builds(Play, people, numbers, digests, numbers, numbers, actions),
)


@given(moment=strategies.sampled_from(MOMENTS), command=commands, chance=strategies.randoms(use_true_random=True))
@settings(max_examples=600, deadline=None)
def test_a_command_is_decided_or_refused(moment: object, command: object, chance: object) -> None:
    decision = decide(moment, command, NOON, chance)

    if not isinstance(decision, Refusal | Repeated):
        after = moment
        for event in decision:
            after = apply(after, event)
        assert after != moment
