/** What a block answers that reads the company's own website, where none stands accepted. */
import type { AcceptedWebsite } from './accepted-website.js';

export function withoutWebsite(website: Exclude<AcceptedWebsite, { readonly use: 'accepted' }>) {
  if (website.use === 'wanted') return { status: 'pending' } as const;
  // No website is on file at all.
  return { status: 'not_found', reason: website.reason ?? 'no_validated_website' } as const;
}
