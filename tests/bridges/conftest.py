"""What the tests here share, and run in processes of their own, needs their packages."""

collect_ignore = ["graphs.py", "runs.py"]
