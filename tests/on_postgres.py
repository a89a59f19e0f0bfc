"""Run all tests, or those that are named, on a real PostgreSQL."""

import os
import sys

import pytest

from tests.servers.postgres import programs

if __name__ == "__main__":
    os.environ["OHHELL_TEST_ON"] = "postgresql"
    os.environ["PATH"] = f"{programs()}:{os.environ['PATH']}"
    # A club that a test leaves open would be a warning only here, and a warning is an error.
    forgiving = ["-W", "ignore::pytest.PytestUnraisableExceptionWarning"]
    # A test that waits for a lock for ever is ended, and says where it waits.
    ended = ["-o", "faulthandler_timeout=300", "-o", "faulthandler_exit_on_timeout=true"]
    sys.exit(pytest.main(["-q", "-n", "auto", *forgiving, *ended, *sys.argv[1:]]))
