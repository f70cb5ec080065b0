"""A service that lies: each lie is refused with its code, nothing of it is kept, and the evidence is."""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import os
import re
import stat
import tempfile
import unittest
import unittest.mock
from collections.abc import Callable, Mapping
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import httpx

from company_data import (
    AsyncClient,
    Client,
    CompanyDataError,
    Retries,
    StatementsError,
    Synced,
    UnavailableError,
    UnexpectedAnswerError,
)
from company_data.__main__ import main
from company_data._core import heads, notes, receipts
from company_data._core.faults import SENTENCES
from tests.statements_service import (
    ACCOUNT,
    EVENT,
    LOG_KEY,
    MONTHS,
    NEXT_KEY,
    ORIGIN,
    RECEIPT_KEY,
    STRANGER,
    VECTORS,
    WITNESS,
    Service,
    Signer,
    leaf_of,
    month_key,
    noted,
    root_of,
    slot_of,
    vkey_of,
)

NOW = datetime(2027, 2, 2, tzinfo=timezone.utc).timestamp()
OTHER = "api.example.com/log2"


class OfAFolder(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.around = Path(folder.name)
        self.folder = self.around / "kept"
        fakes = {
            "time.sleep": lambda _seconds: None,
            "time.time": lambda: NOW,
            "os.fsync": lambda _file: None,
        }
        for name, fake in fakes.items():
            patched = unittest.mock.patch(name, fake)
            patched.start()
            self.addCleanup(patched.stop)

    def client(self, service: Service) -> Client:
        http = httpx.Client(transport=httpx.MockTransport(service))
        return Client("svc_test_key", "http://service.test", http=http, retries=Retries(attempts=3))

    def sync(self, service: Service, **options: Any) -> Synced:
        return self.client(service).statements.sync(str(self.folder), **options)

    def refused(self, code: str, service: Service, **options: Any) -> StatementsError:
        before = self.kept()
        with self.assertRaises(StatementsError) as raised:
            self.sync(service, **options)
        self.assertEqual(raised.exception.code, code, raised.exception)
        after = self.kept()
        self.assertEqual({name: after.get(name) for name in before}, before)
        return raised.exception

    def kept(self) -> dict[str, bytes]:
        """What is kept, without the evidence."""
        files = [path for path in self.folder.glob("**/*") if path.is_file()]
        named = {str(path.relative_to(self.folder)): path.read_bytes() for path in files}
        return {name: data for name, data in named.items() if not name.startswith("refused")}

    def refuse_names(self) -> list[str]:
        return sorted(os.listdir(self.folder / "refused"))

    def file(self, name: str, *lines: Any) -> str:
        texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
        (self.around / name).write_text("".join(f"{text}\n" for text in texts))
        return str(self.around / name)


class AnHonestService(OfAFolder):
    def test_is_kept_as_the_page_tells_and_asked_only_for_what_is_new(self) -> None:
        service = Service(MONTHS[:2])
        synced = self.sync(service)
        self.assertEqual((synced.new, synced.months), ([*MONTHS[:2]], [*MONTHS[:2]]))
        self.assertEqual(synced.checkpoint_key, vkey_of(LOG_KEY.public))
        kept = self.kept()
        self.assertEqual(kept["log/entries.ndjson"], b"".join(text + b"\n" for text in service.texts()))
        self.assertEqual(kept["log/checkpoint"], service.checkpoint())
        self.assertEqual(kept["statements/2026-10.ndjson"], service.files["2026-10"])
        self.assertEqual(json.loads(kept["proofs/2026-11.json"]), service.proof("2026-11"))
        self.assertEqual(
            json.loads(kept["policy.json"]),
            {
                "account_id": ACCOUNT,
                "checkpoint_key": vkey_of(LOG_KEY.public),
                "witnesses": [],
                "witnesses_needed": 0,
            },
        )
        later = Service()
        later.entries = service.entries + later.entries[5:]
        synced = self.sync(later)
        self.assertEqual((synced.new, synced.months), ([*MONTHS[2:]], [*MONTHS]))
        self.assertFalse([path for path in later.asked if "2026-10" in path or "2026-11" in path])
        later.asked = []
        self.assertEqual((self.sync(later).new, len(later.asked)), ([], 3))
        self.assertFalse((self.folder / "refused").exists())

    def test_has_files_that_are_for_nobody_else(self) -> None:
        self.sync(Service())
        found = {stat.S_IMODE(path.lstat().st_mode) for path in self.folder.glob("**/*") if path.is_file()}
        self.assertEqual((found, stat.S_IMODE(self.folder.lstat().st_mode)), ({0o600}, 0o700))

    def test_with_more_entries_than_a_tile_has(self) -> None:
        service = Service(MONTHS[:1])
        for number in range(700):
            service.add("seal", leaves=10 + number, root="ab" * 32, last_event="x")
        self.assertEqual(self.sync(service).entries, len(service.entries))
        for number in range(400):
            service.add("seal", leaves=1_000 + number, root="ab" * 32, last_event="x")
        service.asked = []
        self.assertEqual(self.sync(service).entries, len(service.entries))
        self.assertNotIn("/log/tile/entries/000", service.asked)

    def test_that_changes_its_key_by_the_old_one(self) -> None:
        service = Service()
        self.sync(service)
        service.signer = NEXT_KEY
        service.add_keys(LOG_KEY)
        self.sync(service)
        self.sync(service, checkpoint_key=vkey_of(LOG_KEY.public))

    def test_may_be_young(self) -> None:
        service = Service()
        service.answers["/statements/2027-01/proof"] = 503
        with unittest.mock.patch("time.time", lambda: NOW - 86_400 + 3_600):
            self.assertEqual(self.sync(service).waiting, ["2027-01"])
        self.assertNotIn("proofs/2027-01.json", self.kept())
        service.answers = {}
        self.assertEqual(self.sync(service).waiting, [])
        self.assertIn("proofs/2027-01.json", self.kept())

    def test_may_be_busy(self) -> None:
        proofs = f"/receipts/{EVENT}/proof", "/statements/2026-10/proof"
        service = Service(MONTHS[:1])
        for path in proofs:
            told = iter((503, 503))
            service.answers[path] = lambda _service, told=told: next(told, None)
        synced = self.sync(service, receipts=[self.file("receipts", service.receipt())])
        self.assertEqual((synced.receipts.proved, synced.waiting), (1, []))
        self.assertEqual([service.asked.count(path) for path in proofs], [3, 3])

    def test_is_not_blamed_for_what_stands_before_it(self) -> None:
        before = {"detail": "no server is free"}, {"message": "no server is free"}
        for body in before:
            service = Service(MONTHS[:1])
            service.answers[f"/receipts/{EVENT}/proof"] = httpx.Response(503, json=body)
            with self.subTest(body), self.assertRaises(UnavailableError):
                self.sync(service, receipts=[self.file("receipts", service.receipt())])
        self.assertFalse((self.folder / "refused").exists())

    def test_is_as_honest_to_the_client_of_an_event_loop(self) -> None:
        async def run() -> Synced:
            http = httpx.AsyncClient(transport=httpx.MockTransport(Service()))
            async with AsyncClient("svc_test_key", "http://service.test", http=http) as client:
                synced = await client.statements.sync(str(self.folder))
                with self.assertRaises(TypeError):
                    await client.statements.sync(str(self.folder), result=[])  # type: ignore[call-arg]
                return synced

        self.assertEqual(asyncio.run(run()).new, [*MONTHS])


def changed(text: bytes, old: bytes, new: bytes) -> bytes:
    assert old in text
    return text.replace(old, new, 1)


def entry(service: Service, kind: str) -> dict[str, Any]:
    return next(each for each in service.entries if each["kind"] == kind)


Lie = Callable[[Service], Any]


def put(path: str, told: Any) -> Lie:
    return lambda service: service.answers.update({path: told})


def drop(kind: str) -> Lie:
    return lambda service: service.entries.remove(entry(service, kind))


def say(kind: str, /, **facts: Any) -> Lie:
    return lambda service: entry(service, kind).update(facts)


def told_of_proof(**facts: Any) -> Lie:
    path = "/statements/2026-10/proof"
    return lambda service: service.answers.update({path: {**service.proof("2026-10"), **facts}})


def of_file(month: str, old: bytes, new: bytes) -> Lie:
    def lie(service: Service) -> None:
        service.files[month] = changed(service.files[month], old, new)

    return lie


def swapped(service: Service) -> None:
    service.files["2026-11"] = service.files["2026-10"]


def signed_anew(signer: Signer, *, name: str = ORIGIN) -> Lie:
    def lie(service: Service) -> None:
        service.signer, service.origin = signer, name

    return lie


def of_another_account(service: Service) -> None:
    slot = slot_of("2026-10", ACCOUNT + 1)
    entry(service, "statement").update(slot=slot)
    secrets = {"salt": "00" * 32, "month_key": month_key("2026-10").hex()}
    put("/statements/2026-10/proof", {**service.inclusion("statement", slot=slot), **secrets})(service)


def of_a_fork(signer: Signer, *, rewrite: bool = True) -> Lie:
    def lie(service: Service) -> None:
        fork = Service(MONTHS[:2])
        if rewrite:
            rewritten(fork)
        fork.signer = signer
        put("/statements/2026-10/proof", fork.proof("2026-10"))(service)

    return lie


AT_FIRST: Mapping[str, tuple[str, Lie]] = {
    "no log": ("no_log", put("/log/checkpoint", 404)),
    "a page of HTML": ("checkpoint_wrong", put("/log/checkpoint", b"<h1>Hello</h1>")),
    "bytes that are no text": ("checkpoint_wrong", put("/log/checkpoint", b"\xff\n\n\xff\n")),
    "a size of no end": (
        "checkpoint_wrong",
        put("/log/checkpoint", noted(f"a\n{'9' * 99}\nAA==\n", LOG_KEY)),
    ),
    "a size below nought": ("checkpoint_wrong", put("/log/checkpoint", noted("a\n-1\nAA==\n", LOG_KEY))),
    "a checkpoint of a stranger": (
        "checkpoint_signature",
        lambda service: service.answers.update(
            {"/log/checkpoint": noted(service.checkpoint().decode().split("\n\n")[0] + "\n", STRANGER)}
        ),
    ),
    "no entries": ("entries_wrong", put("/log/tile/entries/000.p/6", 404)),
    "too few entries": ("entries_wrong", put("/log/tile/entries/000.p/6", b"")),
    "entries that are cut": (
        "entries_wrong",
        lambda service: put("/log/tile/entries/000.p/6", service.bundle("000.p6")[:-1])(service),
    ),
    "other entries": (
        "entries_wrong",
        lambda service: put(
            "/log/tile/entries/000.p/6", changed(service.bundle("000.p6"), b"2026-11", b"2026-09")
        )(service),
    ),
    "a log without its keys": ("entry_wrong", lambda service: service.entries.pop(0)),
    "an entry of an unknown kind": ("entry_wrong", say("seal", kind="surprise")),
    "an entry with more than it has": ("entry_wrong", say("seal", more=1)),
    "an entry of another form": ("entry_wrong", say("seal", root="AB" * 32)),
    "a key set with a broken key": (
        "entry_wrong",
        lambda service: entry(service, "key_set")["keys"].append(
            {"use": "receipt", "vkey": "x+00000000+AA=="}
        ),
    ),
    "a key set with two checkpoint keys": (
        "entry_wrong",
        lambda service: entry(service, "key_set")["keys"].append(entry(service, "key_set")["keys"][0]),
    ),
    "two keys of a month": (
        "month_key_twice",
        lambda service: service.entries.append(entry(service, "month_key")),
    ),
    "a month without its key": ("month_key_missing", drop("month_key")),
    "two statements of a month": (
        "slot_twice",
        lambda service: service.entries.append(entry(service, "statement")),
    ),
    "a key set that nobody signed": ("key_set_unsigned", lambda service: service.add_keys()),
    "a key set that a stranger signed": ("key_set_unsigned", lambda service: service.add_keys(STRANGER)),
    "a statement that changed on its way": (
        "statement_changed",
        put("/statements/2026-11", b"{}\n"),
    ),
    "the statement of another month": ("statement_other", swapped),
    "no statement": ("statement_other", lambda service: service.files.update({"2026-11": b"x\n"})),
    "a statement by an unknown key": (
        "statement_key",
        lambda service: entry(service, "key_set").update(keys=entry(service, "key_set")["keys"][:1]),
    ),
    "a statement with another amount": (
        "statement_wrong",
        of_file("2026-10", b'"amount":"0.02"', b'"amount":"0.03"'),
    ),
    "a statement without a row": (
        "statement_wrong",
        lambda service: service.files.update(
            {
                "2026-10": b"".join(
                    service.files["2026-10"].splitlines(True)[i] for i in (0, 2, 3, 4, 5, 6, 7, 8, 9)
                )
            }
        ),
    ),
    "no proof": ("proof_missing", put("/statements/2026-11/proof", 404)),
    "a proof that never comes": ("proof_missing", put("/statements/2026-11/proof", 503)),
    "a proof that is none": ("proof_wrong", put("/statements/2026-10/proof", {"a": [1]})),
    "a proof with a wild index": ("proof_wrong", told_of_proof(index=2**52)),
    "a proof with a wild checkpoint": (
        "proof_wrong",
        told_of_proof(checkpoint=noted("a\n999999999\nAA==\n", LOG_KEY).decode()),
    ),
    "a proof with another path": ("proof_wrong", told_of_proof(path=["ab" * 32])),
    "a proof from another log": ("proof_wrong", of_a_fork(LOG_KEY)),
    "a proof that a stranger signed": ("proof_wrong", of_a_fork(STRANGER, rewrite=False)),
    "a proof with another month key": ("proof_wrong", told_of_proof(month_key="ab" * 32)),
    "a proof with another salt": ("head_wrong", told_of_proof(salt="ab" * 32)),
    "the place of another account": ("slot_wrong", of_another_account),
    "another statement in the log": ("head_wrong", say("statement", head="ab" * 32)),
}


class ALieAtFirst(OfAFolder):
    def test_is_refused_and_nothing_of_it_is_kept(self) -> None:
        for what, (code, lie) in AT_FIRST.items():
            with self.subTest(what):
                self.setUp()
                service = Service(MONTHS[:2])
                lie(service)
                self.refused(code, service)
                self.assertNotIn("statements/2026-11.ndjson", self.kept())


def cut(service: Service) -> None:
    service.entries.pop()


def older_and_strange(service: Service) -> None:
    cut(service)
    service.signer = STRANGER


def rewritten(service: Service) -> None:
    entry(service, "seal").update(root="ab" * 32)


def fork_of_a_stranger(service: Service) -> None:
    fork_that_grew(service)
    service.signer = STRANGER


def fork_that_grew(service: Service) -> None:
    rewritten(service)
    service.add_seal()


def grown_by_a_lie(service: Service) -> None:
    service.add_seal()
    size = len(service.entries)
    told = service.bundle(f"000.p{size}")
    put(f"/log/tile/entries/000.p/{size}", told.replace(b"seal", b"Seal"))(service)


def lost_key(service: Service) -> None:
    service.signer = NEXT_KEY
    service.add_keys()


def another_statement(service: Service) -> None:
    service.files["2026-10"] = service.files["2026-10"].replace(b"0.02", b"0.01")


LATER: Mapping[str, tuple[str, Lie]] = {
    "a tail that is cut off": ("log_shrunk", cut),
    "an older checkpoint of a stranger": ("checkpoint_signature", older_and_strange),
    "entries that are rewritten": ("log_forked", rewritten),
    "a fork that has grown": ("log_forked", fork_that_grew),
    "a fork that a stranger signed": ("checkpoint_signature", fork_of_a_stranger),
    "new entries that make no tree": ("entries_wrong", grown_by_a_lie),
    "the key of a stranger": ("checkpoint_signature", signed_anew(STRANGER)),
    "a lost key": ("key_lost", lost_key),
    "another name without a word": ("origin_changed", signed_anew(LOG_KEY, name=OTHER)),
    "another account": ("account_differs", put("/v1/whoami", {"account": {"id": 1002}})),
    "a month that is gone": ("statement_missing", lambda service: service.files.pop("2026-10")),
    "another statement of a month": ("statement_changed", another_statement),
}


class ALieThatComesLater(OfAFolder):
    def test_is_refused_and_what_was_kept_stays(self) -> None:
        for what, (code, lie) in LATER.items():
            with self.subTest(what):
                self.setUp()
                service = Service(MONTHS[:2])
                self.sync(service)
                lie(service)
                self.refused(code, service)
                self.assertEqual(self.sync(Service(MONTHS[:2])).new, [])

    def test_is_not_what_a_damaged_folder_is(self) -> None:
        service = Service(MONTHS[:2])
        policy = {"account_id": ACCOUNT, "checkpoint_key": vkey_of(LOG_KEY.public), "witnesses_needed": 0}
        for name, data in {
            "statements/2026-10.ndjson": b"x\n",
            "proofs/2026-10.json": b"[",
            "log/entries.ndjson": b"{}\n",
            "log/checkpoint": b"x",
            "policy.json": b"{}",
            "./policy.json": json.dumps({**policy, "witnesses": ["x"]}).encode(),
        }.items():
            with self.subTest(name):
                self.setUp()
                self.sync(service)
                (self.folder / name).write_bytes(data)
                self.refused("kept_damaged", service)

    def test_is_not_what_a_file_is_that_was_damaged_before_the_next_came(self) -> None:
        for months, without_proof in ((MONTHS[:2], False), (MONTHS[:1], True)):
            with self.subTest(months=months):
                self.setUp()
                self.sync(Service(MONTHS[:1]))
                (self.folder / "statements/2026-10.ndjson").write_bytes(b"x\n")
                if without_proof:
                    (self.folder / "proofs/2026-10.json").unlink()
                service = Service(months)
                service.entries = Service(MONTHS[:1]).entries + service.entries[3:]
                listed = [{**each, "sha256": None} for each in service.listed()]
                service.answers["/statements"] = {"statements": listed}
                with self.assertRaises(StatementsError) as raised:
                    self.sync(service)
                self.assertEqual(raised.exception.code, "kept_damaged")

    def test_leaves_its_evidence(self) -> None:
        service = Service(MONTHS[:1])
        self.sync(service)
        rewritten(service)
        self.refused("log_forked", service)
        self.assertEqual(self.refuse_names(), ["checkpoint", "entries.ndjson"])
        self.assertEqual((self.folder / "refused/checkpoint").read_bytes(), service.checkpoint())

    def test_takes_no_evidence_away_before_it_leaves_its_own(self) -> None:
        service = Service(MONTHS[:1])
        service.answers["/statements/2026-10/proof"] = 404
        self.refused("proof_missing", service)
        service.answers = {"/log/checkpoint": b"welcome"}
        with (
            unittest.mock.patch("company_data._files.replace", side_effect=OSError("no space")),
            self.assertRaises(OSError),
        ):
            self.sync(service)
        self.assertEqual(self.refuse_names(), ["2026-10.ndjson"])
        self.refused("checkpoint_wrong", service)
        self.assertEqual(self.refuse_names(), ["checkpoint"])

    def test_leaves_its_evidence_where_receipts_alone_are_checked(self) -> None:
        service = Service(MONTHS[:1])
        service.answers[f"/receipts/{EVENT}/proof"] = 404
        file = self.file("receipts", service.receipt())
        for code in ("receipt_unproved", "log_forked"):
            with self.assertRaises(StatementsError) as raised:
                self.client(service).receipts.check(file, folder=str(self.folder))
            self.assertEqual(raised.exception.code, code)
            names = ["receipt"] if code == "receipt_unproved" else ["checkpoint", "entries.ndjson"]
            self.assertEqual(self.refuse_names(), names)
            rewritten(service)


def listing(**changes: Any) -> dict[str, Any]:
    return {"statements": [{**Service(MONTHS[:1]).listed()[0], **changes}]}


class AHostileService(OfAFolder):
    def test_writes_nothing_outside_of_the_folder_and_comes_to_an_end(self) -> None:
        one = listing()["statements"]
        lists: list[Any] = [
            {},
            {"statements": None},
            {"statements": [7]},
            {"statements": one * 2},
            {"statements": [{**one[0], "month": f"{year}-10"} for year in range(1_000, 3_000)]},
            *(listing(month=month) for month in ("../../x", "/tmp/x", "2026-13", "2026-10\n", 7)),
            listing(sha256="x"),
            listing(state="partial"),
        ]
        for told in lists:
            with self.subTest(str(told)[:200]), self.assertRaises(UnexpectedAnswerError):
                service = Service(MONTHS[:1])
                service.answers["/statements"] = told
                self.sync(service)
        self.assertEqual(os.listdir(self.around), ["kept"])
        self.assertEqual(os.listdir(self.folder / "statements"), [])

    def test_is_not_read_to_an_end_that_never_comes(self) -> None:
        endless = noted(f"{ORIGIN}\n9007199254740991\n{'A' * 43}=\n", LOG_KEY)
        for what, answers in {
            "a checkpoint": {"/log/checkpoint": b" " * 2**17},
            "entries": {"/log/tile/entries/000.p/4": b" " * 2**25},
            "a statement": {"/v1/whoami": b" " * 2**20 + b"["},
            "a key": {"/log/vkey": b" " * 2**13},
        }.items():
            with self.subTest(what), self.assertRaises(UnexpectedAnswerError):
                service = Service(MONTHS[:1])
                service.answers.update(answers)
                self.sync(service)
        service = Service(MONTHS[:1])
        service.answers = {"/log/checkpoint": endless, "/log/tile/entries/000": b"\x00\x02{}" * 256}
        self.refused("entries_wrong", service)
        self.assertLess(len(service.asked), 6)
        text = service.texts()[0]
        service.answers = {"/log/checkpoint": endless}
        bundle = (len(text).to_bytes(2, "big") + text) * 256
        with (
            unittest.mock.patch.object(Service, "bundle", lambda _self, _place: bundle),
            unittest.mock.patch("company_data._core.reader._MAX_NEW_BYTES", 2**20),
        ):
            self.refused("entries_wrong", service)

    def test_finds_links_in_the_folder_that_lead_nowhere(self) -> None:
        self.sync(Service(MONTHS[:1]))
        other = self.around / "other"
        other.write_text("theirs")
        for name in ("log/checkpoint", "policy.json"):
            (self.folder / name).unlink()
            (self.folder / name).symlink_to(other)
            self.refused("kept_damaged", Service(MONTHS[:1]))
        self.assertEqual(other.read_text(), "theirs")

    def test_is_told_in_plain_letters_by_the_command(self) -> None:
        file = self.file("r.ndjson.receipts", Service().receipt())
        results = self.file("r.ndjson")
        for answers, end in (({}, 0), ({f"/receipts/{EVENT}/proof": 404}, 1), ({"/log/checkpoint": 400}, 1)):
            service = Service(MONTHS[:1])
            service.answers.update(answers)
            out = io.StringIO()
            with (
                unittest.mock.patch("company_data.__main__.Client", lambda _k, _u, s=service: self.client(s)),
                contextlib.redirect_stdout(out),
                contextlib.redirect_stderr(out),
            ):
                words = ["receipts", "check", results, "--url", "http://service.test", "--key", "k"]
                self.assertEqual(main(words), end, out.getvalue())
            Path(f"{file}.proved").unlink(missing_ok=True)
            self.assertRegex(out.getvalue(), "^(1 receipts are proved|receipt_unproved: |400 )")
        with contextlib.redirect_stderr(io.StringIO()), self.assertRaises(SystemExit):
            main(["receipts", "check"])


class AnotherName(OfAFolder):
    """After a restore of an older copy."""

    def restored(self, size: int) -> Service:
        service = Service(MONTHS[:2])
        service.add_seal()
        del service.entries[size:]
        texts = service.texts()
        root = root_of([leaf_of(text) for text in texts]).hex()
        service.add("origin", was=ORIGIN, size=size, root=root, why="a disk broke")
        service.signer, service.origin = NEXT_KEY, OTHER
        service.add_keys(LOG_KEY, ORIGIN)
        return service

    def test_is_taken_only_when_a_person_has_asked(self) -> None:
        self.sync(Service(MONTHS[:2]))
        restored = self.restored(5)
        fault = self.refused("origin_changed", restored)
        self.assertEqual([json.loads(text)["kind"] for text in fault.lost], ["seal"])
        self.refused("origin_changed", restored, accept_origin="api.example.com/log3")
        before = self.kept()
        synced = self.sync(restored, accept_origin=OTHER)
        self.assertEqual((list(synced.lost), synced.entries), (list(fault.lost), 7))
        kept = self.kept()
        self.assertEqual(kept["before/6/checkpoint"], before["log/checkpoint"])
        self.assertEqual(kept["before/6/entries.ndjson"], before["log/entries.ndjson"])
        self.assertEqual(self.sync(restored).entries, 7)

    def test_may_lose_a_statement_which_stays_kept_and_comes_again_the_same(self) -> None:
        self.sync(Service(MONTHS[:2]))
        restored = self.restored(3)
        del restored.files["2026-11"]
        self.assertEqual(self.sync(restored, accept_origin=True).months, [*MONTHS[:2]])
        self.assertEqual(self.sync(restored).months, [*MONTHS[:2]])
        restored.files["2026-11"] = Service().files["2026-11"]
        restored.add_statement("2026-11")
        self.sync(restored)
        self.assertEqual(json.loads(self.kept()["proofs/2026-11.json"])["index"], 6)

    def test_hides_no_rewriting(self) -> None:
        self.sync(Service(MONTHS[:2]))
        restored = self.restored(5)
        entry(restored, "statement")["head"] = "ab" * 32
        self.refused("entry_wrong", restored, accept_origin=True)
        plain = Service(MONTHS[:2])
        signed_anew(NEXT_KEY, name=OTHER)(plain)
        plain.entries = []
        plain.add_keys()
        self.refused("log_forked", plain, accept_origin=True)

    def test_and_a_lost_key_need_both(self) -> None:
        self.sync(Service(MONTHS[:2]))
        service = Service(MONTHS[:2])
        lost_key(service)
        self.refused("key_lost", service)
        self.refused("key_lost", service, accept_key=vkey_of(STRANGER.public))
        self.sync(service, accept_key=vkey_of(NEXT_KEY.public))
        self.sync(service)
        self.assertEqual(json.loads(self.kept()["policy.json"])["checkpoint_key"], vkey_of(NEXT_KEY.public))


class WhomTheCustomerTrusts(OfAFolder):
    def test_is_the_key_that_was_given(self) -> None:
        self.refused("checkpoint_signature", Service(), checkpoint_key=vkey_of(STRANGER.public))
        self.sync(Service(), checkpoint_key=vkey_of(LOG_KEY.public))
        self.refused("policy_differs", Service(), checkpoint_key=vkey_of(STRANGER.public))

    def test_are_k_of_n_witnesses_each_of_which_counts_once(self) -> None:
        witness = vkey_of(WITNESS.public, "witness.example", 4)
        twin = vkey_of(WITNESS.public, "twin.example", 4)
        other = vkey_of(STRANGER.public, "witness.example", 4)
        service = Service()
        self.refused("witnesses_missing", service, witnesses=[witness])
        service.cosigners = [WITNESS]
        self.refused("witnesses_missing", service, witnesses=[witness, twin, other], witnesses_needed=2)
        self.sync(service, witnesses=[witness, other], witnesses_needed=1)
        service.cosigners = []
        self.refused("witnesses_missing", service)
        for wrong in ({"witnesses": [witness], "witnesses_needed": 2}, {"witnesses": ["x"]}):
            with self.assertRaises(ValueError):
                self.sync(service, **wrong)


UNITS = {"status": "available"}


def results(**changes: Any) -> list[dict[str, Any]]:
    """What the customer was delivered of the job of October."""
    lines = []
    text = Service(MONTHS[:1]).files["2026-10"]
    for line in text.splitlines():
        charge = json.loads(line).get("charge")
        if charge:
            blocks = {block: UNITS for block in charge["units"]}
            matched = {"company_number": charge["company_number"]} if charge["company_number"] else None
            found = {"job_id": charge["job_id"], "job_row": charge["row"], "row": 7, "matched": matched}
            lines.append({**found, "blocks": blocks, "status": "done"})
    lines[0].update(changes)
    return lines


class TheCustomersOwnResults(OfAFolder):
    def test_are_held_against_each_charge(self) -> None:
        service = Service(MONTHS[:1])
        self.sync(service, results=[self.file("all", *results())], all_results=True)
        fewer = self.file("fewer", *results()[1:])
        self.sync(service, results=[fewer])
        self.refused("charge_unknown", service, results=[fewer], all_results=True)
        lies: list[dict[str, Any]] = [
            {"matched": {"company_number": "00000001"}},
            {"matched": None},
            {"blocks": {}},
        ]
        for what in lies:
            wrong = self.file("wrong", *[line for line in results(**what) if "job_row" in line][:1])
            self.assertIn("2026-10, line 2", str(self.refused("row_differs", service, results=[wrong])))
        none = self.file("none", *results(blocks={"company_identity": {"status": "not_found"}})[:1])
        self.refused("row_differs", service, results=[none])
        # Lines of an older client don't say their place in the job.
        older = [
            {name: value for name, value in line.items() if name != "job_row"} for line in results(blocks={})
        ]
        self.sync(service, results=[self.file("older", *older)])


class TheCustomersReceipts(OfAFolder):
    def test_are_proved_once(self) -> None:
        service = Service(MONTHS[:1])
        young = service.receipt("2027-02-01T23:00:00.000Z")
        # A replay may come after the seal of its event.
        replayed = service.receipt(sealed=3)
        file = self.file("r.ndjson.receipts", service.receipt(), replayed, service.receipt(event="-"), young)
        self.file("r.ndjson")
        synced = self.sync(service, results=[str(self.around / "r.ndjson")])
        self.assertEqual((synced.receipts.proved, synced.receipts.waiting), (3, 1))
        noted = Path(f"{file}.proved").read_text()
        self.assertEqual(len(noted.splitlines()), 3)
        Path(f"{file}.proved").write_text(f"{noted}x 9 ab\nx {'9' * 5_000} ab\nx \u00b2 ab\n\n")
        service.asked = []
        checked = self.client(service).receipts.check(file, folder=str(self.folder))
        self.assertEqual((checked.proved, checked.waiting), (3, 1))
        self.assertNotIn(f"/receipts/{EVENT}/proof", service.asked)
        self.assertEqual(len(Path(f"{file}.proved").read_text().splitlines()), 3 + 4)
        # A note of a seal that the log does not have proves nothing.
        Path(f"{file}.proved").write_text(noted.replace(" 3 ", " 4 "))
        checked = self.client(service).receipts.check(file, folder=str(self.folder))
        self.assertEqual((checked.proved, checked.waiting), (3, 1))
        self.assertEqual(service.asked.count(f"/receipts/{EVENT}/proof"), 2)

    def test_of_a_replaced_key_and_of_the_next_one_are_proved_and_of_no_other(self) -> None:
        service = Service(MONTHS[:1])
        file = self.file("receipts", service.receipt(), service.receipt(signer=NEXT_KEY))
        self.refused("receipt_wrong", service, receipts=[file])
        service.receipt_keys = [RECEIPT_KEY, NEXT_KEY]
        service.add_keys(LOG_KEY)
        self.assertEqual(self.sync(service, receipts=[file]).receipts.proved, 2)
        self.assertEqual(self.client(service).receipts.check(file).proved, 2)
        stranger = self.file("other", service.receipt(signer=STRANGER))
        self.refused("receipt_wrong", service, receipts=[stranger])
        service.receipt_keys.append(STRANGER)
        service.add_keys(STRANGER)
        self.refused("key_set_unsigned", service, receipts=[stranger])

    def test_come_with_a_time_stamp_where_it_is_asked_for(self) -> None:
        service = Service(MONTHS[:1])
        seen: list[bytes] = []

        def check(text: bytes, token: bytes) -> str:
            seen.extend((text, token))
            if token != b"abc":
                raise ValueError("no trust anchor")
            return "2027-02-01T00:30:00.000Z"

        stamp = {
            "checkpoint": service.checkpoint().decode(),
            "token": "YWJj",
            "time": "2027-02-01T00:30:00.000Z",
        }
        self.refused("timestamp_wrong", service, check_timestamp=check)
        service.answers["/log/timestamp"] = stamp
        self.assertEqual(self.sync(service, check_timestamp=check).timestamp, stamp["time"])
        self.assertEqual(seen, [stamp["checkpoint"].split("\n\n")[0].encode() + b"\n", b"abc"])
        other = Service(MONTHS[:2]).checkpoint().decode()
        for wrong in ({"token": "YWJk"}, {"token": "?"}, {"checkpoint": "x"}, {"checkpoint": other}):
            service.answers["/log/timestamp"] = {**stamp, **wrong}
            self.refused("timestamp_wrong", service, check_timestamp=check)
        service.answers["/log/timestamp"] = stamp
        service.events.append(b"more")
        service.add_seal()
        self.assertEqual(self.sync(service).timestamp, None)
        self.refused("timestamp_wrong", service, check_timestamp=check)

    def test_that_lead_nowhere_are_told(self) -> None:
        proof = f"/receipts/{EVENT}/proof"
        cases: list[tuple[str, Any, Any]] = [
            ("receipt_unproved", 404, None),
            ("receipt_unproved", 503, None),
            ("receipt_proof_wrong", {}, None),
            ("receipt_proof_wrong", lambda s: {**s.receipt_proof(), "leaf_index": 0}, None),
            ("receipt_proof_wrong", lambda s: {**s.receipt_proof(), "leaf": "ab" * 32}, None),
            ("receipt_proof_wrong", lambda s: {**s.receipt_proof(), "index": 2**50}, None),
            ("receipt_proof_wrong", lambda s: {**s.receipt_proof(), "leaf_path": ["ab" * 32] * 900}, None),
            ("receipt_wrong", None, "AAAA"),
            ("receipt_wrong", None, "\u00e9"),
            ("receipt_seal_unknown", None, Service(MONTHS[:1]).receipt(sealed=2)),
        ]
        for code, told, line in cases:
            with self.subTest(code=code, told=told, line=line):
                service = Service(MONTHS[:1])
                if told is not None:
                    service.answers[proof] = told
                file = self.file("receipts", line or service.receipt())
                self.refused(code, service, receipts=[file])
                with self.assertRaises(StatementsError) as raised:
                    self.client(service).receipts.check(file)
                self.assertEqual(raised.exception.code, code)
        self.assertEqual(self.refuse_names(), ["receipt"])

    def test_are_kept_beside_what_the_client_writes(self) -> None:
        def answer(request: httpx.Request) -> httpx.Response:
            headers = {"x-receipt": "QUJD"}
            if request.url.path.endswith("/resolve"):
                return httpx.Response(404, json={"detail": "not_matched"}, headers=headers)
            return httpx.Response(200, json={"job_id": "job_1"}, headers={"x-receipt": "QUJD, QUJD"})

        http = httpx.Client(transport=httpx.MockTransport(answer))
        file = str(self.around / "mine")
        with Client("svc_test_key", "http://service.test", http=http, receipts=file) as client:
            for _ in range(2):
                with self.assertRaises(CompanyDataError):
                    client.resolve(company_number="1")
            client.jobs.cancel("job_1")
        self.assertEqual(Path(file).read_text(), "QUJD\nQUJD\n")
        self.assertEqual(stat.S_IMODE(os.lstat(file).st_mode), 0o600)
        long = "Q" * 20_000
        for before, after in (
            ("QU", "QUJD\n"),
            ("QkJC\nQU", "QkJC\nQUJD\n"),
            ("QkJC\n", "QkJC\nQUJD\n"),
            (long, "QUJD\n"),
            (f"QkJC\n{long}", "QkJC\nQUJD\n"),
        ):
            Path(file).write_text(before)
            with Client("svc_test_key", "http://service.test", http=http, receipts=file) as client:
                self.assertRaises(CompanyDataError, client.resolve, company_number="1")
            self.assertEqual(Path(file).read_text(), after)


ADJUSTMENT = next(
    fact
    for month in MONTHS
    for line in Service().files[month].splitlines()
    if (fact := json.loads(line).get("adjustment")) is not None
)


class TheCustomersPromises(OfAFolder):
    def promise(self, signer: Signer = RECEIPT_KEY, **changes: Any) -> None:
        facts = {
            "head": "company-data promise v1",
            "account": ACCOUNT,
            "entry": ADJUSTMENT["adjustment_id"],
            "event": EVENT,
            "leaf": "ab" * 32,
            "units": sum(ADJUSTMENT["units"].values()),
            "amount": ADJUSTMENT["amount"],
            "currency": ADJUSTMENT["currency"],
            "time": ADJUSTMENT["time"],
            **changes,
        }
        note = noted("".join(f"{fact}\n" for fact in facts.values()), signer, "company-data-receipts")
        os.makedirs(self.folder / "promises", exist_ok=True)
        (self.folder / "promises" / "one").write_bytes(note)

    def test_are_kept_by_the_next_statement(self) -> None:
        self.promise()
        self.assertEqual(self.sync(Service()).promises, 1)
        self.promise(time="2027-02-01T00:00:00.000Z", entry="adj_01JDXB8Z5N0000000000000999")
        self.assertEqual(self.sync(Service()).promises, 0)

    def test_that_are_broken_are_told(self) -> None:
        lies: dict[str, dict[str, Any]] = {
            "promise_broken": {"entry": "adj_01JDXB8Z5N0000000000000999"},
            "promise_differs": {"units": -99},
            "promise_wrong": {"signer": STRANGER},
        }
        for code, changes in lies.items():
            with self.subTest(code):
                self.promise(**changes)
                self.refused(code, Service())
        self.promise(amount="-99", currency="GBP")
        self.refused("promise_differs", Service())
        self.promise(account=1002)
        self.refused("promise_wrong", Service())


class TheVectorsOfThePage(unittest.TestCase):
    """Of a receipt, its proof and a promise, made by the service."""

    def test_are_read_and_proved(self) -> None:
        key = notes.key_of("company-data-receipts+5c7ed46a+AddamAGCsQq31Uv+08lkBzoO4XLz2qYjJa8CGmj3B1Ea")
        keys = {key.vkey: key}
        receipt = (VECTORS / "receipt.txt").read_bytes()
        told = receipts.lines_of("receipt_wrong", receipts.RECEIPT, receipt, keys, "")
        proof = heads.json_of((VECTORS / "receipt-proof.json").read_bytes())
        self.assertTrue(receipts.is_under_its_seal(proof, told[4], told[5]))
        self.assertFalse(receipts.is_under_its_seal({**proof, "leaf_index": 2}, told[4], told[5]))
        self.assertEqual(heads.size_told(proof), 3)
        promise = receipts.promise_of((VECTORS / "promise.txt").read_bytes(), keys, "promise.txt")
        self.assertEqual((promise.account, promise.units, str(promise.amount)), (1001, -2, "-0.04"))
        with self.assertRaises(StatementsError):
            receipts.promise_of(receipt, keys, "receipt.txt")


class TheSentences(unittest.TestCase):
    def test_are_those_of_the_page(self) -> None:
        page = (Path(__file__).parents[3] / "docs" / "statements.md").read_text(encoding="utf-8")
        rows = re.findall(r"^\| `([a-z_]+)` +\| ([A-Z][^|]*\.) +\|$", page, re.MULTILINE)
        self.assertEqual(dict(rows), SENTENCES)


if __name__ == "__main__":
    unittest.main()
