"""``lowagent doctor``: the findings for a person's eyes, and mending when asked."""

from collections.abc import Callable, Sequence

from harness.doctor import Finding, diagnose, mend


def report_on_machine(*, fix: bool, say: Callable[[str], None]) -> bool:
    """Print what was found; with ``fix`` install what is missing and look again.

    Returns:
        Whether nothing is missing in the end.
    """
    findings = diagnose()
    if fix and not _all_well(findings):
        _print(findings, say)
        mend(findings, say)
        findings = diagnose()
    _print(findings, say)
    return _all_well(findings)


def _all_well(findings: Sequence[Finding]) -> bool:
    return all(finding.ok for finding in findings)


def _print(findings: Sequence[Finding], say: Callable[[str], None]) -> None:
    for finding in findings:
        say(f"{'ok' if finding.ok else 'MISSING':8}{finding.name:11}{finding.found}")
        if finding.remedy:
            say(f"{'':19}mend it: {finding.remedy}")
