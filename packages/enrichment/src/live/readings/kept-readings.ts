/** Keeps readings in the store, as a cache. Its faults go to the log, and the reading counts as missing. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { deflateRaw, inflateRawSync } from 'node:zlib';
import {
  MAX_CONTENT_BYTES,
  type KeptReading,
  type ReadingStore,
} from '../../../../platform/src/readings/reading-store.js';
import type { Clock } from '../../../../platform/src/time/clock.js';
import { dayOf } from '../../../../words/src/calendar.js';
import { groupBy } from '../../../../platform/src/values/group-by.js';
import { isShared, sightingOf, withSighting } from '../../sites/phone-printing.js';
import type { SiteReading } from '../../sites/site-reading.js';
import { readingKind, type ReadingKind } from './reading-kinds.js';
import { nameOf, type ReadingFreshness, type ReadingName, type ReadReading } from './readings.js';

export interface KeptReadings {
  /** Reads as `Readings.kept` does. */
  find(
    names: readonly ReadingName[],
    since: string | null,
  ): Promise<ReadonlyMap<string, ReadReading<ReadingKind>>>;
  keep(name: ReadingName, reading: ReadReading<ReadingKind>): Promise<void>;
}

export const NOTHING_KEPT: KeptReadings = {
  find: () => Promise.resolve(new Map()),
  keep: () => Promise.resolve(),
};

export interface KeptReadingsParts {
  readonly store: ReadingStore;
  readonly clock: Clock;
  /** Days for which a reading is served again. */
  readonly days: number;
  readonly onFault: (error: unknown) => void;
}

const DAY_MS = 86_400_000;
/** The maximum inflated size of a kept reading. */
const MAX_PLAIN_BYTES = 64 * 1_024 * 1_024;
const deflated = promisify(deflateRaw);

const LONGEST_KEY = 500;

/** The stored key. A whole question is stored as its digest, so that it isn't kept. */
const storedKey = (key: string): string =>
  key.length <= LONGEST_KEY ? key : `sha256:${createHash('sha256').update(key).digest('hex')}`;

/** Readings that were fetched before this time are not served again, and are deleted. */
export const oldestKept = ({ clock, days }: Pick<KeptReadingsParts, 'clock' | 'days'>): number =>
  clock.now().getTime() - days * DAY_MS;

export class StoredReadings implements KeptReadings {
  constructor(private readonly parts: KeptReadingsParts) {}

  async find(
    names: readonly ReadingName[],
    since: string | null,
  ): Promise<ReadonlyMap<string, ReadReading<ReadingKind>>> {
    const { store, onFault } = this.parts;
    const readingsByName = new Map<string, ReadReading<ReadingKind>>();
    for (const [kind, named] of groupBy(names, (name) => name.kind)) {
      const keys = named.map(({ key }) => storedKey(key));
      try {
        const keptReadings = await store.find(kind, keys, oldestKept(this.parts));
        // A chunk asks for thousands of readings, of which mostly few are kept.
        if (keptReadings.length === 0) continue;
        const namesByKey = new Map(keys.map((key, at) => [key, named[at]]));
        for (const keptReading of keptReadings) {
          const name = namesByKey.get(keptReading.key);
          const reading = this.opened(keptReading, since);
          if (name !== undefined && reading !== null) readingsByName.set(nameOf(name), reading);
        }
      } catch (error) {
        onFault(error);
      }
    }
    return readingsByName;
  }

  async keep(
    { kind, key }: ReadingName,
    { reading, checked, packed }: ReadReading<ReadingKind>,
  ): Promise<void> {
    const { store, onFault, days } = this.parts;
    if (days === 0) return;
    try {
      const content = packed ?? (await packedReading(reading));
      if (content === null || content.length > MAX_CONTENT_BYTES) return;
      const afterDays = readingKind(kind).remains === undefined ? 0 : days * DAY_MS;
      const fetchedAt = Date.parse(checked.checked_at) + afterDays;
      await store.keep({ kind, key: storedKey(key), fetchedAt, content });
      if (kind === 'site') await this.keepPrintings(reading as SiteReading, checked);
    } catch (error) {
      onFault(error);
    }
  }

  /** Keeps a site's phone numbers. Two sites read at the same time may miss each other until a new crawl. */
  private async keepPrintings(site: SiteReading, checked: ReadingFreshness): Promise<void> {
    const { numbers, sighting } = sightingOf(site);
    if (numbers.length === 0) return;
    const names = numbers.map((key) => ({ kind: 'printed_phone', key }) as const);
    const before = await this.find(names, null);
    const oldest = dayOf(new Date(oldestKept(this.parts)));
    const keeping = names.flatMap((name) => {
      const knownReading = before.get(nameOf(name)) as ReadReading<'printed_phone'> | undefined;
      const reading = withSighting(knownReading?.reading, sighting, oldest);
      const readState = { status: 'read', reading, checked } as const;
      const shared = { kind: 'shared_phone', key: name.key } as const;
      return [this.keep(name, readState), ...(isShared(reading) ? [this.keep(shared, readState)] : [])];
    });
    await Promise.all(keeping);
  }

  /** The reading; null: it is damaged, or its kind is kept for a shorter time. */
  private opened(keptReading: KeptReading, since: string | null): ReadReading<ReadingKind> | null {
    const { clock, days } = this.parts;
    try {
      const reading = readingOf(keptReading);
      // `keep` has written it under a kind.
      const kind = readingKind(keptReading.kind as ReadingKind);
      const readAt = kind.remains?.readAt(reading) ?? keptReading.fetchedAt;
      const life = kind.lifeMs?.(reading, days * DAY_MS) ?? null;
      if (life !== null && readAt + life <= clock.now().getTime()) return null;
      const checked_live = since !== null && readAt >= Date.parse(since);
      return {
        status: 'read',
        reading,
        checked: { checked_live, checked_at: new Date(readAt).toISOString() },
      };
    } catch (error) {
      this.parts.onFault(error);
      return null;
    }
  }
}

/** The packed reading; null: it is too large. */
async function packedReading(reading: ReadReading<ReadingKind>['reading']): Promise<Uint8Array | null> {
  const plain = Buffer.from(JSON.stringify(reading));
  return plain.length > MAX_PLAIN_BYTES ? null : deflated(plain);
}

/** Content is what `keep` has written: a reading of its kind. */
function readingOf({ content }: KeptReading): ReadReading<ReadingKind>['reading'] {
  const plain = inflateRawSync(content, { maxOutputLength: MAX_PLAIN_BYTES });
  return JSON.parse(plain.toString('utf8')) as ReadReading<ReadingKind>['reading'];
}
