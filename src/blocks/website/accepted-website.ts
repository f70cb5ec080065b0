/** The website that blocks may read: the company's own. */
import type { SITE_NOT_READ } from './site-reasons.js';
import {
  standingWebsite,
  type JudgedWebsite,
  type WebsiteGiven,
  type WhyUnjudged,
} from './standing-website.js';

export type SiteReason = (typeof SITE_NOT_READ)[number] | 'not_available_yet' | 'source_unavailable';

export type AcceptedWebsite =
  | (JudgedWebsite & { readonly use: 'accepted' })
  | { readonly use: 'wanted' }
  /** `reason` null: no website is on file at all; each block has its own code for that. */
  | { readonly use: 'none'; readonly host: string | null; readonly reason: SiteReason | null };

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

/** For blocks that read the company's own website: there only where its verdict is `accept` (Blocks 4.2). */
export function acceptedWebsite(given: WebsiteGiven): AcceptedWebsite {
  const standing = standingWebsite(given);
  switch (standing.status) {
    case 'wanted':
      return { use: 'wanted' };
    case 'none':
      return {
        use: 'none',
        host: null,
        reason: NOT_THERE.find((reason) => reason === standing.reason) ?? null,
      };
    case 'unjudged':
      return { use: 'none', host: standing.host, reason: UNJUDGED_REASON[standing.reason] };
    case 'judged': {
      const { outcome } = standing.verdict;
      if (outcome === 'accept') return { ...standing, use: 'accepted' };
      const reason = outcome === 'review' ? 'website_needs_review' : 'website_unverified';
      return { use: 'none', host: standing.host, reason };
    }
  }
}
