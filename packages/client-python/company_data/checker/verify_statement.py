#!/usr/bin/env python3
"""Checks a signed statement or a proof, from docs/statements.md alone. Python 3.9 or newer, its standard library only.

    verify_statement.py FILE... KEYS

KEYS: a file with a JSON Web Key Set, or the 64 hexadecimal digits of one public key. Prints one line, or one a fault, for
each file. Of several statements of an account, each is also held against those of earlier months.
Exit code 0: as it was signed. 1: not. 2: wrong use.
"""
import hashlib
import json
import os
import re
import sys
from base64 import urlsafe_b64decode
from datetime import datetime
from decimal import ROUND_HALF_UP, Decimal, getcontext

getcontext().prec = 1000
# Of each format, the versions of its rules; the first names none.
FORMATS = {
    'company-data-statement-1': None,
    'company-data-statement-2': {'adjustment': 2, 'charge': 1},
    'company-data-statement-3': {'adjustment': 3, 'charge': 1, 'month': 1, 'payable': 1},
}
FIRST, THIRD = 'company-data-statement-1', 'company-data-statement-3'
# Of each format, the key under which an adjustment lists its units.
LISTED = {'company-data-statement-2': 'days', THIRD: 'lines'}
# Digits of a currency's minor unit; all others have two.
MINOR = {code: digits for digits, codes in {
    0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
    3: 'BHD IQD JOD KWD LYD OMR TND',
    4: 'CLF UYW',
}.items() for code in codes.split()}
PROOF = 'company-data-statement-proof-1'
ZERO = bytes(32)


# The forms of values. A form says whether a value has it.
def like(pattern):
    form = re.compile(pattern)
    return lambda value: isinstance(value, str) and form.fullmatch(value) is not None


def is_text(value):
    return isinstance(value, str)


def is_flag(value):
    return type(value) is bool


def whole(least=1 - 2**53):
    return lambda value: type(value) is int and least <= value < 2**53


def or_null(form):
    return lambda value: value is None or form(value)


def list_of(form):
    return lambda value: isinstance(value, list) and all(form(each) for each in value)


def by_block(form):
    return lambda value: isinstance(value, dict) and all(is_block(key) and form(each) for key, each in value.items())


def exactly(**forms):
    return lambda value: isinstance(value, dict) and set(value) == set(forms) \
        and all(form(value[key]) for key, form in forms.items())


def is_time(value):
    if not like(r'[1-9][0-9]{3}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z')(value):
        return False
    try:
        return datetime.strptime(value, '%Y-%m-%dT%H:%M:%S.%fZ') is not None
    except ValueError:
        return False


def is_day(value):
    return is_text(value) and is_time(value + 'T00:00:00.000Z')


is_block = like('[a-z][a-z0-9_]*')
is_price = like(r'(0|[1-9][0-9]{0,8})(\.[0-9]{1,8})?')
is_amount = like(r'(?!-0\Z)-?(0|[1-9][0-9]*)(\.[0-9]*[1-9])?')
is_hash = like('[0-9a-f]{64}')
is_uuid = like('[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}')
is_job = like('job_[0-9A-HJKMNP-TV-Z]{26}')
is_adjustment_id = like('adj_[0-9A-HJKMNP-TV-Z]{26}')
is_currency = like('[A-Z]{3}')
is_month = like('[1-9][0-9]{3}-(0[1-9]|1[0-2])')

CHARGE = dict(
    account_id=whole(1), amount=or_null(is_amount), charge_id=is_uuid, company_number=or_null(like('[A-Z0-9]{8}')),
    currency=or_null(is_currency), entry=like('row|block'), job_id=is_job, late=is_flag, prices=by_block(is_price),
    row=whole(0), time=is_time, units=by_block(whole(1)),
)
SCOPE = exactly(
    block=or_null(is_block), **{'from': or_null(is_day)}, job_id=or_null(is_job), row=or_null(whole(0)), to=or_null(is_day),
)
ADJUSTMENT = dict(
    account_id=whole(1), adjustment_id=is_adjustment_id, amount=or_null(is_amount), currency=or_null(is_currency),
    late=is_flag, note=is_text, reason=like('[a-z_]+'), reverses=or_null(is_adjustment_id), scope=SCOPE, time=is_time,
    units=by_block(whole()),
)
DAYS = list_of(exactly(date=is_day, prices=by_block(is_price), units=by_block(whole())))
LINES = list_of(exactly(block=is_block, date=is_day, price=or_null(is_price), units=whole()))
CREDIT = dict(
    account_id=whole(1), adjustment_id=is_adjustment_id, amount=is_amount, currency=is_currency, late=is_flag, note=is_text,
    reason=like('[a-z_]+'), reverses=or_null(is_adjustment_id), time=is_time,
)
MONTH_RULE = dict(
    account_id=whole(1), amount=is_amount, currency=is_currency, late=is_flag, month=is_month, units=whole(), version=whole(1),
)
TIER = exactly(after=whole(0), percent=like(r'(0|[1-9][0-9]{0,2})(\.[0-9]{1,2})?'))
# Each rule has its terms under its name; in the order in which they apply.
TERMS = {'free_units': whole(1), 'tiers': lambda value: list_of(TIER)(value) and value != [], 'minimum': is_price}
PLACED = dict(index=whole(0), leaf=is_hash, salt=is_hash)
IS_ENTRY = {
    'charge': [exactly(charge=exactly(**CHARGE), **PLACED)],
    # The second format also says days, the third says lines.
    'adjustment': [exactly(adjustment=exactly(**facts), **PLACED)
                   for facts in (ADJUSTMENT, dict(ADJUSTMENT, days=DAYS), dict(ADJUSTMENT, lines=LINES))],
    'credit': [exactly(credit=exactly(**CREDIT), **PLACED)],
    'month_rule': [exactly(month_rule=exactly(rule=like(rule), **{rule: terms}, **MONTH_RULE), **PLACED)
                   for rule, terms in TERMS.items()],
}
HEADER = dict(
    account_id=whole(1), format=is_text, **{'from': is_day}, month=is_month, partial=is_flag, to=is_day,
    previous=exactly(frontier=list_of(is_hash), root=is_hash, tree_size=whole(0)),
)
CONTRACT = exactly(**{'from': is_day}, number=is_text, purchase_order=or_null(is_text), to=or_null(is_day))
RULES = dict(adjustment=whole(0), charge=whole(0))
# The second format also has rules; the third has four, and the contract.
is_header = [exactly(header=exactly(**each)) for each in (
    HEADER, dict(HEADER, rules=exactly(**RULES)),
    dict(HEADER, rules=exactly(**RULES, month=whole(0), payable=whole(0)), contract=or_null(CONTRACT)))]
is_head = exactly(signature=is_text, head=exactly(
    account_id=whole(1), after=or_null(is_uuid), body_sha256=is_hash, entries=whole(0), format=is_text, issued_at=is_time,
    key_id=like('[0-9a-f]{16}'), locators=list_of(is_hash), month=is_month, partial=is_flag, previous_root=is_hash,
    previous_tree_size=whole(0), root=is_hash, through=or_null(is_uuid), tree_size=whole(0),
))
PROOF_PARTS = dict(format=is_text, path=list_of(is_hash))
is_inclusion = exactly(proof=like('inclusion'), statement=is_head, entry=lambda value: isinstance(value, dict), **PROOF_PARTS)
is_consistency = exactly(proof=like('consistency'), earlier=is_head, later=is_head, **PROOF_PARTS)


# Canonical JSON (RFC 8785) of text, integers, flags, lists and objects; statements hold nothing else.
def canonical(value):
    text = json.dumps(value, ensure_ascii=False, separators=(',', ':'), sort_keys=True, allow_nan=False)
    return text.encode('utf-8')


def refused(_text):
    raise ValueError('no number of JSON')


def integer(text):
    if text == '-0':
        raise ValueError('a zero with a sign')
    return int(text)


def once(pairs):
    """An object, unless a name stands in it twice: another reader may take the other value."""
    value = dict(pairs)
    if len(value) < len(pairs):
        raise ValueError('a name stands twice')
    return value


def plain(text):
    """The value of a JSON text that every reader reads alike, which canonical JSON can write. @raises ValueError"""
    value = json.loads(text, parse_float=refused, parse_constant=refused, parse_int=integer, object_pairs_hook=once)
    canonical(value)
    return value


def parse(line):
    """The object of a line in canonical form, or None."""
    try:
        value = plain(line.decode('utf-8'))
        return value if isinstance(value, dict) and canonical(value) == line else None
    except (ValueError, RecursionError):
        return None


def sha256(data):
    return hashlib.sha256(data).digest()


def node(left, right):
    return sha256(b'\x01' + left + right)


def unhex(text, size=32):
    ok = isinstance(text, str) and re.fullmatch('[0-9a-f]{%d}' % (2 * size), text)
    return bytes.fromhex(text) if ok else None


# Ed25519, RFC 8032, 5.1.7: one signature a statement, so that speed does not matter.
P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
SQRT_M1 = pow(2, (P - 1) // 4, P)


def recover_x(y, sign):
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P != 0:
        x = x * SQRT_M1 % P
    if (x * x - square) % P != 0 or (x == 0 and sign == 1):
        return None
    return P - x if x % 2 != sign else x


def add(a, b):
    e = (a[1] - a[0]) * (b[1] - b[0]) % P
    f = (a[1] + a[0]) * (b[1] + b[0]) % P
    g = 2 * a[3] * b[3] * D % P
    h = 2 * a[2] * b[2] % P
    i, j, k, m = f - e, h - g, h + g, f + e
    return (i * j % P, k * m % P, j * k % P, i * m % P)


def times(scalar, point):
    result = (0, 1, 1, 0)
    while scalar > 0:
        if scalar & 1:
            result = add(result, point)
        point = add(point, point)
        scalar >>= 1
    return result


def equal(a, b):
    return (a[0] * b[2] - b[0] * a[2]) % P == 0 and (a[1] * b[2] - b[1] * a[2]) % P == 0


def decompress(data):
    number = int.from_bytes(data, 'little')
    y = number & ((1 << 255) - 1)
    x = recover_x(y, number >> 255)
    return None if x is None else (x, y, 1, x * y % P)


BASE_Y = 4 * pow(5, P - 2, P) % P
BASE = (recover_x(BASE_Y, 0), BASE_Y, 1, recover_x(BASE_Y, 0) * BASE_Y % P)


def is_signed(public, message, signature):
    key, point = decompress(public), decompress(signature[:32])
    scalar = int.from_bytes(signature[32:], 'little')
    if key is None or point is None or scalar >= L:
        return False
    challenge = int.from_bytes(hashlib.sha512(signature[:32] + public + message).digest(), 'little') % L
    return equal(times(scalar, BASE), add(point, times(challenge, key)))


def key_id(public):
    return sha256(public).hex()[:16]


def keys_of(text):
    if os.path.exists(text):
        with open(text, encoding='utf-8') as file:
            listed = [urlsafe_b64decode(key['x'] + '=') for key in plain(file.read())['keys']]
    else:
        listed = [bytes.fromhex(text)]
    return {key_id(key): key for key in listed if len(key) == 32}


# The tree: a list of (level, hash), the largest complete subtrees from left to right.
class Tree:
    def __init__(self, size=0, frontier=()):
        self.size = size
        self.nodes = list(zip([bit for bit in range(size.bit_length() - 1, -1, -1) if size >> bit & 1], frontier))

    def push(self, leaf):
        level = 0
        while self.size >> level & 1 and self.nodes and self.nodes[-1][0] == level:
            leaf = node(self.nodes.pop()[1], leaf)
            level += 1
        self.nodes.append((level, leaf))
        self.size += 1

    def root(self):
        if not self.nodes:
            return sha256(b'')
        result = self.nodes[-1][1]
        for _level, left in reversed(self.nodes[:-1]):
            result = node(left, result)
        return result


def xor(a, b):
    return (int.from_bytes(a, 'big') ^ int.from_bytes(b, 'big')).to_bytes(32, 'big')


def locators(leaves):
    sums = [ZERO] * (1 + max(len(leaves) - 1, 0).bit_length())
    for place, leaf in enumerate(leaves):
        sums[0] = xor(sums[0], leaf)
        for bit in range(place.bit_length()):
            if place >> bit & 1:
                sums[bit + 1] = xor(sums[bit + 1], leaf)
    return sums


def locate(leaves, entries, signed):
    """The places, and what was done there, where one line differs or two were swapped; else nothing."""
    sums = locators(leaves)
    if len(leaves) == entries:
        differences = [xor(a, b) for a, b in zip(sums, signed)]
        one = next((each for each in differences[1:] if each != ZERO), differences[0])
        if one == ZERO or any(each not in (ZERO, one) for each in differences):
            return []
        place = sum(1 << bit for bit, each in enumerate(differences[1:]) if each != ZERO)
        if differences[0] == one:
            return [(place, 'changed')] if place < len(leaves) else []
        for at, leaf in enumerate(leaves):
            other = at ^ place
            if at < other < len(leaves) and xor(leaf, leaves[other]) == one:
                return [(at, 'reordered'), (other, 'reordered')]
    odd = xor(sums[0], signed[0])
    if len(leaves) == entries + 1:
        for place in range(len(leaves) - 1, -1, -1):
            if leaves[place] == odd and locators(leaves[:place] + leaves[place + 1:]) == signed:
                return [(place, 'added')]
    if len(leaves) == entries - 1:
        for place in range(entries):
            if locators(leaves[:place] + [odd] + leaves[place:]) == signed:
                return [(place, 'dropped')]
    return []


def decimal(number):
    text = format(number, 'f')
    text = text.rstrip('0').rstrip('.') if '.' in text else text
    return '0' if text in ('-0', '') else text


def cost(units, prices):
    return sum((Decimal(price) * units.get(block, 0) for block, price in prices.items()), Decimal(0))


def payable(net, currency):
    rounded = net.quantize(Decimal(1).scaleb(-MINOR.get(currency, 2)), ROUND_HALF_UP)
    return format(abs(rounded) if rounded == 0 else rounded, 'f')


def rule_sums(rules, counted):
    """Units and amount of each rule of a month, by its name. counted: units by day, block and price."""
    free, tiers = rules.get('free_units', 0), rules.get('tiers', [])
    ends = [tier['after'] for tier in tiers[1:]] + [float('inf')]
    steps = [('free_units', 0, free, Decimal(100))] + [
        ('tiers', max(tier['after'], free), end, Decimal(tier['percent'])) for tier, end in zip(tiers, ends)]
    sums, place, full = {rule: (0, Decimal(0)) for rule in rules}, 0, Decimal(0)
    lines = [(day, -Decimal(price), block, units) for (day, block, price), units in counted.items() if price is not None and units > 0]
    for _day, price, _block, units in sorted(lines):
        for rule, first, end, percent in steps:
            shared = min(place + units, end) - max(place, first)
            if shared > 0:
                sums[rule] = (sums[rule][0] + shared, sums[rule][1] + price * shared * percent / 100)
        place, full = place + units, full - price * units
    if 'minimum' in rules:
        cheaper = sum((amount for _units, amount in sums.values()), Decimal(0))
        sums['minimum'] = (0, max(Decimal(0), Decimal(rules['minimum']) - full - cheaper))
    return sums


class Totals:
    def __init__(self):
        self.entries = self.late = self.rows = self.adjustments = self.credits = self.rules = 0
        self.ruled = {}  # Of each currency: the amount of month rules.
        self.currency, self.adjusted_amount, self.credited = None, Decimal(0), Decimal(0)
        self.sums = {}  # Of each currency: the amounts of charges and of all entries.
        self.days, self.adjusted = {}, {}

    def add(self, kind, fact):
        self.entries += 1
        self.late += fact['late']
        if self.currency is None:
            self.currency = fact['currency']
        if kind == 'month_rule':
            self.rules += 1
            self.ruled[fact['currency']] = self.ruled.get(fact['currency'], Decimal(0)) + Decimal(fact['amount'])
            self.sums.setdefault(fact['currency'], (Decimal(0), Decimal(0)))
            return
        if fact['currency'] is not None:
            amount, (charged, net) = Decimal(fact['amount'] or 0), self.sums.get(fact['currency'], (Decimal(0), Decimal(0)))
            self.sums[fact['currency']] = (charged + amount if kind == 'charge' else charged, net + amount)
        if kind == 'credit':
            self.credits += 1
            self.credited += Decimal(fact['amount'])
            return
        if kind == 'adjustment':
            self.adjustments += 1
            self.adjusted_amount += Decimal(fact['amount'] or 0)
            for block, units in fact['units'].items():
                self.adjusted[block] = self.adjusted.get(block, 0) + units
            return
        day = self.days.setdefault(fact['time'][:10], [0, {}])
        row = fact['entry'] == 'row'
        self.rows += row
        day[0] += row
        for block, units in fact['units'].items():
            price = fact['prices'].get(block)
            prices = day[1].setdefault(block, {})
            prices[price] = prices.get(price, 0) + units

    def money(self, amount):
        return None if self.currency is None else decimal(amount)

    def line(self, statement_format):
        if statement_format == THIRD and len(self.sums) > 1:
            self.currency = None
        blocks, days = {block: [0, 0, Decimal(0)] for block in self.adjusted}, []
        for date, (rows, by_block) in sorted(self.days.items()):
            units_by_block, day_amount = {}, Decimal(0)
            for block, prices in by_block.items():
                total = blocks.setdefault(block, [0, 0, Decimal(0)])
                for price, units in prices.items():
                    amount = Decimal(0) if price is None else Decimal(price) * units
                    total[0] += units
                    total[1] += units if price is None else 0
                    total[2] += amount
                    day_amount += amount
                units_by_block[block] = sum(prices.values())
            units = sum(units_by_block.values())
            days.append({'date': date, 'rows': rows, 'units': units, 'amount': self.money(day_amount), 'blocks': units_by_block})
        units, amount = sum(each[0] for each in blocks.values()), sum((each[2] for each in blocks.values()), Decimal(0))
        adjusted = sum(self.adjusted.values())
        net = amount + self.adjusted_amount + self.credited
        ruled = sum(self.ruled.values(), Decimal(0))
        of_rules = [self.ruled.get(currency, Decimal(0)) for currency in sorted(self.sums)]
        third = {} if statement_format != THIRD else {
            'credits': {'entries': self.credits, 'amount': self.money(self.credited)},
            'month_rules': {'entries': self.rules, 'amount': self.money(ruled)},
            'payable': None if self.currency is None else payable(net + ruled, self.currency),
            'currencies': [
                {'currency': currency, 'amount': decimal(charged), 'net_amount': decimal(total), 'month_rules': decimal(rules),
                 'payable': payable(total + rules, currency)}
                for (currency, (charged, total)), rules in zip(sorted(self.sums.items()), of_rules)]}
        return canonical({'totals': {
            'entries': self.entries, 'late': self.late, 'currency': self.currency,
            'charges': {'rows': self.rows, 'units': units, 'amount': self.money(amount)},
            'adjustments': {'entries': self.adjustments, 'units': adjusted, 'amount': self.money(self.adjusted_amount)},
            'net': {'units': units + adjusted, 'amount': self.money(net)},
            'blocks': [{'block': block, 'units': each[0], 'unpriced': each[1], 'amount': self.money(each[2]),
                        'adjusted_units': self.adjusted.get(block, 0)} for block, each in sorted(blocks.items())],
            'days': days, **third,
        }})


def only_its_prices(priced, currency):
    return all(currency is not None and block in priced['units'] for block in priced['prices'])


def lines_agree(fact):
    """Whether the figures of an adjustment follow from its units by day, block and price."""
    lines, units = fact['lines'], {}
    for line in lines:
        units[line['block']] = units.get(line['block'], 0) + line['units']
    places = [(line['date'], line['block'], line['price'] or '') for line in lines]
    said = None if fact['currency'] is None else decimal(
        sum((Decimal(line['price'] or 0) * line['units'] for line in lines), Decimal(0)))
    return places == sorted(set(places)) and all(line['units'] != 0 for line in lines) and units == fact['units'] \
        and (fact['currency'] is not None or all(line['price'] is None for line in lines)) and said == fact['amount']


def figures_agree(kind, fact, statement_format):
    """Whether the figures of an entry follow from each other."""
    currency, amount = fact['currency'], fact['amount']
    if kind == 'charge':
        said = None if currency is None else decimal(cost(fact['units'], fact['prices']))
        return only_its_prices(fact, currency) and said == amount
    if kind == 'credit':
        return statement_format == THIRD and (Decimal(amount) < 0 if fact['reverses'] is None else Decimal(amount) > 0)
    if [key for key in ('days', 'lines') if key in fact] != [key for key in [LISTED.get(statement_format)] if key]:
        return False
    if 'lines' in fact:
        return lines_agree(fact)
    if 'days' not in fact:
        return currency is not None or amount is None
    units, dates = {}, [day['date'] for day in fact['days']]
    for day in fact['days']:
        for block, count in day['units'].items():
            units[block] = units.get(block, 0) + count
    said = None if currency is None else decimal(sum((cost(day['units'], day['prices']) for day in fact['days']), Decimal(0)))
    return dates == sorted(set(dates)) and units == fact['units'] and said == amount \
        and all(only_its_prices(day, currency) for day in fact['days'])


def rule_agrees(fact, statement_format):
    """Whether the figures of a month's rule can stand in one line."""
    after = [tier['after'] for tier in fact.get('tiers', [])]
    return statement_format == THIRD and after == sorted(set(after)) \
        and all(Decimal(tier['percent']) <= 100 for tier in fact.get('tiers', [])) \
        and not (fact['late'] and fact['units'] == 0 and fact['amount'] == '0') \
        and (fact['rule'] != 'minimum' or fact['units'] == 0)


REASONS = ('duplicate', 'wrong_match', 'service_fault', 'goodwill', 'price_error')


def can_be_of(kind, fact, statement):
    """Whether a statement with this header, or head, can have this entry."""
    month = fact['month'] if kind == 'month_rule' else fact['time'][:7]
    if fact['account_id'] != statement['account_id'] or month > statement['month'] \
            or fact['late'] != (month < statement['month']):
        return False
    if kind == 'month_rule':
        return rule_agrees(fact, statement['format'])
    if kind == 'charge' and fact['entry'] == 'block' and (len(fact['units']) != 1 or fact['company_number'] is not None):
        return False
    if kind == 'charge' and any(count != 1 for count in fact['units'].values()):
        return False
    if kind != 'charge' and fact['reason'] not in REASONS:
        return False
    return figures_agree(kind, fact, statement['format']) \
        and (kind != 'adjustment' or statement['format'] == FIRST or in_its_scope(fact, statement['format']))


def listed(fact):
    """The units of an adjustment as (date, block, price, units). The first format lists none."""
    if 'lines' in fact:
        return [(line['date'], line['block'], line['price'], line['units']) for line in fact['lines']]
    return [(day['date'], block, day['prices'].get(block), units)
            for day in fact.get('days', []) for block, units in day['units'].items()]


def listed_before(fact):
    """The same as the entry had it that this one reverses."""
    return [(date, block, price, units if fact['reverses'] is None else -units) for date, block, price, units in listed(fact)]


def corrected_price(fact):
    """The price that a repricing sets, or that of the repricing that is reversed; None for an adjustment."""
    return next((price for _date, _block, price, units in listed_before(fact) if units > 0), None)


def in_its_scope(fact, statement_format):
    """Whether an adjustment of the second or third format has the units that its scope can have."""
    lines, scope = listed_before(fact), fact['scope']
    only, first, last, row = scope['block'], scope['from'], scope['to'], scope['row']
    if scope['job_id'] is not None:
        good = first is None and last is None
    else:
        good = row is None and first is not None and last is not None and first <= last
    if not good or any(only not in (None, block) or not (first or date) <= date <= (last or date) for date, block, _price, _units in lines):
        return False
    if row is not None:
        sides = {(block, units) for _date, block, _price, units in lines}
        days = {(block, date) for date, block, _price, _units in lines}
        if len(sides) < len(lines) or any(abs(units) > 1 for _block, units in sides) or len(days) > len({block for block, _date in days}):
            return False
    if all(units < 0 for _date, _block, _price, units in lines):
        return len(lines) > 0 or statement_format == THIRD
    sums, prices = {}, {price for _date, _block, price, units in lines if units > 0}
    for date, _block, _price, units in lines:
        sums[date] = sums.get(date, 0) + units
    return statement_format == THIRD and only is not None and len(prices) == 1 and None not in prices and not any(sums.values())


def month_after(month):
    year, number = int(month[:4]), int(month[5:])
    return '%04d-%02d' % (year + number // 12, number % 12 + 1)


def head_agrees(head):
    """Whether the values of a signed head can stand in one head."""
    before, entries = head['previous_tree_size'], head['entries']
    return head['format'] in FORMATS and head['tree_size'] == before + entries \
        and not (head['partial'] and (before != 0 or head['after'] is not None)) \
        and (before != 0 or head['previous_root'] == sha256(b'').hex()) \
        and (entries == 0 or head['through'] is not None or head['format'] == THIRD) \
        and len(head['locators']) == 1 + max(entries - 1, 0).bit_length() \
        and (head['format'] == FIRST or issue_agrees(head))


def issue_agrees(head):
    """The same for the values that the first format has no rule of."""
    return (head['partial'] or head['issued_at'] >= month_after(head['month']) + '-01T00:10:00.000Z') \
        and (head['previous_tree_size'] == 0 or head['after'] is not None or head['format'] == THIRD) \
        and (head['after'] is None or head['through'] is not None) \
        and (head['entries'] > 0 or head['root'] == head['previous_root'])


def is_reversal(kind, fact, entry_kind, entry, first_format):
    """Whether a reversal is of the kind of its entry, which is none itself, and gives back exactly what that took."""
    if kind != entry_kind or entry['reverses'] is not None:
        return False
    if kind == 'credit':
        return Decimal(fact['amount']) == -Decimal(entry['amount'])
    units, taken = fact['units'], entry['units']
    if any(taken.get(block, 0) + units.get(block, 0) != 0 for block in {**taken, **units}):
        return False
    return first_format or fact['scope'] == entry['scope'] and sorted(listed(fact), key=repr) \
        == sorted(((date, block, price, -count) for date, block, price, count in listed(entry)), key=repr)


class Charged:
    """The charges of statements by job and row."""
    def __init__(self):
        self.rows, self.late, self.alike, self.statement = {}, {}, {}, 0

    def add(self, fact):
        """Where the charge stands: 'new', 'again', or 'behind' a late block of its row; and its units as they are listed."""
        job, row, units = fact['job_id'], fact['row'], fact['units']
        lines = tuple((fact['time'][:10], block, fact['prices'].get(block), count) for block, count in units.items())
        lines = self.alike.setdefault(lines, lines)
        rows, late = self.rows.setdefault(job, {}), self.late.get(job, {}).get(row)
        if any(self.line_of(job, row, block) is not None for block in units) or (fact['entry'] == 'row' and row in rows):
            return 'again', lines
        if fact['entry'] == 'row':
            rows[row] = lines
            return ('new' if late is None or late[1] != self.statement else 'behind'), lines
        self.late.setdefault(job, {})[row] = ((() if late is None else late[0]) + lines, self.statement)
        return 'new', lines

    def lines_of(self, job, row):
        return self.rows.get(job, {}).get(row, ()) + self.late.get(job, {}).get(row, ((), 0))[0]

    def line_of(self, job, row, block):
        return next((line for line in self.lines_of(job, row) if line[1] == block), None)

    def of_job(self, job):
        for lines in self.rows.get(job, {}).values():
            yield from lines
        for lines, _statement in self.late.get(job, {}).values():
            yield from lines


def put(left, line, price_known=True):
    """Adds the units of a line to those of its day and block, by price. Whether their sum is not below zero then:
    at the price, or at all prices together where a repricing that isn't known may have moved units to another price."""
    date, block, price, units = line
    prices = left.setdefault((date, block), {})
    prices[price] = prices.get(price, 0) + units
    return (prices[price] if price_known else sum(prices.values())) >= 0


class JobUnits:
    """What is left of the units of a job."""
    def __init__(self, charges):
        self.left, self.exhausted, self.given = {}, set(), {}
        # Whether an adjustment took back the whole job, or one of its blocks; whether an adjustment was reversed.
        self.held, self.reversed = False, False
        for line in charges:
            put(self.left, line)

    def take_earlier(self, fact, lines):
        """Takes or gives units of earlier months. Whether no standing adjustment of the whole job holds them."""
        good, days = True, {}
        for date, block, _price, units in lines:
            days.setdefault((date, block), []).append(units)
        for key, units in days.items():
            if not self.exhausted & {None, key[1]}:
                continue
            given = self.given.get(key, 0)
            if fact['reverses'] is None and -sum(min(each, 0) for each in units) > given:
                good = False
            self.given[key] = max(given + sum(units), 0)
        scope = fact['scope']
        if scope['row'] is None and fact['reverses'] is None and corrected_price(fact) is None:
            self.exhausted.add(scope['block'])
            self.given = {key: units for key, units in self.given.items() if scope['block'] not in (None, key[1])}
        return good

    def is_taken(self, block, corrected):
        """Whether nothing of the block, or of any, is left but at the corrected price."""
        return all(units <= 0 or block not in (None, key[1]) or (corrected is not None and price == corrected)
                   for key, prices in self.left.items() for price, units in prices.items())

    def must_take_all(self, scope):
        """Whether the next adjustment takes everything that is left of its scope. After a reversal it may leave out what
        the reversed adjustment took, as in earlier releases. What one of the whole job took of a row isn't known."""
        return not self.reversed and (scope['row'] is None or not self.held)

    def note(self, fact):
        """Called for each entry of the job, or of one of its rows."""
        if corrected_price(fact) is None:
            self.reversed = self.reversed or fact['reverses'] is not None
            self.held = self.held or (fact['reverses'] is None and fact['scope']['row'] is None)


class Adjusted:
    """What adjustments take back of the charges of statements that follow each other."""
    def __init__(self, charged):
        self.charged, self.left, self.jobs, self.held, self.ended = charged, {}, {}, set(), set()
        self.corrections, self.unknown = {}, set()  # repricings of one row; jobs whose rows have unknown prices
        self.first, self.month, self.whole, self.by_days = None, '', False, False
        # Days of which the price of a charge isn't known: a process with another clock may have corrected it in the
        # statement of the month before.
        self.open_days = set()

    def begin(self, header):
        if self.first is None:
            self.whole = header['previous']['tree_size'] == 0 and not header['partial']
            self.first = '' if self.whole else header['month']
            self.open_days = set() if self.whole else {header['from']}
        self.month, self.ended = header['month'], set()

    def is_known(self, line):
        return not self.is_earlier(line) and line[0][:7] <= self.month

    def is_earlier(self, line):
        return self.first is None or line[0][:7] < self.first

    def charge(self, job, lines):
        """Adds a charge. Whether its job had not ended."""
        for line in lines:
            if self.is_known(line):
                put(self.left, line)
            if job in self.jobs:
                put(self.jobs[job].left, line)
        return job not in self.ended

    def fits(self, fact):
        # What is taken comes first: so a repricing doesn't take what it gives itself.
        lines, scope = sorted(listed(fact), key=lambda line: line[3]), fact['scope']
        later = {line[0] for line in lines if line[0][:7] > self.month}
        self.whole, self.open_days = self.whole and not later, self.open_days | later
        good = all([put(self.left, line, line[0] not in self.open_days) or not self.is_known(line)
                    for line in lines if not self.is_earlier(line)])
        if scope['job_id'] is not None:
            good = self.fits_job(fact, lines) and good
        else:
            self.by_days = True
            for job in self.jobs.values() if fact['reverses'] is not None else []:
                job.exhausted, job.given = set(), {}
        return (scope['row'] is None or self.fits_row(fact, lines)) and good

    def price_known(self, line):
        return not self.by_days and line[0] not in self.open_days

    def fits_job(self, fact, lines):
        scope, name = fact['scope'], fact['scope']['job_id']
        self.ended.add(name)
        if name not in self.jobs:
            self.jobs[name] = JobUnits(self.charged.of_job(name))
        job = self.jobs[name]
        good = all([put(job.left, line, self.price_known(line)) or not self.is_known(line)
                    for line in lines if not self.is_earlier(line)])
        good = job.take_earlier(fact, [line for line in lines if self.is_earlier(line)]) and good
        exact = self.whole and not self.by_days and fact['reverses'] is None and lines and job.must_take_all(scope)
        job.note(fact)
        if scope['row'] is None:
            self.unknown.add(name)
            return good and (not exact or job.is_taken(scope['block'], corrected_price(fact)))
        return good and (not exact or all(
            scope['block'] not in (None, block) or (name, scope['row'], block) in self.held or block in [line[1] for line in lines]
            for _date, block, _price, _units in self.charged.lines_of(name, scope['row'])))

    def fits_row(self, fact, lines):
        job, row, good, repricing = fact['scope']['job_id'], fact['scope']['row'], True, corrected_price(fact) is not None
        for line in lines:
            charge = self.charged.line_of(job, row, line[1])
            if not self.is_known(line):
                continue
            if charge is None or charge[0] != line[0]:
                good = False
            elif self.price_known(line) and job not in self.unknown:
                good = self.has_price(fact, (job, row, line[1]), line, charge) and good
        for block in [fact['scope']['block']] if repricing else [block for block, units in fact['units'].items() if units != 0]:
            key = (job, row, block)
            if repricing:
                good = good and key not in self.held
            elif fact['reverses'] is not None:
                self.held.discard(key)
            else:
                good = good and key not in self.held
                self.held.add(key)
        return good

    def has_price(self, fact, key, line, charge):
        """Whether a line of an entry of one row has the price that the row's block has."""
        standing, own, reverses = self.corrections.get(key, []), fact['adjustment_id'], fact['reverses']
        if reverses is not None:
            if corrected_price(fact) is None or line[3] > 0:
                return True
            self.corrections[key] = [each for each in standing if each[0] != reverses]
            return reverses not in [each[0] for each in standing] or standing[-1][0] == reverses
        if line[3] < 0:
            return line[2] == ([charge[2]] + [price for each, price in standing if each != own])[-1]
        self.corrections[key] = standing + [(own, line[2])]
        return True


class Rules:
    """What the lines of month rules of one statement, or of several that follow each other, say together."""
    def __init__(self, adjusted):
        self.adjusted, self.rules, self.told = adjusted, {}, {}  # by month: rules by their name; units and amounts said
        self.begin('')

    def begin(self, month):
        self.month, self.months, self.last, self.wrong, self.has_events = month, set(), None, False, False

    def units_of(self, month):
        """Net units of a month by day, block and price; None where not all of its charges are known."""
        if not self.adjusted.is_known((month + '-01',)):
            return None
        return {(day, block, price): units for (day, block), prices in self.adjusted.left.items() if day[:7] == month
                for price, units in prices.items()}

    def fits_event(self, kind, fact):
        self.has_events = True
        self.months.update([fact['time'][:7]] if kind == 'charge' else [line['date'][:7] for line in fact.get('lines', [])])
        return self.last is None

    def fits(self, fact):
        good = self.in_order(fact) and self.comes_to(fact)
        self.last, self.wrong = fact, self.wrong or not good
        return good

    def in_order(self, fact):
        last = self.last
        place = (fact['month'], list(TERMS).index(fact['rule']))
        if last is not None and place <= (last['month'], list(TERMS).index(last['rule'])):
            return False
        if last is not None and last['month'] == fact['month'] and self.agreement(last) != self.agreement(fact):
            return False
        return fact['month'] == self.month or fact['month'] in self.months

    @staticmethod
    def agreement(fact):
        return fact['version'], fact['currency']

    def comes_to(self, fact):
        month, rule = fact['month'], fact['rule']
        if month == self.month:
            self.rules.setdefault(month, {})[rule] = fact
        rules, units = self.rules.get(month, {}), self.units_of(month)
        if units is None or not rules:
            return True
        if rule not in rules or rules[rule][rule] != fact[rule] or self.agreement(rules[rule]) != self.agreement(fact):
            return False
        before = self.told.get((month, rule), (0, Decimal(0)))
        self.told[month, rule] = (before[0] + fact['units'], before[1] + Decimal(fact['amount']))
        return self.told[month, rule] == self.sums(month, units)[rule]

    def sums(self, month, units):
        return rule_sums({rule: fact[rule] for rule, fact in self.rules[month].items()}, units)

    def all_said(self):
        """Whether the rules of each month come to what all of their lines say."""
        known = {month: self.units_of(month) for month in self.rules}
        return self.wrong or all(units is None or self.sums(month, units) == {
            rule: self.told.get((month, rule), (0, Decimal(0))) for rule in self.rules[month]} for month, units in known.items())


class Together:
    """What the entries of one statement, or of several that follow each other, say together."""
    def __init__(self):
        self.prices, self.reversible, self.seen, self.reversed = {}, {}, set(), set()
        self.currencies, self.format = {}, THIRD  # of each month of charges; in the first two formats, of everything
        self.charged = Charged()
        self.adjusted = Adjusted(self.charged)
        self.rules = Rules(self.adjusted)

    def begin(self, header):
        self.format, self.reversed = header['format'], set()
        # An earlier statement may have been issued before the first price.
        self.currencies = {month: currency for month, currency in self.currencies.items() if currency is not None}
        self.charged.statement += 1
        self.adjusted.begin(header)
        self.rules.begin(header['month'])

    def head_fits(self, head):
        return not (head['through'] is None and self.rules.has_events) and self.rules.all_said()

    def is_new(self, name):
        new = name not in self.seen
        self.seen.add(name)
        return new

    def in_one_currency(self, kind, fact):
        """Whether no line before it has another currency; in the third format, of the same month of charges."""
        currency, good, months = fact['currency'], True, [None]
        if self.format == THIRD:
            months = {'credit': [], 'charge': [fact.get('time', '')[:7]], 'month_rule': [fact.get('month')]}.get(kind)
            months = [line[0][:7] for line in listed(fact)] if months is None else months
        loose = self.format == THIRD and kind != 'charge'
        for month in months:
            if currency is None and (self.format == FIRST or (loose and month not in self.currencies)):
                continue
            before = self.currencies.setdefault(month, currency)
            good = good and (before == currency or (loose and before is None))
        return good

    def charge_fits(self, fact):
        place, lines = self.charged.add(fact)
        if not self.is_new(fact['charge_id']) or place == 'again':
            return False
        open_job = self.adjusted.charge(fact['job_id'], lines)
        said = [self.prices.setdefault((day, block), price) == price for day, block, price, _units in lines]
        return all(said) and (self.format == FIRST or (place == 'new' and open_job))

    def entry_fits(self, kind, fact):
        own, reverses = fact['adjustment_id'], fact['reverses']
        if not self.is_new(own) or (reverses is not None and not self.is_new((reverses, 'reversed'))):
            return False
        good = kind == 'credit' or self.adjusted.fits(fact)
        entry = self.reversible.get(reverses)
        self.reversible[own] = (kind, fact)
        self.reversed.add(reverses)
        return good and own not in self.reversed and (entry is None or is_reversal(kind, fact, *entry, self.format == FIRST))

    def fits(self, kind, fact):
        """Whether a line says nothing that the lines before it exclude."""
        good = self.in_one_currency(kind, fact)
        if kind == 'month_rule':
            return self.rules.fits(fact) and good
        good = self.rules.fits_event(kind, fact) and good
        return (self.charge_fits(fact) if kind == 'charge' else self.entry_fits(kind, fact)) and good


class Earlier:
    """Holds statements of an account against those before them, in the order of their months."""
    def __init__(self):
        self.together, self.last = Together(), None

    def begin(self, header):
        """The check of the lines of a statement, together with those of the statements before it."""
        if header['format'] == FIRST or self.last is None or self.last['account_id'] != header['account_id']:
            self.last = None
        last, previous, alone = self.last, header['previous'], Together()
        alone.begin(header)
        if header['partial'] or (last is not None and last['month'] == header['month']):
            return alone
        if last is None or (previous['tree_size'], previous['root']) != (last['tree_size'], last['root']):
            self.together = alone
        else:
            self.together.begin(header)
        return self.together

    def head_fits(self, head):
        last = self.last
        if last is None or head['partial']:
            return True
        if head['month'] == last['month']:
            return head == last
        adjacent = month_after(last['month']) == head['month']
        if (head['previous_tree_size'], head['previous_root']) == (last['tree_size'], last['root']):
            return not adjacent or head['after'] == last['through']
        # Statements may be missing between two that are not of neighbouring months.
        return not adjacent and head['previous_tree_size'] > last['tree_size']

    def end(self, head, right):
        if head is not None and (head['partial'] or (right and self.last is not None and head['month'] == self.last['month'])):
            return
        self.last = head if right and head is not None and head['format'] != FIRST else None


def entry_of(value):
    """Kind, fact, index, leaf as named, leaf as computed; None where it is no entry."""
    for kind, forms in IS_ENTRY.items():
        if any(form(value) for form in forms):
            leaf = sha256(b'\x00' + canonical({kind: value[kind], 'salt': value['salt']}))
            return kind, value[kind], value['index'], value['leaf'], leaf
    return None


def head_fault(signed, keys):
    head, signature = signed['head'], unhex(signed['signature'], 64)
    if head['key_id'] not in keys:
        return 'unknown_key'
    good = signature is not None and is_signed(keys[head['key_id']], canonical(head), signature)
    if not good:
        return 'not_signed'
    return None if head_agrees(head) else 'invalid'


def misplaced(offs, missing):
    """What the places that lines name say: offs are (line, named place less real place)."""
    faults, shift = [], 0
    odd = [(line, off) for line, off in offs] + [(None, missing)]
    for (line, off), (_next_line, after) in zip(odd, odd[1:]):
        if off == shift:
            continue
        if after == off and off > shift:
            faults.append((line, 'dropped'))
            shift = off
        elif after == off:
            faults.extend((line + extra, 'added') for extra in range(shift - off))
            shift = off
        elif after == shift - 1 and off != shift + 1:
            faults.append((line, 'added'))
            shift -= 1
        else:
            faults.append((line, 'reordered'))
    return faults


def check_statement(path, keys, earlier=None):
    """Faults as (line from 1 or None, what). earlier: what the account's statements before it say."""
    earlier = Earlier() if earlier is None else earlier
    faults, head = faults_of_statement(path, keys, earlier)
    earlier.end(head, not faults)
    return faults


def faults_of_statement(path, keys, earlier):
    """The faults, and the signed head or None."""
    faults, offs, leaves, totals, digest = [], [], [], Totals(), hashlib.sha256()
    together, unfit = Together(), []
    header, signed, tree, totals_fault, seen_totals, number, before = None, None, None, None, False, 0, b''
    with open(path, 'rb') as file:
        for line in file:
            number += 1
            if not line.endswith(b'\n'):
                faults.append((number, 'changed'))
            value = parse(line[:-1])
            entry = entry_of(value) if value is not None else None
            if signed is not None:
                faults.append((number, 'added'))
            elif is_head(value):
                signed, before = value, digest.hexdigest()
            elif entry is not None and not seen_totals:
                kind, fact, index, named, leaf = entry
                tree = Tree(index) if tree is None else tree
                offs.append((number, index - tree.size))
                if leaf.hex() != named:
                    faults.append((number, 'changed'))
                elif header is not None and not can_be_of(kind, fact, header):
                    faults.append((number, 'invalid'))
                if not together.fits(kind, fact):
                    unfit.append((number, 'invalid'))
                tree.push(leaf)
                leaves.append(leaf)
                totals.add(kind, fact)
            elif number == 1 and any(form(value) for form in is_header):
                header = value['header']
                together = earlier.begin(header)
                frontier = [unhex(each) for each in header['previous']['frontier']]
                tree = Tree(header['previous']['tree_size'], frontier)
                if len(tree.nodes) != len(frontier) or tree.root().hex() != header['previous']['root']:
                    faults.append((1, 'changed'))
            elif value is not None and set(value) == {'totals'} and not seen_totals:
                seen_totals = True
                said = totals.line(THIRD if header is None else header['format'])
                totals_fault = None if said == line[:-1] else number
            else:
                faults.append((number, 'added' if entry is not None else 'changed'))
                if tree is not None and not seen_totals and number > 1:
                    tree.push(ZERO)
                    leaves.append(ZERO)
            digest.update(line)
    if signed is None:
        return faults + [(None, 'cut_off')], None
    head, fault = signed['head'], head_fault(signed, keys)
    if fault is not None:
        return faults + [(number, fault)], head
    if header is not None and header != said_by(head, header):
        return faults + [(1, 'changed')], head
    faults += misplaced(offs, head['entries'] - len(leaves))
    if faults:
        return faults, head
    sums = [unhex(each) for each in head['locators']]
    if (head['tree_size'], head['root'], head['entries']) != (tree.size, tree.root().hex(), len(leaves)) or locators(leaves) != sums:
        found = [(place + 2, what) for place, what in locate(leaves, head['entries'], sums)]
        return found or [(None, 'changed') if len(leaves) >= head['entries'] else (len(leaves) + 2, 'dropped')], head
    if totals_fault is not None or not seen_totals:
        return [(totals_fault or number, 'changed' if seen_totals else 'dropped')], head
    return ([] if head['body_sha256'] == before else [(None, 'changed')]) \
        + ([] if earlier.head_fits(head) and together.head_fits(head) else [(number, 'invalid')]) + unfit, head


def said_by(head, header):
    year, month = int(head['month'][:4]), int(head['month'][5:])
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    last = (31, 29 if leap else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)[month - 1]
    rules = FORMATS.get(head['format'])
    return {
        **({} if rules is None else {'rules': rules}),
        **({'contract': header.get('contract')} if head['format'] == THIRD else {}),
        'account_id': head['account_id'], 'format': head['format'], 'month': head['month'], 'partial': head['partial'],
        'from': head['month'] + '-01', 'to': '%s-%02d' % (head['month'], last),
        'previous': {'tree_size': head['previous_tree_size'], 'root': head['previous_root'],
                     'frontier': header['previous']['frontier']},
    }


def includes(leaf, index, size, root, path):
    """RFC 9162, 2.1.3.2."""
    if not 0 <= index < size:
        return False
    place, last = index, size - 1
    for sibling in path:
        if last == 0:
            return False
        if place & 1 or place == last:
            leaf = node(sibling, leaf)
            while not place & 1 and place:
                place, last = place >> 1, last >> 1
        else:
            leaf = node(leaf, sibling)
        place, last = place >> 1, last >> 1
    return last == 0 and leaf == root


def continues(size, root, later_size, later_root, path):
    """RFC 9162, 2.1.4.2."""
    if size == later_size:
        return not path and root == later_root
    if size == 0:
        return not path and root == sha256(b'')
    if size > later_size:
        return False
    place, last = size - 1, later_size - 1
    while place & 1:
        place, last = place >> 1, last >> 1
    path = [root] + path if place == 0 else path
    if not path:
        return False
    first = second = path[0]
    for sibling in path[1:]:
        if last == 0:
            return False
        if place & 1 or place == last:
            first, second = node(sibling, first), node(sibling, second)
            while not place & 1 and place:
                place, last = place >> 1, last >> 1
        else:
            second = node(second, sibling)
        place, last = place >> 1, last >> 1
    return last == 0 and first == root and second == later_root


def check_proof(proof, keys):
    inclusion = is_inclusion(proof)
    if not inclusion and not is_consistency(proof):
        return [(None, 'changed')]
    heads = [proof['statement']] if inclusion else [proof['earlier'], proof['later']]
    for signed in heads:
        fault = head_fault(signed, keys)
        if fault is not None:
            return [(None, fault)]
    path = [unhex(each) for each in proof['path']]
    if inclusion:
        head, entry = heads[0]['head'], entry_of(proof['entry'])
        good = entry is not None and entry[4].hex() == entry[3] and entry[2] >= head['previous_tree_size'] \
            and can_be_of(entry[0], entry[1], head) \
            and includes(entry[4], entry[2], head['tree_size'], unhex(head['root']), path)
    else:
        old, new = heads[0]['head'], heads[1]['head']
        good = old['account_id'] == new['account_id'] and not old['partial'] and not new['partial'] \
            and old['month'] < new['month'] \
            and (old['tree_size'], old['root']) == (new['previous_tree_size'], new['previous_root']) \
            and continues(old['tree_size'], unhex(old['root']), new['tree_size'], unhex(new['root']), path)
    return [] if good else [(None, 'changed')]


def proof_in(path):
    """The text of a file that says to be a proof, or None."""
    if os.path.getsize(path) > 10_000_000:
        return None
    try:
        with open(path, encoding='utf-8') as file:
            text = file.read()
        value = json.loads(text, parse_constant=refused)
        return text if isinstance(value, dict) and value.get('format') == PROOF else None
    except RecursionError:
        return text if PROOF in text else None
    except ValueError:
        return None


def check(path, keys, earlier=None):
    """Faults of a statement or a proof. earlier: what the account's statements before it say."""
    proof = proof_in(path)
    if proof is None:
        return check_statement(path, keys, earlier)
    try:
        return check_proof(plain(proof), keys)
    except (ValueError, RecursionError):
        return [(None, 'changed')]


def place_of(path):
    """Account and month of a statement, to put files in order; proofs and other files come first."""
    with open(path, 'rb') as file:
        value = parse(file.readline(1_000_000)[:-1])
    if not any(form(value) for form in is_header):
        return 0, ''
    return value['header']['account_id'], value['header']['month']


def check_all(paths, keys):
    """Pairs of each path and its faults. Statements of an account are held against those of earlier months."""
    earlier = Earlier()
    return [(path, check(path, keys, earlier)) for path in sorted(paths, key=place_of)]


def main(arguments):
    if len(arguments) < 2 or not all(os.path.isfile(each) for each in arguments[:-1]):
        print(__doc__, file=sys.stderr)
        return 2
    checked = check_all(arguments[:-1], keys_of(arguments[-1]))
    for path, faults in checked:
        name = '' if len(checked) == 1 else path + ' '
        for line, what in faults:
            print('%s%s %s' % (name, 'file' if line is None else line, what))
        if not faults:
            print(name + 'ok')
    return 1 if any(faults for _path, faults in checked) else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
