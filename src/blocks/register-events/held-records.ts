/** Which dated records of a company are on file, in which editions, and to which day they hold. */
import type { ChargeRecord } from '../../sources/charges/charge-record.js';
import type { CompanyRecord } from '../../sources/companies/company-record.js';
import type { FilingRecord } from '../../sources/filings/filing-record.js';
import type { InsolvencyRecord } from '../../sources/filings/insolvency-record.js';
import type { OfficerRecord } from '../../sources/officers/officer-record.js';
import type { PscRecord } from '../../sources/psc/psc-record.js';
import type { Records } from '../../sources/records/record.js';
import type { IsoDate } from '../../shared/calendar.js';
import { listHeldOn } from '../registered/held-list.js';
import type { BlockSource, Freshness } from '../runner/envelope.js';
import type { Facts, SourceFact, WhyMissing } from '../runner/facts.js';
import type { Named } from './register-event.js';
import type { RegisterRecords } from './register-events.js';
import { withoutUnshown } from './unshown-names.js';

/** The facts that events are made of, each where it is there. */
export interface RegisterFacts {
  readonly company: SourceFact<CompanyRecord>;
  readonly officers: Facts['officers'] | WhyMissing;
  readonly psc: Facts['psc'] | WhyMissing;
  readonly charges: Facts['charges'] | WhyMissing;
  readonly filings: Facts['filings'] | WhyMissing;
}

/** What one source has of the company. */
export interface HeldSource {
  readonly source: BlockSource;
  /** To this day what is missing has not happened; null: only single records are known, and more may be missing. */
  readonly complete_to: IsoDate | null;
  /** The day of its newest news of the company, or of the edition. */
  readonly as_of: IsoDate;
  readonly freshness: Freshness;
}

export interface HeldRecords {
  readonly records: RegisterRecords;
  readonly sources: readonly HeldSource[];
  /** To which day these lists are held whole; null: nothing follows from what is missing. */
  readonly complete_to: { readonly filings: IsoDate | null; readonly insolvency: IsoDate | null };
  /** Persons whom its lists leave out: no record that is added shows them. */
  readonly unshown_names: readonly string[];
  /** An edition is loaded and can't be read now. */
  readonly unreadable: boolean;
}

const itemsOf = <T>(fact: SourceFact<Records<T>> | WhyMissing): readonly Named<T>[] =>
  typeof fact === 'string' ? [] : (fact.record?.items ?? []);

/**
 * A source of everybody that has one record a company: whoever isn't in it has nothing there, unless it is a part. Null
 * where it says nothing of the company.
 */
export function heldFeed(source: BlockSource, fact: SourceFact<unknown> | WhyMissing): HeldSource | null {
  if (typeof fact === 'string' || (fact.part && fact.record === null)) return null;
  const { as_of, freshness } = fact;
  return { source, complete_to: as_of, as_of, freshness };
}

/** Null where nothing of the company is known from it. */
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

const ofCompanies = ({ record, as_of, freshness }: SourceFact<CompanyRecord>): HeldSource | null =>
  record === null ? null : { source: 'company_register', complete_to: as_of, as_of, freshness };

const heldTo = (fact: SourceFact<Records<unknown>> | WhyMissing, list: string): IsoDate | null =>
  typeof fact === 'string' ? null : listHeldOn(fact, list);

interface FilingsAndCases {
  readonly filings: readonly Named<FilingRecord>[];
  readonly insolvency: readonly Named<InsolvencyRecord>[];
}
const NO_FILINGS: FilingsAndCases = { filings: [], insolvency: [] };

const isFiling = (item: Named<FilingRecord | InsolvencyRecord>): item is Named<FilingRecord> =>
  item.data.record === 'filing';
const isInsolvency = (item: Named<FilingRecord | InsolvencyRecord>): item is Named<InsolvencyRecord> =>
  item.data.record === 'insolvency';

/** By what is on file of one company: blocks that ask with other facts beside it get the same lists. */
const parted = new WeakMap<object, FilingsAndCases>();

function filingsAndCases(fact: RegisterFacts['filings']): FilingsAndCases {
  if (typeof fact === 'string' || fact.record === null) return NO_FILINGS;
  let parts = parted.get(fact.record);
  if (parts === undefined) {
    const items: readonly Named<FilingRecord | InsolvencyRecord>[] = fact.record.items;
    parts = { filings: items.filter(isFiling), insolvency: items.filter(isInsolvency) };
    parted.set(fact.record, parts);
  }
  return parts;
}

/** Several blocks of a row ask for the same: the last answer of each row is kept as long as its facts are. */
const known = new WeakMap<
  RegisterFacts['company'],
  { readonly facts: RegisterFacts; readonly held: HeldRecords }
>();

const areSame = (one: RegisterFacts, other: RegisterFacts): boolean =>
  one.officers === other.officers &&
  one.psc === other.psc &&
  one.charges === other.charges &&
  one.filings === other.filings;

/** The same object for the same facts. */
export function heldRecords(facts: RegisterFacts): HeldRecords {
  const before = known.get(facts.company);
  if (before !== undefined && areSame(before.facts, facts)) return before.held;
  const held = recordsHeld(facts);
  known.set(facts.company, { facts, held });
  return held;
}

const unshownIn = (fact: SourceFact<Records<unknown>> | WhyMissing): readonly string[] =>
  typeof fact === 'string' ? NOBODY : (fact.record?.unshown_names ?? NOBODY);
const NOBODY: readonly string[] = [];

function recordsHeld({ company, officers, psc, charges, filings }: RegisterFacts): HeldRecords {
  const unshown_names = [...unshownIn(officers), ...unshownIn(psc)];
  const held = filingsAndCases(filings);
  return {
    unshown_names,
    records: {
      company: company.record,
      officers: itemsOf<OfficerRecord>(officers),
      control: itemsOf<PscRecord>(psc),
      charges: itemsOf<ChargeRecord>(charges),
      filings: withoutUnshown(held.filings, unshown_names),
      insolvency: held.insolvency,
    },
    sources: [
      ofCompanies(company),
      heldSource('company_register_filings', filings, 'filing-history'),
      heldSource('company_register_officers', officers, 'officers'),
      heldSource('company_register_psc', psc, 'persons'),
      heldSource('company_register_charges', charges, 'charges'),
    ].flatMap((held) => held ?? []),
    complete_to: { filings: heldTo(filings, 'filing-history'), insolvency: heldTo(filings, 'insolvency') },
    unreadable: [officers, psc, charges, filings].includes('source_unavailable'),
  };
}
