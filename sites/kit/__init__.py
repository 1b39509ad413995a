"""What every site is built from: language, database, application, accounts, forms, control, the listener."""
