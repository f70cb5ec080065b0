/** The website that blocks may read: the company's own. */
import { REASON_CODES } from '../../shared/reason-code.js';
import { remembered } from '../../shared/remembered.js';
import type { SITE_NOT_READ } from './site-reasons.js';
import { toldOfEarlier } from './kept/earlier-verdict.js';
import type { JudgedWebsite, UnjudgedWebsite, WebsiteGiven, WhyUnjudged } from './looked-website.js';
import { standingWebsite, type NoWebsite } from './standing-website.js';

export type SiteReason = (typeof SITE_NOT_READ)[number] | 'not_available_yet' | 'source_unavailable';

export type AcceptedWebsite =
  | (JudgedWebsite & { readonly use: 'accepted' })
  | { readonly use: 'wanted' }
  /** `reason` null: no website is on file at all; each block has its own code for that. */
  | {
      readonly use: 'none';
      readonly host: string | null;
      readonly reason: SiteReason | null;
      /** What is told of a website that was accepted and is shut now; left out: it is none. */
      readonly detail?: Readonly<Record<string, unknown>>;
    };

const NOT_THERE = ['not_available_yet', 'source_unavailable'] as const;

const UNJUDGED_REASON: Readonly<Record<WhyUnjudged, SiteReason>> = {
  site_unreachable: 'website_not_verifiable',
  site_blocked: 'website_not_verifiable',
  site_not_readable: 'website_not_verifiable',
  not_looked_up: 'website_not_validated',
  not_available_yet: 'not_available_yet',
  source_busy: 'site_read_unavailable',
  site_read_unavailable: 'site_read_unavailable',
};

const SHUT = ['site_unreachable', 'site_blocked'] as const;

/** Accepted, but now shut: its own code, which says whether to try again. */
function withoutVerdict({ host, reason, accepted, checked }: UnjudgedWebsite): AcceptedWebsite {
  const shut = accepted === null ? undefined : SHUT.find((one) => one === reason);
  if (shut === undefined) return { use: 'none', host, reason: UNJUDGED_REASON[reason] };
  const detail = { domain: host, checked_at: checked?.checked_at, ...toldOfEarlier(accepted) };
  return { use: 'none', host, reason: shut, detail };
}

const WANTED: AcceptedWebsite = Object.freeze({ use: 'wanted' });

/** One object for all rows with the same reason. */
const withoutHost = remembered<AcceptedWebsite, NoWebsite['reason']>(REASON_CODES.length, (why) =>
  Object.freeze<AcceptedWebsite>({
    use: 'none',
    host: null,
    reason: NOT_THERE.find((reason) => reason === why) ?? null,
  }),
);

/** For blocks that read the company's own website: there only where its verdict is `accept` (Blocks 4.2). */
export function acceptedWebsite(given: WebsiteGiven): AcceptedWebsite {
  const standing = standingWebsite(given);
  switch (standing.status) {
    case 'wanted':
      return WANTED;
    case 'none':
      return withoutHost(standing.reason);
    case 'unjudged':
      return withoutVerdict(standing);
    case 'judged': {
      const { outcome } = standing.verdict;
      if (outcome === 'accept') return { ...standing, use: 'accepted' };
      const reason = outcome === 'review' ? 'website_needs_review' : 'website_unverified';
      return { use: 'none', host: standing.host, reason };
    }
  }
}
