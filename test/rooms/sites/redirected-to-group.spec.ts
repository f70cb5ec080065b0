/** A company's host that redirects to its group's site, read live: the row's blocks answer from one crawl. */
import { CodesWorld } from '../blocks/codes/codes-world.js';
import { COMPANIES, CONTROL, numberOf, of, PAY_GAP, siteAt } from '../blocks/codes/areas/website-cases.js';
import { siteFetcher } from '../blocks/codes/made-sites.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';

const HOST = 'owned-pumps.co.uk';
const GROUP = 'holding-pumps.co.uk';
const crawls: string[] = [];
/** The hosts that the last redirect leads through, and what the group's page says after its footer. */
let through: readonly string[] = [HOST, 'www.pumps.com', GROUP];
let more = '';
const site = siteFetcher((host) => {
  crawls.push(host);
  const made = siteAt(host);
  if (host !== HOST) return made;
  const pages = Object.fromEntries(
    Object.entries(made?.pages ?? {}).map(([path, html]) => [path, `${html}${more}`]),
  );
  return { ...made, pages, seen: { redirects: through, final_url: `https://${through.at(-1)}/owned` } };
});
const loaded = [COMPANIES, PAY_GAP, CONTROL];
const world = forAllTests(() => CodesWorld.of({ loaded, fetchers: { site } }));
beforeEach(() => crawls.splice(0));

it.each([1, 500])('names the site under its owner, in a request of %i rows', async (jobRows) => {
  const blocks = await world.envelopes({ ...of('Owned'), jobRows }, ['domain', 'related_company_domain']);
  expect(Object.fromEntries(blocks)).toMatchObject({
    domain: { status: 'not_found', reason: 'only_related_company_domain' },
    related_company_domain: {
      status: 'available',
      value: { domain: GROUP, relation: 'owner', company: { company_number: numberOf('Holding') } },
    },
  });
  expect(new Set(crawls)).toEqual(new Set([HOST]));
});

it.each<[string, readonly string[], string]>([
  ['at once', [HOST, GROUP], ''],
  ["to the group's www", [HOST, `www.${GROUP}`], ''],
  ['by its own www', [HOST, `www.${HOST}`, GROUP], ''],
  ['to a page that tells of the company', [HOST, GROUP], '<p>Owned Pumps is part of Holding Pumps.</p>'],
])('names the site where the host redirects %s', async (_how, hosts, said) => {
  [through, more] = [hosts, said];
  const blocks = await world.envelopes(of('Owned'), ['domain', 'related_company_domain']);
  expect(Object.fromEntries(blocks)).toMatchObject({
    domain: { status: 'not_found', reason: 'only_related_company_domain' },
    related_company_domain: { status: 'available', value: { domain: GROUP, relation: 'owner' } },
  });
  expect(new Set(crawls)).toEqual(new Set([HOST]));
});

it('reads no site for a row that asks for no block of the website', async () => {
  expect(await world.envelope(of('Owned'), 'related_company_domain')).toMatchObject({
    reason: 'not_confirmed',
  });
  expect(crawls).toEqual([]);
});
