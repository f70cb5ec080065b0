/** Chooses the pages of a site that are likely to name its operator. Pure. */
import { pageKindOf } from '../page/page-kind.js';
import type { PageLink } from '../page/read-page.js';
import type { PageKind } from '../site-reading.js';

export interface ChosenPage {
  readonly url: URL;
  readonly text: string;
}

/** The weights of the first, second and third page of each kind. Kinds without weights aren't read. */
const PROMISES: Readonly<Record<PageKind, readonly number[]>> = {
  contact: [10, 4],
  legal: [9, 7],
  terms: [8, 5],
  about: [8, 6, 3],
  privacy: [7, 2],
  team: [6, 1],
  home: [],
  shop: [],
  other: [],
};
const FILE =
  /\.(?:pdf|docx?|xlsx?|pptx?|zip|jpe?g|png|gif|svg|webp|ico|mp[34]|css|js|json|xml|rss|ics|vcf)$/i;

/** A key that is equal for the spellings of one page's address. */
export const pageKey = (url: URL): string =>
  `${url.hostname.replace(/^www\./, '')}${url.pathname.replace(/\/$/, '')}${url.search}`;

interface Candidate extends ChosenPage {
  readonly kind: PageKind;
  readonly position: number;
}

export class PageChoice {
  private readonly seenKeys = new Set<string>();
  private readonly taken = new Map<PageKind, number>();
  private candidates: Candidate[] = [];
  private positions = 0;

  /** @param accepts returns the address to request; null: the link doesn't belong to the site */
  constructor(private readonly accepts: (link: string) => URL | null) {}

  /** Notes a page that was read. It isn't chosen again, and further pages of its kind weigh less. */
  visited(url: URL, kind: PageKind | null = null): void {
    this.seenKeys.add(pageKey(url));
    if (kind !== null) this.taken.set(kind, (this.taken.get(kind) ?? 0) + 1);
  }

  add(links: readonly PageLink[]): void {
    for (const link of links) {
      const url = this.accepts(link.url);
      if (url === null || FILE.test(url.pathname) || this.seenKeys.has(pageKey(url))) continue;
      const kind = pageKindOf(url.href, link.text);
      if (PROMISES[kind].length === 0) continue;
      this.seenKeys.add(pageKey(url));
      this.candidates.push({ url, text: link.text, kind, position: this.positions++ });
    }
  }

  /** Returns the page with the highest weight; null: none is worth reading. */
  next(): ChosenPage | null {
    const ranked = this.candidates
      .map((candidate) => ({ candidate, promise: this.promiseOf(candidate) }))
      .filter(({ promise }) => promise > 0)
      .sort((a, b) => b.promise - a.promise || shorter(a.candidate, b.candidate));
    const best = ranked[0]?.candidate;
    if (best === undefined) return null;
    this.candidates = this.candidates.filter((candidate) => candidate !== best);
    this.taken.set(best.kind, (this.taken.get(best.kind) ?? 0) + 1);
    return best;
  }

  private promiseOf({ kind }: Candidate): number {
    return PROMISES[kind][this.taken.get(kind) ?? 0] ?? 0;
  }
}

const shorter = (a: Candidate, b: Candidate): number =>
  a.url.pathname.length - b.url.pathname.length || a.position - b.position;
