-- Ministore: the tables of the shop.
--
-- Money is integer US cents (`_c`), every price a multiple of 25. Times are ISO text (`2026-03-16T09:00:01`),
-- days ISO dates. Text columns that differ between languages are named in `SITE.localized`; everything else is
-- equal in all five databases. Every table has rowids, so that the journal can put rows back.

-- People ---------------------------------------------------------------------------------------------------

CREATE TABLE users (
    id INTEGER PRIMARY KEY,
    username TEXT NOT NULL UNIQUE,           -- ASCII, the same in every language
    pw TEXT NOT NULL,                        -- a password hash; '!' for people nobody logs in as
    display_name TEXT NOT NULL,              -- localized
    phone TEXT NOT NULL DEFAULT '',          -- ASCII digits
    joined TEXT NOT NULL,                    -- ISO date
    wallet_c INTEGER NOT NULL DEFAULT 0 CHECK (wallet_c >= 0)
);

CREATE TABLE addresses (
    id INTEGER PRIMARY KEY,
    user_id INTEGER NOT NULL REFERENCES users (id),
    label TEXT NOT NULL CHECK (label IN ('home', 'office', 'other')),
    full_name TEXT NOT NULL,                 -- localized, as are line1, area and city
    phone TEXT NOT NULL,                     -- 7 to 15 ASCII digits
    line1 TEXT NOT NULL,
    area TEXT NOT NULL,
    city TEXT NOT NULL,
    postcode TEXT NOT NULL,                  -- 3 to 6 ASCII digits
    is_default INTEGER NOT NULL DEFAULT 0 CHECK (is_default IN (0, 1))
);
CREATE INDEX addresses_by_user ON addresses (user_id);

CREATE TABLE cards (
    id INTEGER PRIMARY KEY,
    user_id INTEGER NOT NULL REFERENCES users (id),
    brand TEXT NOT NULL,                     -- VISA, MC
    last4 TEXT NOT NULL,
    exp TEXT NOT NULL                        -- YYYY-MM
);

CREATE TABLE pickup_points (
    id TEXT PRIMARY KEY,                     -- pp1 .. pp6
    name TEXT NOT NULL,                      -- localized, as are line1, area and city
    line1 TEXT NOT NULL,
    area TEXT NOT NULL,
    city TEXT NOT NULL
);

-- Catalogue ------------------------------------------------------------------------------------------------

CREATE TABLE categories (
    slug TEXT PRIMARY KEY,
    seq INTEGER NOT NULL UNIQUE,             -- order in menus, from 1
    name TEXT NOT NULL                       -- localized
);

CREATE TABLE countries (code TEXT PRIMARY KEY, name TEXT NOT NULL);           -- name localized
CREATE TABLE colors (code TEXT PRIMARY KEY, name TEXT NOT NULL);              -- name localized
CREATE TABLE materials (code TEXT PRIMARY KEY, name TEXT NOT NULL);           -- name localized

CREATE TABLE kinds (
    code TEXT PRIMARY KEY,                   -- sofa, kettle, ...
    cat TEXT NOT NULL REFERENCES categories (slug),
    name TEXT NOT NULL                       -- localized
);

CREATE TABLE brands (
    id INTEGER PRIMARY KEY,                  -- 1 .. 99
    name TEXT NOT NULL UNIQUE,               -- fictional, ASCII, the same in every language
    country TEXT NOT NULL REFERENCES countries (code)
);

CREATE TABLE products (
    id TEXT PRIMARY KEY,                     -- P0001 .. P2565
    cat TEXT NOT NULL REFERENCES categories (slug),
    kind TEXT NOT NULL REFERENCES kinds (code),
    brand_id INTEGER NOT NULL REFERENCES brands (id),
    name TEXT NOT NULL,                      -- localized, unique
    descr TEXT NOT NULL,                     -- localized
    bullets TEXT NOT NULL,                   -- localized, one a line
    keywords TEXT NOT NULL,                  -- localized words that search finds but no page shows
    color TEXT REFERENCES colors (code),     -- NULL where a colour means nothing (food)
    material TEXT REFERENCES materials (code),
    price_c INTEGER NOT NULL CHECK (price_c > 0 AND price_c % 25 = 0),
    list_price_c INTEGER NOT NULL CHECK (list_price_c >= price_c AND list_price_c % 25 = 0),  -- equal: no discount
    stock INTEGER NOT NULL CHECK (stock >= 0),   -- with options: the sum over them, moved together with them
    ship_class TEXT NOT NULL CHECK (ship_class IN ('std', 'bulky')),
    free_ship INTEGER NOT NULL CHECK (free_ship IN (0, 1)),
    weight_g INTEGER NOT NULL,
    l_mm INTEGER NOT NULL,
    w_mm INTEGER NOT NULL,
    h_mm INTEGER NOT NULL,
    warranty_m INTEGER NOT NULL,             -- months, 0: none
    return_days INTEGER NOT NULL CHECK (return_days IN (0, 7, 15, 30)),
    created_at TEXT NOT NULL,
    name_key TEXT NOT NULL,                  -- localized: fold(name)
    search_key TEXT NOT NULL                 -- localized: fold(name, brand, kind, category, colour, material, keywords)
);
CREATE INDEX products_by_category ON products (cat);
CREATE INDEX products_by_brand ON products (brand_id);

CREATE TABLE product_images (
    pid TEXT NOT NULL REFERENCES products (id),
    seq INTEGER NOT NULL,                    -- from 1
    path TEXT NOT NULL,                      -- file name in the folder of pictures: P0001.webp
    PRIMARY KEY (pid, seq)
);

CREATE TABLE product_options (               -- shoes only
    pid TEXT NOT NULL REFERENCES products (id),
    size TEXT NOT NULL,                      -- EU 36 .. 46, as '36' .. '46'
    stock INTEGER NOT NULL CHECK (stock >= 0),
    PRIMARY KEY (pid, size)
);

-- What people write ----------------------------------------------------------------------------------------

CREATE TABLE reviews (
    id INTEGER PRIMARY KEY,
    pid TEXT NOT NULL REFERENCES products (id),
    user_id INTEGER NOT NULL REFERENCES users (id),
    rating INTEGER NOT NULL CHECK (rating BETWEEN 1 AND 5),
    title TEXT NOT NULL,                     -- localized
    body TEXT NOT NULL,                      -- localized
    recommend INTEGER NOT NULL CHECK (recommend IN (0, 1)),
    verified INTEGER NOT NULL CHECK (verified IN (0, 1)),
    created_at TEXT NOT NULL,
    edited_at TEXT,
    helpful_seed INTEGER NOT NULL DEFAULT 0, -- votes of people who have no row in review_votes
    UNIQUE (pid, user_id)
);
CREATE INDEX reviews_by_user ON reviews (user_id);
CREATE INDEX reviews_by_product_rating ON reviews (pid, rating);

CREATE TABLE review_votes (
    review_id INTEGER NOT NULL REFERENCES reviews (id),
    user_id INTEGER NOT NULL REFERENCES users (id),
    PRIMARY KEY (review_id, user_id)
);

CREATE TABLE questions (
    id INTEGER PRIMARY KEY,
    pid TEXT NOT NULL REFERENCES products (id),
    user_id INTEGER NOT NULL REFERENCES users (id),
    body TEXT NOT NULL,                      -- localized
    created_at TEXT NOT NULL
);
CREATE INDEX questions_by_product ON questions (pid);
CREATE INDEX questions_by_user ON questions (user_id);

CREATE TABLE answers (
    id INTEGER PRIMARY KEY,
    qid INTEGER NOT NULL REFERENCES questions (id),
    user_id INTEGER REFERENCES users (id),   -- NULL: the seller
    by_seller INTEGER NOT NULL CHECK (by_seller IN (0, 1) AND by_seller = (user_id IS NULL)),
    body TEXT NOT NULL,                      -- localized
    created_at TEXT NOT NULL,
    helpful_seed INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX answers_by_question ON answers (qid);
CREATE INDEX answers_by_user ON answers (user_id);

CREATE TABLE answer_votes (
    answer_id INTEGER NOT NULL REFERENCES answers (id),
    user_id INTEGER NOT NULL REFERENCES users (id),
    PRIMARY KEY (answer_id, user_id)
);

CREATE TABLE wishlist (
    user_id INTEGER NOT NULL REFERENCES users (id),
    pid TEXT NOT NULL REFERENCES products (id),
    price_c INTEGER NOT NULL,                -- the price on the day it was added
    added_at TEXT NOT NULL,
    PRIMARY KEY (user_id, pid)
);

-- Buying ---------------------------------------------------------------------------------------------------

CREATE TABLE coupons (
    code TEXT PRIMARY KEY,                   -- ASCII capitals and digits
    kind TEXT NOT NULL CHECK (kind IN ('percent', 'fixed', 'freeship')),
    value INTEGER NOT NULL,                  -- percent, or cents, or 0
    min_subtotal_c INTEGER NOT NULL DEFAULT 0,
    max_discount_c INTEGER,                  -- NULL: no cap
    cat TEXT REFERENCES categories (slug),   -- NULL: any
    brand_id INTEGER REFERENCES brands (id), -- NULL: any
    starts TEXT NOT NULL,                    -- first ISO date on which it holds
    ends TEXT NOT NULL,                      -- last ISO date on which it holds
    usage_limit INTEGER,                     -- NULL: none
    used INTEGER NOT NULL DEFAULT 0,
    per_user INTEGER NOT NULL DEFAULT 1,     -- uses by one user, 0: any number
    first_order_only INTEGER NOT NULL DEFAULT 0 CHECK (first_order_only IN (0, 1)),
    descr TEXT NOT NULL                      -- localized
);

CREATE TABLE coupon_uses (
    id INTEGER PRIMARY KEY,
    code TEXT NOT NULL REFERENCES coupons (code),
    user_id INTEGER NOT NULL REFERENCES users (id),
    order_id TEXT NOT NULL REFERENCES orders (id),
    used_at TEXT NOT NULL
);

CREATE TABLE carts (
    user_id INTEGER PRIMARY KEY REFERENCES users (id),
    coupon TEXT REFERENCES coupons (code)
);

CREATE TABLE cart_items (
    id INTEGER PRIMARY KEY,
    user_id INTEGER NOT NULL REFERENCES users (id),
    pid TEXT NOT NULL REFERENCES products (id),
    size TEXT NOT NULL DEFAULT '',           -- '' where the product has no options
    qty INTEGER NOT NULL CHECK (qty BETWEEN 1 AND 10),
    UNIQUE (user_id, pid, size)
);

CREATE TABLE orders (
    id TEXT PRIMARY KEY,                     -- MS-100001 ..
    user_id INTEGER NOT NULL REFERENCES users (id),
    status TEXT NOT NULL CHECK (status IN ('placed', 'confirmed', 'packed', 'shipped', 'out_for_delivery',
        'delivered', 'cancelled', 'returned')),
    placed_at TEXT NOT NULL,
    subtotal_c INTEGER NOT NULL,
    discount_c INTEGER NOT NULL DEFAULT 0,
    shipping_c INTEGER NOT NULL,             -- the bulky surcharge is inside
    giftwrap_c INTEGER NOT NULL DEFAULT 0,
    total_c INTEGER NOT NULL CHECK (total_c = subtotal_c - discount_c + shipping_c + giftwrap_c),
    coupon TEXT REFERENCES coupons (code),
    ship_method TEXT NOT NULL CHECK (ship_method IN ('standard', 'express', 'pickup')),
    pickup_point TEXT REFERENCES pickup_points (id),
    pay_method TEXT NOT NULL CHECK (pay_method IN ('cod', 'card', 'wallet')),
    card_id INTEGER REFERENCES cards (id),
    address_id INTEGER,                      -- where the snapshot came from; the address may be gone since
    full_name TEXT NOT NULL,                 -- localized, as are line1, area, city: the address as it was
    phone TEXT NOT NULL,
    line1 TEXT NOT NULL,
    area TEXT NOT NULL,
    city TEXT NOT NULL,
    postcode TEXT NOT NULL,
    note TEXT NOT NULL DEFAULT '',           -- localized
    eta_date TEXT NOT NULL,
    cancel_reason TEXT CHECK (cancel_reason IN ('changed_mind', 'wrong_item', 'too_slow', 'found_cheaper', 'other')),
    cancel_detail TEXT NOT NULL DEFAULT '',  -- localized
    refund_c INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX orders_by_user ON orders (user_id, placed_at);

CREATE TABLE order_items (
    id INTEGER PRIMARY KEY,
    order_id TEXT NOT NULL REFERENCES orders (id),
    pid TEXT NOT NULL REFERENCES products (id),
    size TEXT NOT NULL DEFAULT '',
    qty INTEGER NOT NULL CHECK (qty >= 1),
    unit_c INTEGER NOT NULL
);
CREATE INDEX order_items_by_order ON order_items (order_id);
CREATE INDEX order_items_by_product ON order_items (pid);

CREATE TABLE order_events (
    id INTEGER PRIMARY KEY,
    order_id TEXT NOT NULL REFERENCES orders (id),
    status TEXT NOT NULL,
    at TEXT NOT NULL
);
CREATE INDEX order_events_by_order ON order_events (order_id);

-- Ephemeral: reset, but never counted as a change ------------------------------------------------------------

CREATE TABLE sessions (token TEXT PRIMARY KEY, user_id INTEGER NOT NULL, created_at TEXT NOT NULL);

CREATE TABLE checkout_draft (
    user_id INTEGER PRIMARY KEY,
    address_id INTEGER,
    method TEXT,
    pickup_point TEXT,
    note TEXT NOT NULL DEFAULT '',
    gift_wrap INTEGER NOT NULL DEFAULT 0,
    pay_method TEXT,
    card_id INTEGER
);

-- The last number given out: cart_items, orders (the digits of MS-100001), order_items, order_events,
-- coupon_uses, addresses, reviews, questions, answers, and the clock's sequence. Seeded with the highest id.
CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL);

-- What is computed, never stored by hand ---------------------------------------------------------------------

CREATE VIEW product_ratings AS
SELECT pid, COUNT(*) AS review_count, AVG(rating) AS rating,
    (SUM(rating) * 20 + COUNT(*)) / (2 * COUNT(*)) AS tenths,  -- as it is shown: to one decimal, halves up
    SUM(rating = 1) AS stars_1, SUM(rating = 2) AS stars_2, SUM(rating = 3) AS stars_3,
    SUM(rating = 4) AS stars_4, SUM(rating = 5) AS stars_5
FROM reviews GROUP BY pid;

CREATE VIEW review_scores AS
SELECT reviews.id AS review_id,
    helpful_seed + (SELECT COUNT(*) FROM review_votes WHERE review_id = reviews.id) AS helpful
FROM reviews;

CREATE VIEW answer_scores AS
SELECT answers.id AS answer_id,
    helpful_seed + (SELECT COUNT(*) FROM answer_votes WHERE answer_id = answers.id) AS helpful
FROM answers;
