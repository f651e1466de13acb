"""The rulebook holds for the whole match: a newer version that arrives in the meantime is for new tables."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from circolo.burraco import rulebook
from circolo.games import BURRACO, GAMES
from circolo.table.record import decode, encode
from circolo.table.state import Phase
from tests.table.builders import ended, playing

FILES = rulebook.FOLDER


@pytest.fixture
def newer_fibur(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """FIBUR@2 beside FIBUR@1: a burraco pulito pays 1 000, every difference is 20-0."""
    folder = tmp_path / "rulebooks"
    shutil.copytree(FILES, folder)
    content = json.loads((FILES / "FIBUR@1.json").read_text())
    content["version"] = 2
    content["burraco_bonuses"]["pulito"] = 1000
    for table in content["victory_points"]:
        table["upper_edges"] = list(range(10))
    (folder / "FIBUR@2.json").write_text(json.dumps(content))
    monkeypatch.setattr(rulebook, "FOLDER", folder)
    _forget()
    yield
    monkeypatch.undo()
    _forget()


def _forget() -> None:
    rulebook.load.cache_clear()
    rulebook.identifiers.cache_clear()


@pytest.mark.usefixtures("newer_fibur")
def test_a_new_table_is_opened_by_the_newest_version() -> None:
    assert BURRACO.rulebook("FIBUR") == "FIBUR@2"
    assert BURRACO.rulebook("FIBUR@1") == "FIBUR@1"


def test_a_match_keeps_the_version_it_began_with(request: pytest.FixtureRequest) -> None:
    stored = encode(playing(rulebook="FIBUR@1").table)
    request.getfixturevalue("newer_fibur")

    table = decode(stored, GAMES)

    assert table.settings.rulebook == "FIBUR@1"
    assert table.deal.rulebook.identifier == "FIBUR@1"


@pytest.mark.usefixtures("newer_fibur")
def test_each_version_pays_by_its_own_figures() -> None:
    older, newer = ended(rulebook="FIBUR@1").table, ended(rulebook="FIBUR@2").table

    results = [BURRACO.result(table.settings, table.scores) for table in (older, newer)]

    assert older.phase is newer.phase is Phase.ENDED
    assert results[0]["totals"] != results[1]["totals"]
    assert sorted(results[1]["vp"]) == [0, 20]
