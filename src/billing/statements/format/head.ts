/** The first and last line of a statement (`docs/statements.md`, "Header" and "Head"). */
import type { StatementHead } from '../../../streams/statement/statement.events.js';
import { ADJUSTMENT_RULE } from '../../adjustments/adjustment-rule.js';
import { CHARGE_RULE } from '../../charge-rules.js';
import { canonicalJson } from './facts.js';

/** The first format takes amounts of adjustments from their events, the second from the header's rule. */
const STATEMENT_FORMATS = ['company-data-statement-1', 'company-data-statement-2'] as const;
export type StatementFormat = (typeof STATEMENT_FORMATS)[number];

/** The format of new statements. */
export const STATEMENT_FORMAT: StatementFormat = 'company-data-statement-2';

export const formatNamed = (text: string): StatementFormat | undefined =>
  STATEMENT_FORMATS.find((format) => format === text);

/** Versions of the rules that made the lines. */
export type StatementRules = Readonly<Record<'adjustment' | 'charge', number>>;

/** The rules in a header of this format. */
export const headerRules = (format: StatementFormat): { readonly rules?: StatementRules } =>
  format === STATEMENT_FORMAT
    ? { rules: { adjustment: ADJUSTMENT_RULE.version, charge: CHARGE_RULE.version } }
    : {};

export interface StatementHeader {
  readonly format: StatementFormat;
  readonly account_id: number;
  /** YYYY-MM, UTC. */
  readonly month: string;
  /** First and last day, UTC. */
  readonly from: string;
  readonly to: string;
  readonly partial: boolean;
  /** The tree that this statement continues. */
  readonly previous: {
    readonly tree_size: number;
    readonly root: string;
    readonly frontier: readonly string[];
  };
  /** Missing in the first format. */
  readonly rules?: StatementRules;
}

export const headerText = (header: StatementHeader): string => canonicalJson({ header });

/** The bytes that are signed. */
export const signedBytes = (head: StatementHead): Buffer => Buffer.from(canonicalJson(head));

export const headText = (head: StatementHead, signature: string): string =>
  canonicalJson({ head, signature });
