#!/usr/bin/env python3
"""Checks a signed statement or a proof, from docs/statements.md alone. Python 3.9 or newer, its standard library only.

    verify_statement.py FILE KEYS

KEYS: a file with a JSON Web Key Set, or the 64 hexadecimal digits of one public key. Prints one line, or one a fault.
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
    'company-data-statement-3': {'adjustment': 3, 'charge': 1, 'payable': 1},
}
THIRD = 'company-data-statement-3'
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
PLACED = dict(index=whole(0), leaf=is_hash, salt=is_hash)
IS_ENTRY = {
    'charge': [exactly(charge=exactly(**CHARGE), **PLACED)],
    # The second format also says days, the third says lines.
    'adjustment': [exactly(adjustment=exactly(**facts), **PLACED)
                   for facts in (ADJUSTMENT, dict(ADJUSTMENT, days=DAYS), dict(ADJUSTMENT, lines=LINES))],
    'credit': [exactly(credit=exactly(**CREDIT), **PLACED)],
}
HEADER = dict(
    account_id=whole(1), format=is_text, **{'from': is_day}, month=is_month, partial=is_flag, to=is_day,
    previous=exactly(frontier=list_of(is_hash), root=is_hash, tree_size=whole(0)),
)
RULES = [exactly(adjustment=whole(0), charge=whole(0)), exactly(adjustment=whole(0), charge=whole(0), payable=whole(0))]
is_header = [exactly(header=exactly(**each)) for each in [HEADER] + [dict(HEADER, rules=rules) for rules in RULES]]
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


class Totals:
    def __init__(self):
        self.entries = self.late = self.rows = self.adjustments = self.credits = 0
        self.currency, self.adjusted_amount, self.credited = None, Decimal(0), Decimal(0)
        self.sums = {}  # Of each currency: the amounts of charges and of all entries.
        self.days, self.adjusted = {}, {}

    def add(self, kind, fact):
        self.entries += 1
        self.late += fact['late']
        if self.currency is None:
            self.currency = fact['currency']
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
        third = {} if statement_format != THIRD else {
            'credits': {'entries': self.credits, 'amount': self.money(self.credited)},
            'payable': None if self.currency is None else payable(net, self.currency),
            'currencies': [{'currency': currency, 'amount': decimal(charged), 'net_amount': decimal(total),
                            'payable': payable(total, currency)} for currency, (charged, total) in sorted(self.sums.items())]}
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


REASONS = ('duplicate', 'wrong_match', 'service_fault', 'goodwill', 'price_error')


def can_be_of(kind, fact, statement):
    """Whether a statement with this header, or head, can have this entry."""
    month = fact['time'][:7]
    if fact['account_id'] != statement['account_id'] or month > statement['month'] \
            or fact['late'] != (month < statement['month']):
        return False
    if kind == 'charge' and fact['entry'] == 'block' and (len(fact['units']) != 1 or fact['company_number'] is not None):
        return False
    if kind == 'charge' and any(count != 1 for count in fact['units'].values()):
        return False
    if kind != 'charge' and fact['reason'] not in REASONS:
        return False
    return figures_agree(kind, fact, statement['format'])


def head_agrees(head):
    """Whether the values of a signed head can stand in one head."""
    before, entries = head['previous_tree_size'], head['entries']
    return head['format'] in FORMATS and head['tree_size'] == before + entries \
        and not (head['partial'] and (before != 0 or head['after'] is not None)) \
        and (before != 0 or head['previous_root'] == sha256(b'').hex()) \
        and (head['partial'] or head['format'] == 'company-data-statement-1' or head['issued_at'][:7] > head['month']) \
        and (entries == 0 or head['through'] is not None) \
        and len(head['locators']) == 1 + max(entries - 1, 0).bit_length()


def opposite(units):
    return {block: -count for block, count in units.items()}


def is_reversal(kind, fact, entry_kind, entry):
    """Whether a reversal is of the kind of its entry, which is none itself, and gives back exactly what that took."""
    if kind != entry_kind or entry['reverses'] is not None:
        return False
    if kind == 'credit':
        return Decimal(fact['amount']) == -Decimal(entry['amount'])
    units, taken = fact['units'], entry['units']
    return all(taken.get(block, 0) + units.get(block, 0) == 0 for block in {**taken, **units}) \
        and fact.get('days', []) == [dict(day, units=opposite(day['units'])) for day in entry.get('days', [])] \
        and fact.get('lines', []) == [dict(line, units=-line['units']) for line in entry.get('lines', [])]


class Together:
    """What the entries of one statement say together."""
    def __init__(self):
        self.rows, self.prices, self.reversible = {}, {}, {}
        self.seen, self.currencies, self.sums, self.alike, self.held, self.priced = set(), {}, {}, {}, set(), {}

    def adds_priced(self, date, block, price, units):
        """Adds units of a day, block and price. Whether their sum is not below zero then."""
        key = (date, block, price)
        self.priced[key] = self.priced.get(key, 0) + units
        return self.priced[key] >= 0

    def adds(self, job, date, units):
        """Adds units of a day of the statement's month. Whether no sum of charges and adjustments is below zero then."""
        good = True
        for key in [date] + ([] if job is None else [job]):
            before = self.sums.get(key)
            if before is None:
                self.sums[key] = self.alike.setdefault(tuple(units.items()), units)
            else:
                self.sums[key] = {block: before.get(block, 0) + units.get(block, 0) for block in {**before, **units}}
            good = good and all(self.sums[key][block] >= 0 for block in units)
        return good

    def held_once(self, kind, fact, month):
        """Whether at any time at most one standing adjustment holds a charge."""
        if kind == 'credit':
            return True
        if kind == 'charge':
            for block, units in fact['units'].items() if fact['time'][:7] == month else []:
                self.adds_priced(fact['time'][:10], block, fact['prices'].get(block), units)
            return fact['time'][:7] != month or self.adds(fact['job_id'], fact['time'][:10], fact['units'])
        job, row, good = fact['scope']['job_id'], fact['scope']['row'], True
        lines = fact.get('lines', [])
        for line in lines:
            if line['date'][:7] == month:
                good = self.adds_priced(line['date'], line['block'], line['price'], line['units']) and good
        for day in fact.get('days', [{'date': line['date'], 'units': {line['block']: line['units']}} for line in lines]):
            if day['date'][:7] == month:
                good = self.adds(job, day['date'], day['units']) and good
        for key in [] if row is None else [(job, row, block) for block, units in fact['units'].items() if units != 0]:
            if fact['reverses'] is not None:
                self.held.discard(key)
            else:
                good = good and key not in self.held
                self.held.add(key)
        return good

    def agrees(self, kind, fact):
        """Whether a line says the blocks, prices and units that the lines before it allow."""
        if kind == 'charge':
            row, blocks = (fact['job_id'], fact['row']), tuple(fact['units'])
            if fact['entry'] == 'row':
                self.rows[row] = self.alike.setdefault(('blocks',) + blocks, blocks)
                if any(row + (block,) in self.seen for block in blocks):
                    return False
            elif blocks[0] in self.rows.get(row, ()):
                return False
            day = fact['time'][:10]
            said = [(self.prices.setdefault((day, block), fact['prices'].get(block)), fact['prices'].get(block)) for block in blocks]
            return all(one == other for one, other in said)
        own, reverses = fact['adjustment_id'], fact['reverses']
        entry = self.reversible.get(reverses)
        self.reversible[own] = (kind, fact)
        return own != reverses and (own, 'reversed') not in self.seen and (entry is None or is_reversal(kind, fact, *entry))

    def in_one_currency(self, kind, fact, statement_format):
        """Whether no line before it has another currency; in the third format, of the same month of charges."""
        if fact['currency'] is None or kind == 'credit' and statement_format == THIRD:
            return True
        days = [line['date'] for line in fact.get('lines', [])] if kind == 'adjustment' else [fact['time']]
        months = [day[:7] for day in days] if statement_format == THIRD else [None]
        return all([self.currencies.setdefault(month, fact['currency']) == fact['currency'] for month in months])

    def fits(self, kind, fact, header):
        month, statement_format = (None, THIRD) if header is None else (header['month'], header['format'])
        if kind == 'charge':
            names = [fact['charge_id'], (fact['job_id'], fact['row']) + (tuple(fact['units']) if fact['entry'] == 'block' else ())]
        else:
            names = [fact['adjustment_id']] + ([] if fact['reverses'] is None else [(fact['reverses'], 'reversed')])
        new = self.seen.isdisjoint(names) and self.agrees(kind, fact)
        self.seen.update(names)
        held_once = month is None or self.held_once(kind, fact, month)
        return self.in_one_currency(kind, fact, statement_format) and new and held_once


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


def check_statement(path, keys):
    """Faults as (line from 1 or None, what)."""
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
                if not together.fits(kind, fact, header):
                    unfit.append((number, 'invalid'))
                tree.push(leaf)
                leaves.append(leaf)
                totals.add(kind, fact)
            elif number == 1 and any(form(value) for form in is_header):
                header = value['header']
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
        return faults + [(None, 'cut_off')]
    head, fault = signed['head'], head_fault(signed, keys)
    if fault is not None:
        return faults + [(number, fault)]
    if header is not None and header != said_by(head, header):
        return faults + [(1, 'changed')]
    faults += misplaced(offs, head['entries'] - len(leaves))
    if faults:
        return faults
    sums = [unhex(each) for each in head['locators']]
    if (head['tree_size'], head['root'], head['entries']) != (tree.size, tree.root().hex(), len(leaves)) or locators(leaves) != sums:
        found = [(place + 2, what) for place, what in locate(leaves, head['entries'], sums)]
        return found or [(None, 'changed') if len(leaves) >= head['entries'] else (len(leaves) + 2, 'dropped')]
    if totals_fault is not None or not seen_totals:
        return [(totals_fault or number, 'changed' if seen_totals else 'dropped')]
    return ([] if head['body_sha256'] == before else [(None, 'changed')]) + unfit


def said_by(head, header):
    year, month = int(head['month'][:4]), int(head['month'][5:])
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    last = (31, 29 if leap else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)[month - 1]
    rules = FORMATS.get(head['format'])
    return {
        **({} if rules is None else {'rules': rules}),
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


def check(path, keys):
    """Faults of a statement or a proof."""
    proof = proof_in(path)
    if proof is None:
        return check_statement(path, keys)
    try:
        return check_proof(plain(proof), keys)
    except (ValueError, RecursionError):
        return [(None, 'changed')]


def main(arguments):
    if len(arguments) != 2 or not os.path.isfile(arguments[0]):
        print(__doc__, file=sys.stderr)
        return 2
    faults = check(arguments[0], keys_of(arguments[1]))
    for line, what in faults:
        print('%s %s' % ('file' if line is None else line, what))
    if not faults:
        print('ok')
    return 1 if faults else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
