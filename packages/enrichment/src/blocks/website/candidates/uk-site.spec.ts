/** A group's world site that is on record, and its site for this country that it links to. */
import { aFact, runBlock } from '../../../../../../test/support/run-block.js';
import {
  BRAMLEY,
  CHECKED,
  nameAlone,
  named,
  own,
} from '../../../../../../test/support/sites/judged-sites.js';
import type { ReadingKind, ReadReading } from '../../../live/readings/readings.js';
import type { SiteReading } from '../../../sites/site-reading.js';
import type { BlockDefinition } from '../../runner/define-block.js';
import domain from '../domain.block.js';
import domainValidation from '../domain-validation.block.js';

const WORLD = 'bramleywidgets.com';
const LOCAL = 'bramleywidgets.co.uk';
const linking = (site: SiteReading, ...hosts: readonly string[]): SiteReading => ({
  ...site,
  pages: site.pages.map((page) => ({ ...page, linked_hosts: hosts })),
});

interface Asked {
  readonly sites: readonly SiteReading[];
  /** Hosts that its records name. */
  readonly records?: readonly string[];
  readonly block?: BlockDefinition;
  /** Whether sites may be read now. */
  readonly live?: boolean;
}

const answer = ({ sites, records = [WORLD], block = domain, live = false }: Asked) =>
  runBlock(
    block,
    BRAMLEY,
    '2026-11-01',
    {
      website_records: aFact(
        records.map((host) => named(host)),
        '2026-10-01',
      ),
    },
    0.5,
    Object.fromEntries(
      sites.map((reading): [string, ReadReading<ReadingKind>] => [
        reading.host,
        { status: 'read', reading, checked: CHECKED },
      ]),
    ),
    { fetching: (kind) => (live && kind === 'site' ? null : 'not_available_yet') },
  );

const isSetAside = {
  status: 'available',
  value: LOCAL,
  confidence: 0.97,
  flagged_for_review: false,
  detail: {
    advisories: ['group_site_prefer_uk_domain'],
    set_aside: {
      domain: WORLD,
      page_url: expect.stringContaining('https://') as string,
      evidence: [{ source: 'pay_gap_register' }],
    },
  },
};

it.each([
  ['is left to review', nameAlone(WORLD)],
  ['is accepted itself', own(WORLD)],
])('gives way where it %s', (_what, world) => {
  expect(answer({ sites: [linking(world, LOCAL), own(LOCAL)] })).toMatchObject(isSetAside);
});

it('gives way also where a record names both', () => {
  const sites = [linking(nameAlone(WORLD), LOCAL), own(LOCAL)];
  expect(answer({ sites, records: [WORLD, LOCAL] })).toMatchObject(isSetAside);
});

it('is the site whose verdict is told', () => {
  const sites = [linking(own(WORLD), LOCAL), own(LOCAL)];
  expect(answer({ sites, block: domainValidation })).toMatchObject({
    value: { domain: LOCAL, outcome: 'accept' },
  });
});

it('waits for the site that it links to, where that may be read', () => {
  const sites = [linking(own(WORLD), LOCAL)];
  expect(answer({ sites, live: true })).toEqual({ status: 'pending' });
  expect(answer({ sites })).toMatchObject({ value: WORLD });
});

it.each([
  ['does not link to it', [own(WORLD), own(LOCAL)]],
  ['links to one that bears the name alone', [linking(own(WORLD), LOCAL), nameAlone(LOCAL)]],
  ['links to one of another name', [linking(own(WORLD), 'widgets.co.uk'), own('widgets.co.uk')]],
])('stands where it %s', (_what, sites) => {
  const envelope = answer({ sites });
  expect(envelope).toMatchObject({ status: 'available', value: WORLD });
  expect(JSON.stringify(envelope)).not.toContain('group_site_prefer_uk_domain');
});
