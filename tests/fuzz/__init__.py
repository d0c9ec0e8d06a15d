"""Fuzzing guided by coverage: streams and saved states nobody wrote, and what must hold for each.

An input is JSON, so that a found one can be read, shortened and made a row by hand. ``edits`` changes JSON in the ways
streams break; ``stream`` and ``saved`` say what must hold; ``__main__`` lets atheris drive them (`poe fuzz`).
"""
