"""The demo's score sheets: every item of the sheet, aligned, and no wider than a terminal."""

from random import Random

from local import score_sheet
from tests.client.tables import Match

NAMES = ("Ada", "Bartolomeo_Primo")


def ended() -> Match:
    """A match played to its end."""
    match = Match(Random(21), steady=True)
    while not match.over:
        match.step()
    return match


def test_a_sheet_shows_every_item_of_both_sides_and_every_meld():
    match = ended()
    view = match.view("ada")

    text = score_sheet.deal_sheet(view, NAMES)

    rows = {line.split()[0]: line.split()[-2:] for line in text.splitlines() if line.strip()}
    sides = view["deal"]["sheet"]["sides"]
    for item, italian, _ in (*score_sheet.ITEMS, ("total", "Totale", "")):
        assert rows[italian] == [str(side[item]) for side in sides]
    for side in sides:
        for meld in side["melds"]:
            assert " ".join(meld["cards"]) in text.replace("[", "").replace("]", "")


def test_a_result_shows_totals_victory_points_and_ranking_points():
    match = ended()
    view = match.view("ada")

    rows = [line.split() for line in score_sheet.result(view, NAMES).splitlines()]

    for words, field in (("Totale", "totals"), ("Victory", "vp"), ("Punti", "ranking_points")):
        row = next(row for row in rows if row[:1] == [words])
        assert row[-2:] == [str(points) for points in view["result"][field]]


def test_nothing_is_wider_than_80_columns():
    view = ended().view("ada")
    longest = {"cards": ["XX"] * 14, "wild_at": 3, "value": 240, "kind": "reale_sporco", "bonus": 1500}
    view["deal"]["sheet"]["sides"][0]["melds"].append(longest)

    text = "\n".join(
        (
            score_sheet.heading(1, view, NAMES),
            score_sheet.deal_sheet(view, NAMES),
            score_sheet.result(view, NAMES),
        )
    )

    assert max(map(len, text.splitlines())) <= 80
