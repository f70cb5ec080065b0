import { aSite } from '../../../../../test/support/a-site.js';
import {
  BRAMLEY,
  CHECKED,
  nameAlone,
  named,
  own,
  strange,
} from '../../../../../test/support/sites/judged-sites.js';
import { aFact, runBlock } from '../../../../../test/support/run-block.js';
import type { NamedOwner } from '../../sources/facts/owners.fact.js';
import type { WebsiteRecord } from '../../sources/facts/website-records.fact.js';
import type { SiteReading } from '../../sites/site-reading.js';
import { grantOptions, type RequestedOptions } from '../../../../contract/src/options.js';
import type { RequestTerms } from '../runner/define-block.js';
import type { Facts } from '../runner/facts.js';
import domainValidation from './domain-validation.block.js';
import domain from './domain.block.js';

const HOST = 'bramley.co.uk';

interface Asked {
  readonly records?: readonly WebsiteRecord[];
  readonly sites?: Readonly<Record<string, SiteReading>>;
  readonly options?: RequestedOptions;
  readonly search?: RequestTerms['search'];
  readonly owners?: readonly NamedOwner[];
  readonly fetching?: 'not_looked_up' | 'not_available_yet' | null;
}

const answered = ({ records = [], sites = {}, owners = [], ...more }: Asked) =>
  runBlock(
    domain,
    BRAMLEY,
    '2026-11-01',
    {
      website_records: aFact(records, '2026-10-01'),
      owners: aFact(owners, '2026-11-01'),
      office_crowd: aFact({ companies: 4 }, '2026-11-01'),
    },
    0.5,
    Object.fromEntries(
      Object.entries(sites).map(([host, reading]) => [host, { status: 'read', reading, checked: CHECKED }]),
    ),
    {
      options: grantOptions(more.options ?? {}, 'resolve'),
      request: { blocks: ['domain'], search: more.search ?? 'not_asked' },
      fetching: () => (more.fetching === undefined ? 'not_looked_up' : more.fetching),
    },
  );

describe('a website that a record names', () => {
  const records = [named(HOST)];

  it('is served with its verdict where it is accepted', () => {
    expect(answered({ records, sites: { [HOST]: own(HOST) } })).toMatchObject({
      status: 'available',
      value: HOST,
      source: 'pay_gap_register',
      as_of: '2026-11-21',
      flagged_for_review: false,
      final_url: `https://${HOST}/`,
      detail: {
        website_verdict: { outcome: 'accept', auto_run: true, served: true },
        evidence: [{ source: 'pay_gap_register', url: `https://${HOST}/`, seen_on: '2025-04-01' }],
      },
    });
  });

  it('is cleared of the doubt that others wrote the record', () => {
    const grants = [named(HOST, { source: 'grants_register' })];
    expect(answered({ records: grants, sites: { [HOST]: own(HOST) } })).toMatchObject({
      source: 'grants_register',
      flagged_for_review: false,
      detail: { advisories: ['provenance_uncertain_but_validated'] },
    });
  });

  it('is served and flagged where its verdict is review', () => {
    expect(answered({ records, sites: { [HOST]: nameAlone(HOST) } })).toMatchObject({
      status: 'available',
      value: HOST,
      flagged_for_review: true,
      detail: { website_verdict: { outcome: 'review' } },
    });
  });

  it('is not served where it is another business', () => {
    expect(answered({ records, sites: { [HOST]: strange(HOST) } })).toMatchObject({
      status: 'not_found',
      reason: 'domain_name_mismatch',
      detail: { website_verdict: { outcome: 'reject', served: false } },
    });
  });

  it('is never the site of an owner', () => {
    const [page] = own(HOST).pages;
    const parent = {
      ...page,
      company_numbers: page?.company_numbers.map((one) => ({ ...one, value: '07654321' })),
    };
    const owner = { identity: { company_number: '07654321' } } as NamedOwner;
    const site = { ...own(HOST), pages: [parent] } as SiteReading;
    expect(answered({ records, sites: { [HOST]: site }, owners: [owner] })).toMatchObject({
      status: 'not_found',
      reason: 'only_related_company_domain',
    });
    expect(answered({ records, sites: { [HOST]: site } })).toMatchObject({ reason: 'domain_name_mismatch' });
  });

  it('is a candidate and no answer where no verdict can be made', () => {
    const candidate = { domain: HOST, evidence: [{ source: 'pay_gap_register', seen_on: '2025-04-01' }] };
    expect(answered({ records })).toMatchObject({ status: 'not_found', detail: candidate });
    expect(
      answered({ records, sites: { [HOST]: strange(HOST) }, options: { validation: ['none'] } }),
    ).toMatchObject({ status: 'not_found', reason: 'not_looked_up', detail: candidate });
  });

  it('is not served while it does not open', () => {
    const shut = aSite({ host: HOST, state: 'unreachable', http_status: null, pages: [] });
    expect(answered({ records, sites: { [HOST]: shut } })).toMatchObject({
      status: 'not_found',
      reason: 'site_unreachable',
      retry_suggested: true,
    });
  });

  it('is waited for', () => {
    expect(answered({ records, fetching: null })).toEqual({ status: 'pending' });
  });
});

describe('where no record names one', () => {
  it.each<[string, Asked, string]>([
    ['nothing is found', {}, 'no_domain_found'],
    [
      'records name a document host',
      { records: [named('a.prismic.io', { not_own: 'document host' })] },
      'not_own_site',
    ],
    ['the job names no number of searches', { search: 'site_lookup_not_run' }, 'site_lookup_not_run'],
    ['the searches of the request are spent', { search: 'source_busy' }, 'source_busy'],
    ['nothing reads websites', { search: 'allowed', fetching: 'not_available_yet' }, 'not_available_yet'],
  ])('%s', (_what, asked, reason) => {
    expect(answered(asked)).toMatchObject({ status: 'not_found', reason });
  });

  it('a search finds the host that its name suggests', () => {
    const sites = { 'bramleywidgets.co.uk': own('bramleywidgets.co.uk') };
    expect(answered({ sites, search: 'allowed' })).toMatchObject({
      status: 'available',
      value: 'bramleywidgets.co.uk',
      source: 'own_website',
      detail: { search: { providers: [], tried: 1 } },
    });
  });

  const all = (reading: (host: string) => SiteReading) =>
    Object.fromEntries(
      ['bramleywidgets', 'bramley-widgets']
        .flatMap((label) => ['co.uk', 'com', 'uk', 'org.uk'].map((suffix) => `${label}.${suffix}`))
        .map((host) => [host, reading(host)]),
    );

  it('a search that finds nobody says so', () => {
    expect(answered({ sites: all(strange), search: 'allowed' })).toMatchObject({
      reason: 'not_found_after_search',
      detail: { search: { tried: 6 } },
    });
  });

  it('a guess that bears the name alone is not served', () => {
    expect(answered({ sites: all(nameAlone), search: 'allowed' })).toMatchObject({
      reason: 'name_matches_no_address_evidence',
    });
  });

  it('a search that reaches nothing is no proof that there is nothing', () => {
    const cutOff = (host: string) =>
      aSite({ host, state: 'unreachable', faults: ['timed_out'], http_status: null, pages: [] });
    expect(answered({ sites: all(cutOff), search: 'allowed' })).toMatchObject({
      reason: 'search_unavailable',
      retry_suggested: true,
    });
    const unknown = (host: string) => ({ ...cutOff(host), faults: ['dns_not_found'] });
    expect(answered({ sites: all(unknown), search: 'allowed' })).toMatchObject({
      reason: 'not_found_after_search',
    });
  });
});

it('says nothing of websites while a register that names them can not be read', () => {
  const facts = { website_records: 'source_unavailable' } as unknown as Partial<Facts>;
  expect(runBlock(domain, BRAMLEY, '2026-11-01', facts)).toMatchObject({ reason: 'source_unavailable' });
  expect(runBlock(domainValidation, BRAMLEY, '2026-11-01', facts)).toMatchObject({
    reason: 'source_unavailable',
  });
});
