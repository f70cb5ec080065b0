/** What a company does, in sentences that its website or its accounts publish. */
import type { AccountsRecord } from '../../../filed-accounts/accounts-record.js';
import { accountsTextOf } from '../../../sources/accounts/standing-accounts.js';
import type { Records } from '../../../sources/kit/records/record.js';
import { keywordsOf, languageOf } from './accounts-text.js';
import type { SiteDescription } from './site-description.js';

export const ACCOUNTS_SOURCE = 'company_register_accounts';
/** Sentences of the company's own, filed with the register; some years may have passed. */
const ACCOUNTS_CONFIDENCE = 0.85;
/** A site's sentences may praise or tell of one trade among several. */
export const SITE_CONFIDENCE = 0.9;

export const quotedOfSite = ({ description, page_url, language }: SiteDescription) => ({
  description,
  method: 'quoted' as const,
  basis: 'website' as const,
  page_url,
  period_end: null,
  keywords: keywordsOf(description),
  language,
});

/** Of the newest accounts that tell any; null: none does. */
export function quotedOfAccounts(accounts: Records<AccountsRecord> | null) {
  const told = accountsTextOf(accounts);
  if (told === null) return null;
  const { description, made_up_to } = told;
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
