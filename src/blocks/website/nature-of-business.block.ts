import { z } from 'zod';
import type { CompanyRecord } from '../../sources/companies/company-record.js';
import type { AccountsRecord } from '../../filed-accounts/accounts-record.js';
import { tradingAs } from '../../shared/names/trading-as.js';
import { heldAccounts } from '../../sources/accounts/standing-accounts.js';
import type { Records } from '../../sources/records/record.js';
import { defineBlock } from '../runner/define-block.js';
import type { SourceFact, WhyMissing } from '../runner/facts.js';
import { isoDate, text } from '../runner/value-types.js';
import { keywordsOf, languageOf } from './accounts-text.js';
import { siteDescription, type SiteDescription } from './describe/site-description.js';
import { SITE_NOT_READ } from './site-reasons.js';
import { acceptedWebsite, readFromSite, WEBSITE, websiteVerdict } from './standing-website.js';

const SOURCE = 'company_register_accounts';
/** Sentences of the company's own, filed with the register; some years may have passed. */
const ACCOUNTS_CONFIDENCE = 0.85;
/** A site's sentences may praise or tell of one trade among several. */
const SITE_CONFIDENCE = 0.9;

type HeldAccounts = SourceFact<Records<AccountsRecord>> | WhyMissing;

/** Under which a site may speak of it. */
function namesOf(record: CompanyRecord | null): string[] {
  if (record === null) return [];
  const traded = tradingAs(record.name);
  const previous = record.previous_names.map(({ name }) => name);
  return [traded?.bearer ?? record.name, ...(traded === null ? [] : [traded.trading]), ...previous];
}

const ofSite = ({ description, page_url, language }: SiteDescription) => ({
  description,
  method: 'quoted' as const,
  basis: 'website' as const,
  page_url,
  period_end: null,
  keywords: keywordsOf(description),
  language,
});

/** Null: its accounts tell nothing, or aren't there. */
function ofAccounts(accounts: HeldAccounts) {
  if (typeof accounts === 'string') return null;
  const { read } = heldAccounts(accounts.record);
  const told = read.find(({ record }) => record.description !== null)?.record;
  if (told?.description == null) return null;
  const { description, document } = told;
  return {
    status: 'available',
    value: {
      description,
      method: 'quoted',
      basis: 'accounts_text',
      page_url: null,
      period_end: document.made_up_to,
      keywords: keywordsOf(description),
      language: languageOf(description),
    },
    source: SOURCE,
    as_of: document.made_up_to,
    freshness: accounts.freshness,
    confidence: ACCOUNTS_CONFIDENCE,
  } as const;
}

/** Whether accounts are held of it, with or without words. */
function hasAccounts(accounts: HeldAccounts): boolean {
  const { read, unread } = heldAccounts(typeof accounts === 'string' ? null : accounts.record);
  return read.length > 0 || unread !== null;
}

/** Where no website is on file. */
function withoutText(accounts: HeldAccounts) {
  if (typeof accounts === 'string') return { status: 'not_found', reason: accounts } as const;
  const { as_of, freshness } = accounts;
  const reason = hasAccounts(accounts) ? 'no_description_on_file' : 'no_domain_to_read';
  return { status: 'not_found', reason, source: SOURCE, as_of, freshness } as const;
}

export default defineBlock({
  key: 'nature_of_business',
  tier: 'premium',
  latency_class: 'site_live',
  description: 'What the company does, in the words of its website or its accounts.',
  source: ['own_website', 'company_register_accounts', 'cache'],
  coverage: 'Companies with an accepted website or narrative accounts.',
  ...WEBSITE,
  uses: [...WEBSITE.uses, 'accounts'],
  lacks: 'Sentences are quoted, not rewritten; whether they contradict the filed trade is not judged.',
  reasons: [
    ...SITE_NOT_READ,
    'no_domain_to_read',
    'site_unreadable',
    'site_describes_another_company',
    'no_description_on_file',
    'not_confirmed',
  ],
  advisories: ['label_contradicts_filed_sic'],
  value: z.strictObject({
    description: text.describe('Sentences as published; rewritten only where the method is ai.'),
    method: z.enum(['quoted', 'ai']),
    basis: z.enum(['website', 'accounts_text']),
    page_url: text.nullable(),
    period_end: isoDate.nullable(),
    keywords: z.array(text).max(10),
    language: text,
  }),
})((given) => {
  const { accounts, company, request } = given;
  const website = acceptedWebsite(given);
  if (website.use === 'wanted') return { status: 'pending' };
  const told = website.use === 'accepted' ? siteDescription(website.site, namesOf(company.record)) : null;
  if (website.use === 'accepted' && typeof told === 'object' && told !== null) {
    const detail = { website_verdict: websiteVerdict(website, request, true) };
    const confidence = Math.min(SITE_CONFIDENCE, website.verdict.confidence);
    return { status: 'available', value: ofSite(told), ...readFromSite(website), confidence, detail };
  }
  const filed = ofAccounts(accounts);
  if (filed !== null) return filed;
  if (website.use !== 'accepted') {
    const unread = website.reason === null || website.reason === 'not_available_yet';
    return unread ? withoutText(accounts) : { status: 'not_found', reason: website.reason };
  }
  const detail = { website_verdict: websiteVerdict(website, request, false) };
  const ofAnother = told === 'another_company' ? 'site_describes_another_company' : null;
  const reason = ofAnother ?? (hasAccounts(accounts) ? 'no_description_on_file' : 'site_unreadable');
  return { status: 'not_found', reason, ...readFromSite(website), detail };
});
