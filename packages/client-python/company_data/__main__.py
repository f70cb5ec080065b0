"""`python -m company_data receipts check FILE`: proves the receipts that the client kept."""

from __future__ import annotations

import argparse
import os
import sys

from company_data import Client, CompanyDataError, StatementsError


def _plain(text: str) -> str:
    """What a server says moves no cursor and changes no colour."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def main(words: list[str] | None = None) -> int:
    """0: all is proved, or too young to be. 1: something is not. 2: wrong use."""
    parser = argparse.ArgumentParser(prog="python -m company_data")
    receipts = parser.add_subparsers(required=True, metavar="receipts").add_parser("receipts")
    check = receipts.add_subparsers(required=True, metavar="check").add_parser("check")
    check.add_argument("file", metavar="FILE", help="results, or their receipts, one a line")
    check.add_argument("--url", default=os.environ.get("COMPANY_DATA_URL"), help="or COMPANY_DATA_URL")
    check.add_argument("--key", default=os.environ.get("COMPANY_DATA_KEY"), help="or COMPANY_DATA_KEY")
    check.add_argument("--folder", help="that of a sync: its log of heads is held against the service's")
    asked = parser.parse_args(words)
    if not asked.url or not asked.key:
        parser.error("name the service (--url) and the API key (COMPANY_DATA_KEY)")
    try:
        with Client(asked.key, asked.url) as client:
            beside = f"{asked.file}.receipts"
            file = beside if os.path.exists(beside) else asked.file
            found = client.receipts.check(file, folder=asked.folder)
    except (CompanyDataError, OSError, ValueError) as error:
        code = f"{error.code}: " if isinstance(error, StatementsError) else ""
        print(_plain(f"{code}{error}"), file=sys.stderr)
        return 1
    print(f"{found.proved} receipts are proved, {found.waiting} are younger than two hours.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
