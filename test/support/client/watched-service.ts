/** A service with statements, a log of heads and receipts, in memory. It lies as a test tells it to. */
import { createHash } from 'node:crypto';
import { parseStatementLine } from '../../../packages/statement-check/src/check/parse-line.js';
import type { StatementHead } from '../../../packages/statement-check/src/format/head.js';
import {
  newPrivateKey,
  signingKey,
  type SigningKey,
} from '../../../packages/statement-check/src/format/signature.js';
import { CompactRange } from '../../../packages/statement-check/src/merkle/compact-range.js';
import { leafHash } from '../../../packages/statement-check/src/merkle/tree-hash.js';
import type { Folder } from '../../../packages/client/src/index.js';
import {
  entryLeaf,
  entryJson,
  monthKeyHash,
  saltedHead,
  slotOf,
  keySetOf,
} from '../../../src/heads/entries.js';
import { checkpointText, signatureLine, vkeyOf } from '../../../src/heads/signed-note.js';
import { TileTree } from '../../../src/heads/tile-tree.js';
import type { HeadEntry, KeyOfSet } from '../../../src/streams/heads/heads.events.js';
import type { StatementHead as LoggedHead } from '../../../src/streams/statement/statement.events.js';
import { CHECKPOINT_KEY, ORIGIN } from '../heads/logs-of-heads.js';
import { KEY_OF_TESTS } from '../statements/statements.js';

export const TIME = '2026-03-01T00:00:00.000Z';
export const OTHER_KEY = signingKey(newPrivateKey());
export const EVENT = '2dd38901-6483-4f1e-a2ea-6a869767f9fd';
const RECEIPTS = 'company-data-receipts';
const MONTH_KEY = 'ab'.repeat(32);
const SALT = 'cd'.repeat(32);

const headOf = (text: string): StatementHead => {
  const line = parseStatementLine(text.trimEnd().split('\n').at(-1) ?? '');
  if (line?.kind !== 'head') throw new Error('no statement');
  return line.head;
};

export const sealOf = (leaves: readonly Buffer[], last_event = 'e'): HeadEntry => {
  const tree = new CompactRange();
  for (const leaf of leaves) tree.push(leaf);
  return { kind: 'seal', last_event, leaves: leaves.length, root: tree.root().toString('hex'), time: TIME };
};

/** Leaves of events. The third is the one of receipts. */
export const LEAVES = ['a', 'b', 'c', 'd'].map(leafHash) as [Buffer, Buffer, Buffer, Buffer];

export class WatchedService {
  readonly entries: HeadEntry[] = [];
  readonly statements = new Map<string, string>();
  /** What is answered in place of the truth: a status, or a body. */
  readonly answers: Record<string, number | string | Uint8Array> = {};
  /** What is answered first, one after the other. */
  readonly later: Record<string, number[]> = {};
  origin = ORIGIN;
  key: SigningKey = CHECKPOINT_KEY;
  account = 1001;
  cosignatures = '';
  readonly asked: string[] = [];

  constructor(statements: readonly string[] = []) {
    this.entries.push(this.keySet(null));
    for (const text of statements) this.add(text);
    this.entries.push(sealOf(LEAVES.slice(0, 2)), sealOf(LEAVES));
  }

  keySet(signer: SigningKey | null, key = this.key, uses = ['statement', 'receipt']): HeadEntry {
    const keys: KeyOfSet[] = [{ use: 'checkpoint', vkey: vkeyOf(this.origin, key.public_key) }];
    if (uses.includes('statement'))
      keys.push({ use: 'statement', vkey: vkeyOf(this.origin, KEY_OF_TESTS.public_key) });
    if (uses.includes('receipt'))
      keys.push({ use: 'receipt', vkey: vkeyOf(RECEIPTS, KEY_OF_TESTS.public_key) });
    return keySetOf(keys, signer && { name: ORIGIN, key: signer }, TIME).entry;
  }

  /** Names a further key of receipts. */
  addReceiptKey(key: SigningKey, signer = this.key): void {
    const last = this.entries.findLast((entry) => entry.kind === 'key_set');
    const named: KeyOfSet = { use: 'receipt', vkey: vkeyOf(RECEIPTS, key.public_key) };
    this.entries.push(keySetOf([...(last?.keys ?? []), named], { name: ORIGIN, key: signer }, TIME).entry);
  }

  /** Issues a statement. */
  add(text: string): void {
    const head = headOf(text);
    const { month } = head;
    this.statements.set(month, text);
    this.entries.push(
      { kind: 'month_key', month, sha256: monthKeyHash(MONTH_KEY), time: TIME },
      this.entryOf(text),
    );
  }

  entryOf(text: string): HeadEntry {
    const head = headOf(text) as unknown as LoggedHead;
    const [slot, salted] = [slotOf(MONTH_KEY, head), saltedHead(SALT, head)];
    return { kind: 'statement', head: salted, month: head.month, slot, time: TIME };
  }

  private tree(): TileTree {
    const tree = new TileTree();
    for (const entry of this.entries) tree.push(entryLeaf(entry));
    return tree;
  }

  checkpoint(): string {
    const tree = this.tree();
    const text = checkpointText(this.origin, tree.size, tree.root());
    return `${text}\n${signatureLine(this.origin, this.key, text)}${this.cosignatures}`;
  }

  /** The proof that an entry is in the log. */
  private proofOf(index: number): object {
    const path = this.tree()
      .inclusionPath(index)
      .map((hash) => hash.toString('hex'));
    return { entry: this.entries[index], index, path, checkpoint: this.checkpoint() };
  }

  proof(month: string): object {
    const index = this.entries.findIndex((entry) => entry.kind === 'statement' && entry.month === month);
    return { ...this.proofOf(index), salt: SALT, month_key: MONTH_KEY };
  }

  receiptProof(): object {
    const tree = new TileTree();
    for (const leaf of LEAVES) tree.push(leaf);
    const index = this.entries.findIndex((entry) => entry.kind === 'seal' && entry.leaves === LEAVES.length);
    return {
      ...this.proofOf(index),
      ...{ event_id: EVENT, leaf: LEAVES[2].toString('hex'), leaf_index: 2 },
      leaf_path: tree.inclusionPath(2).map((hash) => hash.toString('hex')),
    };
  }

  readonly fetch = (input: Parameters<typeof fetch>[0]): Promise<Response> => {
    const { pathname } = new URL(String(input instanceof Request ? input.url : input));
    this.asked.push(pathname);
    const told = this.later[pathname]?.shift() ?? this.answers[pathname] ?? this.bodyOf(pathname);
    if (typeof told === 'number')
      return Promise.resolve(
        Response.json({ error: 'no', detail: 'unavailable', request_id: 'r' }, { status: told }),
      );
    return Promise.resolve(new Response(typeof told === 'string' ? told : new Uint8Array(told)));
  };

  private bodyOf(path: string): number | string | Uint8Array {
    const [, month, what] = /^\/statements\/([^/]+)(\/proof)?$/.exec(path) ?? [];
    if (path === '/v1/whoami') return JSON.stringify({ account: { id: this.account } });
    if (path === '/log/vkey') return `${vkeyOf(this.origin, this.key.public_key)}\n`;
    if (path === '/log/checkpoint') return this.checkpoint();
    if (path === '/statements') return JSON.stringify({ statements: this.list() });
    if (month !== undefined && what !== undefined) return JSON.stringify(this.proof(month));
    if (month !== undefined) return this.statements.get(month) ?? 404;
    if (path === `/receipts/${EVENT}/proof`) return JSON.stringify(this.receiptProof());
    return path.startsWith('/log/tile/entries/') ? this.bundle() : 404;
  }

  list(): object[] {
    return [...this.statements].map(([month, text]) => ({
      ...{ month, state: 'complete', issued_at: headOf(text).issued_at },
      sha256: createHash('sha256').update(text).digest('hex'),
    }));
  }

  /** Of few entries there is one. */
  bundle(): Uint8Array {
    return Buffer.concat(
      this.entries.map((entry) => {
        const bytes = Buffer.from(entryJson(entry));
        return Buffer.concat([Buffer.of(bytes.length >> 8, bytes.length & 255), bytes]);
      }),
    );
  }
}

/** A signed note of these lines. */
export function noteOf(lines: readonly (string | number)[], key: SigningKey = KEY_OF_TESTS): string {
  const text = `${lines.join('\n')}\n`;
  return `${text}\n${signatureLine(RECEIPTS, key, text)}`;
}

/** The text of a receipt's header, with some lines changed. */
export function receipt(changed: Readonly<Record<number, string | number>> = {}, key?: SigningKey): string {
  const seal = sealOf(LEAVES.slice(0, 2)) as Extract<HeadEntry, { kind: 'seal' }>;
  const root = Buffer.from(seal.root, 'hex').toString('base64');
  const lines = [
    ...['company-data receipt v1', 'job_01JDXB8Z5N0000000000000001', '6f'.repeat(32), 0],
    ...[EVENT, LEAVES[2].toString('hex'), 2, root, TIME],
  ].map((line, index) => changed[index + 1] ?? line);
  return Buffer.from(noteOf(lines, key)).toString('base64');
}

export class MemoryFolder implements Folder {
  readonly files = new Map<string, Uint8Array>();

  /** The names of what was read. */
  readonly asked: string[] = [];

  readonly read = (name: string): Promise<Uint8Array | null> => {
    this.asked.push(name);
    return Promise.resolve(this.files.get(name) ?? null);
  };
  readonly write = (name: string, bytes: Uint8Array): Promise<void> => {
    this.files.set(name, new Uint8Array(bytes));
    return Promise.resolve();
  };
  readonly list = (folder: string): Promise<readonly string[]> =>
    Promise.resolve(
      [...this.files.keys()].flatMap((name) =>
        name.startsWith(`${folder}/`) ? [name.slice(folder.length + 1)] : [],
      ),
    );
  readonly remove = (name: string): Promise<void> => {
    this.files.delete(name);
    return Promise.resolve();
  };

  put(name: string, text: string): void {
    this.files.set(name, Buffer.from(text));
  }

  text(name: string): string {
    return Buffer.from(this.files.get(name) ?? []).toString();
  }
}
