/** A website that was accepted and is shut now, among the other hosts of its company. */
import { aFact } from '../../../../../../test/support/run-block.js';
import { aSite } from '../../../../../../test/support/a-site.js';
import {
  BRAMLEY,
  CHECKED,
  nameAlone,
  named,
  own,
} from '../../../../../../test/support/sites/judged-sites.js';
import type { WebsiteRecord } from '../../../sources/facts/website-records.fact.js';
import { grantOptions } from '../../../../../contract/src/options.js';
import type { SiteReading } from '../../../sites/site-reading.js';
import { verdictKey, type RememberedVerdict } from '../../../sites/verdict/remembered-verdict.js';
import type { RequestTerms } from '../../runner/define-block.js';
import { acceptedWebsite } from '../accepted-website.js';
import type { WebsiteFacts } from '../look-up-website.js';
import { standingWebsite } from '../standing-website.js';
import { onceARow } from '../../runner/facts.js';

const SHUT = 'bramley.co.uk';
const BEFORE: RememberedVerdict = {
  version: 1,
  outcome: 'accept',
  score: 80,
  confidence: 0.92,
  weights: 'websites-1',
  crawled_at: '2026-10-01T12:00:00.000Z',
};
const shut = (host: string, state: SiteReading['state'] = 'unreachable'): SiteReading =>
  aSite({ host, state, http_status: null, final_url: null, pages: [] });

interface Asked {
  readonly sites: readonly SiteReading[];
  readonly records?: readonly WebsiteRecord[];
  readonly before?: RememberedVerdict;
  readonly host?: string;
  readonly search?: RequestTerms['search'];
}

function given({
  sites,
  records = [],
  before = BEFORE,
  host = SHUT,
  search = 'not_asked',
}: Asked): WebsiteFacts {
  const nothing = () => ({ status: 'not_read', reason: 'not_available_yet' }) as const;
  return {
    company: aFact(BRAMLEY, '2026-11-01'),
    website_records: aFact(records, '2026-10-01'),
    office_crowd: aFact({ companies: 4 }, '2026-11-01'),
    officers: 'not_available_yet',
    owners: 'not_available_yet',
    options: grantOptions({}, 'resolve'),
    request: { blocks: ['domain'], search },
    once: onceARow(),
    readings: {
      site: (asked) => {
        const reading = sites.find((one) => one.host === asked);
        return reading === undefined ? nothing() : { status: 'read', reading, checked: CHECKED };
      },
      site_verdict: (of) =>
        of === verdictKey(BRAMLEY.number, host)
          ? { status: 'read', reading: before, checked: CHECKED }
          : nothing(),
      web_search: nothing,
      second_reading: nothing,
    },
  };
}
const standing = (asked: Asked) => standingWebsite(given(asked));
const records = [named('bramley-shop.co.uk'), named(SHUT, { source: 'grants_register' })];

it('goes before a host that is left to review', () => {
  const sites = [nameAlone('bramley-shop.co.uk'), shut(SHUT)];
  expect(standing({ sites, records })).toMatchObject({ host: SHUT, accepted: { score: 80 } });
});

it('goes behind a host that is accepted now', () => {
  const sites = [own('bramley-shop.co.uk'), shut(SHUT)];
  expect(standing({ sites, records })).toMatchObject({ status: 'judged', host: 'bramley-shop.co.uk' });
});

it.each(['not_asked', 'allowed'] as const)(
  'stands where its name alone suggested it (search %s)',
  (search) => {
    const host = 'bramleywidgets.com';
    const sites = [shut(host)];
    expect(standing({ sites, host, search })).toMatchObject({ status: 'unjudged', host, accepted: BEFORE });
    expect(acceptedWebsite(given({ sites, host, search }))).toMatchObject({ reason: 'site_unreachable' });
  },
);

it('is none where the last crawl that could be read was not accepted', () => {
  const asked = {
    sites: [shut(SHUT)],
    records: [named(SHUT)],
    before: { ...BEFORE, outcome: 'review' } as const,
  };
  expect(acceptedWebsite(given(asked))).toMatchObject({ host: SHUT, reason: 'website_not_verifiable' });
});

it('is none where the site answers with what can not be read: that is not shut', () => {
  const asked = { sites: [shut(SHUT, 'not_readable')], records: [named(SHUT)] };
  expect(acceptedWebsite(given(asked))).toMatchObject({ host: SHUT, reason: 'website_not_verifiable' });
});
