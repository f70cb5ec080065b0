/** Fetches an address and follows redirects, each checked like the first address. */
import { FetchError } from './fetch-fault.js';
import { headerValue, type AskedPage, type SiteAnswer, type SiteClient } from './site-client.js';
import { siteUrl } from './site-url.js';

export interface FollowTerms extends Omit<AskedPage, 'url'> {
  readonly isListed: (host: string) => boolean;
  /** Called before each request. Throws if the address may not be requested. */
  readonly before?: (url: URL) => Promise<void>;
}

export interface Followed {
  readonly url: URL;
  readonly answer: SiteAnswer;
  /** All requested addresses, in order. */
  readonly requestedUrls: readonly URL[];
}

const MAX_REDIRECTS = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** @param requestedUrls receives each address before it is requested @throws FetchError, and as `before` */
export async function follow(
  client: Pick<SiteClient, 'exchange'>,
  start: URL,
  terms: FollowTerms,
  requestedUrls: URL[] = [],
): Promise<Followed> {
  const { isListed, before, ...page } = terms;
  for (let url = start; ;) {
    if (requestedUrls.some(({ href }) => href === url.href)) throw new FetchError('redirect_loop');
    if (requestedUrls.length > MAX_REDIRECTS) throw new FetchError('too_many_redirects');
    requestedUrls.push(url);
    await before?.(url);
    const answer = await client.exchange({ ...page, url });
    const location = REDIRECTS.has(answer.status) ? headerValue(answer, 'location').trim() : '';
    if (location === '') return { url, answer, requestedUrls };
    const next = siteUrl(location, isListed, url);
    if (next === null) throw new FetchError('redirect_refused');
    url = next;
  }
}
