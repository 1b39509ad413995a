"""The filled databases: exact counts, equal facts in all languages, readable text in each."""

import re
import sqlite3
from contextlib import closing

import pytest

from sites.kit.clock import SITE_NOW
from sites.kit.localization import LANGUAGES, fold
from sites.ministore import SITE
from sites.ministore.catalogue import CONTENT, load_catalogue
from sites.ministore.seed import fill

WRITTEN = [lang for lang in LANGUAGES if (CONTENT / f"{lang}.yaml").exists()]
COUNTS = {
    "products": 2565,
    "categories": 10,
    "brands": 99,
    "reviews": 12_279,
    "answers": 1108,
    "coupons": 12,
    "pickup_points": 6,
    "product_images": 2565,
    "cart_items": 0,
    "sessions": 0,
}
ISO_DATE = re.compile(r"\d{4}-\d\d-\d\d")
KEYS = ("name_key", "search_key")


@pytest.fixture(scope="module")
def databases():
    """Language -> filled database in memory."""
    schema = (SITE.folder / "schema.sql").read_text(encoding="utf-8")
    filled = {lang: sqlite3.connect(":memory:") for lang in WRITTEN}
    for lang, connection in filled.items():
        connection.row_factory = sqlite3.Row
        connection.executescript(schema)
        fill(connection, lang)
    yield filled
    for connection in filled.values():
        connection.close()


@pytest.fixture
def english(databases):
    return databases["en"]


@pytest.fixture(params=WRITTEN)
def database(request, databases):
    return databases[request.param]


def one(connection, query, *values):
    return connection.execute(query, values).fetchone()[0]


def tables(connection):
    return [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]


def localized_texts(connection):
    """Every localised value with its table and column; keys for searching left out."""
    for table, columns in SITE.localized.items():
        for column in columns:
            if column not in KEYS:
                for (text,) in connection.execute(f"SELECT {column} FROM {table}"):
                    yield f"{table}.{column}", text


@pytest.mark.parametrize(("table", "count"), COUNTS.items())
def test_counts_are_those_of_the_paper(database, table, count):
    assert one(database, f"SELECT COUNT(*) FROM {table}") == count


def test_rows_refer_to_rows(database):
    assert database.execute("PRAGMA foreign_key_check").fetchall() == []


def test_facts_are_equal_in_all_languages(databases, english):
    for lang, connection in databases.items():
        for table in tables(english):
            columns = [row[1] for row in english.execute(f"PRAGMA table_info({table})")]
            kept = ", ".join(column for column in columns if column not in SITE.localized.get(table, ()))
            query = f"SELECT {kept} FROM {table} ORDER BY rowid"
            assert [tuple(r) for r in connection.execute(query)] == [
                tuple(r) for r in english.execute(query)
            ], (lang, table)


def test_no_slot_is_left_open(database):
    assert [entry for entry in localized_texts(database) if re.search(r"[{}]", entry[1])] == []


def test_localised_text_is_never_empty(database):
    optional = {"orders.note", "orders.cancel_detail"}
    assert [
        column for column, text in localized_texts(database) if not text.strip() and column not in optional
    ] == []


@pytest.mark.parametrize("lang", [lang for lang in WRITTEN if lang != "en"])
def test_only_brands_and_dates_are_latin(databases, lang):
    brands = re.compile("|".join(brand.name for brand in load_catalogue().brands))
    digits = "" if LANGUAGES[lang].digits.startswith("0") else "0-9"
    foreign = re.compile(f"[A-Za-z{digits}]")
    cleaned = (
        (key, ISO_DATE.sub("", brands.sub("", text)).replace("°C", ""))
        for key, text in localized_texts(databases[lang])
    )
    assert [entry for entry in cleaned if foreign.search(entry[1])][:5] == []


def test_product_names_are_unique_also_for_the_search(database):
    for column in ("name", "name_key"):
        assert one(database, f"SELECT COUNT(DISTINCT {column}) FROM products") == 2565


def test_people_have_different_names(database):
    assert one(database, "SELECT COUNT(*) - COUNT(DISTINCT display_name) FROM users") == 0


def test_no_two_reviews_of_a_product_are_equal(database):
    assert (
        database.execute("SELECT pid FROM reviews GROUP BY pid, title, body HAVING COUNT(*) > 1").fetchall()
        == []
    )
    assert one(database, "SELECT MIN(LENGTH(body)) FROM reviews") >= 10
    assert one(database, "SELECT MAX(LENGTH(body)) FROM reviews") <= 2000
    assert one(database, "SELECT MIN(LENGTH(title)) FROM reviews") >= 3
    assert one(database, "SELECT MAX(LENGTH(title)) FROM reviews") <= 100


def test_questions_of_a_product_differ(database):
    assert (
        database.execute("SELECT pid FROM questions GROUP BY pid, body HAVING COUNT(*) > 1").fetchall() == []
    )
    assert one(database, "SELECT MIN(LENGTH(body)) FROM questions") >= 10


def test_search_keys_are_folded_and_hold_the_name(database):
    for row in database.execute(
        "SELECT name, name_key, search_key, keywords FROM products WHERE rowid % 50 = 0"
    ):
        assert row["name_key"] == fold(row["name"])
        assert row["name_key"] in row["search_key"]
        assert all(fold(word) in row["search_key"] for word in row["keywords"].split())


def test_reviews_follow_a_law_of_few_and_many(english):
    counts = [row[0] for row in english.execute("SELECT COUNT(*) FROM reviews GROUP BY pid")]
    assert max(counts) == 60
    assert 2565 - len(counts) == round(0.06 * 2565)
    assert sum(count <= 5 for count in counts) > len(counts) / 2


def test_departments_are_of_comparable_size(english):
    sizes = [row[0] for row in english.execute("SELECT COUNT(*) FROM products GROUP BY cat")]
    assert 180 <= min(sizes) <= max(sizes) <= 400


def test_one_review_is_the_most_helpful(english):
    tied = """SELECT pid FROM reviews JOIN review_scores ON review_id = id
        JOIN (SELECT pid AS of, MAX(helpful) AS best FROM reviews
            JOIN review_scores ON review_id = id GROUP BY pid)
        ON of = pid AND best = helpful GROUP BY pid HAVING COUNT(*) > 1"""
    assert english.execute(tied).fetchall() == []


def test_one_answer_is_the_most_helpful(english):
    tied = """SELECT qid FROM answers JOIN answer_scores ON answer_id = id
        JOIN (SELECT qid AS of, MAX(helpful) AS best FROM answers
            JOIN answer_scores ON answer_id = id GROUP BY qid)
        ON of = qid AND best = helpful GROUP BY qid HAVING COUNT(*) > 1"""
    assert english.execute(tied).fetchall() == []


@pytest.mark.parametrize(
    "too_early",
    [
        "reviews r JOIN products p ON p.id = r.pid WHERE r.created_at < p.created_at",
        "questions q JOIN products p ON p.id = q.pid WHERE q.created_at < p.created_at",
        "answers a JOIN questions q ON q.id = a.qid WHERE a.created_at <= q.created_at",
        "reviews r JOIN users u ON u.id = r.user_id WHERE r.created_at < u.joined",
        "orders o JOIN users u ON u.id = o.user_id WHERE o.placed_at < u.joined",
        "orders o JOIN order_items i ON i.order_id = o.id JOIN products p ON p.id = i.pid"
        " WHERE o.placed_at < p.created_at",
    ],
)
def test_nothing_happened_before_it_could(english, too_early):
    assert one(english, f"SELECT COUNT(*) FROM {too_early}") == 0


@pytest.mark.parametrize(
    ("table", "column"),
    [
        ("reviews", "created_at"),
        ("reviews", "edited_at"),
        ("questions", "created_at"),
        ("answers", "created_at"),
        ("orders", "placed_at"),
        ("order_events", "at"),
        ("products", "created_at"),
        ("wishlist", "added_at"),
    ],
)
def test_nothing_happens_after_the_clock(english, table, column):
    assert one(english, f"SELECT MAX({column}) FROM {table}") < SITE_NOW.isoformat()


def test_money_is_in_quanta(english):
    for table in tables(english):
        for column in (
            row[1] for row in english.execute(f"PRAGMA table_info({table})") if row[1].endswith("_c")
        ):
            assert one(english, f"SELECT COUNT(*) FROM {table} WHERE {column} % 25 <> 0") == 0, (
                f"{table}.{column}"
            )


def test_stock_of_a_shoe_is_that_of_its_sizes(english):
    wrong = """SELECT products.id FROM products JOIN product_options ON pid = products.id
        GROUP BY products.id HAVING SUM(product_options.stock) <> products.stock"""
    assert english.execute(wrong).fetchall() == []
    with_sizes = one(english, "SELECT COUNT(DISTINCT pid) FROM product_options")
    assert with_sizes == one(english, "SELECT COUNT(*) FROM products WHERE cat = 'shoes'") > 0


def test_ids_go_on_after_the_last(english):
    for name, value in english.execute("SELECT name, value FROM counters"):
        if name == "orders":
            assert one(english, "SELECT MAX(id) FROM orders") == f"MS-{value}"
        else:
            assert one(english, f"SELECT COALESCE(MAX(id), 0) FROM {name}") == value


def test_the_built_database_can_be_written_again_equal():
    schema = (SITE.folder / "schema.sql").read_text(encoding="utf-8")
    dumps = []
    for _ in range(2):
        with closing(sqlite3.connect(":memory:")) as connection:
            connection.executescript(schema)
            fill(connection, "en")
            dumps.append(list(connection.iterdump()))
    assert dumps[0] == dumps[1]
