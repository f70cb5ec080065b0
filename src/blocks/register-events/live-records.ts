/** The filing history and insolvency cases as the register answers them now, where the editions don't hold them. */
import type { Checked, ReadingState } from '../../readings/readings.js';
import type { CompanyRecord } from '../../sources/companies/company-record.js';
import { companyStatus, statusGroup } from '../../sources/companies/company-status.js';
import { isRegisteredElsewhere } from '../../sources/companies/filing-habits.js';
import { FILINGS, type FilingRecord } from '../../sources/filings/filing-record.js';
import { INSOLVENCY, type InsolvencyRecord } from '../../sources/filings/insolvency-record.js';
import { liveItems } from '../../sources/records/live-answer.js';
import type { IsoDate } from '../../shared/calendar.js';
import type { ReasonCode } from '../../shared/reason-code.js';
import type { HeldRecords } from './held-records.js';
import type { Named } from './register-event.js';
import type { RegisterRecords } from './register-events.js';

type AskRegister = (key: string) => ReadingState<'register_answer'>;

export interface CompletedRecords {
  readonly records: RegisterRecords;
  /** Whether the filing history is there, from an edition or live. */
  readonly with_filings: boolean;
  /** When the register answered; null where it wasn't asked. */
  readonly fetched_on: IsoDate | null;
  /** How fresh its filing history is; null where it wasn't asked. */
  readonly checked: Checked | null;
  /** Why it did not answer. */
  readonly refused: ReasonCode | null;
}

/** A case leaves filings behind, or a status that isn't simply active; nobody else is asked about. */
function mayBeInsolvent(company: CompanyRecord, filings: readonly Named<FilingRecord>[]): boolean {
  const status = companyStatus(company);
  return (
    (status !== null && statusGroup(status) !== 'active') ||
    filings.some(({ data }) => data.category === 'insolvency' || /^liquidation-/.test(data.description ?? ''))
  );
}

/** Insolvency cases that aren't held; null where nothing suggests any or the register doesn't tell. */
function askInsolvency(
  company: CompanyRecord,
  filings: readonly Named<FilingRecord>[],
  ask: AskRegister,
): readonly Named<InsolvencyRecord>[] | 'pending' | null {
  if (!mayBeInsolvent(company, filings)) return null;
  const live = ask(`${company.number}/insolvency`);
  if (live.status === 'wanted') return 'pending';
  return live.status === 'read' ? liveItems(INSOLVENCY, live.reading.answers, company.number) : null;
}

/**
 * Adds what the register answers to what is on file. `pending`: it is still to be asked. The history of bodies that are
 * registered elsewhere is not kept there, so that it isn't asked for.
 */
export function completeRecords(
  { records, complete }: HeldRecords,
  ask: AskRegister,
): CompletedRecords | 'pending' {
  const { company } = records;
  const as = { records, with_filings: complete.filings, fetched_on: null, checked: null, refused: null };
  if (company === null || isRegisteredElsewhere(company.number)) return as;
  let { filings } = records;
  let fetched_on: IsoDate | null = null;
  let checked: Checked | null = null;
  if (!complete.filings) {
    const live = ask(`${company.number}/filing-history`);
    if (live.status === 'wanted') return 'pending';
    if (live.status === 'not_read') return { ...as, refused: live.reason };
    filings = liveItems(FILINGS, live.reading.answers, company.number);
    fetched_on = live.reading.fetched_on;
    checked = live.checked;
  }
  const insolvency = complete.insolvency ? null : askInsolvency(company, filings, ask);
  if (insolvency === 'pending') return 'pending';
  return {
    records: { ...records, filings, insolvency: insolvency ?? records.insolvency },
    with_filings: true,
    fetched_on,
    checked,
    refused: null,
  };
}
