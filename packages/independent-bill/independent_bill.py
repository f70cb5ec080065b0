#!/usr/bin/env python3
"""Sums bills from an exported event log, as docs/events.md describes it ("A bill from an export").

Usage: independent_bill.py LOG.ndjson [--account N] [--from YYYY-MM-DD] [--to YYYY-MM-DD] [--until POSITION]

Prints one JSON document: for each account its usage of the days, every statement as the log gives it, and what
contradicts itself. Exit code 0: nothing does; 1: something does; 2: wrong use or no export.
"""
import argparse
import base64
import json
import sys
from collections import defaultdict
from decimal import ROUND_HALF_UP, Decimal

FINEST = 8  # decimals of a price
# Digits of a currency's minor unit, by docs/statements.md; all others have two.
MINOR = {code: 0 for code in "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF".split()}
MINOR.update(BHD=3, IQD=3, JOD=3, KWD=3, LYD=3, OMR=3, TND=3, CLF=4, UYW=4)
BILLED = ("adjustments", "rows")  # every type in these streams touches the bill


def whole(text):
    """A decimal text as a whole number of hundred-millionths."""
    sign = -1 if text.startswith("-") else 1
    integer, _, fraction = text.lstrip("-").partition(".")
    if not integer.isdigit() or len(fraction) > FINEST or (fraction and not fraction.isdigit()):
        raise ValueError(f"{text!r} is no amount")
    return sign * int(integer + fraction.ljust(FINEST, "0"))


def decimal(amount):
    """A whole number of hundred-millionths as a decimal text; null where there is no amount."""
    if amount is None:
        return None
    digits = str(abs(amount)).rjust(FINEST + 1, "0")
    text = f"{digits[:-FINEST]}.{digits[-FINEST:]}".rstrip("0").rstrip(".")
    return f"-{text}" if amount < 0 else text


class Unit:
    """One charged unit: a block of a row."""

    def __init__(self, job, row, block, day):
        self.job, self.row, self.block, self.day = job, row, block, day
        self.held_by = None  # the standing adjustment that took it back
        self.corrected = []  # standing repricings: their ids and prices


class Entry:
    """A charge, an adjustment, a credit or the reversal of one, in the order of the log."""

    def __init__(self, order, time, sign, units, rows=0, adjusts=False, credit=0, price=None):
        self.order, self.month, self.day = order, time[:7], time[:10]
        self.sign, self.units, self.rows, self.adjusts = sign, units, rows, adjusts
        self.credit, self.price, self.stated = credit, price, False  # price: what a repricing sets
        # What each unit cost before: the corrected price, or None for the agreed one.
        self.before = [unit.corrected[-1][1] if adjusts and unit.corrected else None for unit in units]


class Account:
    def __init__(self):
        self.entries, self.agreements, self.statements = [], [], []
        self.units, self.jobs, self.orders = set(), defaultdict(list), {}  # orders of billing events, by id
        self.made = {}  # by adjustment id: its entry, and whether it was reversed


class Bill:
    def __init__(self):
        self.accounts = defaultdict(Account)
        self.contradictions, self.rows = [], set()
        self.events, self.position = 0, ""

    def contradict(self, line, text):
        self.contradictions.append(f"{line['stream']} {line['revision']}: {text}")

    def see(self, line):
        self.events, self.position = self.events + 1, line["position"]
        metadata = line["metadata"]
        category, kind = line["stream"].partition("-")[0], line["type"]
        if "v" not in metadata or category not in ("account", "adjustments", "rows", "statement"):
            return
        account = self.accounts[metadata.get("account")]
        data = line["data"] if "data" in line else json.loads(base64.b64decode(line["data_base64"]))
        if category in BILLED:
            account.orders[line["id"]] = self.events
        if kind == "RowsRecorded":
            self.recorded(line, account, data)
        elif kind == "BlockCharged":
            self.charge(line, account, [Unit(data["job_id"], data["row"], data["block"], metadata["time"][:10])], 0)
        elif kind == "PricesAgreed":
            account.agreements.append(data)
        elif kind in ("ChargeAdjusted", "ChargesRepriced"):
            (self.adjusted if kind == "ChargeAdjusted" else self.repriced)(line, account, data)
        elif kind == "CreditGranted":
            self.enter(line, account, data, -1, [], whole(data["amount"]))
        elif kind == "AdjustmentReversed":
            self.reversed(line, account, data)
        elif kind == "StatementIssued":
            self.stated(line, account, data)
        elif category in BILLED and kind != "BlockFilled":
            self.contradict(line, f"{kind} may change a bill, and this program doesn't know it")

    def recorded(self, line, account, data):
        job, day = data["job_id"], line["metadata"]["time"][:10]
        for place, row in enumerate(data["rows"]):
            if "outcome" not in row:
                continue
            number, outcome = data["from"] + place, data["outcomes"][row["outcome"]]
            available = {block for block, answer in outcome["blocks"].items() if answer == "available"}
            if outcome["units"] != {block: 1 for block in available}:
                self.contradict(line, f"row {number} is not charged a unit for each available block")
            if (job, number) in self.rows:
                self.contradict(line, f"row {number} is recorded twice")
            self.rows.add((job, number))
            self.charge(line, account, [Unit(job, number, block, day) for block in outcome["units"]], 1)

    def charge(self, line, account, units, rows):
        for unit in units:
            name = (unit.job, unit.row, unit.block)
            if name in account.units:
                self.contradict(line, f"{unit.block} of row {unit.row} is charged twice")
            account.units.add(name)
            account.jobs[unit.job].append(unit)
        account.entries.append(Entry(self.events, line["metadata"]["time"], 1, units, rows))

    def enter(self, line, account, data, sign, units, credit=0, price=None):
        entry = Entry(self.events, line["metadata"]["time"], sign, units, 0, True, credit, price)
        account.entries.append(entry)
        account.made[data["adjustment_id"]] = [entry, False]
        given = sign * len(units) if price is None else 0
        if given != data["units"]:
            self.contradict(line, f"says {data['units']} units; the charges give {given}")
        return entry

    def free(self, account, data):
        scope = data["scope"]
        return [
            unit
            for job in sum((group["jobs"] for group in data["charges"]), [])
            for unit in account.jobs[job]
            if unit.held_by is None
            and scope["row"] in (None, unit.row)
            and scope["block"] in (None, unit.block)
            and (scope["from"] is None or scope["from"] <= unit.day)
            and (scope["to"] is None or unit.day <= scope["to"])
        ]

    def adjusted(self, line, account, data):
        units = self.free(account, data)
        self.enter(line, account, data, -1, units)
        for unit in units:
            unit.held_by = data["adjustment_id"]

    def repriced(self, line, account, data):
        units, price = self.free(account, data), whole(data["price"])
        self.enter(line, account, data, 1, units, price=price)
        for unit in units:
            unit.corrected.append((data["adjustment_id"], price))

    def reversed(self, line, account, data):
        entry, gone = account.made.get(data["reverses"], (None, True))
        if gone:
            self.contradict(line, f"reverses {data['reverses']}, which was never made or is reversed already")
            return
        account.made[data["reverses"]][1] = True
        for unit in entry.units:
            if entry.price is None:
                unit.held_by = None
            elif not unit.corrected or unit.corrected.pop()[0] != data["reverses"]:
                self.contradict(line, f"reverses {data['reverses']} under a later entry")
        back = self.enter(line, account, data, -entry.sign, entry.units, -entry.credit, entry.price)
        back.before = entry.before

    def stated(self, line, account, data):
        head, totals = data["head"], data["totals"]
        last = account.orders.get(head["through"], 0)
        known = [one for one in account.entries if one.order <= last and not one.stated]
        covered = [entry for entry in known if entry.month <= head["month"]]
        for entry in covered:
            entry.stated = not head["partial"]
        known = account.agreements[: data["agreements"]]
        priced = bool(covered) and any(one["from"][:7] <= head["month"] for one in known)
        sums = sums_of(covered, known, priced, lambda _: True)
        late = sum(1 for entry in covered if entry.month < head["month"])
        account.statements.append({"month": head["month"], "partial": head["partial"], "late": late, **sums})
        currency, one = totals["currency"], {name: sums[name] for name in ("amount", "net_amount")}
        one["payable"] = payable(sums["net_amount"], currency)
        due = {**sums, **one, "currencies": [] if currency is None else [{"currency": currency, **one}]}
        for name in totals:  # the first two formats state no credits and nothing to pay
            if name != "currency" and totals[name] != due[name]:
                self.contradict(line, f"the statement of {head['month']} says {name} {totals[name]}, the log {due[name]}")


def payable(net, currency):
    """The net amount, rounded half away from zero to the minor unit of its currency, with all digits of that."""
    if net is None or currency is None:
        return None
    rounded = Decimal(net).quantize(Decimal(1).scaleb(-MINOR.get(currency, 2)), ROUND_HALF_UP)
    return str(abs(rounded) if rounded == 0 else rounded)


def price_of(agreements, unit):
    """The agreed price of a unit in hundred-millionths; None where it has none."""
    known = [one for one in agreements if unit.block in one["prices"] and one["from"] <= unit.day]
    # Sorting is stable: of agreements from the same day the later event stays last.
    return whole(sorted(known, key=lambda one: one["from"])[-1]["prices"][unit.block]) if known else None


def sums_of(entries, agreements, priced, is_meant):
    """Sums of the charges dated on the days that are meant, and of the adjustments of them."""
    rows = units = adjusted = amount = adjusted_amount = credited = 0
    repriced = defaultdict(int)  # standing repricings of each unit
    blocks, days, unpriced = defaultdict(int), defaultdict(lambda: [0, 0]), defaultdict(int)
    for entry in entries:
        if is_meant(entry.day):
            credited += entry.credit
            rows += entry.rows
            days[entry.day][0] += entry.rows
        for unit, before in zip(entry.units, entry.before):
            if not is_meant(unit.day):
                continue
            price = price_of(agreements, unit)
            cost = before if before is not None else price or 0
            if entry.price is not None:
                repriced[unit] += entry.sign
                adjusted_amount += entry.sign * (entry.price - cost)
                continue
            if entry.adjusts:
                adjusted += entry.sign
                adjusted_amount += entry.sign * cost
                continue
            units += 1
            amount += cost
            blocks[unit.block] += 1
            days[unit.day][1] += 1
            if price is None:
                unpriced[unit.block] += 1
    money = decimal if priced else lambda _: None
    net = decimal if any(count > 0 for count in repriced.values()) else money
    return {
        **{"rows": rows, "units": units, "adjusted_units": adjusted, "net_units": units + adjusted},
        **{"amount": money(amount), "adjusted_amount": money(adjusted_amount), "credited_amount": money(credited)},
        "net_amount": net(amount + adjusted_amount + credited),
        **{"blocks": dict(sorted(blocks.items())), "unpriced": dict(sorted(unpriced.items()))},
        "days": {day: {"rows": of[0], "units": of[1]} for day, of in sorted(days.items()) if any(of)},
    }


def usage_of(account, first, last):
    priced = any(one["from"] <= last for one in account.agreements)
    return sums_of(account.entries, account.agreements, priced, lambda day: first <= day <= last)


def read(path, until):
    bill, lines, end = Bill(), 0, None
    with open(path, encoding="utf-8") as file:
        head = json.loads(file.readline() or "{}")
        if head.get("export") != "company-data log":
            raise ValueError(f"{path} is no export of a log")
        if head["after"] is not None:
            raise ValueError(f"{path} begins in the middle of the log: export all of it")
        for text in file:
            line = json.loads(text)
            if line.get("end") is True:
                end = line
                continue
            lines += 1
            if "deleted" not in line and (until is None or line["position"] <= until):
                bill.see(line)
    if end is None or end["events"] + end["deletions"] != lines:
        raise ValueError(f"{path} is not whole")
    return bill


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("log")
    parser.add_argument("--account", help="only this account")
    parser.add_argument("--from", dest="first", default="0000-01-01", help="first day, UTC")
    parser.add_argument("--to", dest="last", default="9999-12-31", help="last day, UTC")
    parser.add_argument("--until", help="only events up to this position")
    options = parser.parse_args()
    try:
        bill = read(options.log, options.until)
    except (OSError, ValueError, KeyError) as error:
        print(f"independent_bill: {error}", file=sys.stderr)
        return 2
    answer = {"position": bill.position, "accounts": [], "contradictions": bill.contradictions}
    for number, account in sorted(bill.accounts.items(), key=lambda one: int(one[0] or 0)):
        if options.account not in (None, number):
            continue
        usage = usage_of(account, options.first, options.last)
        answer["accounts"].append({"account_id": int(number), **usage, "statements": account.statements})
    print(json.dumps(answer))
    return 1 if bill.contradictions else 0


if __name__ == "__main__":
    sys.exit(main())
