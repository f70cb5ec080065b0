/** Whose a mailbox is, by its host. */
import { parse } from 'tldts';
import { notOwnSite } from '../shared/web-hosts/not-own-sites.js';

/** `own`: under the site's own domain. `provider`: of a provider of mailboxes, whoever uses it. `other`: somebody else's. */
export type MailHost = 'own' | 'provider' | 'other';

export function mailHostOf(host: string, site: string): MailHost {
  if (parse(host).domain === parse(site).domain) return 'own';
  return notOwnSite(host) === 'mailbox provider' ? 'provider' : 'other';
}
