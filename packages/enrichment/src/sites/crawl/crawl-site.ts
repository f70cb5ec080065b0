/** Crawls a host once: the first address that answers, then the most promising pages of that site. */
import type { Clock } from '../../../../platform/src/time/clock.js';
import { FetchError } from '../fetch/fetch-fault.js';
import type { Followed } from '../fetch/follow.js';
import { headerValue } from '../fetch/site-client.js';
import type { SiteNames } from '../fetch/site-names.js';
import { registrableDomain } from '../fetch/site-url.js';
import type { FetchedPage, ReadPage } from '../page/read-page.js';
import type { SiteReading, SiteState } from '../site-reading.js';
import {
  cookieNames,
  hasLittleText,
  isChallenge,
  isPage,
  isRefused,
  isWithoutText,
  shownHeaders,
  textLength,
} from './answer-signs.js';
import { PageChoice, pageKey } from './page-choice.js';
import {
  CrawlSpent,
  RefusedByRobots,
  SiteVisit,
  type VisitParts,
  CRAWL_LIMITS,
  type CrawlLimits,
} from './site-visit.js';

export interface CrawlParts extends Omit<VisitParts, 'limits' | 'names'> {
  readonly names: Pick<SiteNames, 'addresses' | 'facts'>;
  readonly clock: Clock;
  /** Reads a page; null: it can't be read within its time and memory. */
  readonly readPage: (page: FetchedPage) => Promise<ReadPage | null>;
  readonly limits?: CrawlLimits;
}

/** The result of requesting an address at which a crawl may begin. */
interface Start {
  readonly state: SiteState;
  readonly faults: readonly string[];
  readonly requestedUrls: readonly URL[];
  readonly followed: Followed | null;
  readonly read: ReadPage | null;
}

/** The number of failed pages in a row after which a crawl ends. */
const MAX_FAILURES = 3;
const RANK: Readonly<Record<SiteState, number>> = { read: 3, blocked: 2, not_readable: 1, unreachable: 0 };

/** @param host in lower case and punycode, without `www.` @throws FetchError `no_room`: nothing was learnt */
export async function crawlSite(host: string, parts: CrawlParts): Promise<SiteReading> {
  const crawled_on = parts.clock.now().toISOString().slice(0, 10);
  const facts = parts.names.facts(host, registrableDomain(host));
  const visit = new SiteVisit({ ...parts, limits: parts.limits ?? CRAWL_LIMITS });
  try {
    const start = await firstAnswer(visit, host, parts);
    const rest = await furtherPages(visit, start, parts);
    const isEmptyShell = start.state === 'read' && isWithoutText(rest.pages);
    const { followed } = start;
    return {
      version: 1,
      host,
      crawled_on,
      state: isEmptyShell ? 'not_readable' : start.state,
      faults: [...new Set([...start.faults, ...rest.faults, ...(isEmptyShell ? ['little_text'] : [])])],
      final_url: followed?.url.href ?? null,
      http_status: followed?.answer.status ?? null,
      redirects: hostsOf(start.requestedUrls),
      secure: followed?.url.protocol === 'https:',
      dns: await facts,
      headers: followed === null ? {} : shownHeaders(followed.answer),
      cookies: followed === null ? [] : cookieNames(followed.answer),
      has_sitemap: rest.hasSitemap,
      pages: rest.pages,
      truncated: rest.truncated,
    };
  } finally {
    await visit.close();
  }
}

/** The hosts requested for the first page, in order; empty if there was one. */
function hostsOf(urls: readonly URL[]): string[] {
  const hosts = urls.map(({ hostname }) => hostname);
  const changes = hosts.filter((host, at) => host !== hosts[at - 1]);
  return changes.length > 1 ? changes : [];
}

/** The addresses at which a crawl may begin. A subdomain is tried without `www.`. */
function startsOf(host: string): string[] {
  const hosts = registrableDomain(host) === host ? [host, `www.${host}`] : [host];
  return ['https', 'http'].flatMap((scheme) => hosts.map((name) => `${scheme}://${name}/`));
}

/** The first readable or blocked address, else the best result. With the faults of all addresses. */
async function firstAnswer(visit: SiteVisit, host: string, parts: CrawlParts): Promise<Start> {
  let best: Start = { state: 'unreachable', faults: [], requestedUrls: [], followed: null, read: null };
  const faults: string[] = [];
  const unknownHosts = new Set<string>();
  for (const address of startsOf(host)) {
    const url = visit.accepted(address);
    if (url === null) return { ...best, faults: ['url_refused'] };
    if (unknownHosts.has(url.hostname)) continue;
    if (visit.isSpent) break;
    const start = await startAt(visit, url, parts);
    faults.push(...start.faults);
    if (start.faults.includes('dns_not_found')) unknownHosts.add(url.hostname);
    if (best.requestedUrls.length === 0 || RANK[start.state] > RANK[best.state]) best = start;
    if (start.state === 'read' || start.state === 'blocked') break;
  }
  if (best.requestedUrls.length > 0 || faults.length > 0) return { ...best, faults: [...new Set(faults)] };
  return { ...best, faults: ['timed_out'] };
}

async function startAt(visit: SiteVisit, url: URL, { readPage }: CrawlParts): Promise<Start> {
  const requestedUrls: URL[] = [];
  const failedStart = (state: SiteState, faults: readonly string[]): Start => ({
    state,
    faults,
    requestedUrls,
    followed: null,
    read: null,
  });
  try {
    const followed = await visit.page(url, (head) => isServed(head.status) && isPage(head), requestedUrls);
    const { answer } = followed;
    const reached = { requestedUrls, followed, read: null };
    if (isRefused(answer)) return { ...reached, state: 'blocked', faults: [statusFault(answer.status)] };
    if (!isServed(answer.status))
      return { ...reached, state: 'not_readable', faults: [statusFault(answer.status)] };
    if (!isPage(answer)) return { ...reached, state: 'not_readable', faults: ['not_html'] };
    visit.countPage();
    const read = await readPage(fetchedPage(followed, null));
    if (read === null) return { ...reached, state: 'not_readable', faults: ['page_too_costly'] };
    if (isChallenge(read.page)) return { ...reached, state: 'blocked', faults: ['challenge'] };
    const start = { ...reached, read, state: 'read', faults: [] } as const;
    return hasLittleText(read.page) ? await pageBehind(visit, start, readPage) : start;
  } catch (error) {
    if (error instanceof FetchError && error.fault === 'no_room') throw error;
    if (error instanceof FetchError) return failedStart('unreachable', error.faults);
    if (error instanceof RefusedByRobots) return failedStart('blocked', [error.fault]);
    if (error instanceof CrawlSpent) return failedStart('unreachable', ['timed_out']);
    throw error;
  }
}

type ReadStart = Start & { readonly read: ReadPage };

/** The page to which a page with little text leads, such as by a frame, if it has more text. */
async function pageBehind(
  visit: SiteVisit,
  start: ReadStart,
  readPage: CrawlParts['readPage'],
): Promise<ReadStart> {
  let best = start;
  for (const lead of start.read.leads) {
    const url = visit.accepted(lead);
    if (url === null || !visit.hasRoom) continue;
    const requestedUrls = [...start.requestedUrls];
    const next = await linkedPage(visit, { url, text: null, requestedUrls }, readPage);
    if (next === 'no_room') throw new FetchError(next);
    if (typeof next === 'string' || next.read === null) continue;
    const { followed, read } = next;
    if (textLength(read.page) > textLength(best.read.page))
      best = { ...start, requestedUrls, followed, read };
  }
  return best;
}

const isServed = (status: number): boolean => status >= 200 && status < 300;
const statusFault = (status: number): string => `http_${status}`;

const fetchedPage = ({ url, answer }: Followed, linkText: string | null): FetchedPage => ({
  url: url.href,
  http_status: answer.status,
  content_type: headerValue(answer, 'content-type') || null,
  body: answer.body,
  link_text: linkText,
});

/** Reads the pages after the first. Pages of other sites aren't read. */
async function furtherPages(visit: SiteVisit, start: Start, { readPage }: CrawlParts) {
  const { followed, read } = start;
  if (followed === null || read === null || start.state !== 'read')
    return { pages: [], faults: [], hasSitemap: false, truncated: false };
  const domain = registrableDomain(followed.url.hostname);
  const isOfSite = (url: URL): boolean => registrableDomain(url.hostname) === domain;
  const choice = new PageChoice((link) => {
    const url = visit.accepted(link);
    return url !== null && isOfSite(url) ? url : null;
  });
  choice.visited(followed.url);
  choice.add(read.links);
  const pages = [read.page];
  const faults: string[] = [];
  const seenPages = new Set([pageKey(followed.url)]);
  let failures = 0;
  let waiting = choice.next();
  for (; waiting !== null && visit.hasRoom && failures < MAX_FAILURES; waiting = choice.next()) {
    const next = await linkedPage(visit, waiting, readPage);
    if (typeof next === 'string') {
      if (next !== 'not_there') faults.push(next);
      failures += next === 'not_there' ? 0 : 1;
      continue;
    }
    failures = 0;
    const { url } = next.followed;
    const key = pageKey(url);
    if (next.read === null || !isOfSite(url) || seenPages.has(key)) continue;
    seenPages.add(key);
    choice.visited(url);
    pages.push(next.read.page);
    choice.add(next.read.links);
  }
  const truncated = waiting !== null || visit.isSpent || faults.includes('no_room');
  return { pages, faults, truncated, hasSitemap: await hasSitemap(visit, followed.url) };
}

/** Reads a linked page, or returns the fault. `not_there`: it isn't served, or may not be requested. */
async function linkedPage(
  visit: SiteVisit,
  {
    url,
    text,
    requestedUrls,
  }: { readonly url: URL; readonly text: string | null; readonly requestedUrls?: URL[] },
  readPage: CrawlParts['readPage'],
): Promise<string | { readonly followed: Followed; readonly read: ReadPage | null }> {
  try {
    const followed = await visit.page(url, (head) => isServed(head.status) && isPage(head), requestedUrls);
    const { answer } = followed;
    if (!isServed(answer.status) || !isPage(answer)) return 'not_there';
    visit.countPage();
    return { followed, read: (await readPage(fetchedPage(followed, text))) ?? null };
  } catch (error) {
    if (error instanceof FetchError) return error.fault;
    if (error instanceof RefusedByRobots || error instanceof CrawlSpent) return 'not_there';
    throw error;
  }
}

async function hasSitemap(visit: SiteVisit, url: URL): Promise<boolean> {
  try {
    return await visit.hasSitemap(url);
  } catch (error) {
    if (error instanceof FetchError || error instanceof CrawlSpent || error instanceof RefusedByRobots)
      return false;
    throw error;
  }
}
