/** Facts that rows ask for by key while they are derived: each key is looked up once for a chunk. */
import type { LookUp, WhyMissing } from '../blocks/runner/facts.js';
import type { KeyedFact } from '../sources/facts/define-keyed-fact.js';
import type { SourceShelf } from '../sources/kit/editions/source-shelf.js';
import type { EditionReader, SourceReading } from './edition-reader.js';

type Found = ReadonlyMap<string, unknown>;

/**
 * Reads nothing until it is asked, and then one query for the keys that nobody asked for before. Once the edition can't
 * be read it is not tried again for the chunk.
 */
export function lookUpIn(fact: KeyedFact, source: SourceShelf, reader: EditionReader): LookUp<unknown> {
  const known = new Map<string, unknown>();
  let missing: WhyMissing | null = null;
  let told: SourceReading<Found> | null = null;
  return (keys) => {
    const asked = keys.filter((key) => !known.has(key));
    if (missing === null && (told === null || asked.length > 0)) {
      // What it declares is what it is given: the compiler has checked its definition.
      const find = (editions: unknown): Found =>
        fact.find(asked, editions as Parameters<KeyedFact['find']>[1]);
      const reading = reader.readTogether(source, [], find);
      if (typeof reading === 'string') missing = reading;
      else {
        told = reading;
        for (const key of asked) known.set(key, reading.found.get(key));
      }
    }
    if (missing !== null || told === null) return missing ?? 'source_unavailable';
    const found = new Map(keys.map((key) => [key, known.get(key) ?? null] as const));
    const { as_of, freshness, part } = told;
    return { found, as_of, freshness, part };
  };
}
