import { z } from 'zod';
import { defineBlock, notAvailableYet } from '../runner/define-block.js';
import { capped, text, withheld } from '../runner/value-types.js';

const person = z.strictObject({
  name: text,
  role: text,
  role_group: z.enum(['owner', 'director', 'finance', 'operations', 'other']),
  person_key: text.nullable(),
  email: z
    .strictObject({
      address: text,
      kind: z.enum(['personal', 'role']),
      deliverable: z.boolean().nullable(),
      page_url: text,
    })
    .nullable(),
  phone: z.strictObject({ number: text.describe('E.164.'), page_url: text }).nullable(),
  linkedin_url: text.nullable(),
  found_in: z.array(z.enum(['officers', 'website'])),
  withheld: z.array(withheld),
});

export default defineBlock({
  key: 'contacts',
  tier: 'premium',
  latency_class: 'site_live',
  description: 'People to talk to and the e-mail addresses and phone numbers that the company prints itself.',
  source: ['own_website', 'cache'],
  coverage:
    'Active companies with officers; reachable addresses only where the accepted website prints them.',
  reasons: [
    'no_emails_found',
    'no_people_found',
    'contacts_disabled',
    'contacts_unavailable',
    'not_confirmed',
  ],
  advisories: ['lookups_incomplete'],
  withheld: [
    'no_email_found',
    'no_domain_for_email',
    'no_phone_found',
    'no_domain_for_phone',
    'non_uk_only',
    'shared_number_only',
    'lookup_failed',
  ],
  value: z.strictObject({
    people: capped(person),
    company_channels: z.strictObject({
      emails: z.array(z.strictObject({ address: text, deliverable: z.boolean().nullable(), page_url: text })),
      phones: z.array(z.strictObject({ number: text, page_url: text })),
    }),
  }),
})(notAvailableYet);
