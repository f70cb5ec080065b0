/** Finds the public contracts awarded to a company whose typed number and name agree with the register. */
import { everyName, type CompanyRecord } from '../companies/company-record.js';
import { mergedAwards, type MergedAward } from '../contracts/merged-awards.js';
import { ORGANISATION, type NoticeRecord } from '../contracts/notice-record.js';
import type { Records } from '../kit/records/record.js';
import { newestDay, type IsoDate } from '../../../../words/src/calendar.js';
import { likenessOf, type NameLikeness } from '../../../../words/src/names/name-likeness.js';
import { tradingAs } from '../../../../words/src/names/trading-as.js';
import { defineFact } from './define-fact.js';

export interface ContractAward {
  readonly notice: string;
  readonly award: string;
  readonly awarded_on: IsoDate;
  readonly title: string | null;
  readonly buyer: string | null;
  /** The amount in the currency's main unit, for all suppliers together; null: not stated. */
  readonly amount: number | null;
  /** ISO 4217. */
  readonly currency: string | null;
  /** The number of suppliers of the award, this company included. */
  readonly supplier_count: number;
  readonly url: string | null;
  /** The confidence, 0..1, that the award is this company's. */
  readonly confidence: number;
}

export interface Contracts {
  readonly awards: readonly ContractAward[];
  /** The day of the newest release with an award under the company's number. */
  readonly told_on: IsoDate;
  /** The number of awards with this company's number and another name. They are not used. */
  readonly unconfirmed: number;
  /** The newest trading name that a buyer typed beside the company's own name (`A Ltd t/a B`). */
  readonly trading_name: { readonly name: string; readonly told_on: IsoDate } | null;
}

/** The confidence by similarity of the typed name to the register's (Blocks 4.19). */
const CONFIDENCE: Readonly<Record<Exclude<NameLikeness, 'other'>, number>> = { same: 0.98, alike: 0.85 };

interface CompanyAward {
  readonly notice: string;
  readonly award: MergedAward;
  /** The position of the award in its notice, from 1, which identifies an award without an id. */
  readonly place: number;
  readonly names: readonly string[];
}

const awardsIn = (
  number: string,
  notice: string,
  records: Records<NoticeRecord> | undefined,
): CompanyAward[] =>
  mergedAwards(records).flatMap((award, at): CompanyAward[] => {
    const suppliers = award.suppliers.filter((supplier) => supplier.number === number);
    const names = suppliers.flatMap(({ name }) => name ?? []);
    return suppliers.length === 0 ? [] : [{ notice, award, place: at + 1, names }];
  });

function likenessOfAny(typed: readonly string[], company: CompanyRecord): NameLikeness {
  const likenesses = typed.map((name) => likenessOf(name, everyName(company)));
  return likenesses.includes('same') ? 'same' : likenesses.includes('alike') ? 'alike' : 'other';
}

function awardOf({ notice, award, place }: CompanyAward, confidence: number): ContractAward {
  const { awarded_on, title, amount, currency, supplier_count } = award;
  const { buyer, url } = award.notice;
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

function tradingNameOf(
  company: CompanyRecord,
  companyAwards: readonly CompanyAward[],
): Contracts['trading_name'] {
  const names = companyAwards.flatMap(({ names: typed, award }) =>
    typed.flatMap((name) => {
      const tradingName = tradingAs(name);
      const isItsOwn = tradingName !== null && likenessOfAny([tradingName.bearer], company) !== 'other';
      return isItsOwn ? [{ name: tradingName.trading, told_on: award.notice.released_on }] : [];
    }),
  );
  // On the same day the first name in order counts, so that equal notices give an equal answer.
  const [newest] = names.sort((a, b) => b.told_on.localeCompare(a.told_on) || (a.name < b.name ? -1 : 1));
  return newest ?? null;
}

function contractsOf(company: CompanyRecord, companyAwards: readonly CompanyAward[]): Contracts {
  const awards = companyAwards.flatMap((award) => {
    const likeness = likenessOfAny(award.names, company);
    return likeness === 'other' ? [] : [awardOf(award, CONFIDENCE[likeness])];
  });
  const told_on = newestDay(
    '',
    companyAwards.map(({ award }) => award.notice.released_on),
  );
  return {
    awards,
    told_on,
    unconfirmed: companyAwards.length - awards.length,
    trading_name: tradingNameOf(company, companyAwards),
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
    const contractsByNumber = new Map<string, Contracts>();
    for (const [number, ids] of notices) {
      const company = facts.company.get(number);
      const awards = ids.flatMap((notice) => awardsIn(number, notice, records.get(notice)));
      if (company !== undefined && awards.length > 0)
        contractsByNumber.set(number, contractsOf(company, awards));
    }
    return contractsByNumber;
  },
});
