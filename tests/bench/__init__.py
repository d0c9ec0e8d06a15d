"""How fast toolfold is, beside a loop written by hand and beside what else could be used instead.

``python -m tests.bench`` runs everything and prints the tables. ``streams``, ``formats`` and ``objects`` make what is
folded; ``ours``, ``hand`` and ``peers`` fold it; ``contests`` says who meets whom over what; ``clock`` measures,
``worker`` is one process and ``processes`` are all; ``results``, ``goals``, ``tables`` and ``page`` write it down.

The goals are reported and never asserted, since time depends on the machine. What does not depend on it, the work that
is done, is asserted in ``tests/core/test_work.py``.
"""
