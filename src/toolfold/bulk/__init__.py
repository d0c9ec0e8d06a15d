"""Logs by the million: fragments of many streams, in any order, folded to one row for each call.

Here is what cuts logs into work that can be stopped at any time, sorts fragments into streams on the disk, and folds
each stream by itself. What a fragment means is the fold's to say, and what a terminal shows the verb's. The engines
(DuckDB, Arrow) are imported by the functions that need them, so that their absence costs nobody else anything.
"""

from toolfold.bulk.groups import folded, keyed
from toolfold.bulk.options import Options
from toolfold.bulk.rows import COLUMNS, schema
from toolfold.bulk.run import Answer, Effort, bulk
from toolfold.bulk.work import Unusable

__all__ = ["COLUMNS", "Answer", "Effort", "Options", "Unusable", "bulk", "folded", "keyed", "schema"]
