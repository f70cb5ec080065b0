/** The first and the last line of a statement, and what is signed (`docs/statements.md`, "Header" and "Head"). */
import type { StatementHead } from '../../../streams/statement/statement.events.js';
import { canonicalText } from './facts.js';

export const STATEMENT_FORMAT = 'company-data-statement-1';

export interface StatementHeader {
  readonly format: typeof STATEMENT_FORMAT;
  readonly account_id: number;
  /** YYYY-MM, UTC. */
  readonly month: string;
  /** First and last day, UTC. */
  readonly from: string;
  readonly to: string;
  readonly partial: boolean;
  /** The tree that this statement goes on from. */
  readonly previous: {
    readonly tree_size: number;
    readonly root: string;
    readonly frontier: readonly string[];
  };
}

export const headerText = (header: StatementHeader): string => canonicalText({ header });

/** The bytes that the signature is of. */
export const signedBytes = (head: StatementHead): Buffer => Buffer.from(canonicalText(head), 'utf8');

export const headText = (head: StatementHead, signature: string): string =>
  canonicalText({ head, signature });
