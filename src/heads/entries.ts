/** The leaves, slots and salted heads of the log of heads (`docs/log-of-heads.md`, "Entries"). Pure. */
import { createHmac, hash } from 'node:crypto';
import { canonicalJson } from '../../packages/statement-check/src/format/facts.js';
import { signedBytes } from '../../packages/statement-check/src/format/head.js';
import { leafHash, type TreeHash } from '../../packages/statement-check/src/merkle/tree-hash.js';
import type { HeadEntry } from '../streams/heads/heads.events.js';
import type { StatementHead } from '../streams/statement/statement.events.js';

/** The text that is a leaf: the entry as canonical JSON. */
export const entryJson = (entry: HeadEntry): string => canonicalJson(entry);

export const entryLeaf = (entry: HeadEntry): TreeHash => leafHash(entryJson(entry));

const bytesOf = (hex: string): Buffer => Buffer.from(hex, 'hex');

/** The SHA-256 of a month's key. All keys, salts and hashes are hexadecimal digits. */
export const monthKeyHash = (monthKey: string): string => hash('sha256', bytesOf(monthKey), 'hex');

/** The place that the one statement of an account and month has among those of its month. */
export const slotOf = (monthKey: string, { account_id, month }: StatementHead): string =>
  createHmac('sha256', bytesOf(monthKey)).update(`${account_id}/${month}`).digest('hex');

/** SHA-256 of the salt and the bytes of the head that are signed. */
export const saltedHead = (salt: string, head: StatementHead): string =>
  hash('sha256', Buffer.concat([bytesOf(salt), signedBytes(head)]), 'hex');

/** The text that the signature of a key set covers: the entry without it, and a line feed. */
export const keySetText = ({
  signed_by: _signedBy,
  ...entry
}: Extract<HeadEntry, { kind: 'key_set' }>): string => `${canonicalJson(entry)}\n`;
