/** Makes events from all dated records that the register holds about a company, each fact once. Pure. */
import type { ChargeRecord } from '../../sources/charges/charge-record.js';
import type { CompanyRecord } from '../../sources/companies/company-record.js';
import type { FilingRecord } from '../../sources/filings/filing-record.js';
import type { InsolvencyRecord } from '../../sources/filings/insolvency-record.js';
import type { OfficerRecord } from '../../sources/officers/officer-record.js';
import type { PscRecord } from '../../sources/psc/psc-record.js';
import type { IsoDate } from '../../../../words/src/calendar.js';
import type { Once } from '../runner/facts.js';
import { filingEvents } from './filing-events.js';
import { insolvencyEvents } from './insolvency-events.js';
import type { NamedRecord, RegisterEvent, SourcedEvent } from './register-event.js';
import { chargeEvents, companyEvents, controlEvents, officerEvents } from './record-events.js';
import { mergeEvents } from './same-event.js';
import { annotationEvents, verificationEvents } from './verification-events.js';

/** The records of one company on file; lists that aren't held are empty. */
export interface RegisterRecords {
  readonly company: CompanyRecord | null;
  readonly officers: readonly NamedRecord<OfficerRecord>[];
  readonly control: readonly NamedRecord<PscRecord>[];
  readonly charges: readonly NamedRecord<ChargeRecord>[];
  readonly filings: readonly NamedRecord<FilingRecord>[];
  readonly insolvency: readonly NamedRecord<InsolvencyRecord>[];
}

/** The events up to the last day that counts, in no order; blocks sort those that they show. */
export function registerEvents(records: RegisterRecords, to: IsoDate, once: Once): readonly RegisterEvent[] {
  const events = once(records, () => allEvents(records));
  return events.every(({ date }) => date <= to) ? events : events.filter(({ date }) => date <= to);
}

function allEvents(records: RegisterRecords): readonly SourcedEvent[] {
  const { company, officers, control, charges, filings, insolvency } = records;
  const ofCompany = company === null ? [] : companyEvents(company).concat(annotationEvents(company));
  const registered = ofCompany.concat(
    officerEvents(officers),
    controlEvents(control),
    chargeEvents(charges),
    verificationEvents(officers, control),
    insolvencyEvents(insolvency),
  );
  return mergeEvents(registered, filingEvents(filings));
}
