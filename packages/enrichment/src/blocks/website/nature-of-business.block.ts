import { z } from 'zod';
import type { IsoDate } from '../../../../words/src/calendar.js';
import type { CompanyRecord } from '../../sources/companies/company-record.js';
import type { AccountsRecord } from '../../filed-accounts/accounts-record.js';
import { heldAccounts } from '../../sources/accounts/standing-accounts.js';
import type { ReadingState } from '../../live/readings/readings.js';
import type { SiteReading } from '../../sites/site-reading.js';
import type { Records } from '../../sources/kit/records/record.js';
import { defineBlock } from '../runner/define-block.js';
import type { SourceFact, WhyMissing } from '../runner/facts.js';
import { isoDate, text } from '../runner/value-types.js';
import { acceptedWebsite, SITE_NOT_READ } from './accepted-website.js';
import { contradictions } from '../trade/filed-trade.js';
import { companyNames } from './judged-facts.js';
import { checkedDescription, descriptionQuestion } from './describe/model-description.js';
import {
  ACCOUNTS_SOURCE,
  keywordsOf,
  quotedOfAccounts,
  quotedOfSite,
  SITE_CONFIDENCE,
} from './describe/quoted-business.js';
import { siteDescription } from './describe/site-description.js';
import { readFromSite, websiteVerdict } from './look-up-website.js';
import { WEBSITE } from './standing-website.js';

/** Confidence in a model's description. Figures, names and quotes are checked; the rest is its claim. */
const MODEL_CONFIDENCE = 0.7;

type HeldAccounts = SourceFact<Records<AccountsRecord>> | WhyMissing;

/** A model's description of a site; null: no model is here, or the pages don't support its text. */
function modelDescription(
  {
    company: { record },
    readings,
  }: {
    readonly company: SourceFact<CompanyRecord>;
    readonly readings: { readonly rewriting: (question: string) => ReadingState<'rewriting'> };
  },
  site: SiteReading,
) {
  const name = record?.name ?? '';
  const question = descriptionQuestion(site, name);
  if (question === null) return null;
  const state = readings.rewriting(JSON.stringify(question));
  if (state.status === 'wanted') return 'wanted';
  const written = state.status === 'read' ? checkedDescription(state.reading.content, site, name) : null;
  if (written === null) return null;
  const { description, quotes } = written;
  const value = {
    description,
    method: 'ai' as const,
    basis: 'website' as const,
    page_url: quotes[0]?.url ?? null,
    period_end: null,
    keywords: keywordsOf(description),
    language: 'en',
  };
  return { value, quotes };
}

/** The advisory if the description points to another trade than the filed one. */
const tradeAdvisories = (description: string, record: CompanyRecord | null) =>
  contradictions(description, { names: companyNames(record), sic: record?.sic ?? [] });

/** The text in the company's accounts; null: none, or no accounts are held. */
function accountsAnswer(accounts: HeldAccounts, record: CompanyRecord | null) {
  const accountsQuote = typeof accounts === 'string' ? null : quotedOfAccounts(accounts.record);
  if (accountsQuote === null || typeof accounts === 'string') return null;
  const advisories = tradeAdvisories(accountsQuote.value.description, record);
  return { status: 'available', ...accountsQuote, freshness: accounts.freshness, advisories } as const;
}

/** The day of the newest accounts on file, with or without a description; undefined: there are none. */
function newestAccountsDay(accounts: HeldAccounts): IsoDate | undefined {
  const { read, unread } = heldAccounts(typeof accounts === 'string' ? null : accounts.record);
  return (unread ?? read[0]?.record)?.document.made_up_to;
}

/** The answer if no website is on file. */
function withoutText(accounts: HeldAccounts) {
  if (typeof accounts === 'string') return { status: 'not_found', reason: accounts } as const;
  const { freshness } = accounts;
  const accountsDay = newestAccountsDay(accounts);
  const reason = accountsDay === undefined ? 'no_domain_to_read' : 'no_description_on_file';
  const as_of = accountsDay ?? accounts.as_of;
  return { status: 'not_found', reason, source: ACCOUNTS_SOURCE, as_of, freshness } as const;
}

export default defineBlock({
  key: 'nature_of_business',
  tier: 'premium',
  latency_class: 'site_live',
  description: 'What the company does, in the words of its website or its accounts.',
  source: ['own_website', 'company_register_accounts', 'cache'],
  coverage: 'Companies with an accepted website or narrative accounts.',
  ...WEBSITE,
  readings: [...WEBSITE.readings, 'rewriting'],
  uses: [...WEBSITE.uses, 'accounts'],
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
})((facts) => {
  const { accounts, company, request } = facts;
  const website = acceptedWebsite(facts);
  if (website.use === 'wanted') return { status: 'pending' };
  const siteText =
    website.use === 'accepted' ? siteDescription(website.site, companyNames(company.record)) : null;
  if (website.use === 'accepted' && typeof siteText === 'object' && siteText !== null) {
    const detail = { website_verdict: websiteVerdict(website, request, true) };
    const confidence = Math.min(SITE_CONFIDENCE, website.verdict.confidence);
    const advisories = tradeAdvisories(siteText.description, company.record);
    const value = quotedOfSite(siteText);
    return { status: 'available', value, ...readFromSite(website), confidence, advisories, detail };
  }
  const filed = accountsAnswer(accounts, company.record);
  if (filed !== null) return filed;
  if (website.use !== 'accepted') {
    const { reason, detail } = website;
    if (reason === null || reason === 'not_available_yet') return withoutText(accounts);
    return { status: 'not_found', reason, ...(detail !== undefined && { detail }) };
  }
  const written = siteText === 'unreadable' ? modelDescription(facts, website.site) : null;
  if (written === 'wanted') return { status: 'pending' };
  if (written !== null) {
    const detail = { website_verdict: websiteVerdict(website, request, true), evidence: written.quotes };
    const { value } = written;
    const confidence = Math.min(MODEL_CONFIDENCE, website.verdict.confidence);
    const advisories = tradeAdvisories(value.description, company.record);
    return { status: 'available', value, ...readFromSite(website), confidence, advisories, detail };
  }
  const detail = { website_verdict: websiteVerdict(website, request, false) };
  const otherCompany = siteText === 'another_company' ? 'site_describes_another_company' : null;
  const hasAccounts = newestAccountsDay(accounts) !== undefined;
  const reason = otherCompany ?? (hasAccounts ? 'no_description_on_file' : 'site_unreadable');
  return { status: 'not_found', reason, ...readFromSite(website), detail };
});
