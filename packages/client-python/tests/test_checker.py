"""The checker that the client ships."""

import glob
import os
import re
import subprocess
import sys
import unittest

from company_data.checker import verify_statement

PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
VECTORS = os.path.join(PACKAGE, "..", "statement-verifier", "vectors")


class TheChecker(unittest.TestCase):
    def test_is_in_the_package_with_everything_else(self) -> None:
        with open(os.path.join(PACKAGE, "pyproject.toml"), encoding="utf-8") as file:
            listed = re.search(r"^packages = \[(.*)\]$", file.read(), re.MULTILINE)
        shipped = set(re.findall(r'"([^"]+)"', listed[1] if listed else ""))
        found = glob.glob("company_data/**/__init__.py", root_dir=PACKAGE, recursive=True)
        self.assertEqual(shipped, {os.path.dirname(each).replace(os.sep, ".") for each in found})

    def test_accepts_the_vectors_that_docs_have(self) -> None:
        keys = verify_statement.keys_of(os.path.join(VECTORS, "statement-keys.json"))
        paths = sorted(glob.glob(os.path.join(VECTORS, "20*.ndjson")))
        self.assertEqual([faults for _path, faults in verify_statement.check_all(paths, keys)], [[]] * 4)

    def test_runs_by_itself_with_the_standard_library_alone(self) -> None:
        words = [sys.executable, "-I", "-S", "-B", str(verify_statement.__file__)]
        files = [os.path.join(VECTORS, name) for name in ("2026-10.ndjson", "statement-keys.json")]
        ran = subprocess.run([*words, *files], capture_output=True, text=True, check=False)
        self.assertEqual((ran.returncode, ran.stdout, ran.stderr), (0, "ok\n", ""))
