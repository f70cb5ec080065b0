/** What a block answers that reads the company's own website, where none stands accepted. */
import { REASON_CODES } from '../../shared/reason-code.js';
import { remembered } from '../../shared/remembered.js';
import type { AcceptedWebsite, SiteReason } from './accepted-website.js';

const PENDING = Object.freeze({ status: 'pending' } as const);

/** One object for all rows with the same reason. */
const notFound = remembered(REASON_CODES.length, (reason: SiteReason | 'no_validated_website') =>
  Object.freeze({ status: 'not_found', reason } as const),
);

export function withoutWebsite(website: Exclude<AcceptedWebsite, { readonly use: 'accepted' }>) {
  if (website.use === 'wanted') return PENDING;
  const { reason, detail } = website;
  // Null: no website is on file at all.
  const answer = notFound(reason ?? 'no_validated_website');
  return detail === undefined ? answer : { ...answer, detail };
}
