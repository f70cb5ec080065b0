/**
 * Somebody outside who checks the log of heads and receipts: written from the texts of C2SP (signed-note,
 * tlog-checkpoint, tlog-tiles, tlog-cosignature), RFC 6962, RFC 9162 and `docs/statements.md` alone. It uses
 * nothing of the program.
 */
import { createHash, createPublicKey, verify } from 'node:crypto';

const sha256 = (...parts: readonly (string | Uint8Array)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** MTH of RFC 6962, 2.1. @param leaves hashes of leaves */
export function treeHead(leaves: readonly Buffer[]): Buffer {
  const [only] = leaves;
  if (only === undefined) return sha256('');
  if (leaves.length === 1) return only;
  let half = 1;
  while (half * 2 < leaves.length) half *= 2;
  return sha256(Buffer.of(1), treeHead(leaves.slice(0, half)), treeHead(leaves.slice(half)));
}

export const leafOf = (entry: string | Buffer): Buffer => sha256(Buffer.of(0), entry);

/** PATH of RFC 6962, 2.1.1, followed from the leaf to the root. */
export function rootByPath(leaf: Buffer, index: number, size: number, path: readonly Buffer[]): Buffer {
  if (size === 1) {
    if (index !== 0 || path.length > 0) throw new Error('the path is too long');
    return leaf;
  }
  const last = path.at(-1);
  if (last === undefined) throw new Error('the path is too short');
  let half = 1;
  while (half * 2 < size) half *= 2;
  const rest = path.slice(0, -1);
  return index < half
    ? sha256(Buffer.of(1), rootByPath(leaf, index, half, rest), last)
    : sha256(Buffer.of(1), last, rootByPath(leaf, index - half, size - half, rest));
}

/** A tree by its size and root. */
interface Head {
  readonly size: number;
  readonly root: Buffer;
}

/** Whether the proof shows that the old tree is the beginning of the next one: RFC 9162, 2.1.4.2. */
export function provesGrowth(old: Head, next: Head, proof: readonly Buffer[]): boolean {
  if (old.size === next.size) return proof.length === 0 && old.root.equals(next.root);
  if (old.size === 0 || old.size > next.size) return false;
  const half = (place: number): number => Math.floor(place / 2);
  let [fn, sn] = [old.size - 1, next.size - 1];
  while (fn % 2 === 1) [fn, sn] = [half(fn), half(sn)];
  const [first, ...others] = fn === 0 ? [old.root, ...proof] : proof;
  if (first === undefined) return false;
  let [fr, sr] = [first, first];
  for (const hash of others) {
    if (sn === 0) return false;
    if (fn % 2 === 1 || fn === sn) {
      [fr, sr] = [sha256(Buffer.of(1), hash, fr), sha256(Buffer.of(1), hash, sr)];
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [half(fn), half(sn)];
    } else sr = sha256(Buffer.of(1), sr, hash);
    [fn, sn] = [half(fn), half(sn)];
  }
  return sn === 0 && fr.equals(old.root) && sr.equals(next.root);
}

interface Verifier {
  readonly name: string;
  readonly id: string;
  readonly key: Buffer;
}

/** @param type 1: signs the text of a note; 4: signs a time and the text (tlog-cosignature) */
export function verifierOf(vkey: string, type: 1 | 4 = 1): Verifier {
  const [name = '', id = '', material = ''] = vkey.split('+', 2).concat(vkey.split('+').slice(2).join('+'));
  const bytes = Buffer.from(material, 'base64');
  if (bytes.length !== 33 || bytes[0] !== type) throw new Error('no Ed25519 key');
  if (sha256(name, '\n', bytes).subarray(0, 4).toString('hex') !== id) throw new Error('another key id');
  return { name, id, key: bytes.subarray(1) };
}

const isSigned = (text: string, signature: Buffer, key: Buffer): boolean =>
  verify(
    null,
    Buffer.from(text),
    createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key.toString('base64url') }, format: 'jwk' }),
    signature,
  );

interface OpenedNote {
  readonly text: string;
  /** The signatures with the name and id of the key, of which nothing is verified. */
  readonly own: readonly Buffer[];
}

function parsedNote(note: string, { name, id }: Verifier): OpenedNote {
  if (/[\u0000-\u0009\u000b-\u001f]/.test(note)) throw new Error('control characters');
  const end = note.lastIndexOf('\n\n');
  const text = note.slice(0, end + 1);
  const lines = note.slice(end + 2).split('\n');
  if (end < 0 || lines.pop() !== '' || lines.length === 0) throw new Error('no note');
  const signatures = lines.map((line) => {
    const [dash, by, base64, ...more] = line.split(' ');
    const bytes = Buffer.from(base64 ?? '', 'base64');
    if (dash !== '—' || more.length > 0 || bytes.toString('base64') !== base64)
      throw new Error(`no signature: ${line}`);
    return { by, id: bytes.subarray(0, 4).toString('hex'), signature: bytes.subarray(4) };
  });
  const known = signatures.filter((one) => one.by === name && one.id === id);
  return { text, own: known.map(({ signature }) => signature) };
}

/** The text of a note that this key signed. @throws Error for any other note */
export function openNote(note: string, verifier: Verifier): string {
  const { text, own } = parsedNote(note, verifier);
  if (own.length === 0 || !own.every((signature) => isSigned(text, signature, verifier.key)))
    throw new Error('not signed by the key');
  return text;
}

/** When this witness cosigned the note, in seconds since 1970. @throws Error where it did not */
export function cosignedAt(note: string, vkey: string): number {
  const verifier = verifierOf(vkey, 4);
  const { text, own } = parsedNote(note, verifier);
  const [bytes] = own;
  if (bytes?.length !== 8 + 64) throw new Error('not cosigned');
  const time = bytes.readBigUInt64BE();
  if (!isSigned(`cosignature/v1\ntime ${time}\n${text}`, bytes.subarray(8), verifier.key))
    throw new Error('not cosigned');
  return Number(time);
}

export interface Checkpoint extends Head {
  readonly origin: string;
}

export function openCheckpoint(note: string, vkey: string): Checkpoint {
  const [origin = '', size = '', root = '', ...more] = openNote(note, verifierOf(vkey)).split('\n');
  if (origin === '' || !/^(?:0|[1-9]\d*)$/.test(size) || more.join('') !== '')
    throw new Error('no checkpoint');
  return { origin, size: Number(size), root: Buffer.from(root, 'base64') };
}

export function tilePath(level: number | 'entries', index: number, width: number): string {
  const digits = String(index).padStart(Math.ceil(String(index).length / 3) * 3, '0');
  const parts = digits.match(/\d{3}/g) ?? [];
  const place = parts.map((part, at) => (at < parts.length - 1 ? `x${part}` : part)).join('/');
  return `tile/${level}/${place}${width < 256 ? `.p/${width}` : ''}`;
}

/** The addresses of all tiles of a level of a tree, with their widths. */
export function tilesOf(level: number, size: number): [index: number, width: number][] {
  const nodes = Math.floor(size / 256 ** level);
  const full = Array.from({ length: Math.floor(nodes / 256) }, (_, index): [number, number] => [index, 256]);
  return nodes % 256 === 0 ? full : [...full, [full.length, nodes % 256]];
}

/**
 * Fetches the whole log and checks it.
 * @param get the body at an address below the log's prefix
 * @returns the entries, as JSON
 */
export async function monitored(
  get: (path: string) => Promise<Buffer>,
  vkey: string,
): Promise<{ readonly checkpoint: Checkpoint; readonly entries: readonly Entry[] }> {
  const checkpoint = openCheckpoint((await get('checkpoint')).toString(), vkey);
  const { size, root } = checkpoint;
  let below: Buffer[] = [];
  const texts: string[] = [];
  for (let level = 0; 256 ** level <= size; level++) {
    const hashes: Buffer[] = [];
    for (const [index, width] of tilesOf(level, size)) {
      const tile = await get(tilePath(level, index, width));
      if (tile.length !== 32 * width) throw new Error('a tile of another size');
      for (let at = 0; at < tile.length; at += 32) hashes.push(tile.subarray(at, at + 32));
      if (level === 0) texts.push(...bundled(await get(tilePath('entries', index, width))));
    }
    const expected =
      level === 0
        ? texts.map(leafOf)
        : hashes.map((_, at) => treeHead(below.slice(at * 256, (at + 1) * 256)));
    if (!Buffer.concat(expected).equals(Buffer.concat(hashes))) throw new Error(`level ${level} differs`);
    if (level === 0 && !treeHead(hashes).equals(root)) throw new Error('another root');
    below = hashes;
  }
  if (texts.length !== size) throw new Error(`${texts.length} entries of ${size}`);
  return { checkpoint, entries: texts.map(parsed) };
}

/** The entries of a bundle: each with its length in two bytes before it. */
function bundled(bundle: Buffer): string[] {
  const texts: string[] = [];
  for (let at = 0; at < bundle.length;) {
    const end = at + 2 + bundle.readUInt16BE(at);
    texts.push(bundle.subarray(at + 2, end).toString());
    at = end;
  }
  return texts;
}

export type Entry = Readonly<Record<string, unknown>> & { readonly kind: string; readonly time: string };

/** RFC 8785 of an object of texts and whole numbers. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );

function parsed(text: string): Entry {
  const entry = JSON.parse(text) as Entry;
  if (canonical(entry) !== text) throw new Error('no canonical JSON');
  return entry;
}

/** What a client refuses in the entries of a log: names the first fault; null where there is none. */
export function faultIn(entries: readonly Entry[]): string | null {
  const months = new Set<unknown>();
  const slots = new Set<unknown>();
  if (entries.length > 0 && entries[0]?.kind !== 'key_set') return 'it does not begin with its keys';
  for (const { kind, month, slot } of entries) {
    if (kind === 'month_key' && months.has(month)) return `two keys of ${String(month)}`;
    if (kind === 'month_key') months.add(month);
    if (kind !== 'statement') continue;
    if (!months.has(month)) return `${String(month)} has no key`;
    if (slots.has(slot)) return `slot ${String(slot)} comes twice`;
    slots.add(slot);
  }
  return null;
}

/** The keys that sign receipts, by all key sets of a log. */
export const receiptKeysIn = (entries: readonly Entry[]): string[] =>
  entries
    .flatMap(({ keys }) => (keys as { use: string; vkey: string }[] | undefined) ?? [])
    .filter(({ use }) => use === 'receipt')
    .map(({ vkey }) => vkey);

/** The lines of a header `X-Receipt` that one of these keys signed. @throws Error for any other */
export function openReceipt(header: string | null, vkeys: readonly string[]): string[] {
  const note = Buffer.from(header ?? '', 'base64').toString();
  const named = vkeys.map((vkey) => verifierOf(vkey)).filter(({ id }) => idsIn(note).includes(id));
  const [verifier] = named;
  if (verifier === undefined) throw new Error('signed by no key of receipts');
  const lines = openNote(note, verifier).split('\n');
  if (lines.length !== 10 || lines[0] !== 'company-data receipt v1') throw new Error('no receipt');
  return lines.slice(0, 9);
}

const idsIn = (note: string): string[] =>
  note
    .slice(note.lastIndexOf('\n\n') + 2)
    .split('\n')
    .map((line) => Buffer.from(line.split(' ')[2] ?? '', 'base64').toString('hex', 0, 4));

/** A proof that the log has an entry. Hashes are hexadecimal digits. */
export interface EntryProof {
  readonly entry: Entry;
  readonly index: number;
  readonly path: readonly string[];
  readonly checkpoint: string;
}
export interface ReceiptProof extends EntryProof {
  readonly event_id: string;
  readonly leaf: string;
  readonly leaf_index: number;
  readonly leaf_path: readonly string[];
}

const bytesOf = (hex: string): Buffer => Buffer.from(hex, 'hex');

/** The checkpoint under which the log has the entry. @throws Error where the proof does not show it */
export function provenEntry({ entry, index, path, checkpoint }: EntryProof, vkey: string): Checkpoint {
  const opened = openCheckpoint(checkpoint, vkey);
  if (!rootByPath(leafOf(canonical(entry)), index, opened.size, path.map(bytesOf)).equals(opened.root))
    throw new Error('the entry is not in the tree of the checkpoint');
  return opened;
}

/** As `provenEntry`, for the seal over the event of a receipt. @throws Error where the proof is of another */
export function provenReceipt(lines: readonly string[], proof: ReceiptProof, vkey: string): Checkpoint {
  const [, , , , event, leaf, leaves] = lines;
  const { entry, leaf_index: place, leaf_path: path } = proof;
  if (proof.event_id !== event || proof.leaf !== leaf || entry.kind !== 'seal')
    throw new Error('it proves another event');
  const root = rootByPath(bytesOf(leaf), place, Number(entry['leaves']), path.map(bytesOf));
  if (root.toString('hex') !== entry['root'] || Number(entry['leaves']) <= Number(leaves))
    throw new Error('the event is not under the seal');
  return provenEntry(proof, vkey);
}
