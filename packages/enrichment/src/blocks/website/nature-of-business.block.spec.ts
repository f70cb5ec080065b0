import { answerOfSite, ownSite } from '../../../../../test/support/sites/accepted-site.js';
import { heldRecords, madeUpTo, readSample } from '../../../../../test/support/accounts-records.js';
import { record } from '../../../../../test/support/basic-company-data.js';
import { aFact, runBlock } from '../../../../../test/support/run-block.js';
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

describe('in the words of a model', () => {
  const LIST =
    '<html lang="en"><main><p>Centrifugal pumps</p><p>Seals and 24 V motors</p><p>Hire by the day</p><p>Workshop in Leeds</p>' +
    '<p>Pumps for water, slurry and sludge</p><p>Spare parts for valves</p><p>Delivery to mines and quarries</p><p>Price list</p></main>';
  const SAID = 'Bramley Pumps hires out pumps for water, slurry and sludge, with a workshop in Leeds.';
  const answer = (description: string) =>
    JSON.stringify({ description, quotes: ['Pumps for water, slurry and sludge'] });

  it('describes a site that prints no sentence, and says so, with what it quotes', () => {
    expect(
      answerOfSite(natureOfBusiness, { site: ownSite({ '/': LIST }), model: () => answer(SAID) }),
    ).toMatchObject({
      status: 'available',
      source: 'own_website',
      confidence: 0.7,
      flagged_for_review: true,
      value: {
        description: SAID,
        method: 'ai',
        basis: 'website',
        page_url: 'https://bramley-pumps.co.uk/',
        language: 'en',
      },
      detail: {
        evidence: [{ url: 'https://bramley-pumps.co.uk/', snippet: 'Pumps for water, slurry and sludge' }],
      },
    });
  });

  it.each([
    ['says what the pages do not', answer('Bramley Pumps has hired out pumps in Bradford since 1920.')],
    ['is no answer', 'I can not say.'],
  ])('has no description where the model %s', (_what, content) => {
    expect(
      answerOfSite(natureOfBusiness, { site: ownSite({ '/': LIST }), model: () => content }),
    ).toMatchObject({ status: 'not_found', reason: 'site_unreadable' });
  });

  it('quotes where there is something to quote, from the site or the accounts, and asks no model', () => {
    const model = () => {
      throw new Error('it was asked');
    };
    const accounts = aFact(heldRecords(readSample('Prod223_2911_05380971_20200831.html')), '2026-01-31');
    expect(
      answerOfSite(natureOfBusiness, { site: ownSite({ '/': LIST }), facts: { accounts }, model }),
    ).toMatchObject({ value: { method: 'quoted', basis: 'accounts_text' } });
  });

  it('waits for the model where it may be asked', () => {
    expect(answerOfSite(natureOfBusiness, { site: ownSite({ '/': LIST }), fetching: () => null })).toEqual({
      status: 'pending',
    });
  });
});
