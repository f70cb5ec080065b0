/** Collects the dated records of a company on file, with their editions and the days to which they hold. */
import type { ChargeRecord } from '../../sources/charges/charge-record.js';
import type { CompanyRecord } from '../../sources/companies/company-record.js';
import type { FilingRecord } from '../../sources/filings/filing-record.js';
import type { InsolvencyRecord } from '../../sources/filings/insolvency-record.js';
import { withNamedRoles, type OfficerRecord } from '../../sources/officers/officer-record.js';
import type { PscRecord } from '../../sources/psc/psc-record.js';
import { listHeldOn } from '../../sources/kit/records/held-on.js';
import type { Records } from '../../sources/kit/records/record.js';
import type { IsoDate } from '../../../../words/src/calendar.js';
import type { BlockSource, Freshness } from '../runner/envelope.js';
import type { Facts, Once, SourceFact, WhyMissing } from '../runner/facts.js';
import type { NamedRecord } from './register-event.js';
import type { RegisterRecords } from './register-events.js';
import { withoutSuppressedNames } from './suppressed-names.js';

/** The facts from which events are made; all but the company may be missing. */
export interface RegisterFacts {
  readonly company: SourceFact<CompanyRecord>;
  readonly officers: Facts['officers'] | WhyMissing;
  readonly psc: Facts['psc'] | WhyMissing;
  readonly charges: Facts['charges'] | WhyMissing;
  readonly filings: Facts['filings'] | WhyMissing;
  readonly once: Once;
}

/** A source that has records of the company: how far it is complete, and its day. */
export interface HeldSource {
  readonly source: BlockSource;
  /** The day to which a missing record means that nothing happened; null: records may be missing. */
  readonly complete_to: IsoDate | null;
  /** The day of the source's newest record of the company, or of the edition. */
  readonly as_of: IsoDate;
  readonly freshness: Freshness;
}

export interface HeldRegisterRecords {
  readonly records: RegisterRecords;
  readonly sources: readonly HeldSource[];
  /** The day to which each list is complete; null: a missing record proves nothing. */
  readonly complete_to: { readonly filings: IsoDate | null; readonly insolvency: IsoDate | null };
  /** Names of persons who are suppressed in the lists. Added records must not show them either. */
  readonly suppressed_names: readonly string[];
  /** True if an edition is loaded and can't be read now. */
  readonly isUnreadable: boolean;
}

export const itemsOf = <T>(fact: SourceFact<Records<T>> | WhyMissing): readonly NamedRecord<T>[] =>
  typeof fact === 'string' ? [] : (fact.record?.items ?? []);

/**
 * A source with one record for each company; null: it is missing, or a partial edition without the company,
 * which proves nothing.
 */
export function singleRecordSource(
  source: BlockSource,
  fact: SourceFact<unknown> | WhyMissing,
): HeldSource | null {
  if (typeof fact === 'string' || (fact.part && fact.record === null)) return null;
  const { as_of, freshness } = fact;
  return { source, complete_to: as_of, as_of, freshness };
}

/** The source with this list; null: it has nothing about the company. */
function heldSource(
  source: BlockSource,
  fact: SourceFact<Records<unknown>> | WhyMissing,
  list: string,
): HeldSource | null {
  if (typeof fact === 'string') return null;
  const complete_to = listHeldOn(fact, list);
  const { freshness } = fact;
  if (complete_to !== null) return { source, complete_to, as_of: complete_to, freshness };
  const items = fact.record?.items ?? [];
  if (items.length === 0) return null;
  const newest = items.reduce((latest, { version }) => (version > latest ? version : latest), '');
  return { source, complete_to, as_of: newest.slice(0, 10), freshness };
}

export const heldFilings = (fact: RegisterFacts['filings']): HeldSource | null =>
  heldSource('company_register_filings', fact, 'filing-history');

export const heldCharges = (fact: RegisterFacts['charges']): HeldSource | null =>
  heldSource('company_register_charges', fact, 'charges');

const heldCompany = ({ record, as_of, freshness }: SourceFact<CompanyRecord>): HeldSource | null =>
  record === null ? null : { source: 'company_register', complete_to: as_of, as_of, freshness };

interface FilingsAndCases {
  readonly filings: readonly NamedRecord<FilingRecord>[];
  readonly insolvency: readonly NamedRecord<InsolvencyRecord>[];
}
const NO_FILINGS: FilingsAndCases = { filings: [], insolvency: [] };

const isFiling = (item: NamedRecord<FilingRecord | InsolvencyRecord>): item is NamedRecord<FilingRecord> =>
  item.data.record === 'filing';
const isInsolvency = (
  item: NamedRecord<FilingRecord | InsolvencyRecord>,
): item is NamedRecord<InsolvencyRecord> => item.data.record === 'insolvency';

export function filingsAndCases(fact: RegisterFacts['filings']): FilingsAndCases {
  if (typeof fact === 'string' || fact.record === null) return NO_FILINGS;
  const items: readonly NamedRecord<FilingRecord | InsolvencyRecord>[] = fact.record.items;
  return {
    filings: items.every(isFiling) ? items : items.filter(isFiling),
    insolvency: items.filter(isInsolvency),
  };
}

const NO_NAMES: readonly string[] = [];
const suppressedNamesIn = (fact: SourceFact<Records<unknown>> | WhyMissing): readonly string[] =>
  typeof fact === 'string' ? NO_NAMES : (fact.record?.suppressed_names ?? NO_NAMES);

function collectRecords({ company, officers, psc, charges, filings }: RegisterFacts): HeldRegisterRecords {
  const suppressed_names = suppressedNamesIn(officers).concat(suppressedNamesIn(psc));
  const records = filingsAndCases(filings);
  const filingsSource = heldFilings(filings);
  return {
    suppressed_names,
    records: {
      company: company.record,
      officers: withNamedRoles(itemsOf<OfficerRecord>(officers)),
      control: itemsOf<PscRecord>(psc),
      charges: itemsOf<ChargeRecord>(charges),
      filings: withoutSuppressedNames(records.filings, suppressed_names),
      insolvency: records.insolvency,
    },
    sources: [
      heldCompany(company),
      filingsSource,
      heldSource('company_register_officers', officers, 'officers'),
      heldSource('company_register_psc', psc, 'persons'),
      heldCharges(charges),
    ].filter((source) => source !== null),
    complete_to: {
      filings: filingsSource?.complete_to ?? null,
      insolvency: typeof filings === 'string' ? null : listHeldOn(filings, 'insolvency'),
    },
    isUnreadable: [officers, psc, charges, filings].includes('source_unavailable'),
  };
}

/** The held records, as one object for all blocks of a row. */
export const heldRecords = (facts: RegisterFacts): HeldRegisterRecords =>
  facts.once(collectRecords, () => collectRecords(facts));

/** The sources of a list's items (Blocks 1.5), with the number of items from each. */
export function inputsOf(
  field: string,
  items: readonly { readonly source: BlockSource }[],
  sources: readonly HeldSource[],
) {
  if (items.length === 0) return [];
  return sources.flatMap(({ source, as_of }) => {
    const value = items.filter((item) => item.source === source).length;
    return value === 0 ? [] : [{ block: null, field, source, as_of, value }];
  });
}
