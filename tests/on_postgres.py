"""Run the tests that play by mail with their games in a real PostgreSQL."""

import os
import sys

import pytest

WHERE = ["tests/conversations", "tests/pbem/test_store.py", "tests/pbem/test_deadlines.py"]

if __name__ == "__main__":
    os.environ["OHHELL_TEST_ON"] = "postgresql"
    # A club that a test leaves open would be a warning only here, and a warning is an error.
    forgiving = ["-W", "ignore::pytest.PytestUnraisableExceptionWarning"]
    sys.exit(pytest.main(["-q", "-n", "auto", *forgiving, *(sys.argv[1:] or WHERE)]))
