"""``python -m toolfold``."""

import sys

from toolfold.cli import main

if __name__ == "__main__":
    sys.exit(main())
