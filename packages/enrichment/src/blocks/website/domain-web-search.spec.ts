/** The search provider behind `web_search`: asked only where the name's own hosts prove nothing. */
import { CHECKED, nameAlone, own, strange } from '../../../../../test/support/sites/judged-sites.js';
import { aFact, runBlock } from '../../../../../test/support/run-block.js';
import { record } from '../../../../../test/support/basic-company-data.js';
import { grantOptions } from '../../../../contract/src/options.js';
import type { ReasonCode } from '../../../../contract/src/reason-code.js';
import type { SiteReading } from '../../sites/site-reading.js';
import { suggestedHosts } from '../../sites/search/derived-hosts.js';
import domain from './domain.block.js';

const COMPANY = record({
  CompanyName: 'BRAMLEY WIDGETS LIMITED',
  CompanyNumber: '01234567',
  'RegAddress.PostCode': 'LS1 4AB',
});
const WORDS = '"BRAMLEY WIDGETS LIMITED" LS1 4AB';
const FOUND = 'thewidgetpeople.co.uk';
const guesses = (site: (host: string) => SiteReading): Record<string, SiteReading> =>
  Object.fromEntries(suggestedHosts('BRAMLEY WIDGETS LIMITED').map((host) => [host, site(host)]));

interface Asked {
  /** Hosts that the provider finds, or why it can't be asked. */
  readonly web?: readonly string[] | ReasonCode;
  readonly sites?: Readonly<Record<string, SiteReading>>;
  readonly web_search?: boolean;
  readonly wanted?: true;
}

function answered({ web, sites = {}, web_search = true, wanted }: Asked) {
  const reading = { searched_on: '2026-11-21', hosts: web };
  const search =
    typeof web === 'string'
      ? { status: 'not_read', reason: web }
      : { status: 'read', reading, checked: CHECKED };
  const crawls = Object.entries(sites).map(([host, site]) => [
    host,
    { status: 'read', reading: site, checked: CHECKED },
  ]);
  const kept = Object.fromEntries([...crawls, ...(web === undefined ? [] : [[WORDS, search]])]) as never;
  return runBlock(domain, COMPANY, '2026-11-01', { website_records: aFact([], '2026-10-01') }, 0.5, kept, {
    options: grantOptions({ web_search }, 'resolve'),
    request: { blocks: ['domain'], search: 'allowed' },
    fetching: () => (wanted === true ? null : 'not_looked_up'),
  });
}

it('finds a website that the name does not suggest, once it proves itself', () => {
  expect(answered({ web: [FOUND], sites: { ...guesses(strange), [FOUND]: own(FOUND) } })).toMatchObject({
    status: 'available',
    value: FOUND,
    source: 'search_provider',
    flagged_for_review: false,
    detail: { website_verdict: { outcome: 'accept' }, search: { providers: ['brave_search'] } },
  });
});

it('serves no host that only the provider vouches for', () => {
  const sites = { ...guesses(strange), [FOUND]: strange(FOUND) };
  const envelope = answered({ web: [FOUND], sites });
  expect(envelope).toMatchObject({
    status: 'not_found',
    detail: { search: { providers: ['brave_search'] } },
  });
  expect(envelope).not.toHaveProperty('value');
});

it('says that nothing was found only where the provider answered', () => {
  const sites = guesses(strange);
  const search = { providers: ['brave_search'], tried: 6 };
  expect(answered({ web: [], sites })).toMatchObject({
    reason: 'not_found_after_search',
    detail: { search },
  });
  expect(answered({ web: 'search_unavailable', sites })).toMatchObject({
    reason: 'search_unavailable',
    retry_suggested: true,
  });
  expect(answered({ web: 'source_busy', sites })).toMatchObject({ reason: 'source_busy' });
});

it('is not asked where a guess is accepted, or the option is not on', () => {
  const proved = guesses((host) => (host === 'bramleywidgets.com' ? own(host) : strange(host)));
  expect(answered({ sites: proved, wanted: true })).toMatchObject({
    value: 'bramleywidgets.com',
    source: 'own_website',
    detail: { search: { providers: [] } },
  });
  expect(answered({ sites: guesses(strange), wanted: true, web_search: false })).toMatchObject({
    reason: 'not_found_after_search',
    detail: { search: { providers: [] } },
  });
});

it('waits for the provider, then for the hosts that it finds', () => {
  const sites = guesses(nameAlone);
  expect(answered({ sites, wanted: true })).toEqual({ status: 'pending' });
  expect(answered({ sites, web: [FOUND], wanted: true })).toEqual({ status: 'pending' });
});
