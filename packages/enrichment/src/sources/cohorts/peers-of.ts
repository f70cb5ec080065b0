/** Makes the profiles by which similar companies are found. */
import type { AccountsRecord } from '../../filed-accounts/accounts-record.js';
import type { CompaniesEdition } from '../companies/companies.edition.js';
import type { CompanyRecord } from '../companies/company-record.js';
import { isLive } from '../companies/company-status.js';
import { companyKey, type Peer, type PeerProfile } from './peer.js';
import type { PostcodeRecord } from '../postcodes/postcode-record.js';
import type { PscRecord } from '../psc/psc-record.js';
import { postcodeKey } from '../../../../words/src/postcode.js';
import type { RecordEdition } from '../kit/records/record-edition.js';
import type { Records } from '../kit/records/record.js';
import { ownershipChain } from '../facts/ownership-chain.fact.js';
import { comparedAccounts, headcountOf, tradeOf } from './cohort-member.js';

type Postcodes = RecordEdition<PostcodeRecord> | null;

export function peerProfiles(
  companies: Iterable<CompanyRecord>,
  accounts: ReadonlyMap<string, Records<AccountsRecord>>,
  postcodes: Postcodes,
): Map<string, PeerProfile> {
  const traded = [...companies].flatMap((company) => {
    const trade = tradeOf(company);
    const { postcode } = company.office;
    return trade === null ? [] : [{ company, trade, key: postcode === null ? null : postcodeKey(postcode) }];
  });
  const places = postcodes?.byNumbers(traded.flatMap(({ key }) => key ?? []));
  return new Map(
    traded.map(({ company, trade, key }) => {
      const compared = comparedAccounts(accounts.get(company.number) ?? null);
      const place = key === null ? undefined : places?.get(key)?.items[0]?.data;
      return [
        company.number,
        {
          sic: trade.sic,
          headcount: compared === null ? null : headcountOf(compared.accounts, compared.own),
          // Only England has regions.
          region: place?.region ?? place?.country ?? null,
          incorporated_on: company.incorporated_on,
        },
      ];
    }),
  );
}

/** The company at the top of each chain of control; other companies have none. */
function topsOf(
  live: readonly CompanyRecord[],
  { psc, companies }: { readonly psc: RecordEdition<PscRecord> | null; readonly companies: CompaniesEdition },
): ReadonlyMap<string, string> {
  if (psc === null) return new Map();
  const numbers = live.map(({ number }) => number);
  const facts = {
    company: new Map(live.map((company) => [company.number, company])),
    psc: psc.byNumbers(numbers),
  };
  const chains = ownershipChain.join(numbers, { facts, editions: { psc, companies } });
  return new Map(
    [...chains].flatMap(([number, climbed]) => {
      const top = 'chain' in climbed ? climbed.chain.at(-1) : undefined;
      return top === undefined ? [] : [[number, companyKey(top)] as const];
    }),
  );
}

/** The live companies of a batch whose filed codes name a trade, as peers. */
export function peersOf(
  companies: readonly CompanyRecord[],
  accounts: ReadonlyMap<string, Records<AccountsRecord>>,
  editions: {
    readonly companies: CompaniesEdition;
    readonly postcodes: Postcodes;
    readonly psc: RecordEdition<PscRecord> | null;
  },
): ReadonlyMap<string, Peer> {
  const live = companies.filter(isLive);
  const profiles = peerProfiles(live, accounts, editions.postcodes);
  const tops = topsOf(
    live.filter(({ number }) => profiles.has(number)),
    editions,
  );
  return new Map(
    live.flatMap(({ number, name }) => {
      const profile = profiles.get(number);
      return profile === undefined
        ? []
        : [[number, { number, name, ...profile, top: tops.get(number) ?? number }]];
    }),
  );
}
