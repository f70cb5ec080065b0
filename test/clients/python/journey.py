"""A whole job by the generated client, its pages and errors, and one company: what it reads stands on its output."""

import json
import os
import re
import time
from datetime import datetime

from generated import AuthenticatedClient, models
from generated.api.account import list_blocks, whoami
from generated.api.jobs import get_errors, get_job, get_results, submit_job
from generated.api.resolve import resolve
from generated.types import UNSET

KEYS = list(models.BlockKey)
PAGE = 3
TIME = re.compile(r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d")


def say(what, value):
    print(f"{what}: {value}")


def timed(value):
    """Times as such, since there are several ways to write one."""
    if isinstance(value, dict):
        return {name: timed(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [timed(inner) for inner in value]
    if isinstance(value, str) and TIME.match(value):
        return datetime.fromisoformat(value.replace("Z", "+00:00"))
    return value


def read(answer, kind):
    """What was answered, once it is known that the client read all of it: nothing dropped, nothing left unread."""
    assert isinstance(answer.parsed, kind), (answer.status_code, answer.parsed)
    assert timed(answer.parsed.to_dict()) == timed(json.loads(answer.content)), answer.content
    return answer.parsed


def unread(parsed, where):
    """Where it holds what its type doesn't name."""
    found = []
    more = getattr(parsed, "additional_properties", {})
    if more:
        found.append(f"{where}: {sorted(more)}")
    for name in getattr(parsed, "__attrs_attrs__", ()):
        value = getattr(parsed, name.name)
        if name.name == "additional_properties":
            continue
        for inner in value if isinstance(value, list) else [value]:
            found += unread(inner, f"{where}.{name.name}")
    return found


def kinds_of(blocks):
    """The class of each block that was asked for, by its key; a word of Python has an underscore behind it."""
    names = [field.name for field in blocks.__attrs_attrs__ if field.name.rstrip("_") in KEYS]
    named = {name.rstrip("_"): getattr(blocks, name) for name in names}
    return {key: type(block).__name__ for key, block in named.items() if block is not UNSET}


def identity_of(row):
    block = row.blocks.company_identity
    return block.value.company_status.value if isinstance(block, models.CompanyIdentityAvailable) else "none"


def finished(client, job):
    while not job.results_ready:
        time.sleep(job.retry_after_ms / 1000)
        job = read(get_job.sync_detailed(job.job_id, client=client), models.Job)
    return job


def pages(client, operation, job_id, kind):
    cursor = UNSET
    while cursor is not None:
        page = read(operation.sync_detailed(job_id, client=client, limit=PAGE, cursor=cursor), kind)
        yield page
        cursor = page.next_cursor


def main():
    client = AuthenticatedClient(
        base_url=os.environ["URL"], token=os.environ["KEY"], raise_on_unexpected_status=True
    )
    numbers = os.environ["NUMBERS"].split(",")
    say("blocks", len(read(list_blocks.sync_detailed(client=client), models.Catalogue).blocks))
    scopes = read(whoami.sync_detailed(client=client), models.Whoami).scopes
    say("scopes", [scope.value for scope in scopes])

    rows = [models.AskedRow(ref=f"row {number}", company_number=number) for number in numbers]
    body = models.EnrichJobRequest(rows=rows, blocks=KEYS)
    submitted = submit_job.sync_detailed(client=client, body=body, x_idempotency_key="python-journey")
    job = finished(client, read(submitted, models.Job))
    say("job", job.status.value)
    kinds = set()
    for page in pages(client, get_results, job.job_id, models.ResultsPage):
        for row in page.results:
            say(row.ref, f"{row.status.value} {identity_of(row)}")
            kinds |= set(kinds_of(row.blocks).items())
            for place in unread(row, row.ref):
                say("unread", place)
    say("blocks read", len({key for key, _ in kinds}))
    say("untyped", sorted({key for key, kind in kinds if kind in ("dict", "str")}))
    for page in pages(client, get_errors, job.job_id, models.ErrorsPage):
        for error in page.errors:
            say(f"error of {error.ref}", error.reason)

    asked = [models.BlockKey.COMPANY_IDENTITY, models.BlockKey.OFFICERS]
    one = resolve.sync_detailed(client=client, company_number=numbers[0], blocks=asked)
    found = read(one, models.ResolveResponse)
    say("resolved", f"{found.matched.company_number} {identity_of(found)}")
    of_nobody = get_job.sync_detailed("job_00000000000000000000000000", client=client)
    say("of nobody", f"{of_nobody.status_code.value} {read(of_nobody, models.JobNotFound).detail.value}")
    refused = submit_job.sync_detailed(client=client, body=models.EnrichJobRequest(rows=[], blocks=asked))
    say("refused", f"{refused.status_code.value} {sorted(read(refused, models.FieldErrors).errors.to_dict())}")


main()
