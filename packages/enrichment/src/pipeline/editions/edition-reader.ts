/** Reads the editions that a chunk names. An edition that can't be read is an answer too. */
import type { SourceFact, WhyMissing } from '../../blocks/runner/facts.js';
import type { OnFault } from '../../blocks/runner/plan-blocks.js';
import { spanNow } from '../../../../platform/src/telemetry/tracing.js';
import { daysBetween, type IsoDate } from '../../../../words/src/calendar.js';
import type { OpenEdition } from '../../sources/define-source.js';
import type { EditionId } from '../../sources/kit/editions/edition.js';
import { unreadWords } from '../../sources/kit/editions/readable-edition.js';
import type { SourceShelf } from '../../sources/kit/editions/source-shelf.js';
import { UnreadableEditionError } from '../no-answer-yet.js';
import type { Editions } from '../enricher.js';

/** The result of reading a source, with its age. */
export interface SourceReading<T> extends Origin {
  readonly found: T;
  /** The companies that another edition describes, and the age of that edition. */
  readonly elsewhere?: Origin & { readonly numbers: ReadonlySet<string> };
  /** The newest day that the edition describes, of some companies. */
  readonly newest: IsoDate;
  /** The day of a single record, where it may be newer. */
  readonly dateOf?: (record: unknown) => IsoDate | null;
  /** Reads the record of one company when a block asks for it; `found` is empty then. */
  readonly recordOf?: (number: string) => unknown;
}
export type Origin = Omit<SourceFact<unknown>, 'record'>;

/** Reports an edition that can't be read once, and again only after it could be read in between. */
export class EditionFaults {
  private readonly reported = new Set<string>();

  constructor(private readonly onFault: OnFault) {}

  unread(source: string, id: EditionId, error: unknown): void {
    const edition = `${source} ${id}`;
    if (this.reported.has(edition)) return;
    this.reported.add(edition);
    this.onFault('register', error);
  }

  /**
   * Whether a chunk can be started with the editions that this program reads of the source.
   * @param before the edition with which it was started before: a machine without any edition lost it, or has
   * yet to get it
   */
  readonly canBegin = (shelf: SourceShelf, before: Editions | null = null): boolean => {
    const unread = shelf.unreadInForce();
    if (unread === null) return before?.[shelf.source.name] === undefined || shelf.current() !== null;
    this.unread(unread.source, unread.edition, new UnreadableEditionError(unreadWords(unread)));
    return unread.instead !== null;
  };

  read(source: string, id: EditionId): void {
    if (this.reported.size > 0) this.reported.delete(`${source} ${id}`);
  }
}

/** Reads the editions that a chunk names. */
export class EditionReader {
  constructor(
    private readonly editions: Editions,
    private readonly today: IsoDate,
    private readonly faults: EditionFaults,
  ) {}

  /** @param passesOn whether to throw the error of a query, since it may be a row's fault. Default: no */
  read<E extends OpenEdition, T>(
    shelf: SourceShelf<E>,
    query: (edition: E) => T,
    passesOn: (error: unknown) => boolean = () => false,
  ): SourceReading<T> | WhyMissing {
    const { name, stale_after_days } = shelf.source;
    const id = this.editions[name];
    if (id === undefined) return 'not_available_yet';
    try {
      const reading = spanNow(`source ${name}`, { edition: id }, () =>
        shelf.read(id, (edition) => {
          const { as_of: newest, whole_as_of: as_of = newest, part = false } = edition.facts;
          const stale = daysBetween(newest, this.today) > stale_after_days;
          const freshness = { checked_live: false, edition: id, stale };
          return { found: query(edition), as_of, newest, freshness, part };
        }),
      );
      this.faults.read(name, id);
      return reading;
    } catch (error) {
      if (passesOn(error)) throw error;
      this.faults.unread(name, id, error);
      return 'source_unavailable';
    }
  }

  /** Reads several editions at once: those that the chunk names, and null for the rest. */
  readTogether<T>(
    shelf: SourceShelf,
    others: readonly SourceShelf[],
    query: (editions: Readonly<Record<string, OpenEdition | null>>) => T,
  ): SourceReading<T> | WhyMissing {
    const withOthers = (
      [next, ...rest]: readonly SourceShelf[],
      editions: Readonly<Record<string, OpenEdition | null>>,
    ): T => {
      if (next === undefined) return query(editions);
      const { name } = next.source;
      const id = this.editions[name];
      if (id === undefined) return withOthers(rest, { ...editions, [name]: null });
      return next.read(id, (edition) => withOthers(rest, { ...editions, [name]: edition }));
    };
    return this.read(shelf, (edition) => withOthers(others, { [shelf.source.name]: edition }));
  }
}
