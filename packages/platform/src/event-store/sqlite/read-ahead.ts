/**
 * Prepares a reader's next page on another core while the reader works on the last one. Only a page that
 * begins where an earlier page ended is read ahead. A page that isn't fetched soon is thrown away.
 */
import type { LogRequest, PackedPage } from './log-reader.js';

/** The maximum number of readers followed at a time; each costs a page of memory. */
const FOLLOWED = 4;
const KEPT_MS = 500;

export class ReadAhead {
  /** The next requests of readers that lately got a page, oldest first. */
  private readonly expected = new Set<string>();
  private readonly ready = new Map<string, PackedPage>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly read: (request: LogRequest) => PackedPage) {}

  page(request: LogRequest): PackedPage {
    const key = keyOf(request);
    const page = this.ready.get(key) ?? this.read(request);
    this.ready.delete(key);
    const goesOn = this.expected.delete(key);
    if (!page.atHead) {
      const next = { ...request, after: page.position };
      this.expect(keyOf(next));
      if (goesOn) setImmediate(() => this.prepare(next));
    }
    return page;
  }

  stop(): void {
    this.expected.clear();
    this.ready.clear();
    clearTimeout(this.timer);
  }

  private expect(key: string): void {
    this.expected.add(key);
    const [oldest] = this.expected;
    if (this.expected.size > FOLLOWED && oldest !== undefined) this.expected.delete(oldest);
  }

  private prepare(request: LogRequest): void {
    const key = keyOf(request);
    // The reader has asked already, or other readers took its place.
    if (!this.expected.has(key) || this.ready.size >= FOLLOWED) return;
    try {
      const page = this.read(request);
      // A page at the head would hide events that are appended before it is fetched.
      if (page.atHead) return;
      this.ready.set(key, page);
    } catch {
      return; // the request itself will meet the same error and report it
    }
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ready.clear(), KEPT_MS).unref();
  }
}

const keyOf = ({ after, categories, limit, maxBytes, endedBy }: LogRequest): string =>
  JSON.stringify([after, categories, limit, maxBytes, endedBy]);
