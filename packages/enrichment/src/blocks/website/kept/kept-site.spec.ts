/**
 * What blocks that start no look-up take from a website: only from a crawl that is kept and that proves
 * itself.
 */
import { answerOfSite, OWN_HOST, ownSite } from '../../../../../../test/support/sites/accepted-site.js';
import { aFact } from '../../../../../../test/support/run-block.js';
import type { PayGapRecord } from '../../../sources/pay-gap/pay-gap-record.js';
import type { Records } from '../../../sources/kit/records/record.js';
import employees from '../../computed/employees.block.js';
import companyIdentity from '../../registered/company-identity.block.js';

const TRADES = '<p>Pump Doctors is a trading name of Bramley Pumps Limited.</p>';
const EMPLOYS = '<p>We employ over 60 people in Leeds.</p>';
const kept = ownSite({ '/': TRADES + EMPLOYS });
const strange = { ...kept, pages: kept.pages.map((page) => ({ ...page, company_numbers: [] })) };

it('is told the trading name, with the page that tells it', () => {
  expect(answerOfSite(companyIdentity, { site: kept })).toMatchObject({
    value: { trading_name: 'Pump Doctors', trading_name_source: 'website' },
    detail: {
      inputs: [{ source: 'own_website', value: 'Pump Doctors', page_url: `https://${OWN_HOST}/` }],
    },
  });
});

it('is told the headcount, with the words that state it', () => {
  expect(
    answerOfSite(employees, {
      site: kept,
      facts: { pay_gap: aFact<Records<PayGapRecord>>(null, '2026-04-05') },
    }),
  ).toMatchObject({
    status: 'available',
    confidence: 0.6,
    flagged_for_review: true,
    as_of: '2026-11-21',
    value: {
      headcount: null,
      band: { label: '50-249' },
      basis: 'website_statement',
      scope: 'unknown',
      inputs: [{ source: 'own_website', value: 'We employ over 60 people in Leeds.' }],
    },
  });
});

it('is told nothing by a site that does not prove itself, or where none is kept', () => {
  for (const site of [strange, null]) {
    expect(answerOfSite(companyIdentity, { site })).toMatchObject({
      value: { trading_name: null, trading_name_source: null },
    });
  }
});

it.each([
  ['in a small job', { few_rows: true, blocks: ['company_identity'] }, 'Pump Doctors'],
  ['where the row asks for its website', { blocks: ['company_identity', 'domain'] }, 'Pump Doctors'],
  ['not in a large job of core blocks', { blocks: ['company_identity'] }, null],
] as const)('looks up hosts that the name suggests %s', (_when, request, trading_name) => {
  const site = { ...kept, host: 'bramleypumps.co.uk' };
  const asked = { named: false, site, request: { search: 'not_asked', ...request } } as const;
  expect(answerOfSite(companyIdentity, asked)).toMatchObject({ value: { trading_name } });
});
