import { z } from 'zod';
import { defineBlock, notAvailableYet } from '../runner/define-block.js';
import { isoDate, text } from '../runner/value-types.js';
import { SITE_NOT_READ } from './site-reasons.js';

export default defineBlock({
  key: 'nature_of_business',
  tier: 'premium',
  latency_class: 'site_live',
  description: 'What the company does, in the words of its website or its accounts.',
  source: ['own_website', 'company_register_accounts', 'cache'],
  coverage: 'Companies with an accepted website or narrative accounts.',
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
})(notAvailableYet);
