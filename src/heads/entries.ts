/** Makes what entries of the log of heads hold, and key sets (`docs/log-of-heads.md`, "Entries"). Pure. */
import { createHmac, hash } from 'node:crypto';
import { canonicalJson } from '../../packages/statement-check/src/format/facts.js';
import { signedBytes } from '../../packages/statement-check/src/format/head.js';
import { leafHash, type TreeHash } from '../../packages/statement-check/src/merkle/tree-hash.js';
import type { SigningKey } from '../../packages/statement-check/src/format/signature.js';
import type { HeadEntry, HeadLogged, KeyOfSet } from '../streams/heads/heads.events.js';
import type { StatementKey } from '../streams/service/service.decider.js';
import type { StatementHead } from '../streams/statement/statement.events.js';
import { signatureLine, vkeyOf } from './signed-note.js';

/** The text that is a leaf: the entry as canonical JSON. */
export const entryJson = (entry: HeadEntry): string => canonicalJson(entry);

export const entryLeaf = (entry: HeadEntry): TreeHash => leafHash(entryJson(entry));

const bytesOf = (hex: string): Buffer => Buffer.from(hex, 'hex');

/** The SHA-256 of a month's key. In this file all keys, salts and hashes are hexadecimal digits. */
export const monthKeyHash = (monthKey: string): string => hash('sha256', bytesOf(monthKey), 'hex');

/** The slot of an account and month: a keyed hash, so strangers can't tell whose statement it is. */
export const slotOf = (monthKey: string, { account_id, month }: StatementHead): string =>
  createHmac('sha256', bytesOf(monthKey)).update(`${account_id}/${month}`).digest('hex');

/** The SHA-256 of the salt and the signed bytes of the head. */
export const saltedHead = (salt: string, head: StatementHead): string =>
  hash('sha256', Buffer.concat([bytesOf(salt), signedBytes(head)]), 'hex');

/** The name of every key of receipts. It never changes, because old receipts have it. */
export const RECEIPTS_NAME = 'company-data-receipts';

export const receiptVkey = ({ public_key }: Pick<StatementKey, 'public_key'>): string =>
  vkeyOf(RECEIPTS_NAME, public_key);

/** An entry without a secret that states no event. */
export const plainHead = (entry: HeadEntry): HeadLogged => ({ entry, secret: null, of: null });

/**
 * The keys that a set must name: the one of checkpoints, those of statements by their first use, and those of
 * receipts, of which the last signs.
 * @param checkpoint the public key, as hexadecimal digits
 * @param receipts verifier keys
 */
export const keySetUnder = (
  origin: string,
  checkpoint: string,
  statements: readonly Pick<StatementKey, 'public_key'>[],
  receipts: readonly string[],
): readonly KeyOfSet[] => [
  { use: 'checkpoint', vkey: vkeyOf(origin, checkpoint) },
  ...statements.map(({ public_key }): KeyOfSet => ({ use: 'statement', vkey: vkeyOf(origin, public_key) })),
  ...receipts.map((vkey): KeyOfSet => ({ use: 'receipt', vkey })),
];

/** The verifier keys of receipts that a set names. The last one signs. */
export const receiptKeysIn = (keys: readonly KeyOfSet[]): readonly string[] =>
  keys.filter(({ use }) => use === 'receipt').map(({ vkey }) => vkey);

/** @param signer the key of checkpoints before this set, with its name; null where there is none */
export function keySetOf(
  keys: readonly KeyOfSet[],
  signer: { readonly name: string; readonly key: SigningKey } | null,
  time: string,
): HeadLogged {
  const entry = { kind: 'key_set', keys, signed_by: null, time } as const;
  if (signer === null) return plainHead(entry);
  const { signed_by: _signedBy, ...signedFields } = entry;
  const line = signatureLine(signer.name, signer.key, `${canonicalJson(signedFields)}\n`);
  return plainHead({ ...entry, signed_by: line.trimEnd() });
}
