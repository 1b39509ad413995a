CREATE TABLE users (id INTEGER PRIMARY KEY, username TEXT NOT NULL UNIQUE, pw TEXT NOT NULL, display_name TEXT NOT NULL);
CREATE TABLE books (
    id TEXT PRIMARY KEY,
    title TEXT NOT NULL,
    price_c INTEGER NOT NULL CHECK (price_c % 25 = 0),
    copies INTEGER NOT NULL CHECK (copies >= 0),
    isbn TEXT UNIQUE
);
CREATE TABLE loans (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    book_id TEXT NOT NULL REFERENCES books (id) ON DELETE CASCADE,
    at TEXT NOT NULL,
    PRIMARY KEY (user_id, book_id)
);
CREATE TABLE jottings (rowid TEXT, body, length INTEGER GENERATED ALWAYS AS (length(body)) STORED, weight REAL);
CREATE TABLE sessions (token TEXT PRIMARY KEY, user_id INTEGER NOT NULL, created_at TEXT NOT NULL);
CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL);
CREATE VIEW lent AS SELECT book_id, COUNT(*) AS readers FROM loans GROUP BY book_id;
