/** Rows that name a company by its website: from the register and a crawl to the matched company. */
import { aPage, aSite } from '../../../../../test/support/a-site.js';
import { nameAlone, own, strange } from '../../../../../test/support/sites/judged-sites.js';
import { aJobOf, EnrichmentWorld, served } from '../../../../../test/support/worlds/enrichment-world.js';
import { forAllTests } from '../../../../../test/support/worlds/for-each-test.js';
import { SharedReadings } from '../../live/readings/shared-readings.js';
import type { AccountId } from '../../../../contract/src/ids.js';
import type { SiteReading } from '../../sites/site-reading.js';
import { AskedSitesReader } from './asked-sites.js';
import { identify } from '../match.js';
import { UnreadableSourceError } from '../no-answer-yet.js';

const world = forAllTests(() => new EnrichmentWorld());
beforeAll(async () => {
  await world.loadRows([
    { CompanyName: 'BRAMLEY WIDGETS LIMITED', CompanyNumber: '01234567' },
    { CompanyName: 'ORCHARD PRESSES LIMITED', CompanyNumber: '07654321' },
    { CompanyName: 'TWIN PRESSES LIMITED', CompanyNumber: '07000001' },
    { CompanyName: 'TWIN PRESSES LTD', CompanyNumber: '07000002' },
    { CompanyName: 'GONE PRESSES LIMITED', CompanyNumber: '07000003', CompanyStatus: 'Dissolved' },
  ]);
});

const HOST = 'bramley.co.uk';

function reading(sites: Readonly<Record<string, SiteReading | 'down'>>) {
  const fetched: string[] = [];
  const readings = new SharedReadings({
    site: async (host) => {
      fetched.push(host);
      const site = sites[host];
      if (site === 'down') return { status: 'not_read', reason: 'site_read_unavailable' };
      if (site === undefined) throw new Error('the crawler failed');
      return {
        status: 'read',
        reading: site,
        checked: { checked_live: true, checked_at: '2026-11-21T12:00:00.000Z' },
      };
    },
  });
  return { by: world.enricher({ readings }), fetched };
}

async function matched(site: SiteReading | 'down' | null, more: { min_confidence?: number } = {}) {
  const { by } = reading(site === null ? {} : { [HOST]: site });
  const [row] = await world.enrich(
    [{ domain: `https://www.${HOST}/` }],
    { operation: 'resolve', ...more },
    by,
  );
  return row;
}

const withNumber = (number: string, name: string, more: Partial<SiteReading> = {}): SiteReading =>
  aSite({
    host: HOST,
    pages: [
      aPage({
        text: [{ region: 'footer', text: `${name}. Registered in England and Wales No. ${number}` }],
        company_numbers: [
          { value: number, region: 'footer', snippet: `${name} No. ${number}`, role: 'own', name },
        ],
      }),
    ],
    ...more,
  });
const footer = (text: string, title: string | null = null): SiteReading =>
  aSite({ host: HOST, pages: [aPage({ title, text: [{ region: 'footer', text }] })] });

it('is matched by the number that the site prints under the name of the company', async () => {
  const row = await matched(own(HOST));
  expect(row).toMatchObject({
    status: 'delivered',
    company_number: '01234567',
    matched_on: 'domain',
    match_confidence: 0.95,
  });
  expect(served(row)).toMatchObject({ matched: { company_name: 'BRAMLEY WIDGETS LIMITED' } });
});

it('is matched by the exact legal name of one live company, where its host or title bears it too', async () => {
  expect(await matched(nameAlone(HOST))).toMatchObject({
    status: 'delivered',
    company_number: '01234567',
    match_confidence: 0.8,
  });
});

it.each<[string, SiteReading | null, object, string]>([
  [
    'the number is another company’s and the name this one’s',
    withNumber('07654321', 'Bramley Widgets Limited'),
    {},
    'no_company_identified_on_site',
  ],
  [
    'the register does not know the number',
    withNumber('09999999', 'Bramley Widgets Limited'),
    {},
    'no_company_identified_on_site',
  ],
  [
    'the company is dissolved',
    withNumber('07000003', 'Gone Presses Limited'),
    {},
    'no_company_identified_on_site',
  ],
  ['it names nobody', strange(HOST), {}, 'no_company_identified_on_site'],
  ['it names who made it', footer('Website by Orchard Presses Limited'), {}, 'no_company_identified_on_site'],
  [
    'it names a company in passing',
    footer('With thanks to Orchard Presses Limited'),
    {},
    'no_company_identified_on_site',
  ],
  [
    'it is shut',
    aSite({ host: HOST, state: 'unreachable', http_status: null, pages: [] }),
    {},
    'site_unreachable',
  ],
  ['the client wants to be surer', nameAlone(HOST), { min_confidence: 0.9 }, 'not_matched'],
])('is nobody where %s', async (_why, site, more, reason) => {
  expect(await matched(site, more)).toMatchObject({ status: 'failed', reason });
});

it.each([['down'] as const, [null]])('ends no row where the crawler can’t be had (%s)', async (site) => {
  await expect(matched(site)).rejects.toThrow(`The website ${HOST} could not be read now.`);
});

it('is at fault itself where its reader can’t be had for two minutes on end', async () => {
  let now = 0;
  const readings = new SharedReadings({ site: () => Promise.reject(new Error('the crawler died')) });
  const sites = new AskedSitesReader(readings, () => now);
  const read = () => sites.read(identify([{ domain: HOST }]), aJobOf(['industry']));
  await expect(read()).rejects.toThrow(UnreadableSourceError);
  now = 119_999;
  await expect(read()).rejects.toThrow(UnreadableSourceError);
  now = 120_000;
  expect((await read()).get(HOST)).toEqual({ status: 'not_read', reason: 'source_unavailable' });
  await expect(read()).rejects.toThrow(UnreadableSourceError);
  now += 3_600_000;
  await expect(read()).rejects.toThrow(UnreadableSourceError);
});

it('is never a guess between two live companies', async () => {
  expect(await matched(footer('Twin Presses Limited', 'Twin Presses'))).toMatchObject({
    status: 'failed',
    reason: 'ambiguous_match',
    candidates: [{ company_number: '07000001' }, { company_number: '07000002' }],
  });
});

it('is read for the account that asks, and says so where that may crawl no more now', async () => {
  const account = 1001 as AccountId;
  const asked: unknown[] = [];
  const readings = new SharedReadings({
    site: async (host, priority, by) => {
      asked.push([host, priority, by]);
      return { status: 'not_read', reason: 'source_busy', again_in_ms: 1_000 };
    },
  });
  const by = world.enricher({ readings });
  const job = { ...aJobOf(['company_identity'], {}, 'resolve'), account_id: account };
  expect(await by.enrich({ job, editions: {}, from: 0, rows: [{ domain: HOST }] })).toMatchObject([
    { status: 'failed', reason: 'source_unavailable' },
  ]);
  const editions = await by.currentEditions(job.blocks);
  expect(await by.enrich({ job, editions, from: 0, rows: [{ domain: HOST }] })).toMatchObject([
    { reason: 'source_unavailable', detail: `The website ${HOST} could not be read now: source_busy.` },
  ]);
  expect(asked).toEqual(Array(2).fill([HOST, 'resolve', account]));
});

it('is not looked up in a job of more than ten rows, nor on a host that is nobody’s own', async () => {
  const { by, fetched } = reading({ [HOST]: own(HOST) });
  const rows = [{ domain: HOST }, { domain: 'facebook.com' }];
  expect(await world.enrich(rows, { jobRows: 11 }, by)).toMatchObject([
    { reason: 'site_lookup_not_run' },
    { reason: 'not_own_site' },
  ]);
  expect(await world.enrich(rows, {}, by)).toMatchObject([
    { status: 'delivered', company_number: '01234567' },
    { reason: 'not_own_site' },
  ]);
  expect(fetched).toEqual([HOST]);
});

it('is not matched where nothing reads websites, or only what is kept may be used', async () => {
  const rows = [{ domain: HOST }];
  expect(await world.enrich(rows, {})).toMatchObject([{ reason: 'not_matched' }]);
  const { by, fetched } = reading({ [HOST]: own(HOST) });
  expect(await world.enrich(rows, { options: { validation: ['rules'] } }, by)).toMatchObject([
    { reason: 'not_matched' },
  ]);
  expect(fetched).toEqual([]);
});

it('is a candidate of its company’s website, though no record names it', async () => {
  const { by } = reading({ [HOST]: own(HOST) });
  const blocks = ['domain', 'domain_validation'] as const;
  const [row] = await world.enrich([{ domain: HOST }], { blocks, operation: 'resolve' }, by);
  expect(row).toMatchObject({ blocks: { domain: { status: 'pending' } } });
  const { envelope } = await by.check(
    {
      job_id: 'job_01ARZ3NDEKTSV4RRFFQ69G5FAV' as never,
      row: 0,
      asked: { domain: HOST },
      block: 'domain',
      company_number: '01234567',
      job: aJobOf(blocks, {}, 'resolve'),
      editions: await by.currentEditions(blocks),
      since: '2026-11-21T08:00:00.000Z',
      terms: { priority: 'resolve', keep: true },
    },
    new AbortController().signal,
  );
  expect(envelope).toMatchObject({
    status: 'available',
    value: HOST,
    source: 'own_website',
    detail: { website_verdict: { outcome: 'accept' } },
  });
});
