/** Reads filings and insolvency cases from the register, where the editions lack them or have older ones. */
import type { ReadingFreshness, ReadingState } from '../../live/readings/readings.js';
import type { CompanyRecord } from '../../sources/companies/company-record.js';
import { companyStatus, statusGroup } from '../../sources/companies/company-status.js';
import { isRegisteredElsewhere } from '../../sources/companies/filing-habits.js';
import { FILINGS, type FilingRecord } from '../../sources/filings/filing-record.js';
import { INSOLVENCY, type InsolvencyRecord } from '../../sources/filings/insolvency-record.js';
import type { IsoDate } from '../../../../words/src/calendar.js';
import type { ReasonCode } from '../../../../contract/src/reason-code.js';
import { newerList, type NewerList } from '../registered/newer-list.js';
import type { HeldRegisterRecords } from './held-records.js';
import type { NamedRecord } from './register-event.js';
import type { RegisterRecords } from './register-events.js';
import { withoutSuppressedNames } from './suppressed-names.js';

type AskRegister = (key: string) => ReadingState<'register_answer'>;

export interface CompletedRecords {
  readonly records: RegisterRecords;
  /** True if the filing history is there, from an edition or live. */
  readonly with_filings: boolean;
  /** The day of the newer of the register's answers that are used; null: none is used. */
  readonly fetched_on: IsoDate | null;
  /** The freshness of the filing history; null: it is not the register's answer. */
  readonly checked: ReadingFreshness | null;
  /** The reason why the register did not answer. */
  readonly noAnswerReason: ReasonCode | null;
}

/** Tells whether the company may be insolvent, by filings or status. Only such companies are looked up. */
function mayBeInsolvent(company: CompanyRecord, filings: readonly NamedRecord<FilingRecord>[]): boolean {
  const status = companyStatus(company);
  return (
    (status !== null && statusGroup(status) !== 'active') ||
    filings.some(
      ({ data }) => data.category === 'insolvency' || data.description?.startsWith('liquidation-') === true,
    )
  );
}

/** Insolvency cases newer than the held ones; null: nothing suggests a case, or no newer list was read. */
function askInsolvency(
  company: CompanyRecord,
  { filings, held_to }: Pick<RegisterRecords, 'filings'> & { readonly held_to: IsoDate | null },
  ask: AskRegister,
): NewerList<InsolvencyRecord> | 'pending' | null {
  if (!mayBeInsolvent(company, filings)) return null;
  const live = ask(`${company.number}/insolvency`);
  if (live.status === 'wanted' && held_to === null) return 'pending';
  return newerList(INSOLVENCY, company.number, live, held_to);
}

const laterDay = (a: IsoDate | null, b: IsoDate | null): IsoDate | null =>
  a === null || (b !== null && b > a) ? b : a;

/**
 * Adds the register's newer answers to the records on file. `pending`: a list that isn't on file must still
 * be requested. The register keeps no history of bodies that are registered elsewhere, so none is requested.
 */
export function completeRecords(
  { records, complete_to, suppressed_names }: HeldRegisterRecords,
  ask: AskRegister,
): CompletedRecords | 'pending' {
  const { company } = records;
  const isHeld = complete_to.filings !== null;
  const onFile = { records, with_filings: isHeld, fetched_on: null, checked: null, noAnswerReason: null };
  if (company === null || isRegisteredElsewhere(company.number)) return onFile;
  const heldCases = { filings: records.filings, held_to: complete_to.insolvency };
  // If the history is on file, cases are requested first. While they are pending the history isn't
  // requested, so that it isn't fetched with them.
  const casesBefore = isHeld ? askInsolvency(company, heldCases, ask) : null;
  if (casesBefore === 'pending') return 'pending';
  const history = ask(`${company.number}/filing-history`);
  if (!isHeld && history.status === 'wanted') return 'pending';
  if (!isHeld && history.status === 'not_read') return { ...onFile, noAnswerReason: history.reason };
  const newer = newerList(FILINGS, company.number, history, complete_to.filings);
  const filings = newer === null ? records.filings : withoutSuppressedNames(newer.items, suppressed_names);
  const insolvency = newer === null ? casesBefore : askInsolvency(company, { ...heldCases, filings }, ask);
  if (insolvency === 'pending') return 'pending';
  // If nothing is newer the object stays the same, because `once` keeps results by this object.
  const isUnchanged = newer === null && insolvency === null;
  return {
    records: isUnchanged
      ? records
      : { ...records, filings, insolvency: insolvency?.items ?? records.insolvency },
    with_filings: true,
    fetched_on: laterDay(newer?.fetched_on ?? null, insolvency?.fetched_on ?? null),
    checked: newer?.checked ?? null,
    noAnswerReason: null,
  };
}
