/**
 * Somebody outside who checks the log of heads: written from the texts of C2SP (signed-note, tlog-checkpoint,
 * tlog-tiles) and RFC 6962 alone. It uses nothing of the program.
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

interface Verifier {
  readonly name: string;
  readonly id: string;
  readonly key: Buffer;
}

export function verifierOf(vkey: string): Verifier {
  const [name = '', id = '', material = ''] = vkey.split('+', 2).concat(vkey.split('+').slice(2).join('+'));
  const bytes = Buffer.from(material, 'base64');
  if (bytes.length !== 33 || bytes[0] !== 1) throw new Error('no Ed25519 key');
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

/** The text of a note that this key signed. @throws Error for any other note */
export function openNote(note: string, { name, id, key }: Verifier): string {
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
  if (known.length === 0 || !known.every(({ signature }) => isSigned(text, signature, key)))
    throw new Error('not signed by the key');
  return text;
}

export interface Checkpoint {
  readonly origin: string;
  readonly size: number;
  readonly root: Buffer;
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
