/** What a block answers that reads the company's own website, where none stands accepted. */
import type { AcceptedWebsite } from './accepted-website.js';

export function withoutWebsite(website: Exclude<AcceptedWebsite, { readonly use: 'accepted' }>) {
  if (website.use === 'wanted') return { status: 'pending' } as const;
  const { reason, detail } = website;
  return {
    status: 'not_found',
    // No website is on file at all.
    reason: reason ?? 'no_validated_website',
    ...(detail !== undefined && { detail }),
  } as const;
}
