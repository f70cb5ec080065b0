/** The log of heads (`docs/log-of-heads.md`) as far as it was read: its tree, and what it says. Pure. */
import { createHmac, hash } from 'node:crypto';
import {
  hasShape,
  isCount,
  isHash,
  isMonth,
  isObject,
  isPlainJson,
  isText,
  isTime,
  listOf,
  matches,
  orNull,
  parsedJson,
  type JsonFields,
  type Shape,
} from '../check/shapes.js';
import { canonicalJson } from '../format/facts.js';
import { signedBytes, type StatementHead } from '../format/head.js';
import { keyIdOf } from '../format/signature.js';
import { CompactRange } from '../merkle/compact-range.js';
import { provesInclusion } from '../merkle/proofs.js';
import { leafHash, parseHash, parseHashes, type TreeHash } from '../merkle/tree-hash.js';
import type { TrustedKey } from '../check/public-keys.js';
import { SyncFault } from './faults.js';
import {
  isSignatureLine,
  isSigned,
  parseCheckpoint,
  parseKey,
  parseNote,
  utf8Text,
  type Note,
  type NoteKey,
} from './notes.js';

const KEY: Shape = { use: matches(/^(?:checkpoint|statement|receipt)$/), vkey: isText };
const FORMS: Readonly<Record<string, Shape>> = {
  key_set: { keys: listOf((key) => hasShape(key, KEY)), signed_by: orNull(isText) },
  month_key: { month: isMonth, sha256: isHash },
  statement: { head: isHash, month: isMonth, slot: isHash },
  seal: { last_event: isText, leaves: isCount, root: isHash },
  origin: { root: isHash, size: isCount, was: isText, why: isText },
};

type Entry =
  | { readonly kind: 'key_set'; readonly keys: readonly SetKey[]; readonly signed_by: string | null }
  | { readonly kind: 'month_key'; readonly month: string; readonly sha256: string }
  | { readonly kind: 'statement'; readonly month: string; readonly slot: string; readonly head: string }
  | { readonly kind: 'seal'; readonly leaves: number; readonly root: string }
  | { readonly kind: 'origin'; readonly was: string; readonly size: number; readonly root: string };
type SetKey = Readonly<Record<'use' | 'vkey', string>>;

const isEntryOf = (kind: string, value: unknown): value is JsonFields =>
  isObject(value) &&
  value['kind'] === kind &&
  Object.hasOwn(FORMS, kind) &&
  hasShape(value, { ...FORMS[kind], kind: isText, time: isTime });

/** The value of a JSON text that every reader reads alike; null for any other. */
export function plainJson(bytes: Uint8Array): unknown {
  const text = utf8Text(bytes) ?? '';
  const value = parsedJson(text);
  return value !== null && isPlainJson(text, value) ? value : null;
}

/** The entry in a leaf's bytes. @throws SyncFault `entry_wrong` */
function entryIn(bytes: Uint8Array): Entry {
  const text = utf8Text(bytes) ?? '';
  const value = parsedJson(text);
  const kind = isObject(value) ? value['kind'] : null;
  if (typeof kind !== 'string' || !isEntryOf(kind, value) || canonicalJson(value) !== text)
    throw new SyncFault('entry_wrong');
  return value as unknown as Entry;
}

/** A proof that an entry stands in the log. */
export interface EntryProof {
  readonly entry: JsonFields;
  readonly index: number;
  readonly path: readonly string[];
  readonly checkpoint: string;
}

const ENTRY_PROOF: Shape = { index: isCount, path: listOf(isHash), checkpoint: isText };
/** Whether it is a proof of an entry of this kind that has these parts too. */
export const isEntryProof = (value: unknown, kind: string, more: Shape): value is JsonFields & EntryProof =>
  hasShape(value, { ...ENTRY_PROOF, ...more, entry: (entry) => isEntryOf(kind, entry) });

/** The size of a proof's checkpoint, of which nothing is verified; 0 where there is none. */
export function sizeTold(proof: unknown): number {
  const text = isObject(proof) ? proof['checkpoint'] : null;
  const note = typeof text === 'string' ? parseNote(Buffer.from(text)) : null;
  return (note && parseCheckpoint(note)?.size) ?? 0;
}

/**
 * Entries are added one by one. The first fault is kept until all are there: it is told only if the entries
 * make the tree that the service signed.
 */
export class LogOfHeads {
  readonly tree = new CompactRange();
  fault: SyncFault | null = null;
  /** The SHA-256 of each month's key. */
  readonly months = new Map<string, string>();
  /** The index of each statement's entry, and its head, by the slot. */
  readonly slots = new Map<string, { readonly index: number; readonly head: string }>();
  /** Each seal, as its leaves, a blank and its root. */
  readonly seals = new Set<string>();
  /** The leaves of statements and seals, by their index. */
  private readonly leaves = new Map<number, TreeHash>();
  /** Checkpoint keys, each signed by the one before. The last one signs. */
  chain: NoteKey[] = [];
  /** The keys before one that nobody signed. */
  private readonly beforeLoss: NoteKey[] = [];
  /** The names that the log went by before. */
  readonly origins = new Set<string>();
  readonly statementKeys = new Map<string, TrustedKey>();
  readonly receiptKeys = new Map<string, NoteKey>();

  get size(): number {
    return this.tree.end;
  }

  /** Adds the bytes of the next leaf. */
  add(bytes: Uint8Array): void {
    // Bytes that are no UTF-8 make an entry that is refused.
    const leaf = leafHash(Buffer.from(bytes).toString());
    try {
      if (this.fault === null) this.state(entryIn(bytes), leaf);
    } catch (error) {
      if (!(error instanceof SyncFault)) throw error;
      this.fault = new SyncFault(error.code, `entry ${this.size} of the log`);
    }
    this.tree.push(leaf);
  }

  private state(entry: Entry, leaf: TreeHash): void {
    if (this.size === 0 && entry.kind !== 'key_set') throw new SyncFault('entry_wrong');
    switch (entry.kind) {
      case 'key_set':
        return this.addKeySet(entry);
      case 'month_key':
        if (this.months.has(entry.month)) throw new SyncFault('month_key_twice');
        this.months.set(entry.month, entry.sha256);
        return;
      case 'statement':
        if (!this.months.has(entry.month)) throw new SyncFault('month_key_missing');
        if (this.slots.has(entry.slot)) throw new SyncFault('slot_twice');
        this.slots.set(entry.slot, { index: this.size, head: entry.head });
        this.leaves.set(this.size, leaf);
        return;
      case 'seal':
        this.seals.add(`${entry.leaves} ${entry.root}`);
        this.leaves.set(this.size, leaf);
        return;
      case 'origin':
        return this.addOrigin(entry);
    }
  }

  private addOrigin({ was, size, root }: Extract<Entry, { kind: 'origin' }>): void {
    const isHere = size === this.size && root === this.tree.root().toString('hex');
    if (!isHere || was !== this.chain.at(-1)?.name) throw new SyncFault('entry_wrong');
    this.origins.add(was);
  }

  private addKeySet(entry: Extract<Entry, { kind: 'key_set' }>): void {
    const keys = entry.keys.map(({ use, vkey }) => ({ use, key: parseKey(vkey) }));
    const [now, ...others] = keys.filter(({ use }) => use === 'checkpoint');
    if (!now?.key || others.length > 0) throw new SyncFault('entry_wrong');
    const last = this.chain.at(-1);
    if (entry.signed_by !== null && last !== undefined) {
      if (!isSignedSet(entry, entry.signed_by, last)) throw new SyncFault('key_set_unsigned');
      this.chain.push(now.key);
    } else if (last?.vkey === now.key.vkey) throw new SyncFault('key_set_unsigned');
    else {
      this.beforeLoss.push(...this.chain);
      this.chain = [now.key];
    }
    for (const { use, key } of keys) {
      if (key === null) throw new SyncFault('entry_wrong');
      const { public_key } = key;
      if (use === 'statement')
        this.statementKeys.set(keyIdOf(public_key), { key_id: keyIdOf(public_key), public_key });
      if (use === 'receipt') this.receiptKeys.set(key.vkey, key);
    }
  }

  /**
   * Requires that the pinned key, or the accepted one, leads to the key that signed this checkpoint.
   * @throws SyncFault
   */
  requireSigned(note: Note, pinned: string, accepted: string | null): void {
    const now = this.chain.at(-1);
    if (now === undefined || parseCheckpoint(note)?.origin !== now.name || !isSigned(note, now))
      throw new SyncFault('checkpoint_signature');
    if (now.vkey === accepted || this.chain.some(({ vkey }) => vkey === pinned)) return;
    if (this.beforeLoss.some(({ vkey }) => vkey === pinned)) throw new SyncFault('key_lost', now.vkey);
    throw new SyncFault('checkpoint_signature', now.vkey);
  }

  /** Whether the entry of a proof stands in its place, and the proof's own path and checkpoint fit. */
  holds({ entry, index, path, checkpoint }: EntryProof): boolean {
    const leaf = leafHash(canonicalJson(entry));
    const note = parseNote(Buffer.from(checkpoint));
    const told = note && parseCheckpoint(note);
    const hashes = parseHashes(path);
    if (note === null || told === null || hashes === null) return false;
    return (
      this.leaves.get(index)?.equals(leaf) === true &&
      provesInclusion({ leaf, index, size: told.size, root: told.root }, hashes) &&
      (told.size !== this.size || told.root.equals(this.tree.root())) &&
      this.chain.some((key) => isSigned(note, key))
    );
  }
}

function isSignedSet(entry: JsonFields, line: string, key: NoteKey): boolean {
  const { signed_by: _line, ...unsigned } = entry;
  return isSignatureLine(line, `${canonicalJson(unsigned)}\n`, key);
}

const bytesOf = (hex: unknown): Buffer => parseHash(hex) ?? Buffer.alloc(0);

/** Checks the proof that a statement is in the log. @throws SyncFault */
export function requireProof(log: LogOfHeads, head: StatementHead, proof: unknown): void {
  const { account_id, month } = head;
  if (!isEntryProof(proof, 'statement', { salt: isHash, month_key: isHash }))
    throw new SyncFault('proof_wrong', month);
  const { entry, index } = proof;
  const key = bytesOf(proof['month_key']);
  if (entry['month'] !== month || log.months.get(month) !== hash('sha256', key, 'hex'))
    throw new SyncFault('proof_wrong', month);
  const slot = createHmac('sha256', key).update(`${account_id}/${month}`).digest('hex');
  if (entry['slot'] !== slot) throw new SyncFault('slot_wrong', month);
  const logged = log.slots.get(slot);
  const salted = hash('sha256', Buffer.concat([bytesOf(proof['salt']), signedBytes(head)]), 'hex');
  if (entry['head'] !== salted || (logged !== undefined && logged.head !== salted))
    throw new SyncFault('head_wrong', month);
  if (logged?.index !== index || !log.holds(proof)) throw new SyncFault('proof_wrong', month);
}
