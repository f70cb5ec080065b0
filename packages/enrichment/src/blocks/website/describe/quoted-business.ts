/** Finds sentences that describe a company's business, on its website or in its accounts. */
import type { AccountsRecord } from '../../../filed-accounts/accounts-record.js';
import { accountsTextOf } from '../../../sources/accounts/standing-accounts.js';
import type { Records } from '../../../sources/kit/records/record.js';
import type { SiteDescription } from './site-description.js';
import commonWords from './common-words.json';

export const ACCOUNTS_SOURCE = 'company_register_accounts';
/** Confidence in the company's own sentences, filed with the register. Some years may have passed. */
const ACCOUNTS_CONFIDENCE = 0.85;
/** Confidence in a site's sentences, which may praise, or name one trade of several. */
export const SITE_CONFIDENCE = 0.9;

/** Words that say nothing about a trade. */
const COMMON: ReadonlySet<string> = new Set(commonWords);
const MAX_KEYWORDS = 10;

/** Words of the text in lower case, the most frequent first, then in text order. */
export function keywordsOf(text: string): string[] {
  const words =
    text
      .toLowerCase()
      .replaceAll(/['’]/g, '')
      .match(/\p{L}[\p{L}-]{2,}/gu) ?? [];
  const counts = new Map<string, number>();
  for (const word of words) if (!COMMON.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  // Sorting is stable: equal counts keep their order in the text.
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, MAX_KEYWORDS)
    .map(([word]) => word);
}

const WELSH = /\b(?:yw|cwmni|prif|gweithgaredd|yng|nghymru|oedd|gan|sydd)\b/gi;

/** The language of accounts, which are filed in English or in Welsh. */
const languageOf = (text: string): 'en' | 'cy' => ((text.match(WELSH)?.length ?? 0) >= 2 ? 'cy' : 'en');

export const quotedOfSite = ({ description, page_url, language }: SiteDescription) => ({
  description,
  method: 'quoted' as const,
  basis: 'website' as const,
  page_url,
  period_end: null,
  keywords: keywordsOf(description),
  language,
});

/** The quotes from the newest accounts with a description; null: no accounts have one. */
export function quotedOfAccounts(accounts: Records<AccountsRecord> | null) {
  const accountsText = accountsTextOf(accounts);
  if (accountsText === null) return null;
  const { description, made_up_to } = accountsText;
  return {
    value: {
      description,
      method: 'quoted',
      basis: 'accounts_text',
      page_url: null,
      period_end: made_up_to,
      keywords: keywordsOf(description),
      language: languageOf(description),
    },
    source: ACCOUNTS_SOURCE,
    as_of: made_up_to,
    confidence: ACCOUNTS_CONFIDENCE,
  } as const;
}
