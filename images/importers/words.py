"""What the words of a listing say in the shop's terms: kind, colour, materials.

Product types are those of Amazon Berkeley Objects. Many are so wide (HOME, SHOES, TABLE) that only the
English name tells the kind. A listing of which the tables can't tell one kind and one colour is left out:
what pages say of a product has to be true of its picture.
"""

import re
from dataclasses import dataclass
from functools import cache


@dataclass(frozen=True, slots=True)
class _Rule:
    kind: str
    types: str
    """Product types, with spaces between; * for any."""
    words: str = ""
    """Pattern that the English name has to hold; any name where empty."""


_HOME = "HOME HOME_FURNITURE_AND_DECOR HOME_BED_AND_BATH FURNITURE"
_KITCHEN = "HOME KITCHEN COOKWARE COOKWARE_SET DISHWARE FOOD_SERVICE_SUPPLY"
_SHOES = "SHOES TECHNICAL_SPORT_SHOE"
_BAGS = "LUGGAGE BAG"
_JEWELS = "FINENECKLACEBRACELETANKLET NECKLACE BRACELET FASHIONNECKLACEBRACELETANKLET ANKLET"
_TECH = "CELLULAR_PHONE_CASE WIRELESS_ACCESSORY CONSUMER_ELECTRONICS ELECTRONIC_ADAPTER"
_FOOD = "GROCERY FOOD"
_OFFICE = "OFFICE_PRODUCTS"
_CARE = "HEALTH_PERSONAL_CARE BEAUTY"

_RULES = (
    _Rule("bedside_cabinet", f"CABINET TABLE {_HOME}", r"night ?stand|bedside"),
    _Rule("coffee_table", f"TABLE {_HOME}", r"coffee table|cocktail table"),
    _Rule("dining_table", f"TABLE {_HOME}", r"dining table|kitchen table"),
    _Rule("armchair", f"CHAIR SOFA {_HOME}", r"arm ?chair|accent chair|club chair|wing ?back"),
    _Rule("dining_chair", f"CHAIR {_HOME}", r"dining (side |room )?chair"),
    _Rule("sofa", f"SOFA {_HOME}", r"\b(sofa|couch|loveseat)\b"),
    _Rule("bookshelf", f"SHELF BOOKCASE {_HOME}", r"book ?(shelf|case)"),
    _Rule("bed_frame", f"BED BED_FRAME {_HOME}", r"\bbed\b|bed ?frame"),
    _Rule("floor_lamp", f"LAMP {_HOME}", r"floor lamp"),
    _Rule("table_lamp", f"LAMP {_HOME}", r"(table|desk|bedside) lamp"),
    _Rule("bath_mat", f"RUG BATHMAT {_HOME}", r"bath ?(mat|rug)"),
    _Rule("rug", "RUG"),
    _Rule("wall_mirror", f"HOME_MIRROR MIRROR {_HOME}", r"wall.*mirror|mirror.*wall|hanging.*mirror"),
    _Rule("vase", f"VASE {_HOME}", r"\bvase\b"),
    _Rule("photo_frame", f"PICTURE_FRAME {_HOME}", r"(photo|picture) frame"),
    _Rule("wall_clock", f"CLOCK WALL_CLOCK {_HOME}", r"wall clock"),
    _Rule("candle_holder", f"CANDLE_HOLDER {_HOME}", r"candle ?(holder|stick)"),
    _Rule("mug", f"DRINKING_CUP MUG {_KITCHEN}", r"\bmugs?\b"),
    _Rule("frying_pan", f"FRYING_PAN {_KITCHEN}", r"(frying|fry) ?pan|skillet"),
    _Rule("saucepan", f"SAUCEPAN {_KITCHEN}", r"sauce ?pan"),
    _Rule("cutlery_set", f"FLATWARE {_KITCHEN}", r"cutlery|flatware"),
    _Rule("dinner_plate", f"PLATE DISHWARE_PLATE {_KITCHEN}", r"dinner plate"),
    _Rule("water_bottle", f"BOTTLE WATER_BOTTLE {_KITCHEN}", r"(water|sports?) bottle"),
    _Rule("kettle", f"KETTLE {_KITCHEN}", r"\bkettle\b"),
    _Rule("serving_bowl", f"BOWL DISHWARE_BOWL {_KITCHEN}", r"serving bowl|salad bowl"),
    _Rule("cutting_board", f"CUTTING_BOARD {_KITCHEN}", r"(cutting|chopping) board"),
    _Rule("bed_sheet", f"FLAT_SHEET FITTED_SHEET BED_LINEN_SET {_HOME}", r"\bsheets?\b"),
    _Rule("pillow", "PILLOW"),
    _Rule("bath_towel", f"TOWEL {_HOME}", r"bath towels?|\btowels?\b"),
    _Rule("curtain", f"CURTAIN WINDOW_CURTAIN {_HOME}", r"\bcurtains?\b"),
    _Rule("quilt", f"COMFORTER QUILT BLANKET {_HOME}", r"\b(quilt|comforter)\b"),
    _Rule("blanket", f"BLANKET {_HOME}", r"\b(blanket|throw)\b"),
    _Rule("running_shoe", _SHOES, r"running"),
    _Rule("slipper", f"SLIPPER {_SHOES}", r"\bslippers?\b"),
    _Rule("boot", f"BOOT {_SHOES}", r"\bboot(ie)?s?\b"),
    _Rule("sandal", f"SANDAL {_SHOES}", r"\bsandals?\b"),
    _Rule("loafer", _SHOES, r"\bloafers?\b|moccasin"),
    _Rule("sneaker", _SHOES, r"\b(sneakers?|trainers?)\b"),
    _Rule("laptop_bag", f"LAPTOP_BAG CARRYING_CASE_OR_BAG {_BAGS}", r"laptop (bag|case|sleeve)|messenger"),
    _Rule("backpack", f"BACKPACK {_BAGS}", r"back ?pack|rucksack"),
    _Rule("suitcase", f"SUITCASE {_BAGS}", r"suit ?case|spinner|hard ?side"),
    _Rule("travel_bag", f"DUFFEL_BAG {_BAGS}", r"duffel|duffle|travel bag|weekender"),
    _Rule("tote_bag", f"TOTE_BAG HANDBAG {_BAGS}", r"\btote\b"),
    _Rule("handbag", "HANDBAG"),
    _Rule("wallet", f"WALLET {_BAGS}", r"\bwallet\b"),
    _Rule("ring", "FINERING RING FASHIONRING"),
    _Rule("earrings", "FINEEARRING EARRING FASHIONEARRING"),
    _Rule("anklet", _JEWELS, r"\banklet\b"),
    _Rule("bracelet", _JEWELS, r"\b(bracelet|bangle)\b"),
    _Rule("necklace", _JEWELS, r"\b(necklace|pendant)\b"),
    _Rule("brooch", f"BROOCH {_JEWELS}", r"\bbrooch\b"),
    _Rule("wristwatch", "WATCH WRIST_WATCH"),
    _Rule("wall_charger", f"CHARGER {_TECH}", r"wall charger"),
    _Rule("charging_cable", f"CABLE ELECTRONIC_CABLE {_TECH}", r"(usb|lightning).*cable"),
    _Rule("power_bank", f"PORTABLE_POWER_BANK {_TECH}", r"power ?bank|portable charger"),
    _Rule("earbuds", f"HEADPHONES {_TECH}", r"ear ?buds|in-ear"),
    _Rule("headphones", f"HEADPHONES {_TECH}", r"headphones?|headset"),
    _Rule("speaker", f"SPEAKERS {_TECH}", r"\bspeaker\b"),
    _Rule("phone_case", "CELLULAR_PHONE_CASE"),
    _Rule("tea", f"TEA {_FOOD}", r"\btea\b"),
    _Rule("biscuits", f"COOKIE BISCUIT {_FOOD}", r"\b(biscuits?|cookies)\b"),
    _Rule("honey", f"HONEY {_FOOD}", r"\bhoney\b"),
    _Rule("roasted_nuts", f"NUT NUTS {_FOOD}", r"roasted.*(nuts|almonds|cashews|peanuts|pistachios)"),
    _Rule("spice_mix", f"HERB SPICE SEASONING {_FOOD}", r"spice|seasoning|masala"),
    _Rule("soap", f"SKIN_CLEANING_AGENT SOAP {_CARE}", r"\bsoap\b"),
    _Rule("shampoo", f"HAIR_CLEANER_CONDITIONER SHAMPOO {_CARE}", r"shampoo"),
    _Rule(
        "vitamin_tablets", f"VITAMIN NUTRITIONAL_SUPPLEMENT {_CARE}", r"vitamin.*tablets?|tablets?.*vitamin"
    ),
    _Rule("notebook", f"NOTEBOOK PAPER_PRODUCT {_OFFICE}", r"notebook"),
    _Rule("ballpoint_pen", f"WRITING_INSTRUMENT PEN {_OFFICE}", r"ball ?(point)? ?pens?"),
    _Rule("desk_organizer", f"DESK_ORGANIZER {_OFFICE}", r"desk organi[sz]er"),
    _Rule("stapler", f"STAPLER {_OFFICE}", r"\bstapler\b"),
    _Rule("scissors", f"SCISSORS {_OFFICE}", r"\bscissors\b"),
    _Rule("screwdriver_set", "SCREWDRIVER TOOLS HARDWARE", r"screwdriver"),
    _Rule("hammer", "HAMMER TOOLS HARDWARE", r"\bhammer\b"),
    _Rule("led_bulb", "LIGHT_BULB"),
)

_COLORS = {  # phrases of a colour, with | between
    "black": "black|ebony|jet",
    "white": "white",
    "grey": "grey|gray|charcoal|slate|graphite|ash",
    "beige": "beige|tan|sand|camel|oatmeal|khaki|taupe",
    "brown": "brown|walnut|chocolate|cognac|espresso|mahogany|chestnut",
    "red": "red|scarlet|crimson",
    "maroon": "maroon|burgundy|wine|bordeaux",
    "pink": "pink|fuchsia|blush",
    "orange": "orange",
    "yellow": "yellow|mustard",
    "green": "green|emerald",
    "olive": "olive",
    "turquoise": "turquoise|teal|aqua",
    "blue": "blue|cobalt|azure",
    "navy": "navy|navy blue",
    "purple": "purple|violet|plum",
    "lavender": "lavender|lilac",
    "gold": "gold|golden",
    "silver": "silver",
    "cream": "cream|ivory|off white",
}
_CONFUSED = re.compile(r"rose gold|multi ?colou?r(ed)?|\bmulti\b|assorted")

_MATERIALS = {  # phrases that may mean a material, with | between
    "leather": "leather",
    "suede": "suede",
    "velvet": "velvet",
    "linen": "linen",
    "cotton": "cotton",
    "polyester": "polyester|microfiber",
    "wool": "wool",
    "silk": "silk",
    "jute": "jute",
    "canvas": "canvas",
    "nylon": "nylon",
    "rubber": "rubber",
    "silicone": "silicone|tpu",
    "plastic": "plastic|polypropylene|polycarbonate|abs|tpu",
    "oak": "oak|wood|wooden",
    "teak": "teak|wood|wooden",
    "pine": "pine|wood|wooden",
    "bamboo": "bamboo",
    "rattan": "rattan|wicker",
    "stainless_steel": "stainless|steel|metal",
    "aluminium": "aluminium|aluminum|metal",
    "brass": "brass|metal",
    "cast_iron": "cast iron|iron|metal",
    "titanium": "titanium",
    "sterling_silver": "sterling",
    "pearl": "pearl",
    "glass": "glass",
    "ceramic": "ceramic|stoneware",
    "porcelain": "porcelain",
    "marble": "marble",
    "cardboard": "cardboard|paper",
    "tinplate": "tin|tinplate",
}


def kind_of(product_type: str, name: str) -> str | None:
    """The shop's kind of a listing, by its product type and English name; None where no rule fits."""
    lower = name.lower()
    for rule in _RULES:
        if product_type in rule.types.split() and re.search(rule.words, lower):
            return rule.kind
    return None


def color_of(text: str) -> str | None:
    """The one colour of the shop that a text names; None for none, or for several."""
    lower = text.lower().replace("-", " ")
    if _CONFUSED.search(lower):
        return None
    found = {color for phrase, color in _phrases_in(lower, _color_phrases())}
    return found.pop() if len(found) == 1 else None


def materials_of(text: str) -> frozenset[str]:
    """The materials of the shop that a text may mean; empty where it names none."""
    lower = text.lower().replace("-", " ")
    return frozenset(name for name, words in _MATERIALS.items() if _names(lower, words))


def kinds_named() -> frozenset[str]:
    """The kinds that listings can have."""
    return frozenset(rule.kind for rule in _RULES)


def _phrases_in(text: str, phrases: tuple[tuple[str, str], ...]) -> list[tuple[str, str]]:
    """Those that stand in the text as words; what a longer one has taken is taken from shorter ones."""
    found = []
    for phrase, meaning in phrases:
        text, count = re.subn(rf"\b{re.escape(phrase)}\b", " | ", text)
        found += [(phrase, meaning)] * bool(count)
    return found


@cache
def _color_phrases() -> tuple[tuple[str, str], ...]:
    pairs = [(phrase, color) for color, words in _COLORS.items() for phrase in words.split("|")]
    return tuple(sorted(pairs, key=lambda pair: (-len(pair[0]), pair)))


def _names(text: str, words: str) -> bool:
    return any(re.search(rf"\b{re.escape(phrase)}\b", text) for phrase in words.split("|"))
