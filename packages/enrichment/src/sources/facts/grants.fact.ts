/** Finds the grants that a company got, unless evidence contradicts the number that a funder typed. */
import { everyBearer, type CompaniesEdition } from '../companies/companies.edition.js';
import type { CompanyRecord } from '../companies/company-record.js';
import {
  GRANTS,
  RECIPIENT,
  type GrantRecord,
  type PublishedGrant,
  type Recipient,
} from '../grants/grant-record.js';
import { newestDayOf, type Item, type Records } from '../kit/records/record.js';
import type { RecordEdition } from '../kit/records/record-edition.js';
import { normaliseName } from '../../../../words/src/names/company-name.js';
import { defineFact } from './define-fact.js';
import { bears } from './owners.fact.js';

type GrantRecords = Records<GrantRecord>;

const digitsOf = (number: string): string => number.replaceAll(/\D/g, '').replace(/^0+/, '');

/**
 * Returns true if a recipient with another name may be this company (Blocks 5.17).
 * @param bearers the companies that have the recipient's name
 */
function mayBe(company: CompanyRecord, to: Recipient, bearers: readonly CompanyRecord[]): boolean {
  // The suffix of a linked charity, or a second number, may follow (`1799991-1`).
  const charities = to.charity === null ? [] : [to.charity, ...(to.charity.match(/\d+/g) ?? [])];
  const isCharity = charities.some((charity) => digitsOf(charity) === digitsOf(company.number));
  return !isCharity && !to.two_numbers && !bearers.some(({ number }) => number !== company.number);
}

const itemOf = ({ data: { recipients: _all, ...grant }, ...item }: Item<PublishedGrant>, to: Recipient) => ({
  ...item,
  data: { ...grant, website: to.website },
});

/** The grants by company number; companies without grants are left out. @throws SqliteFileError */
export function grantsGiven(
  companies: ReadonlyMap<string, CompanyRecord>,
  grants: RecordEdition<PublishedGrant> | null,
  { bearersOf }: { readonly bearersOf: CompaniesEdition | null },
): ReadonlyMap<string, GrantRecords> {
  const named = grants?.subjectsUnder(RECIPIENT, companies.keys()) ?? new Map<string, string[]>();
  const records = grants?.byNumbers(new Set([...named.values()].flat()));
  const candidates = [...named].flatMap(([number, ids]) => {
    const company = companies.get(number);
    const items = ids.flatMap((id) => records?.get(id)?.items ?? []);
    return company === undefined
      ? []
      : items.flatMap((item) => {
          const to = item.data.recipients.find((recipient) => recipient.number === number);
          if (to === undefined) return [];
          const isNamed = to.name !== null && bears(company, to.name);
          return { company, item, to, isNamed, name: normaliseName(to.name ?? '') };
        });
  });
  const otherNames = candidates.filter(({ isNamed, to }) => !isNamed && to.name !== null);
  const bearers = bearersOf?.bearers(otherNames.map(({ name }) => name));
  const grantsByNumber = new Map<string, { whole: GrantRecords['whole']; items: Item<GrantRecord>[] }>();
  for (const { company, item, to, isNamed, name } of candidates) {
    if (!isNamed && !mayBe(company, to, everyBearer(bearers?.get(name)))) continue;
    const ownGrants = grantsByNumber.get(company.number) ?? { whole: {}, items: [] };
    ownGrants.items.push(itemOf(item, to));
    grantsByNumber.set(company.number, ownGrants);
  }
  // Sorted, so that the order doesn't depend on the edition's.
  for (const { items } of grantsByNumber.values()) items.sort((a, b) => (a.key < b.key ? -1 : 1));
  return grantsByNumber;
}

export const grants = defineFact({
  name: GRANTS,
  source: 'grants',
  also: ['companies'],
  needs: ['company'],
  dateOf: (grants: GrantRecords) => newestDayOf(grants),
  join: (_numbers, { facts, editions }) =>
    grantsGiven(facts.company, editions.grants, { bearersOf: editions.companies }),
});
