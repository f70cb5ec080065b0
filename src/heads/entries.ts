/** Computes leaves, slots and salted heads for the log of heads (`docs/log-of-heads.md`, "Entries"). Pure. */
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

/** The SHA-256 of a month's key. In this file all keys, salts and hashes are hexadecimal digits. */
export const monthKeyHash = (monthKey: string): string => hash('sha256', bytesOf(monthKey), 'hex');

/** The slot of an account and month: a keyed hash, so strangers can't tell whose statement it is. */
export const slotOf = (monthKey: string, { account_id, month }: StatementHead): string =>
  createHmac('sha256', bytesOf(monthKey)).update(`${account_id}/${month}`).digest('hex');

/** The SHA-256 of the salt and the signed bytes of the head. */
export const saltedHead = (salt: string, head: StatementHead): string =>
  hash('sha256', Buffer.concat([bytesOf(salt), signedBytes(head)]), 'hex');

/** The text that a key set's signature covers: the entry without the signature, and a line feed. */
export const keySetText = ({
  signed_by: _signedBy,
  ...entry
}: Extract<HeadEntry, { kind: 'key_set' }>): string => `${canonicalJson(entry)}\n`;
