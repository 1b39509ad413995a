"""Small data sets in the published formats of photographs, painted here: nothing of theirs is in them."""

import csv
import gzip
import io
import json

from PIL import Image

OLD_REFERENCE, ABSENT = (f"images/references/ministore/{name}.webp" for name in ("3fa9", "07b1"))
PRODUCTS = {
    "P0001": ("mug", "red", "ceramic"),
    "P0002": ("mug", "red", "ceramic"),
    "P0003": ("sofa", "grey", "velvet"),
    "P0004": ("rug", "blue", "wool"),
}


def picture(color, size=(40, 30), kind="JPEG", **options) -> bytes:
    file = io.BytesIO()
    Image.new("RGBA" if kind == "PNG" else "RGB", size, color).save(file, kind, **options)
    return file.getvalue()


def listing(item, product_type, name, color, material=None, *, image=None, others=()) -> dict:
    english = {"language_tag": "en_US"}
    return {
        "item_id": item,
        "item_name": [{"language_tag": "de_DE", "value": "Etwas"}, {**english, "value": name}],
        "product_type": [{"value": product_type}],
        "color": [{"language_tag": "de_DE", "value": "bunt"}, {**english, "value": color}],
        **({"material": [{**english, "value": material}]} if material else {}),
        "main_image_id": image or f"{item}main",
        **({"other_image_id": list(others)} if others else {}),
        "item_dimensions": {
            side: {"normalized_value": {"unit": "inches", "value": value}}
            for side, value in (("length", 10), ("width", 4), ("height", 3))
        },
        "item_weight": [{"normalized_value": {"unit": "pounds", "value": 2}}],
    }


MUG = listing("B1", "DRINKING_CUP", "Coffee Mug", "Red", "Stoneware", others=["B1side", "shared"])
GLASS_MUG = listing("B2", "DRINKING_CUP", "Tall Mug", "Crimson", "Glass", others=["B2side"])
SOFA = listing("B3", "SOFA", "Deep Sofa", "Charcoal", others=["shared"])
NO_COLOR = listing("B4", "RUG", "Area Rug", "Blue/White")
NO_KIND = listing("B5", "PET_TOY", "Squeaking Bone", "Red")
COLORS = {"B1main": "red", "B1side": "orange", "B2main": "pink", "B3main": "grey", "shared": "green"}


class DataSet:
    """A folder in the layout of Amazon Berkeley Objects."""

    def __init__(self, folder):
        self.folder = folder

    def write_listings(self, rows, name="listings_0.json.gz"):
        path = self.folder / "listings/metadata" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        lines = [row if isinstance(row, bytes) else json.dumps(row).encode() for row in rows]
        path.write_bytes(gzip.compress(b"".join(line + b"\n" for line in lines)))
        return path

    def write_images(self, images):
        path = self.folder / "images/metadata/images.csv.gz"
        path.parent.mkdir(parents=True, exist_ok=True)
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows(
            [["image_id", "height", "width", "path"], *([i, 30, 40, self.place(i)] for i in images)]
        )
        path.write_bytes(gzip.compress(text.getvalue().encode()))
        for image, data in images.items():
            self.write_image(image, data)

    def write_image(self, image, data):
        file = self.folder / "images/small" / self.place(image)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)

    def place(self, image):
        return f"{image[:2]}/{image}.jpg"


def lines(path) -> list[dict]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def report(folder) -> dict:
    return json.loads((folder / "import.json").read_text())


def color_at(path, at=(240, 180)):
    with Image.open(path) as image:
        return image.convert("RGB").getpixel(at)


def is_like(color, expected) -> bool:
    return all(abs(one - other) < 12 for one, other in zip(color, expected, strict=True))
