"""The checker of signed statements: `verify_statement.py`, which also runs by itself."""
