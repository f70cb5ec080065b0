/** The first and last line of a statement (`docs/statements.md`, "Header" and "Head"). */
import type { StatementHead } from '../../../streams/statement/statement.events.js';
import { ADJUSTMENT_RULE } from '../../adjustments/adjustment-rule.js';
import { CHARGE_RULE } from '../../charge-rules.js';
import { MONTH_RULE } from '../../month-rules/month-rule.js';
import { PAYABLE_RULE } from '../../payable.js';
import { canonicalJson } from './facts.js';

/**
 * The first format takes amounts of adjustments from their events, the second from the units of each day. The
 * third lists the units by day, block and price, and has credits, month rules and an amount to pay.
 */
const STATEMENT_FORMATS = [
  'company-data-statement-1',
  'company-data-statement-2',
  'company-data-statement-3',
] as const;
export type StatementFormat = (typeof STATEMENT_FORMATS)[number];

/** The format of new statements. */
export const STATEMENT_FORMAT: StatementFormat = 'company-data-statement-3';

export const formatNamed = (text: string): StatementFormat | undefined =>
  STATEMENT_FORMATS.find((format) => format === text);

/** Versions of the rules that made the lines and the totals. */
export type StatementRules = Readonly<Record<'adjustment' | 'charge', number>> & {
  readonly month?: number;
  readonly payable?: number;
};

const RULES: Readonly<Record<StatementFormat, { readonly rules?: StatementRules }>> = {
  'company-data-statement-1': {},
  'company-data-statement-2': { rules: { adjustment: 2, charge: CHARGE_RULE.version } },
  'company-data-statement-3': {
    rules: {
      adjustment: ADJUSTMENT_RULE.version,
      charge: CHARGE_RULE.version,
      month: MONTH_RULE.version,
      payable: PAYABLE_RULE.version,
    },
  },
};

/** The rules in a header of this format. */
export const headerRules = (format: StatementFormat): { readonly rules?: StatementRules } => RULES[format];

/** The key of an adjustment's line that lists its units; null: the format lists none. */
export const listingKeyOf = (format: string): 'days' | 'lines' | null =>
  format === STATEMENT_FORMAT ? 'lines' : format === 'company-data-statement-2' ? 'days' : null;

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
  /** The contract that began last by the end of the month; null: none. From the third format on. */
  readonly contract?: StatedContract | null;
}

export type StatedContract = Readonly<Record<'from' | 'number', string>> &
  Readonly<Record<'purchase_order' | 'to', string | null>>;

export const headerText = (header: StatementHeader): string => canonicalJson({ header });

/** The bytes that are signed. */
export const signedBytes = (head: StatementHead): Buffer => Buffer.from(canonicalJson(head));

export const headText = (head: StatementHead, signature: string): string =>
  canonicalJson({ head, signature });
