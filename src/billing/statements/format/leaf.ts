/** How a line of a statement becomes a leaf of the account's tree (`docs/statements.md`, "Leaves"). */
import { createHmac } from 'node:crypto';
import { leafHash, type TreeHash } from '../merkle/tree-hash.js';
import type { FactKind } from './facts.js';

/** A fact as canonical JSON, with the id by which it is salted. */
export interface FactText {
  readonly kind: FactKind;
  /** `charge_id` or `adjustment_id`. */
  readonly id: string;
  readonly text: string;
}

/** Whoever sees one line can't guess the fact of another from its hash: HMAC-SHA-256 of the id under the account's secret. */
export const saltOf = (secret: Uint8Array, id: string): string =>
  createHmac('sha256', secret).update(id).digest('hex');

/** What is hashed: the fact and its salt, as canonical JSON. */
const leafText = (kind: FactKind, text: string, salt: string): string =>
  `{"${kind}":${text},"salt":"${salt}"}`;

export const leafOf = (kind: FactKind, text: string, salt: string): TreeHash =>
  leafHash(leafText(kind, text, salt));

export interface LineParts {
  readonly kind: FactKind;
  readonly text: string;
  /** The place of the leaf in its tree, from 0. */
  readonly index: number;
  /** As hexadecimal digits. */
  readonly leaf: string;
  readonly salt: string;
}

/** A line of a statement, without its line feed: canonical JSON. */
export const lineText = ({ kind, text, index, leaf, salt }: LineParts): string =>
  `{"${kind}":${text},"index":${index},"leaf":"${leaf}","salt":"${salt}"}`;
