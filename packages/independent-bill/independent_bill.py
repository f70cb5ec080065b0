#!/usr/bin/env python3
"""Sums bills from an exported event log, as docs/events.md describes it ("A bill from an export").
Prints one JSON document: for each account its usage of the days, every statement as the log gives it, and what
contradicts itself. Exit code 0: nothing does; 1: something does; 2: wrong use or no export.
"""
import argparse
import base64
import json
import re
import sys
from calendar import monthrange
from collections import defaultdict
from decimal import ROUND_HALF_UP, Decimal, getcontext

getcontext().prec = 200  # every sum is exact
# Digits of a currency's minor unit, by docs/statements.md; all others have two.
MINOR = {code: 0 for code in "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF".split()}
MINOR.update(BHD=3, IQD=3, JOD=3, KWD=3, LYD=3, OMR=3, TND=3, CLF=4, UYW=4)
BILLED = ("adjustments", "rows")  # every type in these streams touches the bill

def number(text):
    if not re.fullmatch("-?[0-9]+([.][0-9]+)?", text):
        raise ValueError(f"{text!r} is no amount")
    return Decimal(text)
def decimal(amount):
    """The shortest text of an amount."""
    return format(Decimal(amount).normalize(), "f") if amount else "0"

class Unit:
    """One charged unit: a block of a row."""
    def __init__(self, job, row, block, day):
        self.job, self.row, self.block, self.day = job, row, block, day
        self.held_by, self.corrected = None, []  # the adjustment that took it back; standing repricings: ids, prices

class Entry:
    """A charge, an adjustment, a credit or the reversal of one, in the order of the log."""
    def __init__(self, order, time, sign, units, rows=0, adjusts=False, credit=0, price=None, currency=None):
        self.order, self.month, self.day, self.currency = order, time[:7], time[:10], currency
        self.sign, self.units, self.rows, self.adjusts = sign, units, rows, adjusts
        self.credit, self.price, self.stated = credit, price, False  # price: what a repricing sets
        # What each unit cost before: the corrected price, or None for the agreed one.
        self.before = [unit.corrected[-1][1] if adjusts and unit.corrected else None for unit in units]
    def costs(self, agreements):
        """Each unit with what it cost before; None where it had no price."""
        for unit, before in zip(self.units, self.before):
            yield unit, price_of(agreements, unit) if before is None else before

class Account:
    def __init__(self):
        self.entries, self.agreements, self.rules, self.statements = [], [], [], []
        self.units, self.jobs, self.orders = set(), defaultdict(list), {}  # orders of billing events, by id
        self.made = {}  # by adjustment id: its entry, and whether it was reversed

class Bill:
    def __init__(self):
        self.accounts, self.contradictions, self.rows = defaultdict(Account), [], set()
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
        if kind[0].isupper() and hasattr(self, kind):  # these methods are named after their events
            getattr(self, kind)(line, account, data)
        elif category in BILLED and kind != "BlockFilled":
            self.contradict(line, f"{kind} may change a bill, and this program doesn't know it")
    def PricesAgreed(self, line, account, data):
        account.agreements.append({"prices": {}, **data, "kind": line["type"]})
    PricesWithdrawn = ContractAgreed = PricesAgreed
    def MonthRulesAgreed(self, _line, account, data):
        account.rules.append(data)
    def RowsRecorded(self, line, account, data):
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
    def BlockCharged(self, line, account, data):
        self.charge(line, account, [Unit(data["job_id"], data["row"], data["block"], line["metadata"]["time"][:10])], 0)
    def charge(self, line, account, units, rows):
        for unit in units:
            name = (unit.job, unit.row, unit.block)
            if name in account.units:
                self.contradict(line, f"{unit.block} of row {unit.row} is charged twice")
            account.units.add(name)
            account.jobs[unit.job].append(unit)
        account.entries.append(Entry(self.events, line["metadata"]["time"], 1, units, rows))
    def enter(self, line, account, data, sign, units, credit=0, price=None):
        entry = Entry(self.events, line["metadata"]["time"], sign, units, 0, True, credit, price, data["currency"])
        account.entries.append(entry)
        account.made[data["adjustment_id"]] = [entry, False]
        given = sign * len(units) if price is None else 0
        if given != data["units"]:
            self.contradict(line, f"says {data['units']} units; the charges give {given}")
        return entry
    def free(self, account, data):
        scope, jobs = data["scope"], [job for group in data["charges"] for job in group["jobs"]]
        first, last = scope["from"] or "", scope["to"] or "9999-12-31"
        meant = [unit for job in jobs for unit in account.jobs[job] if unit.held_by is None and first <= unit.day <= last]
        return [one for one in meant if scope["row"] in (None, one.row) and scope["block"] in (None, one.block)]
    def ChargeAdjusted(self, line, account, data):
        units, price = self.free(account, data), number(data["price"]) if "price" in data else None
        self.enter(line, account, data, -1 if price is None else 1, units, price=price)
        for unit in units:
            if price is None:
                unit.held_by = data["adjustment_id"]
            else:
                unit.corrected.append((data["adjustment_id"], price))

    ChargesRepriced = ChargeAdjusted
    def CreditGranted(self, line, account, data):
        self.enter(line, account, data, -1, [], number(data["amount"]))
    def AdjustmentReversed(self, line, account, data):
        entry, gone = account.made.get(data["reverses"], (None, True))
        if gone:
            return self.contradict(line, f"reverses {data['reverses']}, which was never made or is reversed already")
        account.made[data["reverses"]][1] = True
        for unit in entry.units:
            if entry.price is None:
                unit.held_by = None
            elif not unit.corrected or unit.corrected.pop()[0] != data["reverses"]:
                self.contradict(line, f"reverses {data['reverses']} under a later entry")
        back = self.enter(line, account, data, -entry.sign, entry.units, -entry.credit, entry.price)
        back.before = entry.before
    def StatementIssued(self, line, account, data):
        head, totals = data["head"], data["totals"]
        month, last = head["month"], account.orders.get(head["through"], 0)
        known, rules = standing(account.agreements[: data["agreements"]]), account.rules[: data.get("month_rules", 0)]
        before = [entry for entry in account.entries if entry.stated]
        covered = [one for one in account.entries if one.order <= last and not one.stated and one.month <= month]
        lines = rules_between(rules, known, before, before + covered, month)
        for entry in covered:
            entry.stated = not head["partial"]
        priced = bool(lines) or any(known or entry.credit for entry in covered)
        sums = sums_of(covered, known, priced, lambda _: True, {line["currency"] for line in lines})
        late = sum(1 for entry in covered if entry.month < month) + sum(1 for line in lines if line["month"] < month)
        account.statements.append({"month": month, "partial": head["partial"], "late": late, **sums, "month_rules": lines})
        due = {"month_rules": None, "payable": None, **sums}
        for one in due["currencies"]:
            came = sum(number(each["amount"]) for each in lines if each["currency"] == one["currency"])
            one["month_rules"], one["payable"] = decimal(came), payable(number(one["net_amount"]) + came, one["currency"])
            if len(due["currencies"]) == 1:
                due.update(one)
        for name in totals:  # the first two formats state no credits, no rules and nothing to pay
            if totals[name] != due[name]:
                self.contradict(line, f"the statement of {month} says {name} {totals[name]}, the log {due[name]}")
def payable(due, currency):
    """What is due, rounded half away from zero to the minor unit of its currency, with all digits of that."""
    rounded = due.quantize(Decimal(1).scaleb(-MINOR.get(currency, 2)), ROUND_HALF_UP)
    return str(abs(rounded) if rounded == 0 else rounded)
def latest(agreed, until):
    """What begins last by a day or a month; of equal beginnings the later event; None where nothing has begun."""
    begun = [one for one in agreed if one["from"][: len(until)] <= until]
    return sorted(begun, key=lambda one: one["from"])[-1] if begun else None  # sorting is stable
def price_of(agreements, unit):
    """The agreed price of a unit; None where it has none."""
    currency, begun = currency_on(agreements, unit.day), [one for one in agreements if one["from"] <= unit.day]
    ended = max((one["from"] for one in begun if currency_on(agreements, one["from"]) != currency), default="")
    known = [one for one in begun if unit.block in one["prices"] and one["from"] > ended and one["currency"] == currency]
    agreed = latest(known, unit.day)
    return number(agreed["prices"][unit.block]) if agreed else None
def standing(agreements):
    """The prices and contracts that no later withdrawal names."""
    def is_gone(place, one):
        later = [other["from"] for other in agreements[place:] if other["kind"] == "PricesWithdrawn"]
        return one["kind"] == "PricesWithdrawn" or one["kind"] == "PricesAgreed" and one["from"] in later
    return [one for place, one in enumerate(agreements) if not is_gone(place, one)]
def currency_on(agreements, day):
    """The currency of a day or a month: of its contract; before any contract, of what begins first."""
    first = sorted(agreements[::-1], key=lambda one: (one["from"], one["kind"]))
    agreed = latest([one for one in agreements if one["kind"] == "ContractAgreed"], day) or (first + [{"currency": None}])[0]
    return agreed["currency"]
def ruled(rules, agreements, entries, month):
    """What each rule of a month comes to: the units that it makes cheaper, and its amount."""
    net, prices, cheaper = defaultdict(int), [], []
    for entry in entries:
        for unit, price in entry.costs(agreements):
            if unit.day[:7] == month:
                net[unit.day, price, unit.block] += entry.sign if entry.price is None else -entry.sign
                net[unit.day, entry.price, unit.block] += 0 if entry.price is None else entry.sign
    for _, price, _, units in sorted((day, -of, block, units) for (day, of, block), units in net.items() if of is not None):
        prices += [-price] * units
    free = prices[: rules["free_units"]]
    for place, price in list(enumerate(prices))[len(free):]:
        tiers = [number(tier["percent"]) for tier in rules["tiers"] if tier["after"] <= place]
        cheaper += [price * tiers[-1] / 100] if tiers else []
    came = {"free_units": (len(free), -sum(free)), "tiers": (len(cheaper), -sum(cheaper))}
    came["minimum"] = (0, max(0, number(rules["minimum"] or "0") - sum(prices) + sum(free) + sum(cheaper)))
    return {rule: came[rule] for rule in came if rules[rule]}
def rules_between(agreed, agreements, before, after, last):
    """The lines of rules up to a month: what they come to in it, and what has changed since in earlier months."""
    lines, months = [], {unit.day[:7] for entry in after for unit in entry.units if agreed}
    for month in sorted({last} | {each for each in months if each < last}):
        rules = latest(agreed, month)
        if rules is None or latest(agreements, month) is None or rules["currency"] != currency_on(agreements, month):
            continue
        was = ruled(rules, agreements, before if month < last else [], month)
        for rule, (units, amount) in ruled(rules, agreements, after, month).items():
            units, amount = units - was[rule][0], amount - (was[rule][1] if month < last else 0)
            if month == last or units or amount:
                lines.append({"month": month, "rule": rule, "units": units, "amount": decimal(amount),
                              "currency": rules["currency"]})
    return lines
def sums_of(entries, agreements, priced, is_meant, ruled=()):
    """Sums of the charges dated on the days that are meant, and of the adjustments of them."""
    rows = units = adjusted = 0
    money = defaultdict(lambda: [0, 0, 0], {currency: [0, 0, 0] for currency in ruled})  # charged, adjusted, credited
    repriced = defaultdict(int)  # standing repricings of each unit
    blocks, days, unpriced = defaultdict(int), defaultdict(lambda: [0, 0]), defaultdict(int)
    for entry in entries:
        if is_meant(entry.day):
            if entry.credit or not entry.adjusts:
                money[entry.currency if entry.adjusts else currency_on(agreements, entry.day)][2] += entry.credit
            rows += entry.rows
            days[entry.day][0] += entry.rows
        for unit, price in entry.costs(agreements):
            if not is_meant(unit.day):
                continue
            cost, sums = price or 0, money[currency_on(agreements, unit.day)]
            if entry.price is not None:
                repriced[unit] += entry.sign
                sums[1] += entry.sign * (entry.price - cost)
            elif entry.adjusts:
                adjusted, sums[1] = adjusted + entry.sign, sums[1] + entry.sign * cost
            else:
                units, sums[0] = units + 1, sums[0] + cost
                blocks[unit.block] += 1
                days[unit.day][1] += 1
                unpriced[unit.block] += price is None
    told = priced or any(count > 0 for count in repriced.values())
    named = sorted(currency for currency in money if told and currency is not None)
    text, net = (decimal if one and len(named) < 2 else lambda _: None for one in (priced, told))
    amount, adjusted_amount, credited = [sum(each[place] for each in money.values()) for place in range(3)]
    return {
        **{"rows": rows, "units": units, "adjusted_units": adjusted, "net_units": units + adjusted},
        **{"amount": text(amount), "adjusted_amount": text(adjusted_amount), "credited_amount": text(credited)},
        "currency": named[0] if len(named) == 1 else None,
        "currencies": [{"currency": each, "amount": decimal(money[each][0]), "net_amount": decimal(sum(money[each]))}
                       for each in named],
        **{"net_amount": net(amount + adjusted_amount + credited), "blocks": dict(sorted(blocks.items()))},
        "unpriced": {block: count for block, count in sorted(unpriced.items()) if count},
        "days": {day: {"rows": of[0], "units": of[1]} for day, of in sorted(days.items()) if any(of)},
    }
def usage_of(account, first, last):
    agreements = standing(account.agreements)
    priced = any(one["from"] <= last for one in agreements)
    sums = sums_of(account.entries, agreements, priced, lambda day: first <= day <= last)
    month, (year, of_year) = first[:7], (int(first[:4]), int(first[5:7]))  # rules are told for one whole month
    is_month = year > 0 and (first, last) == (f"{month}-01", f"{month}-{monthrange(year, of_year)[1]}")
    lines = rules_between(account.rules, agreements, [], account.entries, month) if is_month else []
    return {**sums, "month_rules": [line for line in lines if line["month"] == month]}
def read(path, until):
    bill, lines, end = Bill(), 0, None
    with open(path, encoding="utf-8") as file:
        head = json.loads(file.readline() or "{}")
        if head.get("export") != "company-data log" or head["after"] is not None:
            raise ValueError(f"{path} is no export of a log from its beginning")
        for text in file:
            line = json.loads(text)
            end, lines = (line, lines) if line.get("end") is True else (None, lines + 1)
            if end is None and "deleted" not in line and (until is None or line["position"] <= until):
                bill.see(line)
    if end is None or end["events"] + end["deletions"] != lines:
        raise ValueError(f"{path} is not whole")
    return bill
def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("log")
    for name, default in {"account": None, "from": "0000-01-01", "to": "9999-12-31", "until": None}.items():
        parser.add_argument(f"--{name}", default=default)
    options = vars(parser.parse_args())
    try:
        bill = read(options["log"], options["until"])
    except (OSError, ValueError, KeyError) as error:
        print(f"independent_bill: {error}", file=sys.stderr)
        return 2
    answer = {"position": bill.position, "accounts": [], "contradictions": bill.contradictions}
    for number_, account in sorted(bill.accounts.items(), key=lambda one: int(one[0] or 0)):
        if options["account"] in (None, number_):
            usage = usage_of(account, options["from"], options["to"])
            answer["accounts"].append({"account_id": int(number_), **usage, "statements": account.statements})
    print(json.dumps(answer))
    return 1 if bill.contradictions else 0

if __name__ == "__main__":
    sys.exit(main())
