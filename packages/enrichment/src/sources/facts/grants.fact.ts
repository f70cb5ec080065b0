/** Finds the grants that a company got, unless something speaks against the number that a funder typed. */
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
 * Decides whether a recipient of another name may be this company (Blocks 5.17).
 * @param bearers the companies with its name
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

/** The grants of each of these companies that has any, by number. @throws SqliteFileError */
export function grantsGiven(
  companies: ReadonlyMap<string, CompanyRecord>,
  grants: RecordEdition<PublishedGrant> | null,
  { bearersOf }: { readonly bearersOf: CompaniesEdition | null },
): ReadonlyMap<string, GrantRecords> {
  const named = grants?.subjectsUnder(RECIPIENT, companies.keys()) ?? new Map<string, string[]>();
  const records = grants?.byNumbers(new Set([...named.values()].flat()));
  const toldGrants = [...named].flatMap(([number, ids]) => {
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
  const others = toldGrants.filter(({ isNamed, to }) => !isNamed && to.name !== null);
  const bearers = bearersOf?.bearers(others.map(({ name }) => name));
  const grantsByNumber = new Map<string, { whole: GrantRecords['whole']; items: Item<GrantRecord>[] }>();
  for (const { company, item, to, isNamed, name } of toldGrants) {
    if (!isNamed && !mayBe(company, to, everyBearer(bearers?.get(name)))) continue;
    const ownGrants = grantsByNumber.get(company.number) ?? { whole: {}, items: [] };
    ownGrants.items.push(itemOf(item, to));
    grantsByNumber.set(company.number, ownGrants);
  }
  // The order doesn't depend on the order of the records.
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
