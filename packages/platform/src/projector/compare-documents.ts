/** Compares the live documents of a projection with rebuilt ones. */
import { createHash } from 'node:crypto';
import { canonicalize } from 'json-canonicalize';
import type { JsonObject } from '../values/json.js';
import type { Document, KeyedDocument } from '../read-models/read-models.js';

export interface Difference {
  /** `collection/key`. */
  readonly key: string;
  /** Fields of the document; null where it doesn't exist. */
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

/** A text that depends only on the document's content: RFC 8785 JSON of the fields, a digest of the body. */
export const canonicalText = ({ fields, body }: Document): string =>
  body === undefined
    ? canonicalize(fields)
    : `${canonicalize(fields)}\n${createHash('sha256').update(body).digest('hex')}`;

/** SHA-256 over the documents of some collections, each in key order. Independent of generations. */
class DocumentDigest {
  private readonly hash = createHash('sha256');

  collection(logical: string): void {
    this.hash.update(`collection ${logical}\n`);
  }

  add(document: KeyedDocument): void {
    this.hash.update(`${JSON.stringify(document.key)} ${canonicalText(document)}\n`);
  }

  hex(): string {
    return this.hash.digest('hex');
  }
}

/** The maximum number of differences that are listed. */
const LISTED = 1_000;

/** Compares both generations of some collections, one stretch of keys after the other. */
export class DocumentComparison {
  private readonly digests = { live: new DocumentDigest(), rebuilt: new DocumentDigest() };
  private readonly differences: Difference[] = [];
  private total = 0;
  private collection = '';

  /** The next stretches belong to this collection. */
  begin(collection: string): void {
    this.collection = collection;
    this.digests.live.collection(collection);
    this.digests.rebuilt.collection(collection);
  }

  /** All documents of a stretch of keys, in key order. Each stretch lies behind the one before. */
  add(live: readonly KeyedDocument[], rebuilt: readonly KeyedDocument[]): void {
    for (const document of live) this.digests.live.add(document);
    for (const document of rebuilt) this.digests.rebuilt.add(document);
    for (const [left, right] of pairs(live, rebuilt)) {
      if (isSame(left, right)) continue;
      this.total++;
      if (this.differences.length < LISTED) this.differences.push(differenceOf(this.collection, left, right));
    }
  }

  /** The result of all stretches. Called once. */
  result(): Comparison {
    return {
      equal: this.total === 0,
      live_digest: this.digests.live.hex(),
      rebuilt_digest: this.digests.rebuilt.hex(),
      differences: this.differences,
      differences_total: this.total,
    };
  }
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
function* pairs(lives: readonly KeyedDocument[], rebuilts: readonly KeyedDocument[]): Generator<Pair> {
  for (let left = 0, right = 0; left < lives.length || right < rebuilts.length;) {
    const [live, rebuilt] = [lives[left], rebuilts[right]];
    const order = compareKeys(live, rebuilt);
    yield [order <= 0 ? live : undefined, order >= 0 ? rebuilt : undefined];
    if (order <= 0) left++;
    if (order >= 0) right++;
  }
}

/** A side that has ended comes last. */
function compareKeys(a: KeyedDocument | undefined, b: KeyedDocument | undefined): number {
  if (a === undefined) return 1;
  if (b === undefined) return -1;
  return a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
}
