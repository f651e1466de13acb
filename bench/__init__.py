"""What playing costs, measured: run `make bench`, results and kind of machine in RESULTS.md."""
