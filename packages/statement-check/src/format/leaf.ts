/** Makes a statement's line into a leaf of the account's tree (`docs/statements.md`, "Leaves"). */
import { createHmac } from 'node:crypto';
import { leafHash, type TreeHash } from '../merkle/tree-hash.js';
import type { FactKind } from './facts.js';

/** A fact as canonical JSON, with the id that its salt is made from. */
export interface FactText {
  readonly kind: FactKind;
  /** `charge_id`, `adjustment_id`, or the id of a month's rule. */
  readonly id: string;
  readonly text: string;
}

/**
 * HMAC-SHA-256 of the id with the account's secret. Without the salt, nobody can guess a fact from its hash.
 */
export const leafSalt = (secret: Uint8Array, id: string): string =>
  createHmac('sha256', secret).update(id).digest('hex');

/** The hashed text: the fact and its salt, as canonical JSON. */
const leafText = (kind: FactKind, text: string, salt: string): string =>
  `{"${kind}":${text},"salt":"${salt}"}`;

export const leafOf = (kind: FactKind, text: string, salt: string): TreeHash =>
  leafHash(leafText(kind, text, salt));

export interface LineParts {
  readonly kind: FactKind;
  readonly text: string;
  /** The place of the leaf in its tree, from 0. */
  readonly index: number;
  /** The leaf in hexadecimal digits. */
  readonly leaf: string;
  readonly salt: string;
}

/** A line of a statement, without its line feed: canonical JSON. */
export function lineText({ kind, text, index, leaf, salt }: LineParts): string {
  const place = `"index":${index},"leaf":"${leaf}"`;
  const fact = `"${kind}":${text}`;
  // Names stand in the order of their letters.
  return `{${kind === 'month_rule' ? `${place},${fact}` : `${fact},${place}`},"salt":"${salt}"}`;
}
