"""The sheet of a kind, as who writes kinds asks for it."""

import pytest

from images import preview
from images.rendering import backend


def test_without_the_renderer_the_extra_is_told_and_nothing_is_written(monkeypatch, tmp_path):
    monkeypatch.setattr(backend, "_MODULES", ("mitsuba_that_is_not_there",))
    out = tmp_path / "sheets" / "sheet.png"
    monkeypatch.setattr("sys.argv", ["images.preview", "power_bank", "1", str(out)])
    with pytest.raises(SystemExit, match=r"mitsuba_that_is_not_there.*pip install 'lowagent\[render\]'"):
        preview.main()
    assert not out.parent.exists()
