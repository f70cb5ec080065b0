/** Reads a publisher's site over HTTP: its pages, their links, and metadata of its files. */
import { Parser } from 'htmlparser2';
import { shallowJson, UnusableBody } from '../../../../platform/src/http-client/bounded-body.js';
import { discard, ExchangeFailed, headerOf } from '../../../../platform/src/http-client/http-door.js';
import { retryAfterMs } from '../../../../platform/src/http-client/retry-after.js';
import { SiteDoor } from '../../../../platform/src/http-client/site-door.js';
import { backOffMs, chance } from '../../../../platform/src/time/back-off.js';
import { systemClock } from '../../../../platform/src/time/clock.js';
import { pause } from '../../../../platform/src/time/pause.js';
import {
  PageChanged,
  SiteUnavailable,
  type FoundFile,
  type PublisherSite,
} from '../../sources/kit/publication/finder.js';

export interface SiteParts {
  /** The site's address without a trailing slash. */
  readonly address: string;
  /** The API key of an account at the publisher; null where none is needed. */
  readonly key: string | null;
  readonly signal: AbortSignal;
}

const MAX_TRIES = 4;
const BACK_OFF = { firstMs: 1_000, longestMs: 60_000 };

/** A file's metadata from the server's headers, before the file is fetched. */
export interface FileHead {
  /** The size in bytes; null: unknown. */
  readonly size: number | null;
  /** A mark that changes with the content, such as the ETag; null: unknown. */
  readonly mark: string | null;
}

export class HttpPublisherSite implements PublisherSite {
  readonly door: SiteDoor;

  constructor(private readonly parts: SiteParts) {
    const { address, key } = parts;
    this.door = new SiteDoor({ home: new URL(address), ...(key !== null && { authorization: key }) });
  }

  urlOf(path: string): URL {
    return new URL(`${this.parts.address}${path}`);
  }

  async links(path: string): Promise<readonly URL[]> {
    return pageLinks(await this.text(path, 'text/html'), this.urlOf(path));
  }

  async json(path: string): Promise<unknown> {
    try {
      return shallowJson(await this.text(path, 'application/json'));
    } catch (error) {
      if (error instanceof UnusableBody)
        throw new PageChanged(`${this.urlOf(path).href} answers ${error.message}: it may have changed`);
      throw error;
    }
  }

  /** Reads a file's metadata without retries. Missing metadata counts as unknown. */
  async headOf(file: FoundFile): Promise<FileHead> {
    const unknown = { size: file.size ?? null, mark: null };
    try {
      const url = await file.locate();
      const headers = { 'accept-encoding': 'identity', range: 'bytes=0-0' };
      const response = await this.door.open({ url, headers, signal: this.parts.signal });
      discard(response);
      const { statusCode } = response;
      if (statusCode !== 200 && statusCode !== 206) return unknown;
      const range = /\/(\d+)$/.exec(headerOf(response, 'content-range') ?? '')?.[1];
      const length = statusCode === 206 ? range : headerOf(response, 'content-length');
      const size = length === undefined ? unknown.size : Number(length);
      return { size, mark: headerOf(response, 'etag') ?? headerOf(response, 'last-modified') ?? null };
    } catch (error) {
      if (error instanceof ExchangeFailed) return unknown;
      throw error;
    }
  }

  close(): Promise<void> {
    return this.door.close();
  }

  /** @throws SiteUnavailable, PageChanged */
  private async text(path: string, accept: string): Promise<string> {
    const { signal } = this.parts;
    for (let tries = 1; ; tries += 1) {
      signal.throwIfAborted();
      const { text, fault, waitMs } = await this.page(path, accept);
      if (fault === undefined) return text;
      if (tries === MAX_TRIES) throw new SiteUnavailable(fault);
      const backOff = backOffMs(BACK_OFF, tries, chance());
      await pause(Math.max(Math.min(waitMs, BACK_OFF.longestMs), backOff), signal);
    }
  }

  /** @throws SiteUnavailable, PageChanged where a retry can't help */
  private async page(
    path: string,
    accept: string,
  ): Promise<{ text: string; fault?: string; waitMs: number }> {
    const url = this.urlOf(path);
    const { signal } = this.parts;
    try {
      const { status, text, headers } = await this.door.text({ url, headers: { accept }, signal });
      if (status === 200) return { text, waitMs: 0 };
      if (status === 404 || status === 410)
        throw new PageChanged(`${url.href} is not there (${status}): the site may have changed`);
      if (status !== 429 && status < 500) throw new SiteUnavailable(`${url.href} answers ${status}`);
      const waitMs = retryAfterMs({ headers }, systemClock.now().getTime());
      return { text: '', fault: `${url.href} answers ${status}`, waitMs: Number.isNaN(waitMs) ? 0 : waitMs };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof UnusableBody) throw new PageChanged(`${url.href} answers ${error.message}`);
      if (error instanceof ExchangeFailed) return { text: '', fault: error.message, waitMs: 0 };
      throw error;
    }
  }
}

/** The parser's time grows with depth, so a page is read up to a depth and in slices. */
const MAX_DEPTH = 512;
const SLICE = 16_384;
const MAX_LINKS = 20_000;
const LONGEST_ADDRESS = 2_000;

/** The valid HTTP addresses, absolute and in their order, up to the limits. */
export function pageLinks(html: string, page: URL): readonly URL[] {
  const links: URL[] = [];
  let depth = 0;
  const parser = new Parser({
    onopentag: (name, { href = '' }) => {
      depth += 1;
      if (name !== 'a' || href.length > LONGEST_ADDRESS || !URL.canParse(href, page.href)) return;
      const url = new URL(href, page.href);
      if (/^https?:$/.test(url.protocol)) links.push(url);
    },
    onclosetag: () => void (depth -= 1),
  });
  for (let at = 0; at < html.length && depth < MAX_DEPTH && links.length < MAX_LINKS; at += SLICE)
    parser.write(html.slice(at, at + SLICE));
  return links;
}
