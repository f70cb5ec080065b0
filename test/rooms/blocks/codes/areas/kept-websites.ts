/** Companies' websites that earlier requests read: judged, read and ranked from what is kept of them. */
import type { KeptReadings } from '../../../../../packages/enrichment/src/live/readings/kept-readings.js';
import {
  nameOf,
  type ReadingKind,
  type ReadReading,
} from '../../../../../packages/enrichment/src/live/readings/readings.js';
import {
  isShared,
  sightingOf,
  withSighting,
  type SightingsOfNumber,
} from '../../../../../packages/enrichment/src/sites/phone-printing.js';
import { advisory, reason, withheld, type Area } from '../cell.js';
import { CHECKED, crawled } from '../made-sites.js';
import { DAY } from '../published.js';
import {
  COMPANIES,
  CONTROL,
  GRANTS,
  HOSTS,
  OFFICERS,
  PAY_GAP,
  POSTCODES,
  RANKING,
  SITE_BLOCKS,
  numberOf,
  of,
  siteAt,
} from './website-cases.js';

const readBefore = (host: string): ReadReading<'site'> | null => {
  const site = siteAt(host);
  return site == null ? null : crawled(host, site);
};

/** On which of the sites the number stands, as it is remembered when they are read one after the other. */
function printedBefore(number: string): SightingsOfNumber {
  const crawls = HOSTS.flatMap((host) => readBefore(host)?.reading ?? []);
  const sightings = crawls.map(sightingOf).filter(({ numbers }) => numbers.includes(number));
  return sightings.reduce<SightingsOfNumber>((before, { sighting }) => withSighting(before, sighting, DAY), {
    sites: [],
  });
}

/** Of earlier requests: their crawls, and the numbers that several of them print. */
const kept: KeptReadings['find'] = async (names) =>
  new Map(
    names.flatMap((asked): (readonly [string, ReadReading<ReadingKind>])[] => {
      if (asked.kind === 'site') {
        const site = readBefore(asked.key);
        return site === null ? [] : [[nameOf(asked), site]];
      }
      const reading = asked.kind === 'shared_phone' ? printedBefore(asked.key) : { sites: [] };
      return isShared(reading) ? [[nameOf(asked), { status: 'read', reading, checked: CHECKED }]] : [];
    }),
  );
const KEPT = { find: kept, keep: async () => undefined };

export const keptWebsites: Area = {
  name: 'websites that were read before',
  data: 'kept crawls of made websites, lists of officers, and a list of popular hosts',
  world: () => ({ loaded: [COMPANIES, PAY_GAP, GRANTS, CONTROL, RANKING, OFFICERS], kept: KEPT }),
  others: ['Talking', 'Served', 'Built'].map(numberOf),
  cells: [
    ...reason(
      ['domain_validation', ...SITE_BLOCKS],
      'not_available_yet',
      'nothing reads websites here and none was read before',
      of('Unread'),
    ),
    ...withheld(
      'contacts',
      'shared_number_only',
      'the number stands on the site of another company, which made its website',
      of('Lined', { include_phone: true }),
    ),
    ...withheld(
      'contacts',
      'shared_number_only',
      'the number stands on the sites of two other companies',
      of('Tenant', { include_phone: true }),
    ),
    ...reason('web_traffic', 'no_website_to_match', 'no website of it is accepted', of('Strange')),
    ...reason('web_traffic', 'no_web_traffic_on_profile', 'the list does not name its website', of('Plain')),
    ...reason(
      'company_summary',
      'site_describes_another_company',
      'its site tells of another',
      of('Another'),
    ),
    ...reason(
      'related_company_domain',
      'owner_website_is_this_companys_own',
      'the only website on file of its owner is its own',
      of('Sharing'),
    ),
    ...advisory(
      'related_company_domain',
      'group_site_prefer_uk_domain',
      'the world site of its owner links to one here that proves itself',
      of('Local'),
    ),
  ],
};

export const damagedBesideSites: Area = {
  name: 'lists of popular hosts and of postcodes that are damaged',
  data: 'a list of popular hosts and a directory of postcodes that were cut short on disk, and kept crawls',
  world: () => ({
    loaded: [COMPANIES, PAY_GAP, RANKING, POSTCODES],
    kept: KEPT,
    damaged: ['site_ranking', 'postcodes'],
  }),
  cells: [
    ...reason('web_traffic', 'web_profile_unavailable', 'the list cannot be read', of('Plain')),
    ...reason(
      'trading_address',
      'postcode_register_unavailable',
      'the directory cannot be read and the site prints two alike',
      of('Twice'),
    ),
    ...advisory(
      'trading_address',
      'postcode_register_unavailable',
      'the directory cannot be read and the site prints one',
      of('Placed'),
    ),
  ],
};
