/** Why nothing was read of a company's website, for every block that is read from one. */
export const SITE_NOT_READ = [
  'website_not_validated',
  'website_needs_review',
  'website_unverified',
  'website_not_verifiable',
  'site_unreachable',
  'site_blocked',
  'site_read_unavailable',
] as const;
