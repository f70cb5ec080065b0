/** Finds the website that blocks may read: the company's own. */
import { earlierAcceptance } from './kept/earlier-verdict.js';
import type { JudgedWebsite, UnjudgedWebsite, WebsiteFacts, WhyUnjudged } from './look-up-website.js';
import { standingWebsite } from './standing-website.js';

/** Reasons why a company's website was not read, for every block that reads it. */
export const SITE_NOT_READ = [
  'website_not_validated',
  'website_needs_review',
  'website_unverified',
  'website_not_verifiable',
  'site_unreachable',
  'site_blocked',
  'site_read_unavailable',
] as const;

type SiteReason = (typeof SITE_NOT_READ)[number] | 'not_available_yet' | 'source_unavailable';

export type AcceptedWebsite =
  | (JudgedWebsite & { readonly use: 'accepted' })
  | { readonly use: 'wanted' }
  /** `reason` null: no website is on file at all; each block has its own code for that. */
  | {
      readonly use: 'none';
      readonly host: string | null;
      readonly reason: SiteReason | null;
      /** The earlier verdict on a website that was accepted and is shut now; left out otherwise. */
      readonly detail?: Readonly<Record<string, unknown>>;
    };

const SOURCE_REASONS = ['not_available_yet', 'source_unavailable'] as const;

const UNJUDGED_REASON: Readonly<Record<WhyUnjudged, SiteReason>> = {
  site_unreachable: 'website_not_verifiable',
  site_blocked: 'website_not_verifiable',
  site_not_readable: 'website_not_verifiable',
  not_looked_up: 'website_not_validated',
  not_available_yet: 'not_available_yet',
  source_busy: 'site_read_unavailable',
  site_read_unavailable: 'site_read_unavailable',
};

const SHUT_REASONS = ['site_unreachable', 'site_blocked'] as const;

/** The answer for a website without a verdict. Sites that were accepted and are shut now have own reasons. */
function withoutVerdict({ host, reason, accepted, freshness }: UnjudgedWebsite): AcceptedWebsite {
  const shut = accepted === null ? undefined : SHUT_REASONS.find((shutReason) => shutReason === reason);
  if (shut === undefined) return { use: 'none', host, reason: UNJUDGED_REASON[reason] };
  const detail = { domain: host, checked_at: freshness?.checked_at, ...earlierAcceptance(accepted) };
  return { use: 'none', host, reason: shut, detail };
}

/** Finds the website for blocks that read it. Only a site with the verdict `accept` is read (Blocks 4.2). */
export function acceptedWebsite(facts: WebsiteFacts): AcceptedWebsite {
  const standing = standingWebsite(facts);
  switch (standing.status) {
    case 'wanted':
      return { use: 'wanted' };
    case 'none': {
      const reason = SOURCE_REASONS.find((code) => code === standing.reason) ?? null;
      return { use: 'none', host: null, reason };
    }
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

/** The answer of a block that reads the company's own website, if no website is accepted. */
export function withoutWebsite(website: Exclude<AcceptedWebsite, { readonly use: 'accepted' }>) {
  if (website.use === 'wanted') return { status: 'pending' } as const;
  const { reason, detail } = website;
  const answer = { status: 'not_found', reason: reason ?? 'no_validated_website' } as const;
  return detail === undefined ? answer : { ...answer, detail };
}
