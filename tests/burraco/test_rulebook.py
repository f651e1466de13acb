"""Rulebooks: the figures of each, and what is refused in a file (burraco-rules, sections 1, 5, 6 and 7)."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from circolo.burraco.kind import Kind
from circolo.burraco.rulebook import (
    InvalidRulebook,
    UnknownRulebook,
    identifiers,
    identifiers_among,
    load,
    newest,
    parse,
)
from circolo.cards import BY_NOTATION

VALUES = {"jolly": 30, "2": 20, "A": 15, **dict.fromkeys("34567", 5), **dict.fromkeys("89TJQK", 10)}
EDGES = [40, 120, 200, 300, 400, 500, 620, 740, 870, 1000]


def content() -> dict[str, Any]:
    """A file in order."""
    return {
        "name": "CLUB",
        "version": 3,
        "federation": "A club",
        "source": "its own rules",
        "card_values": dict(VALUES),
        "burraco_bonuses": {"pulito": 200, "sporco": 100},
        "closing_bonus": 100,
        "pozzetto_penalty": 100,
        "pozzetto_penalty_if_nobody_took": True,
        "victory_points": [
            {"deals": deals, "upper_edges": list(EDGES), "verified": False, "source": "invented"} for deals in (2, 3, 4)
        ],
    }


class TestFigures:
    @pytest.mark.parametrize("identifier", ["FIBUR@1", "FITAB@1"])
    @pytest.mark.parametrize(
        ("card", "points"), [("XX", 30), ("2S", 20), ("AH", 15), ("KD", 10), ("8C", 10), ("7C", 5), ("3S", 5)]
    )
    def test_card_values(self, identifier: str, card: str, points: int) -> None:
        assert load(identifier).values[BY_NOTATION[card]] == points

    def test_fibur_knows_three_kinds_of_burraco(self) -> None:
        assert load("FIBUR@1").bonuses == {Kind.PULITO: 200, Kind.SEMIPULITO: 150, Kind.SPORCO: 100}

    def test_fitab_knows_seven(self) -> None:
        assert load("FITAB@1").bonuses == {
            Kind.PULITO: 200,
            Kind.SEMIPULITO: 150,
            Kind.SPORCO: 100,
            Kind.REALE: 300,
            Kind.REALE_SPORCO: 250,
            Kind.SUPER: 250,
            Kind.SUPER_SPORCO: 200,
        }

    @pytest.mark.parametrize(("identifier", "both_pay"), [("FIBUR@1", False), ("FITAB@1", True)])
    def test_what_nobody_taking_a_pozzetto_costs(self, identifier: str, both_pay: bool) -> None:
        assert load(identifier).pozzetto_penalty_if_nobody_took is both_pay

    def test_fibur_bands(self) -> None:
        tables = load("FIBUR@1").victory_points

        assert tables[2].upper_edges == tuple(EDGES)
        assert tables[3].upper_edges == (50, 150, 250, 350, 500, 650, 800, 1000, 1250, 1500)
        assert tables[4].upper_edges == (100, 300, 500, 700, 900, 1100, 1300, 1500, 1700, 2000)

    def test_every_table_says_where_it_comes_from(self) -> None:
        for identifier in identifiers():
            assert all(table.source for table in load(identifier).victory_points.values())


class TestVersions:
    def test_a_bare_name_is_its_newest_version(self) -> None:
        assert load("FIBUR") is load("FIBUR@1")
        assert newest("CLUB", ("CLUB@2", "CLUB@10", "FIBUR@1")) == "CLUB@10"

    def test_every_file_of_the_folder_is_a_rulebook_of_its_own_name(self) -> None:
        assert {"FIBUR@1", "FITAB@1"} <= set(identifiers())
        assert [load(identifier).identifier for identifier in identifiers()] == list(identifiers())

    def test_versions_are_numbers_and_other_files_are_passed_over(self) -> None:
        names = ["CLUB@10.json", "CLUB@9.json", "CLUB@1.json", "notes.txt", "CLUB.json", "CLUB@x.json"]

        assert identifiers_among(names) == ("CLUB@1", "CLUB@9", "CLUB@10")

    @pytest.mark.parametrize(
        "identifier", ["", "@", "@1", "CLUB", "FIBUR@2", "FIBUR@", "FIBUR@01", "../FIBUR@1", "fibur"]
    )
    def test_an_unknown_one_is_a_lookup_error(self, identifier: str) -> None:
        with pytest.raises(UnknownRulebook):
            load(identifier)


Change = Callable[[dict[str, Any]], Any]


def table(change: Change) -> Change:
    """A change of the table of three deals."""
    return lambda file: change(file["victory_points"][1])


class TestValidation:
    def test_a_file_in_order_is_accepted(self) -> None:
        assert parse("CLUB@3.json", msgspec.json.encode(content())).identifier == "CLUB@3"

    @pytest.mark.parametrize(
        ("change", "field", "rule"),
        [
            pytest.param(lambda file: file.update(version=4), "version", "file name", id="another version"),
            pytest.param(lambda file: file.update(name="HOUSE"), "version", "file name", id="another name"),
            pytest.param(lambda file: file.update(name="A CLUB"), "name", "letters", id="a name with a blank"),
            pytest.param(lambda file: file.update(version=0), "version", "1 or more", id="version 0"),
            pytest.param(lambda file: file.update(version="3"), "version", "int", id="a version in quotes"),
            pytest.param(lambda file: file.update(source=" "), "source", "where", id="no source"),
            pytest.param(lambda file: file.pop("closing_bonus"), "(file)", "closing_bonus", id="a field missing"),
            pytest.param(lambda file: file.update(extra=1), "(file)", "extra", id="a field too many"),
            pytest.param(lambda file: file["card_values"].pop("T"), "card_values", "T", id="a card without value"),
            pytest.param(lambda file: file["card_values"].update(B=1), "card_values", "B", id="a card unknown"),
            pytest.param(
                lambda file: file["card_values"].update(K=-10), "card_values.K", "negative", id="a value below 0"
            ),
            pytest.param(
                lambda file: file["card_values"].update(K=7.5), "card_values[...]", "int", id="a value not whole"
            ),
            pytest.param(
                lambda file: file["burraco_bonuses"].pop("sporco"),
                "burraco_bonuses",
                "sporco",
                id="no price for sporco",
            ),
            pytest.param(
                lambda file: file["burraco_bonuses"].update(pulito=-1),
                "burraco_bonuses.pulito",
                "negative",
                id="a bonus below 0",
            ),
            pytest.param(
                lambda file: file["burraco_bonuses"].update(gigante=500),
                "burraco_bonuses",
                "gigante",
                id="a kind unknown",
            ),
            pytest.param(
                lambda file: file.update(closing_bonus=-100), "closing_bonus", "negative", id="closing below 0"
            ),
            pytest.param(
                lambda file: file.update(pozzetto_penalty=-100), "pozzetto_penalty", "negative", id="penalty below 0"
            ),
            pytest.param(
                lambda file: file.update(pozzetto_penalty_if_nobody_took=1),
                "pozzetto_penalty_if_nobody_took",
                "bool",
                id="a switch that is no switch",
            ),
            pytest.param(
                lambda file: file["victory_points"].pop(), "victory_points", "2, 3 and 4", id="a column missing"
            ),
            pytest.param(table(lambda it: it.update(deals=4)), "victory_points", "2, 3 and 4", id="a column twice"),
            pytest.param(table(lambda it: it.update(deals=5)), "victory_points", "2, 3 and 4", id="a column too many"),
            pytest.param(
                table(lambda it: it["upper_edges"].pop()),
                "victory_points[deals=3].upper_edges",
                "10 upper edges",
                id="nine bands",
            ),
            pytest.param(
                table(lambda it: it["upper_edges"].append(2000)),
                "victory_points[deals=3].upper_edges",
                "10 upper edges",
                id="eleven bands",
            ),
            pytest.param(
                table(lambda it: it.update(upper_edges=[*EDGES[:5], EDGES[4], *EDGES[6:]])),
                "victory_points[deals=3].upper_edges",
                "rise",
                id="bands that do not rise",
            ),
            pytest.param(
                table(lambda it: it.update(upper_edges=[-5, *EDGES[1:]])),
                "victory_points[deals=3].upper_edges",
                "negative",
                id="an edge below 0",
            ),
            pytest.param(
                table(lambda it: it.update(source="")),
                "victory_points[deals=3].source",
                "where",
                id="a table of no source",
            ),
            pytest.param(
                table(lambda it: it.pop("verified")), "victory_points[1]", "verified", id="a table without mark"
            ),
        ],
    )
    def test_a_breach_names_file_field_and_rule(self, change: Change, field: str, rule: str) -> None:
        file = content()
        change(file)

        with pytest.raises(InvalidRulebook) as caught:
            parse("CLUB@3.json", msgspec.json.encode(file))

        assert (caught.value.file, caught.value.field) == ("CLUB@3.json", field)
        assert rule in caught.value.rule
        assert isinstance(caught.value, ValueError)

    @pytest.mark.parametrize("data", [b"", b"{", b"\xff\xfe", b"[]", b"null"])
    def test_what_is_no_json_object_is_refused(self, data: bytes) -> None:
        with pytest.raises(InvalidRulebook, match=r"^CLUB@3\.json: \(file\): "):
            parse("CLUB@3.json", data)
