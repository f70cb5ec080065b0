/** A company's host that redirects to its group's site, read live: the row's blocks answer from one crawl. */
import { CodesWorld } from '../blocks/codes/codes-world.js';
import { COMPANIES, CONTROL, numberOf, of, PAY_GAP, siteAt } from '../blocks/codes/areas/website-cases.js';
import { siteFetcher } from '../blocks/codes/made-sites.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';

const HOST = 'owned-pumps.co.uk';
const GROUP = 'holding-pumps.co.uk';
const crawls: string[] = [];
const site = siteFetcher((host) => {
  crawls.push(host);
  const made = siteAt(host);
  return host === HOST
    ? { ...made, seen: { redirects: [HOST, 'www.pumps.com', GROUP], final_url: `https://${GROUP}/owned` } }
    : made;
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

it('reads no site for a row that asks for no block of the website', async () => {
  expect(await world.envelope(of('Owned'), 'related_company_domain')).toMatchObject({
    reason: 'not_confirmed',
  });
  expect(crawls).toEqual([]);
});
