-- RailSetu: the tables of the railway.
--
-- Money is integer US cents (`_c`), every amount a multiple of 25. Times are ISO text (`2026-03-16T09:00:01`),
-- days ISO dates, times of day `HH:MM`. A train's run is named by the day on which it leaves its first station
-- (`run_date`); a journey's `date` is the day on which the train leaves the station where the journey begins. Text
-- columns that differ between languages are named in `SITE.localized`; everything else is equal in all five
-- databases. Every table has rowids, so that the journal can put rows back.
--
-- Codes:  class    1A 2A 3A SL (berths), EC CC (seats)
--         quota    GN general, TQ Tatkal, LD ladies, SS senior citizens
--         gender   M F T
--         berth    LB lower, MB middle, UB upper, SL side lower, SU side upper; WS window, MS middle, AS aisle seat
--         status   of a passenger: CNF confirmed, RAC, WL waiting list, NOSB child without a berth, CAN cancelled
--                  of a ticket: CNF, RAC, WL, PARTIAL (mixed), CANCELLED (all passengers), FLOWN (travelled)

-- People ---------------------------------------------------------------------------------------------------

CREATE TABLE users (
    id INTEGER PRIMARY KEY,
    username TEXT NOT NULL UNIQUE,           -- ASCII, the same in every language
    pw TEXT NOT NULL,                        -- a password hash; '!' for people nobody logs in as
    display_name TEXT NOT NULL,              -- localized
    mobile TEXT NOT NULL,                    -- 10 ASCII digits; fills the booking form
    joined TEXT NOT NULL                     -- ISO date
);

CREATE TABLE master_pax (                    -- a user's saved passengers, 12 at most
    id INTEGER PRIMARY KEY,
    user_id INTEGER NOT NULL REFERENCES users (id),
    name TEXT NOT NULL,                      -- localized; 3 to 40 characters, no digits
    age INTEGER NOT NULL CHECK (age BETWEEN 5 AND 120),
    gender TEXT NOT NULL CHECK (gender IN ('M', 'F', 'T')),
    berth TEXT NOT NULL CHECK (berth IN ('NONE', 'LB', 'MB', 'UB', 'SL', 'SU', 'WS')),
    id_type TEXT NOT NULL CHECK (id_type IN ('none', 'aadhaar', 'passport', 'pan', 'voter', 'licence')),
    id_no TEXT NOT NULL DEFAULT ''           -- ASCII capitals and digits; '' when id_type is none
);
CREATE INDEX master_pax_by_user ON master_pax (user_id);

-- The network ----------------------------------------------------------------------------------------------

CREATE TABLE stations (
    code TEXT PRIMARY KEY,                   -- NDLS
    name TEXT NOT NULL,                      -- localized, unique
    name_key TEXT NOT NULL,                  -- localized: fold(name)
    sort_key TEXT NOT NULL                   -- localized: orders the names as a dictionary does
);

CREATE TABLE trains (
    no TEXT PRIMARY KEY,                     -- five digits
    seq INTEGER NOT NULL UNIQUE,             -- order in lists, from 1
    name TEXT NOT NULL,                      -- localized, without the number
    type TEXT NOT NULL CHECK (type IN ('rajdhani', 'shatabdi', 'vande_bharat', 'superfast')),
    days_mask INTEGER NOT NULL CHECK (days_mask BETWEEN 1 AND 127),   -- days of run_date: bit 0 Monday .. bit 6 Sunday
    classes TEXT NOT NULL,                   -- the highest first: '1A 2A 3A'
    coaches TEXT NOT NULL,                   -- how many of each, in the same order: '1 2 5'
    cat_plus INTEGER NOT NULL CHECK (cat_plus IN (0, 1))    -- dearer base fare, meals offered, no superfast charge
);

CREATE TABLE stops (
    train_no TEXT NOT NULL REFERENCES trains (no),
    seq INTEGER NOT NULL,                    -- from 1
    code TEXT NOT NULL REFERENCES stations (code),
    arr TEXT,                                -- NULL at the first stop
    dep TEXT,                                -- NULL at the last stop
    day INTEGER NOT NULL CHECK (day >= 1),   -- of arrival and departure; 1 is the run_date
    km INTEGER NOT NULL CHECK (km >= 0),     -- from the first stop
    platform INTEGER NOT NULL CHECK (platform >= 1),
    PRIMARY KEY (train_no, seq),
    UNIQUE (train_no, code)
);
CREATE INDEX stops_by_station ON stops (code);

CREATE TABLE fares (                         -- of one adult, for each pair of stops and class of a train
    train_no TEXT NOT NULL REFERENCES trains (no),
    from_code TEXT NOT NULL REFERENCES stations (code),
    to_code TEXT NOT NULL REFERENCES stations (code),
    class TEXT NOT NULL,
    km INTEGER NOT NULL,
    base_c INTEGER NOT NULL,
    resv_c INTEGER NOT NULL,                 -- reservation charge
    sf_c INTEGER NOT NULL,                   -- superfast charge, 0 on cat_plus trains
    cater_c INTEGER NOT NULL,                -- meals, optional; 0 where none are served
    gst_c INTEGER NOT NULL,                  -- tax on base, reservation and superfast charge; 0 in SL
    tatkal_c INTEGER,                        -- added in the TQ quota; NULL in 1A
    total_c INTEGER NOT NULL                 -- the full fare in GN, meals included; without Tatkal and booking fee
        CHECK (total_c = base_c + resv_c + sf_c + cater_c + gst_c),
    PRIMARY KEY (train_no, from_code, to_code, class)
);

CREATE TABLE inventory (                     -- one row for each run that can be booked, class and quota
    train_no TEXT NOT NULL REFERENCES trains (no),
    run_date TEXT NOT NULL,                  -- 2026-03-16 .. 2026-05-15, running days only; TQ only 2026-03-17
    class TEXT NOT NULL,
    quota TEXT NOT NULL CHECK (quota IN ('GN', 'TQ', 'LD', 'SS')),
    total INTEGER NOT NULL,                  -- berths of the quota
    booked INTEGER NOT NULL CHECK (booked BETWEEN 0 AND total),   -- available: total - booked
    rac_used INTEGER NOT NULL DEFAULT 0 CHECK (rac_used BETWEEN 0 AND rac_max),   -- the last RAC number given out
    rac_max INTEGER NOT NULL DEFAULT 0,
    wl_used INTEGER NOT NULL DEFAULT 0 CHECK (wl_used BETWEEN 0 AND wl_max),      -- the last WL number given out
    wl_max INTEGER NOT NULL DEFAULT 0,
    held TEXT NOT NULL,                      -- berths taken by people who have no row in pax: hex, bit i for the
                                             -- i-th berth of the quota (sites.railsetu.berths); never changes
    PRIMARY KEY (train_no, run_date, class, quota)
);

-- Tickets --------------------------------------------------------------------------------------------------

CREATE TABLE pnrs (
    pnr TEXT PRIMARY KEY,                    -- 10 digits
    user_id INTEGER NOT NULL REFERENCES users (id),
    train_no TEXT NOT NULL REFERENCES trains (no),
    from_code TEXT NOT NULL REFERENCES stations (code),
    to_code TEXT NOT NULL REFERENCES stations (code),
    board_at TEXT NOT NULL REFERENCES stations (code),    -- from_code or a later stop
    board_changed INTEGER NOT NULL DEFAULT 0 CHECK (board_changed IN (0, 1)),   -- it may be changed once
    run_date TEXT NOT NULL,                  -- the train leaves its first station
    date TEXT NOT NULL,                      -- the train leaves from_code
    class TEXT NOT NULL,
    quota TEXT NOT NULL CHECK (quota IN ('GN', 'TQ', 'LD', 'SS')),
    booked_at TEXT NOT NULL,
    mobile TEXT NOT NULL,                    -- 10 ASCII digits
    meal INTEGER NOT NULL CHECK (meal IN (0, 1)),          -- 0 where none are served
    auto_upgrade INTEGER NOT NULL CHECK (auto_upgrade IN (0, 1)),
    only_confirm INTEGER NOT NULL CHECK (only_confirm IN (0, 1)),
    base_c INTEGER NOT NULL,                 -- each part is the sum over the passengers
    resv_c INTEGER NOT NULL,
    sf_c INTEGER NOT NULL,
    cater_c INTEGER NOT NULL,
    gst_c INTEGER NOT NULL,
    tatkal_c INTEGER NOT NULL,
    conv_fee_c INTEGER NOT NULL,             -- booking fee of the ticket, never given back
    total_c INTEGER NOT NULL
        CHECK (total_c = base_c + resv_c + sf_c + cater_c + gst_c + tatkal_c + conv_fee_c),
    pay_method TEXT NOT NULL CHECK (pay_method IN ('card', 'upi', 'netbanking', 'wallet')),
    status TEXT NOT NULL CHECK (status IN ('CNF', 'RAC', 'WL', 'PARTIAL', 'CANCELLED', 'FLOWN')),
    chart INTEGER NOT NULL CHECK (chart IN (0, 1)),        -- whether the chart of the run is prepared
    refund_c INTEGER NOT NULL DEFAULT 0      -- sum of the passengers' refunds
);
CREATE INDEX pnrs_by_user ON pnrs (user_id, date);
CREATE INDEX pnrs_by_run ON pnrs (train_no, run_date, class, quota);

CREATE TABLE pax (                           -- the passengers of a ticket
    pnr TEXT NOT NULL REFERENCES pnrs (pnr),
    n INTEGER NOT NULL CHECK (n BETWEEN 1 AND 6),
    name TEXT NOT NULL,                      -- localized where the seed wrote it; else as typed
    age INTEGER NOT NULL CHECK (age BETWEEN 5 AND 120),
    gender TEXT NOT NULL CHECK (gender IN ('M', 'F', 'T')),
    berth_pref TEXT NOT NULL CHECK (berth_pref IN ('NONE', 'LB', 'MB', 'UB', 'SL', 'SU', 'WS')),
    child_no_berth INTEGER NOT NULL CHECK (child_no_berth IN (0, 1)),
    coach TEXT,                              -- S3; NULL without a berth; kept when cancelled
    berth_no INTEGER,
    berth_type TEXT,
    booked_status TEXT NOT NULL CHECK (booked_status IN ('CNF', 'RAC', 'WL', 'NOSB')),   -- when it was booked
    status TEXT NOT NULL CHECK (status IN ('CNF', 'RAC', 'WL', 'NOSB', 'CAN')),
    rank INTEGER,                            -- number on the RAC or waiting list; no cancellation changes it
    fare_c INTEGER NOT NULL,                 -- all parts but the booking fee
    refund_c INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (pnr, n)
);

CREATE TABLE refunds (                       -- one row for each cancelled passenger
    id INTEGER PRIMARY KEY,
    pnr TEXT NOT NULL REFERENCES pnrs (pnr),
    pax_n INTEGER NOT NULL,
    at TEXT NOT NULL,
    deduct_c INTEGER NOT NULL,               -- deduct_c + refund_c is the passenger's fare_c
    refund_c INTEGER NOT NULL,
    UNIQUE (pnr, pax_n)
);

-- What is kept on cancelling: one row for each band of time before the departure from board_at. Where no band
-- holds, the passenger can't be cancelled any more. A child without a berth counts as CNF.
CREATE TABLE cancel_bands (
    quota TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('CNF', 'RAC', 'WL')),
    min_minutes INTEGER NOT NULL,            -- holds from so many minutes before departure,
    max_minutes INTEGER,                     -- and below so many; NULL: no upper end
    charge TEXT NOT NULL CHECK (charge IN ('flat', 'percent', 'clerkage', 'all')),   -- percent: at least the flat charge
    pct INTEGER NOT NULL DEFAULT 0,          -- of the passenger's fare, for percent
    PRIMARY KEY (quota, status, min_minutes)
);

CREATE TABLE cancel_flat (
    class TEXT PRIMARY KEY,
    flat_c INTEGER NOT NULL,
    clerk_c INTEGER NOT NULL                 -- clerkage
);

-- Ephemeral: reset, but never counted as a change ------------------------------------------------------------

CREATE TABLE sessions (token TEXT PRIMARY KEY, user_id INTEGER NOT NULL, created_at TEXT NOT NULL);

CREATE TABLE booking_draft (                 -- what was chosen on the way to a ticket
    user_id INTEGER PRIMARY KEY,
    train_no TEXT NOT NULL,
    from_code TEXT NOT NULL,
    to_code TEXT NOT NULL,
    date TEXT NOT NULL,
    class TEXT NOT NULL,
    quota TEXT NOT NULL,
    board_at TEXT NOT NULL,
    mobile TEXT NOT NULL,
    meal INTEGER NOT NULL,
    auto_upgrade INTEGER NOT NULL,
    only_confirm INTEGER NOT NULL
);

CREATE TABLE draft_pax (
    user_id INTEGER NOT NULL,
    n INTEGER NOT NULL,
    name TEXT NOT NULL,
    age INTEGER NOT NULL,
    gender TEXT NOT NULL,
    berth_pref TEXT NOT NULL,
    child_no_berth INTEGER NOT NULL,
    PRIMARY KEY (user_id, n)
);

-- The last number given out: pnrs (see sites.railsetu.pnrs), refunds, master_pax, and the clock's sequence.
CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL);
