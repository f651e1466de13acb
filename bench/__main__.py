"""`make bench`: every measure, printed as it is kept in RESULTS.md."""

from bench import desk, records, start


def main() -> None:
    """Print every measure."""
    for title, report in (
        ("Records", records.report),
        ("Desk", desk.report),
        ("Start", start.report),
    ):
        print(f"## {title}\n\n{report()}\n", flush=True)


main()
