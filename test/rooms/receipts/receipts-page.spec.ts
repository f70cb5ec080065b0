/**
 * The examples of receipts in `docs/statements.md`, and the verifier's vectors of them: `npm run docs` makes
 * them.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CompactRange } from '../../../packages/statement-check/src/merkle/compact-range.js';
import { leafHash } from '../../../packages/statement-check/src/merkle/tree-hash.js';
import { entryLeaf, keySetOf, keySetUnder, receiptVkey, RECEIPTS_NAME } from '../../../src/heads/entries.js';
import { checkpointText, signatureLine } from '../../../src/heads/signed-note.js';
import { TileTree } from '../../../src/heads/tile-tree.js';
import { promiseNote, receiptNote } from '../../../src/receipts/notes.js';
import { eventLeaf } from '../../../src/seals/sealed-tree.js';
import type { HeadEntry } from '../../../src/streams/heads/heads.events.js';
import type { StreamName } from '../../../packages/platform/src/event-store/event-store.js';
import { CHECKPOINT_KEY, ORIGIN } from '../../support/heads/logs-of-heads.js';
import {
  openNote,
  openReceipt,
  provenReceipt,
  verifierOf,
  type ReceiptProof,
} from '../../support/heads/outside-checker.js';
import { KEY_OF_TESTS } from '../../support/statements/statements.js';

const ROOT = join(__dirname, '..', '..', '..');
const PAGE = join(ROOT, 'docs', 'statements.md');
const VECTORS = join(ROOT, 'packages', 'statement-verifier', 'vectors');
const JOB = 'job_01JDXB8Z5N0000000000000001';
const [BEFORE, ANSWERED, SEALED] = ['11:00:00.000', '11:20:00.000', '12:00:00.000'].map(
  (time) => `2026-11-21T${time}Z`,
) as [string, string, string];

const EVENT = eventLeaf(
  {
    id: '2dd38901-6483-8f1e-a2ea-6a869767f9fd',
    stream: `rows-${JOB}.0` as StreamName,
    type: 'RowsRecorded',
    format: 'json',
    data: Buffer.from('{}'),
    metadata: {
      $correlationId: 'req_01JDXB8Z5N0000000000000001',
      account: '1001',
      actor: 'key:k',
      time: ANSWERED,
      v: '1',
    },
  },
  0,
);
const others = ['a', 'b', 'c', 'd'].map(leafHash);
const rootOf = (leaves: readonly Buffer[]): Buffer => {
  const tree = new CompactRange();
  for (const leaf of leaves) tree.push(leaf);
  return tree.root();
};

/** Five events, of which this one is the fourth. The first two were sealed before. */
function proof(): { readonly text: string; readonly vkey: string } {
  const leaf = Buffer.from(EVENT.leaf, 'hex');
  const [a, b, c, d] = others as [Buffer, Buffer, Buffer, Buffer];
  const all = [a, b, c, leaf, d];
  const keys = keySetUnder(ORIGIN, CHECKPOINT_KEY.public_key, [], [receiptVkey(KEY_OF_TESTS)]);
  const entries: HeadEntry[] = [
    keySetOf(keys, null, BEFORE).entry,
    {
      kind: 'seal',
      last_event: 'b'.repeat(8),
      leaves: 2,
      root: rootOf([a, b]).toString('hex'),
      time: BEFORE,
    },
    { kind: 'seal', last_event: 'd'.repeat(8), leaves: 5, root: rootOf(all).toString('hex'), time: SEALED },
  ];
  const [tree, leaves] = [new TileTree(), new TileTree()];
  for (const entry of entries) tree.push(entryLeaf(entry));
  for (const one of all) leaves.push(one);
  const text = checkpointText(ORIGIN, tree.size, tree.root());
  const hex = (hashes: readonly Buffer[]): string[] => hashes.map((hash) => hash.toString('hex'));
  const made = {
    ...EVENT,
    leaf_index: 3,
    leaf_path: hex(leaves.inclusionPath(3)),
    entry: entries[2],
    index: 2,
    path: hex(tree.inclusionPath(2)),
    checkpoint: `${text}\n${signatureLine(ORIGIN, CHECKPOINT_KEY, text)}`,
  };
  return { text: `${JSON.stringify(made, null, 2)}\n`, vkey: keys.at(-1)?.vkey ?? '' };
}

const RECEIPT = receiptNote(KEY_OF_TESTS, {
  job_id: JOB,
  request_sha256: leafHash('a request').toString('hex'),
  units: 2,
  event: EVENT,
  seal: { leaves: 2, root: rootOf(others.slice(0, 2)) },
  time: ANSWERED,
});
const PROMISE = promiseNote(KEY_OF_TESTS, {
  account_id: 1001,
  adjustment_id: 'adj_01JDXB8Z5N0000000000000001',
  event: EVENT,
  units: -2,
  amount: '-0.04',
  currency: 'GBP',
  time: ANSWERED,
});

const block = (text: string): string => `\`\`\`text\n${text.trimEnd()}\n\`\`\`\n`;
function shown(): string {
  const { text, vkey } = proof();
  return [
    `A receipt, signed with the key \`${vkey}\`:\n`,
    block(RECEIPT),
    'The same as `X-Receipt`:\n',
    block(Buffer.from(RECEIPT).toString('base64')),
    'The proof of its event. The checkpoint is signed with the key of RFC 8032, 7.1, test 2:\n',
    block(text),
    'A promise:\n',
    block(PROMISE),
  ].join('\n');
}

const MARKS = /<!-- receipts -->[^]*<!-- \/receipts -->/;

it('are what the service writes', () => {
  const page = readFileSync(PAGE, 'utf8');
  const made = page.replace(MARKS, `<!-- receipts -->\n\n${shown()}\n<!-- /receipts -->`);
  const files = { 'receipt.txt': RECEIPT, 'promise.txt': PROMISE, 'receipt-proof.json': proof().text };
  if (process.env['WRITE_DOCS'] !== undefined) {
    writeFileSync(PAGE, made);
    for (const [name, text] of Object.entries(files)) writeFileSync(join(VECTORS, name), text);
  }
  expect(MARKS.test(page)).toBe(true);
  expect(readFileSync(PAGE, 'utf8')).toBe(made);
  for (const [name, text] of Object.entries(files))
    expect([name, readFileSync(join(VECTORS, name), 'utf8')]).toEqual([name, text]);
});

it('hold for somebody outside', () => {
  const { text, vkey } = proof();
  const lines = openReceipt(Buffer.from(RECEIPT).toString('base64'), [vkey]);
  expect([lines[1], lines[3]]).toEqual([JOB, '2']);
  expect(openNote(PROMISE, verifierOf(vkey)).split('\n')).toHaveLength(10);
  expect(vkey.startsWith(`${RECEIPTS_NAME}+`)).toBe(true);
  const [checkpoint] = keySetUnder(ORIGIN, CHECKPOINT_KEY.public_key, [], []);
  provenReceipt(lines, JSON.parse(text) as ReceiptProof, checkpoint?.vkey ?? '');
});
