/** Collects data on file about a company's current owners: websites that records name, and accounts. */
import type { AccountsRecord } from '../../filed-accounts/accounts-record.js';
import type { Records } from '../kit/records/record.js';
import { defineFact } from './define-fact.js';
import { owners, registeredOwners } from './owners.fact.js';
import { websitesNamed, type WebsiteRecord } from './website-records.fact.js';

interface OwnerText {
  readonly websites: readonly WebsiteRecord[];
  /** The accounts; null: none are on file. */
  readonly accounts: Records<AccountsRecord> | null;
}

/** The data by the owner's company number. */
export type OwnerTexts = ReadonlyMap<string, OwnerText>;

export const ownerTexts = defineFact({
  name: 'owner_texts',
  source: 'psc',
  also: ['companies', 'accounts', 'pay_gap', 'contracts', 'grants'],
  needs: ['psc'],
  join: (numbers, { facts, editions }) => {
    const ownersByCompany = owners.join(numbers, { facts, editions });
    const current = registeredOwners(ownersByCompany, facts.psc, editions.psc.facts);
    const companies = new Map([...current.values()].flat().map((owner) => [owner.number, owner]));
    const websites = websitesNamed(companies, editions);
    const accounts = editions.accounts?.byNumbers(companies.keys());
    const textsByNumber = new Map<string, OwnerTexts>();
    for (const [number, currentOwners] of current) {
      const texts = currentOwners.map(({ number: owner }): [string, OwnerText] => [
        owner,
        { websites: websites.get(owner) ?? [], accounts: accounts?.get(owner) ?? null },
      ]);
      textsByNumber.set(number, new Map(texts));
    }
    return textsByNumber;
  },
});
