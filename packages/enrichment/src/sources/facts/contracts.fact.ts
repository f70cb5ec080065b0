/** The public contracts that a company was awarded, as far as what buyers typed can be confirmed. */
import type { CompanyRecord } from '../companies/company-record.js';
import { mergedAwards, type MergedAward } from '../contracts/merged-awards.js';
import { ORGANISATION, type NoticeRecord } from '../contracts/notice-record.js';
import type { Records } from '../kit/records/record.js';
import { newestDay, type IsoDate } from '../../../../words/src/calendar.js';
import { likenessOf, type NameLikeness } from '../../../../words/src/names/name-likeness.js';
import { tradingAs } from '../../../../words/src/names/trading-as.js';
import { defineFact } from './define-fact.js';

export interface ContractAward {
  /** Of the notice (ocid), and the award in it. */
  readonly notice: string;
  readonly award: string;
  readonly awarded_on: IsoDate;
  readonly title: string | null;
  readonly buyer: string | null;
  /** In the currency's main unit, for all suppliers together; null where it isn't told. */
  readonly amount: number | null;
  /** ISO 4217. */
  readonly currency: string | null;
  /** How many suppliers share it, this company included. */
  readonly supplier_count: number;
  readonly url: string | null;
  /** 0..1, that the award is this company's. */
  readonly confidence: number;
}

export interface Contracts {
  readonly awards: readonly ContractAward[];
  /** The day of the newest release that tells of an award to it. */
  readonly told_on: IsoDate;
  /**
   * Awards under this company's number that bear another name: its, or a slip of the buyer's. They are not
   * used.
   */
  readonly unconfirmed: number;
  /** The newest that a buyer typed beside the company's own name (`A Ltd t/a B`). */
  readonly trading_name: { readonly name: string; readonly told_on: IsoDate } | null;
}

/** By how the name that the buyer typed stands to the register's (Blocks 4.19). */
const CONFIDENCE: Readonly<Record<Exclude<NameLikeness, 'other'>, number>> = { same: 0.98, alike: 0.85 };

interface Told {
  readonly notice: string;
  readonly award: MergedAward;
  /** Where it has no id. */
  readonly place: number;
  /** As typed. */
  readonly names: readonly string[];
}

const toldOf = (number: string, notice: string, records: Records<NoticeRecord> | undefined): Told[] =>
  mergedAwards(records).flatMap((award, at): Told[] => {
    const suppliers = award.suppliers.filter((supplier) => supplier.number === number);
    const names = suppliers.flatMap(({ name }) => name ?? []);
    return suppliers.length === 0 ? [] : [{ notice, award, place: at + 1, names }];
  });

function likenessOfAny(typed: readonly string[], company: CompanyRecord): NameLikeness {
  const names = [company.name, ...company.previous_names.map(({ name }) => name)];
  const found = typed.map((name) => likenessOf(name, names));
  return found.includes('same') ? 'same' : found.includes('alike') ? 'alike' : 'other';
}

function awardOf({ notice, award, place }: Told, confidence: number): ContractAward {
  const { awarded_on, title, amount, currency, supplier_count } = award;
  const { buyer, url } = award.told;
  return {
    notice,
    award: award.id ?? String(place),
    awarded_on,
    title,
    buyer,
    amount,
    currency,
    supplier_count,
    url,
    confidence,
  };
}

function tradingNameOf(company: CompanyRecord, told: readonly Told[]): Contracts['trading_name'] {
  const names = told.flatMap(({ names: typed, award }) =>
    typed.flatMap((name) => {
      const found = tradingAs(name);
      const isItsOwn = found !== null && likenessOfAny([found.bearer], company) !== 'other';
      return isItsOwn ? [{ name: found.trading, told_on: award.told.released_on }] : [];
    }),
  );
  // Of one day the first by name, so that equal notices give an equal answer.
  const [newest] = names.sort((a, b) => b.told_on.localeCompare(a.told_on) || (a.name < b.name ? -1 : 1));
  return newest ?? null;
}

function contractsOf(company: CompanyRecord, told: readonly Told[]): Contracts {
  const judged = told.map((one) => ({ one, likeness: likenessOfAny(one.names, company) }));
  const awards = judged.flatMap(({ one, likeness }) =>
    likeness === 'other' ? [] : [awardOf(one, CONFIDENCE[likeness])],
  );
  const told_on = newestDay(
    '',
    told.map(({ award }) => award.told.released_on),
  );
  return {
    awards,
    told_on,
    unconfirmed: told.length - awards.length,
    trading_name: tradingNameOf(company, told),
  };
}

export const contracts = defineFact({
  name: 'contracts',
  source: 'contracts',
  also: [],
  needs: ['company'],
  dateOf: ({ told_on }: Contracts) => told_on,
  join: (_numbers, { facts, editions: { contracts: edition } }) => {
    const notices = edition.subjectsUnder(ORGANISATION, facts.company.keys());
    const records = edition.byNumbers([...notices.values()].flat());
    const found = new Map<string, Contracts>();
    for (const [number, named] of notices) {
      const company = facts.company.get(number);
      const told = named.flatMap((notice) => toldOf(number, notice, records.get(notice)));
      if (company !== undefined && told.length > 0) found.set(number, contractsOf(company, told));
    }
    return found;
  },
});
