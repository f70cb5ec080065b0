import type { PassedOver, Revision, StreamName } from './event-store.js';

/** Streams that are remembered. Events of further streams are passed over without a note. */
const MAX_STREAMS = 100_000;

interface Span {
  first: Revision;
  last: Revision;
}

interface Noted {
  /** The revisions of foreign events, in order and apart from each other. */
  readonly spans: Span[];
  /** True if an event of ours was seen behind one of theirs. */
  shared: boolean;
}

/** The events of other programs that a process met in streams with our names, and passed over. */
export class ForeignEvents implements PassedOver {
  private readonly noted = new Map<StreamName, Noted>();
  private known = 0;

  /** Different events that were passed over so far. */
  get count(): number {
    return this.known;
  }

  /** The streams they lie in, in the order in which they were met. */
  get streams(): readonly StreamName[] {
    return [...this.noted.keys()];
  }

  note(stream: StreamName, revision: Revision): void {
    const { spans } = this.noted.get(stream) ?? this.begun(stream);
    const at = spans.findIndex(({ last }) => revision <= last + 1);
    const span = spans[at];
    if (span !== undefined && revision >= span.first && revision <= span.last) return;
    this.known += 1;
    if (span === undefined) spans.push({ first: revision, last: revision });
    else if (revision === span.last + 1) span.last = revision;
    else if (revision === span.first - 1) span.first = revision;
    else spans.splice(at, 0, { first: revision, last: revision });
    const next = spans[at + 1];
    if (span !== undefined && next?.first === span.last + 1)
      spans.splice(at, 2, { ...span, last: next.last });
  }

  /** Counts the foreign events that are known before this event of ours. */
  before(stream: StreamName, revision: Revision): number {
    const noted = this.noted.get(stream);
    if (noted === undefined) return 0;
    const earlier = noted.spans.filter(({ first }) => first < revision);
    noted.shared ||= earlier.length > 0;
    return earlier.reduce((sum, { first, last }) => sum + last - first + 1, 0);
  }

  /** True if nothing of ours was seen in this stream, from its first event on. */
  isAllOf(stream: StreamName): boolean {
    const noted = this.noted.get(stream);
    return noted !== undefined && !noted.shared && noted.spans.length === 1 && noted.spans[0]?.first === 0;
  }

  private begun(stream: StreamName): Noted {
    const noted = { spans: [], shared: false };
    if (this.noted.size < MAX_STREAMS) this.noted.set(stream, noted);
    return noted;
  }
}
