/** The site of one publisher over HTTP. Follows redirects, but to no address of our own network. */
import { UnusableBody, boundedBytes } from './bounded-body.js';
import { discard, ExchangeFailed, headerOf, HttpDoor, type Exchange, type Opened } from './http-door.js';
import { lookupPublic, namesPrivateAddress } from './public-address.js';

const MOST_REDIRECTS = 5;
const MOST_PAGE_BYTES = 16 * 1024 * 1024;
/** Publishers are slow to begin a large file. */
const SILENCE_MS = 60_000;
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

export interface SiteAsked {
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

export interface Page extends Omit<Exchange, 'bytes'> {
  readonly text: string;
}

export interface SiteTerms {
  /** The site's address. The operator named it, so it may be anywhere. */
  readonly home: URL;
  /** Sent as `Authorization` to the site itself, and to no other. */
  readonly authorization?: string;
  readonly silenceMs?: number;
}

export class SiteDoor {
  private readonly own: HttpDoor;
  private readonly foreign: HttpDoor;

  constructor(private readonly terms: SiteTerms) {
    const { silenceMs = SILENCE_MS } = terms;
    this.own = new HttpDoor({ silenceMs });
    this.foreign = new HttpDoor({ silenceMs, lookup: lookupPublic });
  }

  /** An answer with any status but a redirect's. @throws ExchangeFailed */
  async open({ url, headers = {}, signal }: SiteAsked): Promise<Opened> {
    let at = url;
    for (let redirects = 0; ; redirects += 1) {
      const opened = await this.ask(at, headers, signal);
      if (!REDIRECTS.includes(opened.statusCode)) return opened;
      discard(opened);
      const target = headerOf({ headers: opened.headers }, 'location') ?? '';
      if (redirects === MOST_REDIRECTS || !URL.canParse(target, at.href))
        throw new ExchangeFailed(`${at.host} redirects to nowhere`);
      at = new URL(target, at.href);
    }
  }

  /** A page that is not large. @throws ExchangeFailed, UnusableBody */
  async text(asked: SiteAsked): Promise<Page> {
    const { statusCode, headers, body } = await this.open(asked);
    const encoding = headerOf({ headers }, 'content-encoding');
    try {
      const bytes = await boundedBytes(body, { most: MOST_PAGE_BYTES, encoding });
      return { status: statusCode, headers, text: bytes.toString('utf8') };
    } catch (error) {
      if (error instanceof UnusableBody) throw error;
      throw new ExchangeFailed(`${asked.url.host} broke off`);
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.own.close(), this.foreign.close()]);
  }

  private async ask(
    url: URL,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<Opened> {
    const { home, authorization } = this.terms;
    if (url.origin === home.origin)
      return this.own.stream({
        ...{ url, signal },
        headers: { ...headers, ...(authorization !== undefined && { authorization }) },
      });
    if (!/^https?:$/.test(url.protocol) || namesPrivateAddress(url))
      throw new ExchangeFailed(`${home.host} leads to ${url.host}, which is no public address`);
    return this.foreign.stream({ url, headers, signal });
  }
}
