/** The first and last line of a statement (`docs/statements.md`, "Header" and "Head"). */
import { MONTH_RULE } from '../rules/month-rule.js';
import { PAYABLE_RULE } from '../rules/payable.js';
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
  'company-data-statement-2': { rules: { adjustment: 2, charge: 1 } },
  'company-data-statement-3': {
    rules: {
      adjustment: 3,
      charge: 1,
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

/** What is signed. Hashes are 64 hexadecimal digits; `docs/statements.md` says what each key is. */
export interface StatementHead {
  readonly format: string;
  readonly account_id: number;
  /** YYYY-MM, UTC. */
  readonly month: string;
  readonly partial: boolean;
  readonly issued_at: string;
  readonly key_id: string;
  readonly after: string | null;
  readonly through: string | null;
  readonly entries: number;
  readonly tree_size: number;
  readonly root: string;
  readonly previous_tree_size: number;
  readonly previous_root: string;
  readonly body_sha256: string;
  readonly locators: readonly string[];
}

/** The bytes that are signed. */
export const signedBytes = (head: StatementHead): Buffer => Buffer.from(canonicalJson(head));

export const headText = (head: StatementHead, signature: string): string =>
  canonicalJson({ head, signature });
