/** Companies' websites that were accepted once, and are shut when they are read anew. */
import type { KeptReadings } from '../../../../../packages/enrichment/src/live/readings/kept-readings.js';
import { nameOf } from '../../../../../packages/enrichment/src/live/readings/readings.js';
import { verdictKey } from '../../../../../packages/enrichment/src/sites/verdict/remembered-verdict.js';
import { reason, type Area } from '../cell.js';
import { ACCEPTED } from '../made-sites.js';
import { COMPANIES, PAY_GAP, SITE_BLOCKS, crawl, hostOf, numberOf, of } from './website-cases.js';

const SHUT = ['Shut', 'Blocked'];
/** Verdicts that outlived the crawls of earlier requests. */
const accepted: KeptReadings['find'] = async (names) =>
  new Map(
    names.flatMap(({ kind, key }) => {
      const was = SHUT.some((name) => key === verdictKey(numberOf(name), hostOf(name)));
      return kind === 'site_verdict' && was ? [[nameOf({ kind, key }), ACCEPTED] as const] : [];
    }),
  );

export const shutWebsites: Area = {
  name: 'websites that were accepted and are shut now',
  data: 'verdicts that are remembered of made websites, which can not be reached or refuse to be read now',
  world: () => ({
    loaded: [COMPANIES, PAY_GAP],
    fetchers: { site: crawl },
    kept: { find: accepted, keep: async () => undefined },
  }),
  cells: [
    ...reason(SITE_BLOCKS, 'site_unreachable', 'the accepted website does not answer now', of('Shut')),
    ...reason(SITE_BLOCKS, 'site_blocked', 'the accepted website refuses now', of('Blocked')),
  ],
};
