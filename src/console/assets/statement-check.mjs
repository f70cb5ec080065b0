/**
 * Checks a signed statement in the browser, from docs/statements.md alone: nothing is sent anywhere. SHA-256 and Ed25519
 * are the browser's (WebCrypto); Node has the same, so that its test needs no browser.
 */
import {
  NOTHING,
  RULES,
  Together,
  canBeOf,
  canonical,
  decimal,
  decimalText,
  headAgrees,
  isHead,
  isHeader,
  kindOf,
  levelsOf,
  plus,
  times,
} from './statement-forms.mjs';

const LINE_FEED = 10;
/** Hashes that are asked for at once. */
const AT_ONCE = 2_000;

const encoder = new TextEncoder();
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
const isHex = (text, bytes) =>
  typeof text === 'string' && text.length === 2 * bytes && /^[0-9a-f]*$/.test(text);
const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const sha256 = async (...parts) => new Uint8Array(await crypto.subtle.digest('SHA-256', joined(parts)));

function joined(parts) {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** The object of a line in canonical form, or null. */
function parsed(line) {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(line);
    const value = JSON.parse(text);
    return typeof value === 'object' && value !== null && canonical(value) === text ? value : null;
  } catch {
    return null;
  }
}

// The tree of RFC 6962: the largest complete subtrees from left to right.
const node = (left, right) => sha256(Uint8Array.of(1), left, right);
class Tree {
  constructor(size, frontier) {
    this.size = size;
    this.nodes = levelsOf(size).map((level, place) => ({ level, hash: unhex(frontier[place] ?? '') }));
  }
  async push(leaf) {
    let hash = leaf;
    let level = 0;
    while (this.nodes.at(-1)?.level === level && Math.floor(this.size / 2 ** level) % 2 === 1) {
      hash = await node(this.nodes.pop().hash, hash);
      level++;
    }
    this.nodes.push({ level, hash });
    this.size++;
  }
  async root() {
    if (this.nodes.length === 0) return hex(await sha256());
    let hash = this.nodes.at(-1).hash;
    for (const { hash: left } of this.nodes.slice(0, -1).reverse()) hash = await node(left, hash);
    return hex(hash);
  }
}

// Locators: sums by which one line that was changed, swapped, added or dropped is found.
const bitsOf = (number) => (number === 0 ? 0 : Math.floor(Math.log2(number)) + 1);
const ZERO = 0n;
const numberOf = (bytes) => BigInt(`0x${hex(bytes)}`);
function locatorsOf(leaves) {
  const sums = new Array(1 + bitsOf(Math.max(leaves.length - 1, 0))).fill(ZERO);
  leaves.forEach((leaf, place) => {
    sums[0] ^= leaf;
    for (let bit = 0; bit < bitsOf(place); bit++)
      if (Math.floor(place / 2 ** bit) % 2 === 1) sums[bit + 1] ^= leaf;
  });
  return sums;
}
const same = (a, b) => a.length === b.length && a.every((sum, place) => sum === b[place]);

/** The places, from 0, and what was done there; none where more than one line differs. */
function located(leaves, entries, signed) {
  if (leaves.length === entries) return differing(leaves, signed);
  const odd = locatorsOf(leaves)[0] ^ signed[0];
  if (leaves.length === entries + 1) {
    const place = leaves.findIndex(
      (leaf, at) => leaf === odd && same(locatorsOf(without(leaves, at)), signed),
    );
    return place === -1 ? [] : [[place, 'added']];
  }
  if (leaves.length !== entries - 1) return [];
  for (let place = 0; place < entries; place++)
    if (same(locatorsOf([...leaves.slice(0, place), odd, ...leaves.slice(place)]), signed))
      return [[place, 'dropped']];
  return [];
}
const without = (leaves, at) => [...leaves.slice(0, at), ...leaves.slice(at + 1)];
function differing(leaves, signed) {
  const [first, ...bits] = locatorsOf(leaves).map((sum, place) => sum ^ signed[place]);
  const one = bits.find((difference) => difference !== ZERO) ?? first;
  if (one === ZERO || [first, ...bits].some((difference) => difference !== ZERO && difference !== one))
    return [];
  const place = bits.reduce((sum, difference, bit) => sum + (difference === ZERO ? 0 : 2 ** bit), 0);
  if (first === one) return place < leaves.length ? [[place, 'changed']] : [];
  for (let at = 0; at < leaves.length; at++) {
    const other = Number(BigInt(at) ^ BigInt(place));
    if (at < other && other < leaves.length && (leaves[at] ^ leaves[other]) === one)
      return [
        [at, 'reordered'],
        [other, 'reordered'],
      ];
  }
  return [];
}

/** What follows from the entries alone. */
class Totals {
  entries = 0;
  late = 0;
  rows = 0;
  adjustments = 0;
  currency = null;
  adjustedAmount = NOTHING;
  days = new Map();
  adjusted = new Map();

  add(kind, fact) {
    this.entries++;
    this.late += fact.late ? 1 : 0;
    this.currency ??= fact.currency;
    if (kind === 'adjustment') this.addAdjustment(fact);
    else this.addCharge(fact);
  }
  addAdjustment({ amount, units }) {
    this.adjustments++;
    this.adjustedAmount = plus(this.adjustedAmount, amount === null ? NOTHING : decimal(amount));
    for (const [block, count] of Object.entries(units))
      this.adjusted.set(block, (this.adjusted.get(block) ?? 0) + count);
  }
  addCharge({ time, entry, units, prices }) {
    const date = time.slice(0, 10);
    const day = this.days.get(date) ?? { rows: 0, blocks: new Map() };
    this.days.set(date, day);
    if (entry === 'row') {
      this.rows++;
      day.rows++;
    }
    for (const [block, count] of Object.entries(units)) {
      const sum = day.blocks.get(block) ?? { units: 0, unpriced: 0, amount: NOTHING };
      const price = prices[block];
      sum.units += count;
      if (price === undefined) sum.unpriced += count;
      else sum.amount = plus(sum.amount, times(decimal(price), count));
      day.blocks.set(block, sum);
    }
  }
  line() {
    const money = (amount) => (this.currency === null ? null : decimalText(amount));
    const blocks = new Map(
      [...this.adjusted.keys()].map((block) => [block, { units: 0, unpriced: 0, amount: NOTHING }]),
    );
    const days = [...this.days]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([date, day]) => this.day(date, day, blocks, money));
    const all = [...blocks.values()];
    const units = all.reduce((sum, block) => sum + block.units, 0);
    const amount = all.reduce((sum, block) => plus(sum, block.amount), NOTHING);
    const adjusted = [...this.adjusted.values()].reduce((sum, count) => sum + count, 0);
    return canonical({
      totals: {
        entries: this.entries,
        late: this.late,
        currency: this.currency,
        charges: { rows: this.rows, units, amount: money(amount) },
        adjustments: { entries: this.adjustments, units: adjusted, amount: money(this.adjustedAmount) },
        net: { units: units + adjusted, amount: money(plus(amount, this.adjustedAmount)) },
        blocks: [...blocks]
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([block, sum]) => ({
            block,
            units: sum.units,
            unpriced: sum.unpriced,
            amount: money(sum.amount),
            adjusted_units: this.adjusted.get(block) ?? 0,
          })),
        days,
      },
    });
  }
  day(date, { rows, blocks: ofDay }, blocks, money) {
    let amount = NOTHING;
    const byBlock = {};
    for (const [block, sum] of ofDay) {
      const total = blocks.get(block) ?? { units: 0, unpriced: 0, amount: NOTHING };
      total.units += sum.units;
      total.unpriced += sum.unpriced;
      total.amount = plus(total.amount, sum.amount);
      blocks.set(block, total);
      amount = plus(amount, sum.amount);
      byBlock[block] = sum.units;
    }
    const units = Object.values(byBlock).reduce((sum, count) => sum + count, 0);
    return { date, rows, units, amount: money(amount), blocks: byBlock };
  }
}

/** Lines without their line feed; `whole` is false where the last one lacks it. */
function linesOf(bytes) {
  const lines = [];
  let from = 0;
  for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, from)) {
    lines.push(bytes.subarray(from, at));
    from = at + 1;
  }
  const whole = from === bytes.length;
  if (!whole) lines.push(bytes.subarray(from));
  return { lines, whole };
}

/** Kind, fact, salt, named place and leaf; null where it is no entry. */
function entryOf(value) {
  const kind = kindOf(value);
  return kind === null ? null : { kind, fact: value[kind], ...value };
}

/** The public keys of a JSON Web Key Set, by the id that heads name. */
export async function keysById(jwks) {
  const keys = new Map();
  for (const { x } of jwks.keys) {
    const bytes = Uint8Array.from(atob(x.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
      char.charCodeAt(0),
    );
    keys.set(hex(await sha256(bytes)).slice(0, 16), bytes);
  }
  return keys;
}

/** `good`, `bad`, or `unsupported` where this browser has no Ed25519. */
async function signatureOf(publicKey, { head, signature }) {
  let key;
  try {
    key = await crypto.subtle.importKey('raw', publicKey, { name: 'Ed25519' }, false, ['verify']);
  } catch {
    return 'unsupported';
  }
  if (!isHex(signature, 64)) return 'bad';
  const message = encoder.encode(canonical(head));
  return (await crypto.subtle.verify('Ed25519', key, unhex(signature), message)) ? 'good' : 'bad';
}

const daysOf = (month) => {
  const [year, of] = month.split('-').map(Number);
  const last = new Date(Date.UTC(year, of, 0)).getUTCDate();
  return { from: `${month}-01`, to: `${month}-${String(last).padStart(2, '0')}` };
};

async function isHeaderOf(header, head) {
  const { previous } = header;
  const said =
    header.account_id === head.account_id &&
    header.format === head.format &&
    (header.rules && canonical(header.rules)) === RULES.get(head.format) &&
    header.month === head.month &&
    header.partial === head.partial &&
    header.from === daysOf(head.month).from &&
    header.to === daysOf(head.month).to &&
    previous.tree_size === head.previous_tree_size &&
    previous.root === head.previous_root;
  if (!said || previous.frontier.length !== levelsOf(previous.tree_size).length) return false;
  return (await new Tree(previous.tree_size, previous.frontier).root()) === head.previous_root;
}

/** What lines say of their places: where one line lies, or many after a gap. @param offs [line, named less real place] */
function misplaced(offs, missing) {
  const findings = [];
  const all = [...offs, [null, missing]];
  let shift = 0;
  for (let at = 0; at + 1 < all.length; at++) {
    const [line, off] = all[at];
    const after = all[at + 1][1];
    if (off === shift) continue;
    if (after === off) {
      findings.push(off > shift ? [line, 'dropped'] : [line, 'added']);
      shift = off;
    } else if (after === shift - 1 && off !== shift + 1) {
      findings.push([line, 'added']);
      shift -= 1;
    } else findings.push([line, 'reordered']);
  }
  return findings;
}

/**
 * @param bytes of the file
 * @param keys from `keysById`
 * @param onProgress called with lines read so far
 * @returns head (null: none), signature (`good`, `bad`, `unsupported`, `unknown_key`), findings ({line from 1 or null, code})
 */
export async function checkStatement(bytes, keys, onProgress = () => undefined) {
  const { lines, whole } = linesOf(bytes);
  const last = lines.length === 0 ? null : parsed(lines.at(-1));
  if (!isHead(last)) {
    const unread = last === null || 'head' in last ? [{ line: lines.length, code: 'changed' }] : [];
    const cut = { line: null, code: 'cut_off' };
    return { head: null, signature: 'bad', findings: lines.length === 0 ? [cut] : [...unread, cut] };
  }
  const { head } = last;
  const findings = [];
  const find = (line, code) => findings.push({ line, code });
  const publicKey = keys.get(head.key_id);
  const signature = publicKey === undefined ? 'unknown_key' : await signatureOf(publicKey, last);
  const notSigned = { bad: 'not_signed', unknown_key: 'unknown_key' }[signature];
  // What isn't signed says nothing of the lines before it.
  if (notSigned !== undefined)
    return { head, signature, findings: [{ line: lines.length, code: notSigned }] };
  if (!whole) find(lines.length, 'changed');
  if (!headAgrees(head)) return { head, signature, findings: [{ line: lines.length, code: 'invalid' }] };
  const first = parsed(lines[0]);
  const header = isHeader(first) ? first.header : null;
  if (header === null || !(await isHeaderOf(header, head))) find(1, 'changed');
  const read = await entriesOf(lines.slice(1, -2), { head, header }, onProgress);
  for (const { line, code } of read.findings) find(line, code);
  if (findings.length > 0) return { head, signature, findings };
  const body = bytes.subarray(0, bytes.length - lines.at(-1).length - 1);
  return { head, signature, findings: await wholeOf({ head, header, read, body, totals: lines.at(-2) }) };
}

/** What a header that can't be read says of lines is not known. */
async function entriesOf(lines, { head, header }, onProgress) {
  const findings = [];
  const [leaves, offs, unfit] = [[], [], []];
  const totals = new Totals();
  const together = new Together();
  for (let from = 0; from < lines.length; from += AT_ONCE) {
    const some = lines.slice(from, from + AT_ONCE).map((line) => entryOf(parsed(line)));
    const hashes = await Promise.all(some.map((entry) => (entry === null ? null : leafOf(entry))));
    some.forEach((entry, at) => {
      const line = from + at + 2;
      if (entry === null || hex(hashes[at]) !== entry.leaf)
        return void findings.push({ line, code: 'changed' });
      if (header !== null && !canBeOf(entry, header)) findings.push({ line, code: 'invalid' });
      if (!together.fits(entry)) unfit.push({ line, code: 'invalid' });
      offs.push([line, entry.index - head.previous_tree_size - (from + at)]);
      leaves.push(hashes[at]);
      totals.add(entry.kind, entry.fact);
    });
    onProgress(Math.min(from + AT_ONCE, lines.length));
  }
  for (const [line, code] of misplaced(offs, head.entries - lines.length)) findings.push({ line, code });
  return { findings, leaves, totals, unfit };
}

const leafOf = ({ kind, fact, salt }) =>
  sha256(Uint8Array.of(0), encoder.encode(canonical({ [kind]: fact, salt })));

/** All lines are right by themselves: whether they are those that were signed. */
async function wholeOf({ head, header, read: { leaves, totals: computed, unfit }, body, totals }) {
  const tree = new Tree(head.previous_tree_size, header.previous.frontier);
  for (const leaf of leaves) await tree.push(leaf);
  const numbers = leaves.map(numberOf);
  const signed = head.locators.map((text) => BigInt(`0x${text}`));
  const right =
    leaves.length === head.entries && tree.size === head.tree_size && (await tree.root()) === head.root;
  if (right && same(locatorsOf(numbers), signed)) {
    if (new TextDecoder().decode(totals) !== computed.line())
      return [{ line: leaves.length + 2, code: 'changed' }];
    return hex(await sha256(body)) === head.body_sha256 ? unfit : [{ line: null, code: 'changed' }];
  }
  const found = located(numbers, head.entries, signed);
  const missing = leaves.length < head.entries;
  return found.length === 0
    ? [missing ? { line: leaves.length + 2, code: 'dropped' } : { line: null, code: 'changed' }]
    : found.map(([place, code]) => ({ line: place + 2, code }));
}
