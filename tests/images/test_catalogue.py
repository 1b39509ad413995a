import pytest

from images.catalogue import read_catalogue

LINE = (
    '{"id": "P1", "kind": "mug", "color": "red", "material": "ceramic", "design": "mug-1", '
    '"shape": {"body": "tall"}, "pattern": "dots", "accent": "white", "size_mm": [80, 81, 95]}'
)


def test_a_line_is_a_product(tmp_path):
    path = tmp_path / "catalogue.jsonl"
    path.write_text(f"{LINE}\n")
    (entry,) = read_catalogue(path)
    assert (entry.id, entry.design) == ("P1", "mug-1")
    assert entry.product.size_mm == (80, 81, 95)
    assert entry.product.shape == {"body": "tall"}


@pytest.mark.parametrize(
    "bad", ["", "{}", LINE.replace("[80, 81, 95]", "[80, 81]"), LINE.replace("{", "[", 1)]
)
def test_a_bad_line_is_named(tmp_path, bad):
    path = tmp_path / "catalogue.jsonl"
    path.write_text(f"{LINE}\n{bad}\n")
    with pytest.raises(ValueError, match=r"catalogue.jsonl, line 2: not a product"):
        read_catalogue(path)
