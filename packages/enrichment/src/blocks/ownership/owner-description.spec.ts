/** What owners do, inside the record of ownership: of what is on file alone. */
import { heldRecords, readSample } from '../../../../../test/support/accounts-records.js';
import { record } from '../../../../../test/support/basic-company-data.js';
import { aFact, runBlock } from '../../../../../test/support/run-block.js';
import { OWN_HOST, ownSite } from '../../../../../test/support/sites/accepted-site.js';
import { CHECKED, named } from '../../../../../test/support/sites/judged-sites.js';
import type { NamedOwner } from '../../sources/facts/owners.fact.js';
import type { OwnerTexts } from '../../sources/facts/owner-texts.fact.js';
import { grantOptions } from '../../../../contract/src/options.js';
import type { PscRecord } from '../../sources/psc/psc-record.js';
import corporateOwners from './corporate-owners.block.js';

const OWNER = record({ CompanyName: 'BRAMLEY PUMPS LIMITED', CompanyNumber: '01234998' });
const OWNED = record({ CompanyName: 'PUMPS BELOW LIMITED', CompanyNumber: '02345678' });
const TRADE = 'We design and install pumps for farms and quarries across Yorkshire.';
const site = ownSite({ '/': `<p>${TRADE}</p>` });

const person = {
  record: 'person',
  type: 'corporate',
  name: OWNER.name,
  natures_of_control: [],
  notified_on: '2020-01-01',
  ceased_on: null,
} as unknown as NamedOwner['person'];

const owner = (company: NamedOwner['identity']['company']): NamedOwner => ({
  key: 'a',
  person,
  identity: {
    company_number: company?.number ?? null,
    company,
    matched_on: 'registration_number',
    where: 'uk',
    suppressed: false,
  },
});

interface Asked {
  readonly company?: typeof OWNER | null;
  readonly texts?: Partial<NonNullable<ReturnType<OwnerTexts['get']>>>;
  readonly kept?: boolean;
  readonly min_confidence?: number;
}

function described({ company = OWNER, texts = {}, kept = false, min_confidence = 0.5 }: Asked): unknown {
  const item = { list: 'persons', key: 'a', version: '2026-11-01', data: person as unknown as PscRecord };
  const envelope = runBlock(
    corporateOwners,
    OWNED,
    '2026-11-01',
    {
      psc: aFact({ items: [item], whole: {} }, '2026-11-01'),
      owners: aFact([owner(company)], '2026-11-01'),
      owner_texts: aFact(
        new Map([[OWNER.number, { websites: [], accounts: null, ...texts }]]) as OwnerTexts,
        '2026-11-01',
      ),
    },
    min_confidence,
    kept ? { [OWN_HOST]: { status: 'read', reading: site, checked: CHECKED } } : {},
    { options: grantOptions({ min_confidence }, 'resolve') },
  );
  const { value } = envelope as { value: { owners: readonly { nature_of_business: unknown }[] } };
  return value.owners[0]?.nature_of_business;
}

const ON_RECORD = { websites: [named(OWN_HOST)] };

it('is quoted from its own website, where a crawl of it is kept and accepted', () => {
  expect(described({ texts: ON_RECORD, kept: true })).toMatchObject({
    status: 'available',
    value: { description: TRADE, method: 'quoted', basis: 'website', page_url: `https://${OWN_HOST}/` },
    source: 'own_website',
    as_of: '2026-11-21',
    confidence: 0.9,
  });
});

it('is quoted from its accounts otherwise', () => {
  const accounts = heldRecords(readSample('Prod223_2911_05380971_20200831.html'));
  expect(described({ texts: { ...ON_RECORD, accounts } })).toMatchObject({
    status: 'available',
    value: { basis: 'accounts_text', period_end: '2020-08-31' },
    source: 'company_register_accounts',
  });
});

it('is told with the confidence that the request asks for, or not at all', () => {
  expect(described({ texts: ON_RECORD, kept: true, min_confidence: 0.95 })).toEqual({
    status: 'not_found',
    reason: 'not_confirmed',
    detail: { confidence: 0.9 },
  });
});

it.each<[string, Asked, string]>([
  ['nothing is kept', { texts: ON_RECORD }, 'no_description_on_file'],
  ['the owner is in no register here', { company: null }, 'owner_not_on_file'],
])('is not told where %s', (_why, asked, reason) => {
  expect(described(asked)).toEqual({ status: 'not_found', reason });
});
