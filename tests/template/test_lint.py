from pathlib import Path

from cfnlint.api import lint_file


def test_template_has_no_finding_of_the_linter(root: Path) -> None:
    findings = lint_file(root / "template.yaml")

    assert [str(finding) for finding in findings] == []
