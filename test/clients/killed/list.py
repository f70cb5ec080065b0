"""What a customer writes: a list whose program, run again after it died, goes on where it was."""

import os

from company_data import Client

NUMBERS = os.environ["NUMBERS"].split(",")
ROWS = int(os.environ["ROWS"])
OUT = os.environ["OUT"]


def rows():
    for row in range(ROWS):
        yield {"ref": f"r{row}", "company_number": NUMBERS[row % len(NUMBERS)]}


with Client(os.environ["KEY"], os.environ["SERVICE"]) as client:
    run = client.jobs.submit(
        rows(),
        ["company_identity", "industry"],
        rows_per_job=ROWS // 4,
        state=f"{OUT}.state",
        on_progress=lambda progress: print(progress.taken, flush=True),
    )
    run.save(OUT)
