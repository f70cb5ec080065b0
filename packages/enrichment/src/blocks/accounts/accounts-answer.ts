/** Makes the values, advisories and details that the filed and the live accounts blocks share. */
import {
  FIGURES,
  OF_PAGE,
  type AccountsPeriod,
  type FigureKey,
  type Headcount,
  type ReadAccounts,
  type Scope,
} from '../../filed-accounts/accounts-record.js';
import type { IsoDate } from '../../../../words/src/calendar.js';
import type { ReasonCode } from '../../../../contract/src/reason-code.js';
import { isImplausibleHeadcount } from '../../sources/accounts/headcount-check.js';
import { amendmentOf } from '../../sources/accounts/standing-accounts.js';
import type { Freshness } from '../runner/envelope.js';
import type { FilingFacts } from './accounts-filed.js';
import {
  breaksFromYearBefore,
  isBankOrInsurer,
  isOffReferenceDate,
  periodOf,
  periodsOf,
  servedPeriod,
} from './financial-periods.js';
import type { LiveAccounts, NewestAccounts } from './live-accounts.js';

/** The type that the accounts name themselves; micro-entity if that is their standard. */
const typeOf = ({ standard, accounts_type }: ReadAccounts): string | null =>
  standard === 'micro-entities' ? 'micro-entity' : accounts_type;

/** Facts that the document doesn't state about itself. */
interface AboutDocument {
  readonly filed_on: IsoDate | null;
  readonly read_by: 'ixbrl' | 'pdf_text' | 'ocr';
}

/** @param series sets of accounts whose periods are shown, the newest first */
export function financialsValue(
  series: readonly [ReadAccounts, ...ReadAccounts[]],
  { company }: FilingFacts,
  { filed_on, read_by }: AboutDocument,
) {
  const [newest] = series;
  const bank = isBankOrInsurer(company.record?.sic ?? []);
  const { id, made_up_to, taxonomy } = newest.document;
  return {
    accounts_type: typeOf(newest),
    scope: newest.scope,
    dormant: newest.dormant,
    audited: newest.audited,
    periods: periodsOf(series).map((period) => servedPeriod(period, bank)),
    document: { made_up_to, filed_on, taxonomy, document_id: id, read_by },
  };
}

/** Lists the withheld figures that their own document contradicts, each with the evidence against it. */
export function contradictedIn(series: readonly ReadAccounts[]) {
  const withheldFigures = periodsOf(series).flatMap(({ end, withheld }) =>
    withheld.flatMap(({ field, by: [source], contradicted_by: evidence }) =>
      evidence === undefined ? [] : [{ figure: { period_end: end, field }, source, evidence }],
    ),
  );
  const contradicted = withheldFigures.map(({ figure, evidence }) => ({ ...figure, ...evidence }));
  const filed = withheldFigures.flatMap(({ figure, source, evidence }) =>
    'by' in evidence && source !== undefined
      ? [{ ...figure, concept: source.concept, printed: source.printed }]
      : [],
  );
  return contradicted.length === 0 ? {} : { contradicted, ...(filed.length > 0 && { filed }) };
}

/** A balance sheet is in doubt if one in three of its tagged figures is withheld as false (Blocks 5.10). */
const DOUBTFUL_ONE_IN = 3;
const SHEET_FIELDS: readonly FigureKey[] = FIGURES.slice(FIGURES.indexOf('fixed_assets'));

/** Tells whether a third or more of a balance sheet is withheld as contradicted. */
const isDoubtful = ({ figures, withheld }: AccountsPeriod): boolean => {
  const stated = SHEET_FIELDS.filter((field) => figures[field]?.by != null).length;
  const withheldCount = withheld.filter(
    ({ field, contradicted_by, reason }) =>
      SHEET_FIELDS.includes(field) && (contradicted_by !== undefined || reason === 'filed_value_implausible'),
  ).length;
  return withheldCount > 0 && DOUBTFUL_ONE_IN * withheldCount >= stated + withheldCount;
};

/**
 * Tells whether accounts need review: figures contradict a statement of the document, or a third of a balance
 * sheet is withheld as contradicted.
 */
export const isInDoubt = (series: readonly [ReadAccounts, ...ReadAccounts[]]): boolean =>
  series[0].contradicts !== undefined || periodsOf(series).some(isDoubtful);

/** Tells which advisories the newest accounts have. The series has one scope and is newest first. */
export function advisoriesIn(series: readonly [ReadAccounts, ...ReadAccounts[]], { company }: FilingFacts) {
  const [newest] = series;
  const ownPeriod = newest.periods.find(({ end }) => end === newest.document.made_up_to);
  return {
    balance_sheet_breaks_from_adjacent_year: breaksFromYearBefore(series),
    accounts_made_up_date_off_reference_date:
      ownPeriod !== undefined && isOffReferenceDate(ownPeriod, company.record?.accounts ?? null),
    dormant_company: newest.dormant === true,
  };
}

/** The stated headcount and that of the year before; null: the document states none. */
function headcountValue(
  { employees: { now, before }, document }: ReadAccounts,
  read_by: AboutDocument['read_by'],
) {
  if (now === null || now.employees === null) return null;
  const earlier = before?.employees ?? null;
  return {
    headcount: now.employees,
    basis: 'average_over_period' as const,
    scope: now.scope,
    period: periodOf(now),
    prior: earlier === null || before === null ? null : { headcount: earlier, period: periodOf(before) },
    document: { made_up_to: document.made_up_to, document_id: document.id, read_by },
  };
}

interface HeadcountTerms<S, R> {
  readonly read_by: AboutDocument['read_by'];
  /** The document's source and day. The last day of a stated headcount's period replaces `as_of`. */
  readonly from: { readonly source: S; readonly as_of: IsoDate; readonly freshness: Freshness };
  /** The reason for an absent figure. */
  readonly missingReason: R;
  readonly certainty: ReturnType<typeof certaintyOf>;
  readonly detail: Readonly<Record<string, unknown>>;
  /** `detail` if nothing is served. */
  readonly detailIfMissing: Readonly<Record<string, unknown>>;
}

/** The headcount that accounts state, or the reason why none is served. */
export function headcountAnswer<S, const R extends ReasonCode>(
  record: ReadAccounts,
  { read_by, from, missingReason, certainty, detail, detailIfMissing }: HeadcountTerms<S, R>,
) {
  const { now } = record.employees;
  if (now === null)
    return { status: 'not_found', reason: missingReason, ...from, detail: detailIfMissing } as const;
  const provenance = { ...from, as_of: now.end };
  const value = isImplausibleHeadcount(record) ? null : headcountValue(record, read_by);
  if (value === null) {
    const filed = { concept: now.by.concept, printed: now.by.printed };
    const reason = 'filed_value_implausible';
    return { status: 'not_found', reason, ...provenance, detail: { ...detailIfMissing, filed } } as const;
  }
  const advisories = record.dormant === true ? (['dormant_company'] as const) : [];
  return { status: 'available', value, ...provenance, ...certainty, advisories, detail } as const;
}

/** Tells whether a headcount is unsure: only a sentence of the page states it, or it may be a group's. */
export const isHeadcountUnsure = (now: Headcount | null): boolean =>
  now?.scope !== 'company' || now.by.context === OF_PAGE;

/** Below this confidence a value that was read from pages is flagged (Blocks 4.21). */
const FLAGGED_BELOW = 0.9;

/** Takes the type from the register's list where the document states none. */
export const withRegisterType = (record: ReadAccounts, { accounts_type }: NewestAccounts): ReadAccounts => ({
  ...record,
  accounts_type: record.accounts_type ?? accounts_type,
  dormant: record.dormant ?? (accounts_type === 'dormant' ? true : null),
});

/** Facts of a tagged document carry no confidence. Figures that are read from pages always do. */
export function certaintyOf({ reading }: LiveAccounts, scope: Scope, figureKind: 'figures' | 'people') {
  const isOfGroup = scope !== 'company';
  const { now } = reading.record.employees;
  if (reading.read_by === 'ixbrl')
    return { flagged_for_review: figureKind === 'people' ? isHeadcountUnsure(now) : isOfGroup };
  const confidence = figureKind === 'figures' ? reading.confidence : reading.headcount_confidence;
  return { confidence, flagged_for_review: isOfGroup || confidence < FLAGGED_BELOW };
}

/** Describes which accounts the document replaced and, for a document without tags, how it was read. */
export function liveDetail({ reading, filing }: LiveAccounts) {
  const { record } = reading;
  const amended = amendmentOf({
    record: { ...record, amended: record.amended || filing.amended },
    replaces: filing.replaces,
  });
  if (reading.read_by === 'ixbrl') return amended;
  return { ...amended, pdf_reading: reading.read_by, unconfirmed_figures: [...reading.unconfirmed] };
}
