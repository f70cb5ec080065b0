/** The live documents of a projection against rebuilt ones, streamed in key order. */
import type { JsonObject } from '../../shared/json.js';
import type { KeyedDocument } from '../read-models/read-models.js';
import { DocumentDigest, canonicalText } from './canonical-document.js';

export interface Difference {
  /** `collection/key`. */
  readonly key: string;
  /** Fields of the documents, or null where there is none. */
  readonly live: JsonObject | null;
  readonly rebuilt: JsonObject | null;
}

export interface Comparison {
  readonly equal: boolean;
  readonly live_digest: string;
  readonly rebuilt_digest: string;
  /** The first ones. */
  readonly differences: readonly Difference[];
  readonly differences_total: number;
}

/** Both sides of one collection, each in key order. */
export interface ComparedCollection {
  readonly collection: string;
  readonly live: AsyncIterable<KeyedDocument>;
  readonly rebuilt: AsyncIterable<KeyedDocument>;
}

/** So many differences are listed. */
const LISTED = 1_000;

export async function compareDocuments(collections: Iterable<ComparedCollection>): Promise<Comparison> {
  const digests = { live: new DocumentDigest(), rebuilt: new DocumentDigest() };
  const differences: Difference[] = [];
  let total = 0;
  for (const compared of collections) {
    digests.live.collection(compared.collection);
    digests.rebuilt.collection(compared.collection);
    for await (const [live, rebuilt] of pairs(compared.live, compared.rebuilt)) {
      if (live !== undefined) digests.live.add(live);
      if (rebuilt !== undefined) digests.rebuilt.add(rebuilt);
      if (isSame(live, rebuilt)) continue;
      total++;
      if (differences.length < LISTED) differences.push(differenceOf(compared.collection, live, rebuilt));
    }
  }
  return {
    equal: total === 0,
    live_digest: digests.live.hex(),
    rebuilt_digest: digests.rebuilt.hex(),
    differences,
    differences_total: total,
  };
}

type Pair = readonly [live: KeyedDocument | undefined, rebuilt: KeyedDocument | undefined];

const isSame = (live: KeyedDocument | undefined, rebuilt: KeyedDocument | undefined): boolean =>
  live !== undefined && rebuilt !== undefined && canonicalText(live) === canonicalText(rebuilt);

const differenceOf = (
  collection: string,
  live: KeyedDocument | undefined,
  rebuilt: KeyedDocument | undefined,
): Difference => ({
  key: `${collection}/${live?.key ?? rebuilt?.key ?? ''}`,
  live: live?.fields ?? null,
  rebuilt: rebuilt?.fields ?? null,
});

/** Documents of the same key together, in key order. */
async function* pairs(
  lives: AsyncIterable<KeyedDocument>,
  rebuilts: AsyncIterable<KeyedDocument>,
): AsyncGenerator<Pair> {
  const left = lives[Symbol.asyncIterator]();
  const right = rebuilts[Symbol.asyncIterator]();
  let live = await next(left);
  let rebuilt = await next(right);
  while (live !== undefined || rebuilt !== undefined) {
    const order = compareKeys(live, rebuilt);
    yield [order <= 0 ? live : undefined, order >= 0 ? rebuilt : undefined];
    if (order <= 0) live = await next(left);
    if (order >= 0) rebuilt = await next(right);
  }
}

async function next(documents: AsyncIterator<KeyedDocument>): Promise<KeyedDocument | undefined> {
  const result = await documents.next();
  return result.done === true ? undefined : result.value;
}

/** What is at its end comes last. */
function compareKeys(a: KeyedDocument | undefined, b: KeyedDocument | undefined): number {
  if (a === undefined) return 1;
  if (b === undefined) return -1;
  return a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
}
