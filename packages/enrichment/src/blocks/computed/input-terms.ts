/** Collects the caveats of the figures that a computed value rests on (Blocks 1.10). Pure. */
import type { BlockKey } from '../../../../contract/src/block-key.js';
import { newestDay, yearsBefore, type IsoDate } from '../../../../words/src/calendar.js';
import type { ReasonCode } from '../../../../contract/src/reason-code.js';
import type employeesFiled from '../accounts/employees-filed.block.js';
import type financialsFiled from '../accounts/financials-filed.block.js';
import type { ServedPeriod } from '../accounts/financial-periods.js';
import type { AnswerOf, FinalAnswer } from '../runner/define-block.js';
import { isFlagged } from '../runner/make-envelope.js';
import type { Input } from '../runner/value-types.js';
import type employees from './employees.block.js';

type Filed = Extract<AnswerOf<typeof financialsFiled>, { status: 'available' }>['value'];

/** Makes the inputs that come from a block. Their date is that of its answer, if no other is given. */
export const inputOfAnswer =
  (block: BlockKey, { source, as_of }: { readonly source: string; readonly as_of: IsoDate | null }) =>
  (field: string, value: Input['value'], day = as_of): Input => ({ block, field, source, as_of: day, value });

const MAX_YEARS_OLD = 3;

/** Tells whether a period ended over 36 months before the register's day: it says nothing about now. */
export const isTooOld = (end: IsoDate, registerDay: IsoDate): boolean =>
  end < yearsBefore(registerDay, MAX_YEARS_OLD);

/** The newest day of the register's own files among inputs: ages are counted to it (Blocks 1.6). */
export const newestRegisterDay = (
  first: IsoDate,
  inputs: readonly { readonly source?: string; readonly as_of?: IsoDate | null }[],
): IsoDate =>
  newestDay(
    first,
    inputs.flatMap(({ source, as_of }) =>
      source?.startsWith('company_register') === true && as_of != null ? [as_of] : [],
    ),
  );

/**
 * Tells whether the answer has no value. If too few blocks have a value, these answers give the
 * reason and date.
 */
export const isAbsent = ({ status }: FinalAnswer): boolean => status === 'not_found';

/** The caveats of an input that other blocks computed or read. */
export interface InputTerms {
  readonly block: BlockKey;
  /** The subject of the figures. */
  readonly scope: 'company' | 'group' | 'unknown';
  readonly period: ServedPeriod | null;
  readonly currency: string | null;
  readonly flagged_for_review: boolean;
  readonly advisories: readonly ReasonCode[];
  /** Figures of the two newest periods that are read but not believed. Nothing is computed from them. */
  readonly withheld?: readonly {
    readonly period_end: IsoDate;
    readonly field: string;
    readonly reason: string;
  }[];
}

/** The answers that a value is computed from, by block; answers that aren't available are left out. */
export interface DrawnFrom {
  readonly financials_filed?: AnswerOf<typeof financialsFiled>;
  readonly employees_filed?: AnswerOf<typeof employeesFiled>;
  readonly employees?: AnswerOf<typeof employees>;
  readonly revenue_estimate?: FinalAnswer<{ readonly mid: { readonly currency: string } }>;
}

/** The answers of the blocks that sentences name, and the accounts that an estimate rests on. */
export function drawnFrom(
  blocks: DrawnFrom,
  sentences: readonly { readonly blocks: readonly BlockKey[] }[],
): DrawnFrom {
  const keys = new Set(sentences.flatMap((sentence) => sentence.blocks));
  if (keys.has('revenue_estimate')) keys.add('financials_filed');
  return Object.fromEntries(Object.entries(blocks).filter(([key]) => keys.has(key as BlockKey)));
}

function termsOf<V>(
  block: BlockKey,
  answer: FinalAnswer<V> | undefined,
  termsOfValue: (value: V) => Pick<InputTerms, 'scope' | 'period' | 'currency' | 'withheld'>,
): InputTerms[] {
  if (answer?.status !== 'available') return [];
  return [
    {
      block,
      ...termsOfValue(answer.value),
      flagged_for_review: isFlagged(answer),
      advisories: [...(answer.advisories ?? [])],
    },
  ];
}

/** The subject of the accounts; `unknown` without accounts. */
export const scopeOf = (filed: AnswerOf<typeof financialsFiled>): InputTerms['scope'] =>
  filed.status === 'available' ? filed.value.scope : 'unknown';

function withheldIn(periods: Filed['periods']): Pick<InputTerms, 'withheld'> {
  const withheld = periods.flatMap((period) =>
    period.withheld.map(({ field, reason }) => ({ period_end: period.period.end, field, reason })),
  );
  return withheld.length === 0 ? {} : { withheld };
}

function inputTerms(drawn: DrawnFrom): InputTerms[] {
  const filed = drawn.financials_filed;
  return [
    ...termsOf('financials_filed', filed, ({ scope, periods }) => ({
      scope,
      period: periods[0]?.period ?? null,
      currency: Object.values(periods[0]?.figures ?? {}).find((figure) => figure != null)?.currency ?? null,
      ...withheldIn(periods.slice(0, 2)),
    })),
    ...termsOf('employees_filed', drawn.employees_filed, ({ scope, period }) => ({
      scope,
      period,
      currency: null,
    })),
    ...termsOf('employees', drawn.employees, ({ scope }) => ({ scope, period: null, currency: null })),
    ...termsOf('revenue_estimate', drawn.revenue_estimate, ({ mid }) => ({
      scope: filed === undefined ? 'unknown' : scopeOf(filed),
      period: null,
      currency: mid.currency,
    })),
  ];
}

/** Puts the inputs' caveats in `detail.input_terms`. A flag of an input, or `hasOwnFlag`, flags the block. */
export function withTermsOf(
  drawn: DrawnFrom,
  hasOwnFlag = false,
  detail: Readonly<Record<string, unknown>> = {},
) {
  const input_terms = inputTerms(drawn);
  return {
    flagged_for_review: hasOwnFlag || input_terms.some(({ flagged_for_review }) => flagged_for_review),
    ...((input_terms.length > 0 || Object.keys(detail).length > 0) && {
      detail: { ...detail, ...(input_terms.length > 0 && { input_terms }) },
    }),
  };
}
