"""Actions as stored logs hold them."""

import msgspec
import pytest

from circolo.burraco.actions import Action, Discard, Draw, Lay, Meld, Take


@pytest.mark.parametrize(
    ("action", "stored"),
    [
        (Draw(), b"[0]"),
        (Take(), b"[1]"),
        (Meld((4, 5, 6)), b"[2,[4,5,6]]"),
        (Lay(1, (7,)), b"[3,1,[7]]"),
        (Discard(52), b"[4,52]"),
    ],
)
def test_the_stored_form_of_each_action_is_fixed(action: Action, stored: bytes) -> None:
    assert msgspec.json.encode(action) == stored
    assert msgspec.json.decode(stored, type=Action) == action


@pytest.mark.parametrize("stored", [b"[5]", b"[0,1]", b"[4]", b'[4,"KC"]', b"{}"])
def test_anything_else_is_no_action(stored: bytes) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(stored, type=Action)
