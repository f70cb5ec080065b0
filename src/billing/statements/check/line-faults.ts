/**
 * Checks the values of well-formed heads and lines: finds values that no statement can have
 * (`docs/statements.md`, "Checking").
 */
import type { StatementHead } from '../../../streams/statement/statement.events.js';
import type { AdjustmentFact, ChargeFact, CreditFact, LineFact } from '../format/facts.js';
import {
  STATEMENT_FORMAT,
  formatNamed,
  signedBytes,
  type StatementFormat,
  type StatementHeader,
} from '../format/head.js';
import { monthOf } from '../format/month.js';
import { verifySignature } from '../format/signature.js';
import { EMPTY_ROOT } from '../merkle/tree-hash.js';
import { adjustmentFault, creditFault } from './figures.js';
import { AdjustedUnitsCheck } from './adjusted-units.js';
import type { TrustedKey } from './public-keys.js';
import { isReversalOf, type ReversibleLine } from './reversal.js';

const FIRST_FORMAT = 'company-data-statement-1';

/** The number of locators: one for all lines, and one for each bit of the last place. */
const locatorCount = (entries: number): number => 1 + (entries < 2 ? 0 : (entries - 1).toString(2).length);

/** The fault of a head whose values don't fit together, as a sentence; or null. */
export function headFault(head: StatementHead): string | null {
  const { format, partial, after, entries, previous_tree_size: before } = head;
  if (formatNamed(format) === undefined) return `It is of another format: ${format}.`;
  if (partial && (before !== 0 || after !== null)) return 'It is partial and goes on from another statement.';
  if (before === 0 && head.previous_root !== EMPTY_ROOT.toString('hex'))
    return 'The tree before it has no leaves, and another root than that of no leaves.';
  // The first format has no rule of its issue.
  if (!partial && format !== FIRST_FORMAT && monthOf(head.issued_at) <= head.month)
    return 'It is complete, and its month was not over.';
  if (entries > 0 && head.through === null) return 'It has lines, and names no last event.';
  if (head.tree_size !== before + entries)
    return 'Its tree is not as large as the tree before it and its lines.';
  return head.locators.length === locatorCount(entries)
    ? null
    : 'It has not one locator for each bit of a place.';
}

/** The reason why this head can't be trusted, or null. @param subject names the head in a sentence */
export function signedHeadFault(
  subject: string,
  { head, signature }: { readonly head: StatementHead; readonly signature: string },
  keys: readonly TrustedKey[],
): { readonly code: 'unknown_key' | 'not_signed' | 'invalid'; readonly detail: string } | null {
  const { key_id } = head;
  const key = keys.find((trusted) => trusted.key_id === key_id);
  if (key === undefined)
    return {
      code: 'unknown_key',
      detail: `${subject} is signed with key ${key_id}, which is not among those given.`,
    };
  if (!verifySignature(signedBytes(head), signature, key.public_key))
    return { code: 'not_signed', detail: `The signature is not that of key ${key_id} over this head.` };
  const fault = headFault(head);
  return fault === null ? null : { code: 'invalid', detail: fault };
}

/** The reasons of adjustments, repricings and credits (`docs/statements.md`, "Lines"). */
const REASONS: ReadonlySet<string> = new Set([
  'duplicate',
  'wrong_match',
  'service_fault',
  'goodwill',
  'price_error',
]);

/** The statement that a header or a head names. */
export interface StatementIdentity {
  readonly account_id: number;
  readonly format: string;
  readonly month: string;
}

/** The fault of a line that can't be in its statement, as a sentence; or null. */
export function lineFault(line: LineFact, statement: StatementIdentity): string | null {
  const { account_id, late, time } = line.fact;
  if (account_id !== statement.account_id) return `It is of account ${account_id}.`;
  const month = monthOf(time);
  if (month > statement.month) return `Its time is after ${statement.month}.`;
  if (late !== month < statement.month) return `It is ${late ? '' : 'not '}marked late, and of ${month}.`;
  if (line.kind !== 'charge' && !REASONS.has(line.fact.reason))
    return `Its reason is no reason of an adjustment: ${line.fact.reason}.`;
  if (line.kind === 'adjustment') return adjustmentFault(line.fact, statement.format);
  if (line.kind === 'credit') return creditFault(line.fact, statement.format);
  const { company_number, entry, units } = line.fact;
  if (Object.values(units).some((count) => count !== 1)) return 'It charges a block more than once.';
  const isOneBlock = Object.keys(units).length === 1 && company_number === null;
  return entry === 'row' || isOneBlock
    ? null
    : 'A block that came after its row is one block, and names no company.';
}

/** Finds faults between the lines of one statement. Each line may be right by itself. */
export class CrossLineCheck {
  private readonly ids = new Set<string>();
  /** Late blocks that were charged: rows by job and block. Numbers need less memory than text. */
  private readonly late = new Map<string, Set<number>>();
  /** Charged rows by job, with their blocks. Rows with the same blocks share one text. */
  private readonly rows = new Map<string, Map<number, string>>();
  private readonly texts = new Map<string, string>();
  /** The price of each block on each day of charges; null: none. */
  private readonly prices = new Map<string, string | null>();
  /** Adjustments and credits, and their reversals, by id. */
  private readonly reversible = new Map<string, ReversibleLine>();
  private readonly adjustedUnits = new AdjustedUnitsCheck();
  /** The currency of each month of charges; in the first two formats, of everything. */
  private readonly currencies = new Map<string, string>();

  /**
   * The fault of the next line, compared with the lines before it, as a sentence; or null.
   * @param header of the statement; null where it can't be read
   */
  fault(line: LineFact, header: Pick<StatementHeader, 'format' | 'month'> | null): string | null {
    const month = header?.month ?? null;
    const other = this.otherCurrency(line, header?.format ?? STATEMENT_FORMAT);
    const isNew = line.kind === 'charge' ? this.isNewCharge(line.fact) : this.isNewAdjustment(line.fact);
    const fits = month === null || this.adjustedUnits.canFollow(line, month);
    if (!isNew) return 'It is a line that stands before it once more.';
    if (line.kind === 'charge' && !this.hasOnePrice(line.fact))
      return 'A line before it has another price of one of its blocks on its day.';
    if (line.kind !== 'charge' && !this.fitsReversal(line))
      return line.fact.reverses === null
        ? 'Its reversal stands before it.'
        : 'It does not give back what the entry that it reverses took.';
    if (!fits) return 'It takes back what was not charged, or what an adjustment before it holds.';
    return other === null ? null : `It is in ${line.fact.currency}, a line before it in ${other}.`;
  }

  /** Another currency that a line before it has; in the third format, for charges of the same month. */
  private otherCurrency(line: LineFact, format: StatementFormat): string | null {
    const { currency } = line.fact;
    if (currency === null) return null;
    let other: string | null = null;
    for (const month of format === STATEMENT_FORMAT ? chargedMonths(line) : ['']) {
      const before: string = this.currencies.get(month) ?? currency;
      this.currencies.set(month, before);
      if (before !== currency) other ??= before;
    }
    return other;
  }

  private isNewCharge({ charge_id, entry, job_id, row, units }: ChargeFact): boolean {
    const blocks = ` ${Object.keys(units).join(' ')} `;
    const rows = this.rows.get(job_id) ?? new Map<number, string>();
    this.rows.set(job_id, rows);
    const chargedBlocks = rows.get(row);
    if (entry === 'block') {
      const late = this.late.get(job_id + blocks) ?? new Set();
      this.late.set(job_id + blocks, late);
      return addIfNew(this.ids, charge_id) && addIfNew(late, row) && chargedBlocks?.includes(blocks) !== true;
    }
    const shared = this.texts.get(blocks) ?? blocks;
    this.texts.set(blocks, shared);
    rows.set(row, shared);
    return (
      addIfNew(this.ids, charge_id) &&
      chargedBlocks === undefined &&
      !this.hasLateBlock({ job_id, row, units })
    );
  }

  /** Whether one of the row's blocks was charged late before. */
  private hasLateBlock({ job_id, row, units }: Pick<ChargeFact, 'job_id' | 'row' | 'units'>): boolean {
    if (this.late.size === 0) return false;
    return Object.keys(units).some((block) => this.late.get(`${job_id} ${block} `)?.has(row) === true);
  }

  /** Whether the blocks have the prices that other charges of the day have. */
  private hasOnePrice({ time, units, prices }: ChargeFact): boolean {
    return Object.keys(units).every((block) => {
      const key = `${time.slice(0, 'YYYY-MM-DD'.length)} ${block}`;
      const price = prices[block] ?? null;
      if (!this.prices.has(key)) this.prices.set(key, price);
      return this.prices.get(key) === price;
    });
  }

  /** Whether a reversal fits its entry. An entry never stands after its reversal. */
  private fitsReversal(line: ReversibleLine): boolean {
    const { adjustment_id, reverses } = line.fact;
    const entry = reverses === null ? undefined : this.reversible.get(reverses);
    this.reversible.set(adjustment_id, line);
    if (this.ids.has(`${adjustment_id} reversed`)) return false;
    return entry === undefined || isReversalOf(line, entry);
  }

  private isNewAdjustment({ adjustment_id, reverses }: AdjustmentFact | CreditFact): boolean {
    return (
      addIfNew(this.ids, adjustment_id) && (reverses === null || addIfNew(this.ids, `${reverses} reversed`))
    );
  }
}

/** The months of the charges that the line is of, YYYY-MM. A credit is of none. */
function chargedMonths(line: LineFact): string[] {
  if (line.kind === 'charge') return [monthOf(line.fact.time)];
  return line.kind === 'credit'
    ? []
    : (line.fact.lines ?? []).map(({ date }) => date.slice(0, 'YYYY-MM'.length));
}

/** Adds a value; false where the set had it already. */
function addIfNew<T>(set: Set<T>, value: T): boolean {
  const { size } = set;
  return set.add(value).size > size;
}
