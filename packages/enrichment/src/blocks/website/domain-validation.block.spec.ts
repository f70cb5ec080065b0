import { aSite } from '../../../../../test/support/a-site.js';
import {
  BRAMLEY,
  CHECKED,
  nameAlone,
  named,
  own,
  strange,
} from '../../../../../test/support/sites/judged-sites.js';
import { aFact, anOfficer, runBlock } from '../../../../../test/support/run-block.js';
import { grantOptions, type RequestedOptions } from '../../../../contract/src/options.js';
import type { SiteReading } from '../../sites/site-reading.js';
import domainValidation from './domain-validation.block.js';

const HOST = 'bramley.co.uk';

function validated(site: SiteReading | null, options: RequestedOptions = {}, fetching = false) {
  const officer = anOfficer({ name: 'QUILLFEATHER, Dorothea Anne', person_number: '123456780001' });
  return runBlock(
    domainValidation,
    BRAMLEY,
    '2026-11-01',
    {
      website_records: aFact([named(HOST)], '2026-10-01'),
      office_crowd: aFact({ companies: 4 }, '2026-11-01'),
      officers: aFact(
        { items: [{ list: 'officers', key: 'a', version: '2026-11-01', data: officer }], whole: {} },
        '2026-11-01',
      ),
    },
    0.5,
    site === null ? {} : { [HOST]: { status: 'read', reading: site, checked: CHECKED } },
    {
      options: grantOptions(options, 'resolve'),
      request: { blocks: ['domain_validation'], search: 'not_asked' },
      fetching: () => (fetching ? null : 'not_looked_up'),
    },
  );
}

it('accepts a site that prints the number of the company under its name, and shows where', () => {
  const answer = validated(own(HOST));
  expect(answer).toMatchObject({
    status: 'available',
    source: 'service_validator',
    as_of: '2026-11-21',
    flagged_for_review: false,
    final_url: `https://${HOST}/`,
    value: {
      domain: HOST,
      dns_resolves: true,
      site_live: true,
      http_status: 200,
      outcome: 'accept',
      director_check: 'not_requested',
      checks: { company_number: true, legal_name_exact: true, director_match: null, parked: false },
    },
    detail: {
      evidence: {
        hard_matches: {
          company_number: { url: `https://${HOST}/`, snippet: expect.stringContaining('01234567') as string },
        },
        name_match: { kind: 'legal_name' },
      },
      website_verdict: { domain: HOST, outcome: 'accept', auto_run: false, served: true },
      weights: 'websites-1',
    },
  });
});

it('sends a site that bears the name alone to review, though a record names it', () => {
  expect(validated(nameAlone(HOST))).toMatchObject({
    status: 'available',
    flagged_for_review: true,
    value: { outcome: 'review', reasons: expect.arrayContaining(['hard_match_missing']) as unknown },
    detail: { advisories: ['name_matches_no_address_evidence'] },
  });
});

it('rejects a site of another business, and is billed all the same', () => {
  expect(validated(strange(HOST))).toMatchObject({
    status: 'available',
    flagged_for_review: true,
    value: { outcome: 'reject' },
    detail: { advisories: ['domain_name_mismatch'] },
  });
});

it('rejects a page that is gone', () => {
  expect(validated({ ...own(HOST), state: 'not_readable', http_status: 404, pages: [] })).toMatchObject({
    status: 'available',
    value: { outcome: 'reject', site_live: false, http_status: 404 },
  });
});

it('rejects a domain for sale that shows no text: it leads to a market, or its name servers park it', () => {
  const empty = aSite({ host: HOST, state: 'not_readable', pages: [] });
  const sale = { redirects: [HOST, 'www.hugedomains.com'], final_url: 'https://www.hugedomains.com/x' };
  for (const more of [sale, { dns: { ...empty.dns, ns: ['ns1.sedoparking.com'] } }])
    expect(validated({ ...empty, ...more })).toMatchObject({
      status: 'available',
      value: { outcome: 'reject', checks: { parked: true } },
    });
});

it('counts names of directors where they are asked for', () => {
  const told = own(HOST);
  const [page] = told.pages;
  const text = [{ region: 'main' as const, text: 'Our managing director is Dorothea Quillfeather.' }];
  const about = {
    ...page,
    kind: 'about' as const,
    company_numbers: [],
    text: [...(page?.text ?? []), ...text],
  };
  const site = { ...told, pages: [about] } as SiteReading;
  expect(validated(site, { validation: ['rules', 'live', 'officers'] })).toMatchObject({
    value: { director_check: 'matched', checks: { director_match: true } },
    detail: { evidence: { hard_matches: { director: { surname: 'QUILLFEATHER' } } } },
  });
});

it.each<[string, Partial<SiteReading>, boolean | null]>([
  ['takes mail', { dns: { resolves: true, mx: ['mail.example'], ns: null, txt: null } }, true],
  ['takes none', { dns: { resolves: true, mx: [], ns: null, txt: null } }, false],
  ['was not asked', { dns: { resolves: true, mx: null, ns: null, txt: null } }, null],
])('says that a domain %s', (_what, dns, expected) => {
  expect(validated({ ...own(HOST), ...dns })).toMatchObject({ value: { email_deliverable: expected } });
});

it.each<[string, SiteReading | null, RequestedOptions, string]>([
  ['no verdict is wanted', own(HOST), { validation: ['none'] }, 'validation_not_requested'],
  ['nothing is kept and nothing may be fetched', null, { validation: ['rules'] }, 'not_looked_up'],
  ['it is shut', aSite({ state: 'unreachable', http_status: null, pages: [] }), {}, 'site_unreachable'],
  ['it is blocked', aSite({ state: 'blocked', http_status: 403, pages: [] }), {}, 'site_blocked'],
  ['it has no text', aSite({ state: 'not_readable', pages: [] }), {}, 'site_not_readable'],
])('has no verdict where %s', (_why, site, options, reason) => {
  expect(validated(site, options)).toMatchObject({ status: 'not_found', reason });
});

it('waits for a site that can be fetched', () => {
  expect(validated(null, {}, true)).toEqual({ status: 'pending' });
});

it('says that there is nothing to read where no website is on file, and why', () => {
  expect(runBlock(domainValidation, BRAMLEY, '2026-11-01')).toEqual({
    status: 'not_found',
    reason: 'no_domain_to_read',
    detail: { domain_reason: 'no_domain_found' },
  });
});
