/**
 * The ReadModels port: collections of documents with declared indexes, written in batches that commit together with the
 * writer's checkpoint. Every adapter passes `test/stores/read-models.contract.ts`.
 */
import type { JsonObject } from '../../shared/json.js';
import type { Position } from '../event-store/event-store.js';

/** A document: small queryable fields, and bytes that are served as they are (never parsed by the store). */
export interface Document {
  readonly fields: JsonObject;
  readonly body?: Uint8Array;
}

export interface KeyedDocument extends Document {
  readonly key: string;
}

/** Top-level fields (strings, numbers) that a collection can be read by, in this order, then by key. */
export interface IndexSpec {
  readonly name: string;
  readonly fields: readonly string[];
}

export interface CollectionSpec {
  /** `[a-z0-9_]+`; the projector adds the generation. */
  readonly name: string;
  readonly indexes?: readonly IndexSpec[];
  /** A collection that it takes the place of: where a store spreads that one over machines, it spreads this one too. */
  readonly like?: string;
}

export type Write =
  | {
      readonly op: 'put';
      readonly collection: string;
      readonly key: string;
      readonly document: Document;
      /** What it replaces must not stay on a disk of our own, as with a deletion. */
      readonly erases?: boolean;
    }
  | { readonly op: 'delete'; readonly collection: string; readonly key: string }
  /** Keys from `from` (inclusive) to `to` (exclusive). */
  | { readonly op: 'deleteRange'; readonly collection: string; readonly from: string; readonly to: string };

/** The most bytes of a document: its body, its key, and its fields as JSON counted twice (MongoDB's limit is 16 MiB). */
export const MAX_DOCUMENT_BYTES = 16_000_000;

/** Moves the named checkpoint from `expected` (null: it has none yet) to `next`, or nothing of the batch happens. */
export interface CheckpointMove {
  readonly name: string;
  readonly expected: Position | null;
  readonly next: Position;
}

export interface RangeQuery {
  /** Read by this declared index; without it, by key. */
  readonly index?: string;
  /** Values for the first fields of the index. */
  readonly equals?: readonly (string | number)[];
  /** Bounds on the next field of the index, or on the key: inclusive from, exclusive to. */
  readonly from?: string | number;
  readonly to?: string | number;
  /** Resume after this document (exclusive): what an earlier page ended with. */
  readonly after?: KeyedDocument;
  readonly order?: 'ascending' | 'descending';
  /** Default 1,000. */
  readonly limit?: number;
}

export interface ReadModelReader {
  get(collection: string, key: string): Promise<KeyedDocument | undefined>;
  /** In the order of `keys`, absent ones left out. */
  getMany(collection: string, keys: readonly string[]): Promise<readonly KeyedDocument[]>;
  range(collection: string, query: RangeQuery): Promise<readonly KeyedDocument[]>;
  checkpoint(name: string): Promise<Position | null>;
  /** Names of checkpoints that begin with `prefix`, with their positions. */
  checkpoints(prefix: string): Promise<ReadonlyMap<string, Position>>;
}

export interface ReadModels extends ReadModelReader {
  /** Creates collections and indexes that are not there yet. Safe from several processes at once. */
  declare(collections: readonly CollectionSpec[]): Promise<void>;
  /**
   * All writes and the checkpoint together, or `superseded` where the checkpoint stood elsewhere. A range of more than
   * a thousand documents may go in portions before the rest, each only while the checkpoint stands at `expected`.
   * @throws DocumentTooLargeError before anything is written; OutcomeUnknownError where it may have been committed
   */
  commit(writes: readonly Write[], checkpoint: CheckpointMove): Promise<'committed' | 'superseded'>;
  /** Forgets collections with their documents, and checkpoints. */
  drop(collections: readonly string[], checkpoints: readonly string[]): Promise<void>;
  /** Checkpoints that can't be moved for an open transaction of another process, with when that was first seen. */
  held(): Promise<ReadonlyMap<string, Date>>;
  /** Everything `read` reads belongs to one moment. */
  snapshot<T>(read: (reader: ReadModelReader) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** The document is over `MAX_DOCUMENT_BYTES`; nothing of its batch was written. */
export class DocumentTooLargeError extends Error {
  override readonly name = 'DocumentTooLargeError';
  constructor(
    readonly collection: string,
    readonly key: string,
    readonly bytes: number,
  ) {
    super(`document ${key} of ${collection} has ${bytes} bytes, over the limit of ${MAX_DOCUMENT_BYTES}`);
  }
}
