/** The site of one publisher over HTTP. Follows redirects, but to no address of our own network. */
import { onAbort, withLimit } from '../time/signals.js';
import { UnusableBody, boundedBytes } from './bounded-body.js';
import { discard, ExchangeFailed, headerOf, HttpDoor, type Exchange, type Opened } from './http-door.js';
import { lookupPublic, namesPrivateAddress } from './public-address.js';

const MAX_REDIRECTS = 5;
const MAX_PAGE_BYTES = 16 * 1024 * 1024;
/** Publishers are slow to begin a large file. */
const SILENCE_MS = 60_000;
/** For the beginning of an answer, and for a whole page, however slowly they come. */
const EXCHANGE_MS = 120_000;
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
  /** Default: two minutes. */
  readonly exchangeMs?: number;
}

/** @throws ExchangeFailed where it is no address, or where it leaves https */
export function redirectTarget(from: URL, location: string): URL {
  if (!URL.canParse(location, from.href)) throw new ExchangeFailed(`${from.host} redirects to nowhere`);
  const target = new URL(location, from.href);
  if (from.protocol === 'https:' && target.protocol !== 'https:')
    throw new ExchangeFailed(`${from.host} leads from https to ${target.protocol}//${target.host}`);
  return target;
}

export class SiteDoor {
  private readonly own: HttpDoor;
  private readonly foreign: HttpDoor;

  constructor(private readonly terms: SiteTerms) {
    const { silenceMs = SILENCE_MS } = terms;
    this.own = new HttpDoor({ silenceMs });
    this.foreign = new HttpDoor({ silenceMs, lookup: lookupPublic });
  }

  /** An answer with any status but a redirect's; the caller ends its body. @throws ExchangeFailed */
  async open({ url, headers = {}, signal }: SiteAsked): Promise<Opened> {
    let at = url;
    for (let redirects = 0; ; redirects += 1) {
      const opened = await this.ask(at, headers, signal);
      if (!REDIRECTS.includes(opened.statusCode)) return opened;
      discard(opened);
      if (redirects === MAX_REDIRECTS) throw new ExchangeFailed(`${at.host} redirects to nowhere`);
      at = redirectTarget(at, headerOf({ headers: opened.headers }, 'location') ?? '');
    }
  }

  /** A page that is not large. @throws ExchangeFailed, UnusableBody */
  text(asked: SiteAsked): Promise<Page> {
    const { exchangeMs = EXCHANGE_MS } = this.terms;
    return withLimit(exchangeMs, asked.signal, (signal) => this.textWithin({ ...asked, signal }));
  }

  private async textWithin(asked: SiteAsked): Promise<Page> {
    const { statusCode, headers, body } = await this.open(asked);
    const encoding = headerOf({ headers }, 'content-encoding');
    const forget = onAbort(asked.signal, () => body.destroy(new Error('too slow')));
    try {
      const bytes = await boundedBytes(body, { most: MAX_PAGE_BYTES, encoding });
      return { status: statusCode, headers, text: bytes.toString('utf8') };
    } catch (error) {
      if (error instanceof UnusableBody) throw error;
      throw new ExchangeFailed(`${asked.url.host} ${asked.signal.aborted ? 'was too slow' : 'broke off'}`);
    } finally {
      forget();
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.own.close(), this.foreign.close()]);
  }

  private ask(url: URL, headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<Opened> {
    const { exchangeMs = EXCHANGE_MS } = this.terms;
    return withLimit(exchangeMs, signal, (limit) => this.askWithin(url, headers, limit));
  }

  private askWithin(
    url: URL,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<Opened> {
    const { home, authorization } = this.terms;
    if (home.protocol === 'https:' && url.protocol !== 'https:')
      throw new ExchangeFailed(`${home.host} is read by https, and ${url.host} is not`);
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
