/** Finds the ranks of websites that records name for a company or that its name suggests, unconfirmed. */
import { suggestedHosts } from '../../sites/search/derived-hosts.js';
import { defineFact } from './define-fact.js';
import { websitesNamed } from './website-records.fact.js';
import type { IsoDate } from '../../../../words/src/calendar.js';

export interface SiteRank {
  readonly host: string;
  /** The rank, from 1, in each list on file, the newest list first. */
  readonly ranks: readonly { readonly list_date: IsoDate; readonly rank: number }[];
}

export const siteRanks = defineFact({
  name: 'site_ranks',
  source: 'site_ranking',
  also: ['pay_gap', 'contracts', 'grants'],
  needs: ['company'],
  ofNewestFile: true,
  join: (_numbers, { facts, editions }) => {
    const recordsByNumber = websitesNamed(facts.company, editions);
    const hostsOf = new Map(
      [...facts.company].map(([number, { name }]) => {
        const ownHosts = (recordsByNumber.get(number) ?? []).flatMap(({ host, not_own }) =>
          not_own === null ? host : [],
        );
        return [number, [...new Set([...ownHosts, ...suggestedHosts(name)])]];
      }),
    );
    const ranked = editions.site_ranking.byNumbers([...hostsOf.values()].flat());
    const ranksByNumber = new Map<string, readonly SiteRank[]>();
    for (const [number, hosts] of hostsOf) {
      const sites = hosts.flatMap((host): SiteRank[] => {
        const items = ranked.get(host)?.items ?? [];
        const ranks = items.map(({ version, data }) => ({ list_date: version, rank: data.rank })).reverse();
        return ranks.length === 0 ? [] : [{ host, ranks }];
      });
      if (sites.length > 0) ranksByNumber.set(number, sites);
    }
    return ranksByNumber;
  },
});
