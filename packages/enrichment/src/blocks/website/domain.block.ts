import { defineBlock, type RequestTerms } from '../runner/define-block.js';
import { host } from '../runner/value-types.js';
import type { RememberedVerdict } from '../../sites/verdict/remembered-verdict.js';
import { setAsideFor, type SetAside } from './candidates/uk-site.js';
import type { WebsiteCandidate, WebSearched } from './candidates/website-candidates.js';
import { acceptedOn, earlierAcceptance } from './kept/earlier-verdict.js';
import {
  websiteVerdict,
  type JudgedWebsite,
  type UnjudgedWebsite,
  type WhyUnjudged,
} from './look-up-website.js';
import { standingWebsite, WEBSITE, type NoWebsite, type StandingWebsite } from './standing-website.js';

const evidenceOf = ({ records }: WebsiteCandidate) =>
  records.map(({ source, url, seen_on }) => ({ source, url, seen_on }));

/** The provider's name in `detail.search.providers`. */
const SEARCH_PROVIDER = 'brave_search';

/** Describes a search: the hosts, how many of them were looked up, and the providers that were asked. */
const searchOf = (
  { search }: RequestTerms,
  web: WebSearched,
  hosts: readonly (JudgedWebsite | UnjudgedWebsite)[],
) => {
  const guessed = hosts.filter(({ records }) => records.length === 0);
  return search === 'allowed' && (guessed.length > 0 || web !== 'not_asked')
    ? {
        search: {
          candidates: guessed.map(({ host }) => host).sort(),
          tried: guessed.filter(({ site }) => site !== null).length,
          providers: web === 'not_asked' ? [] : [SEARCH_PROVIDER],
        },
      }
    : {};
};

/** The source that named the host, or else that of the site, and always the day of the site's crawl. */
const provenance = ({ records: [record], by_search, site, freshness }: JudgedWebsite) =>
  ({
    source:
      record?.source ??
      (!freshness.checked_live ? 'cache' : by_search === true ? 'search_provider' : 'own_website'),
    as_of: site.crawled_on,
    freshness,
  }) as const;

/** Tells whether none of the records was written by the company itself. */
const isWeak = ({ records }: WebsiteCandidate): boolean =>
  records.length > 0 && records.every(({ source }) => source !== 'pay_gap_register');

/** Tells whether the site prints another company's number, so that its operator is unclear. */
const mayBeInherited = ({ verdict }: JudgedWebsite): boolean =>
  verdict.other_numbers.length > 0 && !verdict.in_group;

/** The world site that was set aside, its page that links to the served site, and its records. */
const worldSiteDetail = (aside: SetAside | null) =>
  aside === null
    ? {}
    : {
        set_aside: { domain: aside.world.host, page_url: aside.page_url, evidence: evidenceOf(aside.world) },
      };

function served(website: JudgedWebsite & Pick<NoWebsite, 'refused' | 'web'>, request: RequestTerms) {
  const { host, site, verdict } = website;
  const isAccepted = verdict.outcome === 'accept';
  const isInherited = !isAccepted && mayBeInherited(website);
  const aside = setAsideFor(website, website.refused);
  return {
    status: 'available',
    value: host,
    ...provenance(website),
    confidence: verdict.confidence,
    flagged_for_review: !isAccepted,
    advisories: [
      ...(aside === null ? [] : (['group_site_prefer_uk_domain'] as const)),
      ...(isInherited ? (['inheritance_flag_without_a_related_url'] as const) : []),
      ...(isAccepted && isWeak(website) ? (['provenance_uncertain_but_validated'] as const) : []),
    ],
    ...(site.final_url !== null && { final_url: site.final_url }),
    detail: {
      website_verdict: websiteVerdict(website, request, true),
      evidence: evidenceOf(website),
      ...worldSiteDetail(aside),
      ...searchOf(request, website.web, [website, ...website.refused]),
    },
  } as const;
}

function whyRefused({ verdict }: JudgedWebsite) {
  if (verdict.in_group) return 'only_related_company_domain';
  const { checks } = verdict;
  if (checks.parked === true || checks.generic_platform === true) return 'not_confirmed';
  return verdict.advisories[0] ?? 'not_confirmed';
}

function refusal(website: JudgedWebsite & Pick<NoWebsite, 'refused' | 'web'>, request: RequestTerms) {
  return {
    status: 'not_found',
    reason: whyRefused(website),
    ...provenance(website),
    detail: {
      website_verdict: websiteVerdict(website, request, false),
      evidence: evidenceOf(website),
      ...searchOf(request, website.web, website.refused),
    },
  } as const;
}

const UNPROVED_REASONS = {
  site_unreachable: 'site_unreachable',
  site_blocked: 'not_confirmed',
  site_not_readable: 'not_confirmed',
  not_looked_up: 'not_looked_up',
  not_available_yet: 'not_available_yet',
  source_busy: 'source_busy',
  site_read_unavailable: 'source_unavailable',
} as const satisfies Readonly<Record<WhyUnjudged, string>>;

/** The answer for a site that refuses the crawler now, but was read and accepted before. */
const servedAsBefore = ({ host, records, reason }: UnjudgedWebsite, accepted: RememberedVerdict) =>
  ({
    status: 'available',
    value: host,
    source: records[0]?.source ?? 'cache',
    as_of: acceptedOn(accepted),
    freshness: { checked_live: false, checked_at: accepted.crawled_at },
    confidence: accepted.confidence,
    flagged_for_review: true,
    detail: {
      evidence: evidenceOf({ host, records }),
      not_validated: reason,
      ...earlierAcceptance(accepted),
    },
  }) as const;

/** A website without a verdict is served only if it was accepted before, and is blocked now (Blocks 4.1). */
function unprovedAnswer(website: UnjudgedWebsite) {
  const { host, reason, records, freshness, accepted } = website;
  if (accepted !== null && reason === 'site_blocked') return servedAsBefore(website, accepted);
  const detail = {
    domain: host,
    ...(records.length > 0 && { evidence: evidenceOf({ host, records }) }),
    ...(freshness !== null && { checked_at: freshness.checked_at }),
    ...earlierAcceptance(accepted),
  };
  return { status: 'not_found', reason: UNPROVED_REASONS[reason], detail } as const;
}

/** Tells whether every suggested host failed although name servers have an entry: the network is at fault. */
const isCutOff = (hosts: NoWebsite['refused']): boolean =>
  hosts.length > 0 &&
  hosts.every((website) =>
    website.status === 'unjudged' && website.site !== null
      ? website.site.state === 'unreachable' && !website.site.faults.includes('dns_not_found')
      : website.status === 'unjudged' && website.reason === 'site_read_unavailable',
  );

function noneAnswer({ reason, refused: hosts, web }: NoWebsite, request: RequestTerms) {
  if (reason !== 'not_found_after_search') return { status: 'not_found', reason } as const;
  const searchDetail = { detail: searchOf(request, web, hosts) };
  // A requested search that did not run in full proves nothing.
  if (isCutOff(hosts) || web === 'failed')
    return { status: 'not_found', reason: 'search_unavailable', ...searchDetail } as const;
  if (web === 'busy') return { status: 'not_found', reason: 'source_busy', ...searchDetail } as const;
  const hasNameMatch = hosts.some(
    (website) =>
      website.status === 'judged' && website.verdict.advisories.includes('name_matches_no_address_evidence'),
  );
  const why = hasNameMatch ? 'name_matches_no_address_evidence' : reason;
  return { status: 'not_found', reason: why, ...searchDetail } as const;
}

function answerOf(standing: Exclude<StandingWebsite, { status: 'wanted' }>, request: RequestTerms) {
  if (standing.status === 'none') return noneAnswer(standing, request);
  if (standing.status === 'unjudged') return unprovedAnswer(standing);
  return standing.verdict.outcome === 'reject' ? refusal(standing, request) : served(standing, request);
}

export default defineBlock({
  key: 'domain',
  tier: 'core',
  latency_class: 'site_live',
  description: "The website that is this company's own, never a related company's.",
  source: [
    'pay_gap_register',
    'contract_notices',
    'grants_register',
    'own_website',
    'search_provider',
    'cache',
  ],
  coverage: 'Any company whose website is named in a public record or found by search (about 3 in 10).',
  ...WEBSITE,
  final_url: true,
  reasons: [
    'only_related_company_domain',
    'not_own_site',
    'domain_name_mismatch',
    'name_matches_no_address_evidence',
    'no_domain_found',
    'not_found_after_search',
    'search_unavailable',
    'site_unreachable',
    'site_lookup_not_run',
    'source_busy',
    'not_looked_up',
    'not_confirmed',
  ],
  advisories: [
    'provenance_uncertain_but_validated',
    'inheritance_flag_without_a_related_url',
    'group_site_prefer_uk_domain',
  ],
  value: host,
})((facts) => {
  const standing = standingWebsite(facts);
  return standing.status === 'wanted' ? { status: 'pending' } : answerOf(standing, facts.request);
});
