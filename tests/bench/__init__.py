"""How fast toolfold is, beside a loop written by hand and beside what else could be used instead.

``python -m tests.bench`` runs everything and prints the tables. ``streams`` and ``formats`` make what is folded,
``ours``, ``hand`` and ``peers`` fold it, ``contests`` says who meets whom over what, ``clock`` measures, ``worker`` is one
process, and ``tables`` and ``page`` write down what came of it. Nothing in here says what a good result is, except the
goals in ``tables``, which are reported and never asserted: time depends on the machine. What does not depend on it,
the work that is done, is asserted in ``tests/core/test_work.py``.
"""
