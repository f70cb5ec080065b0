/** Second step: what the needed sources have for the companies of a chunk, each asked once, in one query. */
import type { Freshness } from '../blocks/runner/envelope.js';
import type { WhyMissing } from '../blocks/runner/facts.js';
import type { ChunkFacts, Known, OnFault } from '../blocks/runner/run-blocks.js';
import type { OpenEdition } from '../sources/define-source.js';
import type { SourceShelf } from '../sources/editions/source-shelf.js';
import { daysBetween, type IsoDate } from '../shared/calendar.js';
import type { Editions } from './enricher.js';

/** What was read of a source, and how old it is. */
export interface SourceReading<T> {
  readonly found: T;
  readonly as_of: IsoDate;
  readonly freshness: Freshness;
}
type Records = ReadonlyMap<string, unknown>;

/** Reads the editions that a chunk names. */
export class EditionReader {
  constructor(
    private readonly editions: Editions,
    private readonly today: IsoDate,
    private readonly onFault: OnFault,
  ) {}

  read<E extends OpenEdition, T>(
    shelf: SourceShelf<E>,
    query: (edition: E) => T,
  ): SourceReading<T> | WhyMissing {
    const { name, stale_after_days } = shelf.source;
    const id = this.editions[name];
    if (id === undefined) return 'not_available_yet';
    try {
      return shelf.read(id, (edition) => {
        const { as_of } = edition.facts;
        const stale = daysBetween(as_of, this.today) > stale_after_days;
        const freshness = Object.freeze<Freshness>({ checked_live: false, edition: id, stale });
        return { found: query(edition), as_of, freshness };
      });
    } catch (error) {
      this.onFault('register', error);
      return 'source_unavailable';
    }
  }
}

/** @param read what matching has read already: its source isn't asked again */
export function gather(
  shelves: readonly SourceShelf[],
  numbers: readonly string[],
  reader: EditionReader,
  read: { readonly shelf: SourceShelf; readonly reading: SourceReading<Records> } | null = null,
): ChunkFacts {
  const missing = new Map<string, WhyMissing>();
  const loaded: [fact: string, reading: SourceReading<Records>][] = [];
  for (const shelf of shelves) {
    const { fact } = shelf.source;
    const reading =
      read?.shelf === shelf ? read.reading : reader.read(shelf, (edition) => edition.byNumbers(numbers));
    if (typeof reading === 'string') missing.set(fact, reading);
    else loaded.push([fact, reading]);
  }
  return {
    missing,
    of: (number) => {
      const known: Known & Record<string, unknown> = { blocks: {} };
      for (const [fact, { found, as_of, freshness }] of loaded) {
        known[fact] = { record: found.get(number) ?? null, as_of, freshness };
      }
      return known;
    },
  };
}
