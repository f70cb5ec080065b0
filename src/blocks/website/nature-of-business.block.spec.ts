import { answerOfSite, ownSite } from '../../../test/support/sites/accepted-site.js';
import { heldRecords, madeUpTo, readSample } from '../../../test/support/accounts-records.js';
import { record } from '../../../test/support/basic-company-data.js';
import { aFact, runBlock } from '../../../test/support/run-block.js';
import type { AccountsRecord } from '../../filed-accounts/accounts-record.js';
import natureOfBusiness from './nature-of-business.block.js';

const answered = (...documents: readonly AccountsRecord[]) =>
  runBlock(natureOfBusiness, record(), '2024-12-01', {
    accounts: aFact(documents.length === 0 ? null : heldRecords(...documents), '2026-01-31', true),
  });
const FILLER = 'Prod223_2911_00390616_20201231.html';

it('quotes what the accounts of 05380971 say', () => {
  expect(answered(readSample('Prod223_2911_05380971_20200831.html'))).toMatchObject({
    status: 'available',
    source: 'company_register_accounts',
    as_of: '2020-08-31',
    confidence: 0.85,
    value: {
      description:
        'The company provides staff and support services to Mazars LLP and its fellow subsidiary companies.',
      method: 'quoted',
      basis: 'accounts_text',
      page_url: null,
      period_end: '2020-08-31',
      keywords: ['staff', 'support', 'services', 'mazars', 'llp', 'fellow', 'subsidiary'],
      language: 'en',
    },
  });
});

it('reads the sentence that stands on the page where the tagged text is a filler', () => {
  expect(answered(readSample('Prod223_2911_05078870_20200930.html'))).toMatchObject({
    value: {
      description: expect.stringMatching(
        /^The company's principal activity .*fund raising support/,
      ) as string,
    },
  });
});

it('takes an older description where the newest accounts have none', () => {
  const older = madeUpTo(readSample('Prod223_2911_08119445_20201231.html'), '2019-12-31');
  expect(answered(readSample(FILLER), older)).toMatchObject({ as_of: '2019-12-31' });
});

it('says why there is none', () => {
  expect(answered(readSample(FILLER))).toMatchObject({
    status: 'not_found',
    reason: 'no_description_on_file',
  });
  expect(answered()).toMatchObject({ status: 'not_found', reason: 'no_domain_to_read', as_of: '2026-01-31' });
});

describe('from its own website', () => {
  const fromSite = (pages: Readonly<Record<string, string>>, documents: readonly AccountsRecord[] = []) =>
    answerOfSite(natureOfBusiness, {
      site: ownSite(pages),
      facts: {
        accounts: aFact(documents.length === 0 ? null : heldRecords(...documents), '2026-01-31', true),
      },
    });

  it('quotes the sentences that say most, with their page', () => {
    const answer = fromSite({
      '/': '<html lang="en-GB"><main><p>Welcome to our website, we hope you will like it here.</p><p>This site uses cookies to provide you with the best of services.</p></main>',
      '/about-us':
        '<html lang="en-GB"><main><p>Bramley Pumps Limited is a family firm that repairs and installs pumps for dairies. We also supply spare parts to farms across Yorkshire.</p><p>"I called them and they repaired my pump in a day," says Jo.</p></main>',
    });
    expect(answer).toMatchObject({
      status: 'available',
      source: 'own_website',
      as_of: '2026-11-21',
      value: {
        description:
          'Bramley Pumps Limited is a family firm that repairs and installs pumps for dairies. We also supply spare parts to farms across Yorkshire.',
        method: 'quoted',
        basis: 'website',
        page_url: 'https://bramley-pumps.co.uk/about-us',
        period_end: null,
        language: 'en-GB',
      },
    });
  });

  it('takes its own description of a page', () => {
    expect(
      fromSite({
        '/': '<meta name="description" content="Bramley Pumps supplies and repairs dairy pumps in the North of England.">',
      }),
    ).toMatchObject({
      value: { description: 'Bramley Pumps supplies and repairs dairy pumps in the North of England.' },
    });
  });

  it('takes the accounts where the website says nothing', () => {
    const filed = readSample('Prod223_2911_05380971_20200831.html');
    expect(fromSite({ '/': '<p>Welcome</p>' }, [filed])).toMatchObject({
      value: { basis: 'accounts_text' },
    });
  });

  it.each([
    ['has no sentences', '<p>Pumps</p><p>Motors</p>', 'site_unreadable'],
    [
      'is in another language',
      '<html lang="pl"><p>Firma oferuje usługi i naprawia pompy dla mleczarni oraz gospodarstw.</p>',
      'site_unreadable',
    ],
    [
      'tells of another company',
      '<p>Northern Dairies Ltd is a supplier of milk that serves shops in every town of Yorkshire.</p>',
      'site_describes_another_company',
    ],
  ])('says that it %s', (_what, html, reason) => {
    expect(fromSite({ '/': html })).toMatchObject({ status: 'not_found', reason });
  });
});
