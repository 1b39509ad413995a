"""Rows of what is sold: categories, words, brands, products, coupons."""

from collections.abc import Sequence

from sites.kit.localization import fold
from sites.kit.seeding import Tables, Text
from sites.ministore.catalogue import load_catalogue
from sites.ministore.seed.account import AccountPlan
from sites.ministore.seed.coupons import describe
from sites.ministore.seed.products import Product

BULLET_SEPARATOR = "\n"


def write_names(tables: Tables) -> None:
    """Categories, countries, colours, materials, kinds, brands, pickup points."""
    catalogue, write = load_catalogue(), tables.word
    categories = list(dict.fromkeys(kind.category for kind in catalogue.kinds.values()))
    countries = sorted({brand.country for brand in catalogue.brands})
    tables.insert(
        "categories", ((slug, n, write(f"categories.{slug}")) for n, slug in enumerate(categories, 1))
    )
    tables.insert("countries", ((code, write(f"countries.{code}")) for code in countries))
    tables.insert("colors", ((code, write(f"colors.{code}")) for code in catalogue.colors))
    tables.insert("materials", ((code, write(f"materials.{code}.name")) for code in catalogue.materials))
    tables.insert(
        "kinds", ((code, k.category, write(f"kinds.{code}.name")) for code, k in catalogue.kinds.items())
    )
    tables.insert("brands", ((n, brand.name, brand.country) for n, brand in enumerate(catalogue.brands, 1)))
    tables.insert(
        "pickup_points",
        (
            (
                f"pp{number}",
                write(f"places.pickup_points.{point.key}.name"),
                write(f"places.pickup_points.{point.key}.address"),
                write(f"places.cities.{point.city}.areas.{point.area}"),
                write(f"places.cities.{point.city}.name"),
            )
            for number, point in enumerate(catalogue.pickup_points, 1)
        ),
    )


def write_products(tables: Tables, products: Sequence[Product]) -> None:
    """Products, their pictures, and the sizes of shoes."""
    tables.insert("products", (_product(tables, product) for product in products))
    tables.insert("product_images", ((product.id, 1, f"{product.id}.webp") for product in products))
    tables.insert(
        "product_options",
        ((product.id, size, stock) for product in products for size, stock in product.options),
    )


def write_coupons(tables: Tables, account: AccountPlan) -> None:
    """The twelve coupons."""
    tables.insert(
        "coupons",
        (
            (
                coupon.code,
                coupon.kind,
                coupon.value,
                coupon.min_subtotal_c,
                coupon.max_discount_c,
                coupon.cat,
                coupon.brand_id,
                coupon.starts,
                coupon.ends,
                coupon.usage_limit,
                coupon.used,
                coupon.per_user,
                int(coupon.first_order_only),
                tables.write(describe(coupon, account.coupon_brand)),
            )
            for coupon in account.coupons.values()
        ),
    )


def _product(tables: Tables, product: Product) -> tuple[str | int | None, ...]:
    kind, write = product.kind, tables.word
    name = tables.write(product.name)
    keywords = write(f"kinds.{product.kind_key}.keywords")
    color = None if kind.packaged else product.color
    material = None if kind.packaged else product.material
    return (
        product.id,
        kind.category,
        product.kind_key,
        product.brand_id,
        name,
        _description(tables, product),
        BULLET_SEPARATOR.join(tables.write(bullet) for bullet in _bullets(product)),
        keywords,
        color,
        material,
        product.price_c,
        product.list_price_c,
        product.stock,
        kind.ship_class,
        int(product.free_ship),
        product.weight_g,
        *product.dimensions_mm,
        product.warranty_m,
        product.return_days,
        product.created_at.isoformat(),
        fold(name),
        _search_key(tables, product, name, color, material),
    )


def _description(tables: Tables, product: Product) -> str:
    kind_text = tables.word(f"kinds.{product.kind_key}.descr")
    if product.kind.packaged:
        return kind_text
    care = Text(f"materials.{product.material}.care")
    return tables.write(Text("formats.description", {"kind_text": kind_text, "care": care}))


def _search_key(tables: Tables, product: Product, name: str, color: str | None, material: str | None) -> str:
    write = tables.word
    words = [name, product.brand, write(f"kinds.{product.kind_key}.name")]
    words.append(write(f"categories.{product.kind.category}"))
    words += [write(f"colors.{color}")] if color else []
    words += [write(f"materials.{material}.name")] if material else []
    words.append(write(f"kinds.{product.kind_key}.keywords"))
    return " ".join(tables.folded(word) for word in words)


def _bullets(product: Product) -> list[Text]:
    """The short list of a product: what it is made of, three features, its size, the brand's home."""
    material = Text(f"materials.{product.material}.name")
    color = Text(f"colors.{product.color}")
    pack = "pack_" if product.kind.packaged else ""
    section = product.kind.feature_section
    lines = [
        Text(f"bullets.{pack}material", {"material": material}),
        Text(f"bullets.{pack}color", {"color": color}),
        *(Text(f"features.{section}.{feature}") for feature in product.features),
    ]
    if product.size_text is not None:
        lines.insert(2, Text("bullets.size", {"size": product.size_text}))
    return lines
