import { z } from 'zod';
import { defineBlock } from '../runner/define-block.js';
import { heldAccounts } from '../../sources/accounts/standing-accounts.js';
import { isoDate, text } from '../runner/value-types.js';
import { keywordsOf, languageOf } from './accounts-text.js';
import { SITE_NOT_READ } from './site-reasons.js';

const SOURCE = 'company_register_accounts';
/** Sentences of the company's own, filed with the register; some years may have passed. */
const ACCOUNTS_CONFIDENCE = 0.85;

export default defineBlock({
  key: 'nature_of_business',
  tier: 'premium',
  latency_class: 'site_live',
  description: 'What the company does, in the words of its website or its accounts.',
  source: ['own_website', 'company_register_accounts', 'cache'],
  coverage: 'Companies with an accepted website or narrative accounts.',
  needs: ['accounts'],
  lacks: 'Websites are not read: the words of filed accounts alone.',
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
})(({ accounts: { record, as_of, freshness } }) => {
  const { read, unread } = heldAccounts(record);
  const told = read.find((accounts) => accounts.record.description !== null)?.record;
  if (told?.description == null) {
    const reason = read.length > 0 || unread !== null ? 'no_description_on_file' : 'no_domain_to_read';
    return { status: 'not_found', reason, source: SOURCE, as_of, freshness };
  }
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
    freshness,
    confidence: ACCOUNTS_CONFIDENCE,
  };
});
