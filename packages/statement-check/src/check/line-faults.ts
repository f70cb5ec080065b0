/**
 * Checks the values of well-formed heads and lines: finds values that no statement can have
 * (`docs/statements.md`, "Checking").
 */
import type { LineFact } from '../format/facts.js';
import { STATEMENT_FORMAT, formatNamed, signedBytes, type StatementHead } from '../format/head.js';
import { isSettled, monthOf } from '../../../words/src/month.js';
import { verifySignature } from '../format/signature.js';
import { EMPTY_ROOT } from '../merkle/tree-hash.js';
import { adjustmentFault, creditFault } from './figures.js';
import { monthRuleFault } from './month-rule-check.js';
import { scopeFault } from './adjustment-scope.js';
import type { TrustedKey } from './public-keys.js';

/** The rules that were written after this format don't hold for its statements. */
export const FIRST_FORMAT = 'company-data-statement-1';

/** The number of locators: one for all lines, and one for each bit of the last place. */
const locatorCount = (entries: number): number => 1 + (entries < 2 ? 0 : (entries - 1).toString(2).length);

/** In the third format only the lines show this fault, since the rules of a month need no event. */
export const NO_LAST_EVENT = 'It has lines, and names no last event.';

/** The fault of a head whose values don't fit together, as a sentence; or null. */
export function headFault(head: StatementHead): string | null {
  const { format, partial, after, entries, previous_tree_size: before } = head;
  if (formatNamed(format) === undefined) return `It is of another format: ${format}.`;
  if (partial && (before !== 0 || after !== null)) return 'It is partial and goes on from another statement.';
  if (before === 0 && head.previous_root !== EMPTY_ROOT.toString('hex'))
    return 'The tree before it has no leaves, and another root than that of no leaves.';
  if (format !== STATEMENT_FORMAT && entries > 0 && head.through === null) return NO_LAST_EVENT;
  if (head.tree_size !== before + entries)
    return 'Its tree is not as large as the tree before it and its lines.';
  if (head.locators.length !== locatorCount(entries))
    return 'It has not one locator for each bit of a place.';
  return format === FIRST_FORMAT ? null : issueFault(head);
}

function issueFault(head: StatementHead): string | null {
  const { format, partial, after, entries, previous_tree_size: before } = head;
  if (!partial && !isSettled(head.month, new Date(head.issued_at)))
    return 'It is complete, and its month was not over for ten minutes.';
  // In the third format all lines before it may be month rules, which need no event.
  if (format !== STATEMENT_FORMAT && before > 0 && after === null)
    return 'It goes on from a tree, and names no last event of it.';
  if (after !== null && head.through === null) return 'It names no last event, and goes on from one.';
  return entries > 0 || head.root === head.previous_root
    ? null
    : 'It has no lines, and another root than the tree before it.';
}

/** The reason why this head can't be trusted, or null. @param subject names the head in a sentence */
export function signedHeadFault(
  subject: string,
  { head, signature }: { readonly head: StatementHead; readonly signature: string },
  keys: readonly TrustedKey[],
): { readonly code: 'unknown_key' | 'not_signed' | 'invalid'; readonly detail: string } | null {
  const { key_id } = head;
  const unsigned = signatureFault(subject, 'head', { bytes: signedBytes(head), key_id, signature }, keys);
  if (unsigned !== null) return unsigned;
  const fault = headFault(head);
  return fault === null ? null : { code: 'invalid', detail: fault };
}

/** The reason why a signature over these bytes can't be trusted, or null. @param what names the bytes */
export function signatureFault(
  subject: string,
  what: string,
  signed: { readonly bytes: Uint8Array; readonly key_id: string; readonly signature: string },
  keys: readonly TrustedKey[],
): { readonly code: 'unknown_key' | 'not_signed'; readonly detail: string } | null {
  const { bytes, key_id, signature } = signed;
  const key = keys.find((trusted) => trusted.key_id === key_id);
  if (key === undefined)
    return {
      code: 'unknown_key',
      detail: `${subject} is signed with key ${key_id}, which is not among those given.`,
    };
  if (verifySignature(bytes, signature, key.public_key)) return null;
  return { code: 'not_signed', detail: `The signature is not that of key ${key_id} over this ${what}.` };
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
  const { account_id, late } = line.fact;
  if (account_id !== statement.account_id) return `It is of account ${account_id}.`;
  if (line.kind === 'month_rule') return monthRuleFault(line.fact, statement);
  const month = monthOf(line.fact.time);
  if (month > statement.month) return `Its time is after ${statement.month}.`;
  if (late !== month < statement.month) return `It is ${late ? '' : 'not '}marked late, and of ${month}.`;
  if (line.kind !== 'charge' && !REASONS.has(line.fact.reason))
    return `Its reason is no reason of an adjustment: ${line.fact.reason}.`;
  if (line.kind === 'adjustment')
    return (
      adjustmentFault(line.fact, statement.format) ??
      (statement.format === FIRST_FORMAT ? null : scopeFault(line.fact, statement.format))
    );
  if (line.kind === 'credit') return creditFault(line.fact, statement.format);
  const { company_number, entry, units } = line.fact;
  if (Object.values(units).some((count) => count !== 1)) return 'It charges a block more than once.';
  const isOneBlock = Object.keys(units).length === 1 && company_number === null;
  return entry === 'row' || isOneBlock
    ? null
    : 'A block that came after its row is one block, and names no company.';
}
