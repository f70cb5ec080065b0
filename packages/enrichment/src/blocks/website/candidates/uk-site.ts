/** Replaces a group's world site by the UK site that it links to, if that site proves to be the company's. */
import { isUkHost, linkedUkSites } from '../../../sites/linked-sites.js';
import type { CompanyRecord } from '../../../sources/companies/company-record.js';
import {
  isAccepted,
  lookUpWebsite,
  type JudgedWebsite,
  type LookedUpWebsite,
  type WebsiteFacts,
} from '../look-up-website.js';
import type { WebsiteCandidate } from './website-candidates.js';

/** Tells whether a record, the verdict or the group ties a site to the company. A guess is not enough. */
const isTied = ({ records, verdict }: JudgedWebsite): boolean =>
  records.length > 0 || verdict.outcome === 'accept' || verdict.in_group;

const isParkedOrPlatform = ({ verdict: { checks } }: JudgedWebsite): boolean =>
  checks.parked === true || checks.generic_platform === true;

const ukLinksOf = (world: JudgedWebsite) =>
  isTied(world) && !isParkedOrPlatform(world) ? linkedUkSites(world.site) : [];

/** The accepted UK site that the world site links to; null: none. `wanted`: a site must be read first. */
export function ukSiteOf(
  world: JudgedWebsite,
  knownCandidates: readonly WebsiteCandidate[],
  facts: WebsiteFacts,
  record: CompanyRecord,
): JudgedWebsite | 'wanted' | null {
  for (const { host } of ukLinksOf(world)) {
    const candidate = knownCandidates.find((knownCandidate) => knownCandidate.host === host);
    const { records = [] } = candidate ?? {};
    const site = lookUpWebsite({ host, records }, facts, record);
    if (site === 'wanted') return site;
    if (site.status === 'judged' && isAccepted(site)) return site;
  }
  return null;
}

export interface SetAside {
  readonly world: JudgedWebsite;
  /** The page of the world site that links to the accepted site. */
  readonly page_url: string;
}

/** The world site that was set aside for an accepted site; null: none was. */
export function setAsideFor(accepted: JudgedWebsite, refused: readonly LookedUpWebsite[]): SetAside | null {
  if (!isUkHost(accepted.host) || !isAccepted(accepted)) return null;
  for (const world of refused) {
    if (world.status !== 'judged') continue;
    const link = ukLinksOf(world).find(({ host }) => host === accepted.host);
    if (link !== undefined) return { world, page_url: link.page_url };
  }
  return null;
}
