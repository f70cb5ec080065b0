/**
 * The ReadModels port: collections of documents with declared indexes. A batch of writes commits together
 * with the writer's checkpoint. Every adapter passes `test/stores/read-models.contract.ts`.
 */
import type { JsonObject } from '../values/json.js';
import { StoreUnavailableError, type Position } from '../event-store/event-store.js';

/** Small fields that can be queried, and bytes that are served unchanged (the store never parses them). */
export interface Document {
  readonly fields: JsonObject;
  readonly body?: Uint8Array;
}

export interface KeyedDocument extends Document {
  readonly key: string;
}

/** Top-level fields (strings, numbers) by which a collection can be read: in this order, then by key. */
export interface IndexSpec {
  readonly name: string;
  readonly fields: readonly string[];
}

export interface CollectionSpec {
  /** `[a-z0-9_]+`; the projector adds the generation. */
  readonly name: string;
  readonly indexes?: readonly IndexSpec[];
  /** The collection that this one replaces: a store that shards the old one over machines shards this too. */
  readonly like?: string;
}

export type Write =
  | {
      readonly op: 'put';
      readonly collection: string;
      readonly key: string;
      readonly document: Document;
      /** The replaced document must not stay on a disk of our own, as after a deletion. */
      readonly erases?: boolean;
    }
  | { readonly op: 'delete'; readonly collection: string; readonly key: string }
  /** Keys from `from` (inclusive) to `to` (exclusive). */
  | { readonly op: 'deleteRange'; readonly collection: string; readonly from: string; readonly to: string };

/** The maximum bytes of a document: body, key, and twice its fields as JSON. MongoDB's limit is 16 MiB. */
export const MAX_DOCUMENT_BYTES = 16_000_000;

/** Moves the checkpoint from `expected` (null: it is new) to `next`; else nothing of the batch happens. */
export interface CheckpointMove {
  readonly name: string;
  readonly expected: Position | null;
  readonly next: Position;
}

export interface RangeQuery {
  /** Read by this declared index; left out: by key. */
  readonly index?: string;
  /** Values for the first fields of the index. */
  readonly equals?: readonly (string | number)[];
  /** Bounds on the next field of the index, or on the key: `from` inclusive, `to` exclusive. */
  readonly from?: string | number;
  readonly to?: string | number;
  /** Go on after this document (exclusive): the last document of an earlier page. */
  readonly after?: KeyedDocument;
  readonly order?: 'ascending' | 'descending';
  /** Default 1,000. */
  readonly limit?: number;
}

/** What a field must be: this value; or from `from` (inclusive) to `to` (exclusive), both of one type. */
export type FieldCondition =
  | string
  | number
  | { readonly from?: string; readonly to?: string }
  | { readonly from?: number; readonly to?: number };

/** A page of a list that people filter and sort. The index has every field that is named here. */
export interface Selection {
  readonly index: string;
  /** Conditions by field. All must hold. A document without the field meets none. */
  readonly where: Readonly<Record<string, FieldCondition>>;
  /** The field that sorts, then the key, both in the same direction. */
  readonly sort: string;
  readonly order: 'ascending' | 'descending';
  /** The number of documents before the page. */
  readonly skip: number;
  readonly limit: number;
  /** False where nobody needs the total, which reads the entries of all pages. The default is true. */
  readonly isCounted?: boolean;
}

export interface Selected {
  readonly documents: readonly KeyedDocument[];
  /** The number of documents that meet the conditions; null where they aren't counted. */
  readonly total: number | null;
}

export interface ReadModelReader {
  get(collection: string, key: string): Promise<KeyedDocument | undefined>;
  /** In the order of `keys`; missing documents are left out. */
  getMany(collection: string, keys: readonly string[]): Promise<readonly KeyedDocument[]>;
  range(collection: string, query: RangeQuery): Promise<readonly KeyedDocument[]>;
  /** Reads the index's entries that meet the conditions. @throws TypeError for a field that it lacks */
  select(collection: string, selection: Selection): Promise<Selected>;
  checkpoint(name: string): Promise<Position | null>;
  /** Checkpoints whose names begin with `prefix`, with their positions. */
  checkpoints(prefix: string): Promise<ReadonlyMap<string, Position>>;
}

export interface ReadModels extends ReadModelReader {
  /** Creates missing collections and indexes. Several processes may declare at once. */
  declare(collections: readonly CollectionSpec[]): Promise<void>;
  /**
   * Commits all writes with the checkpoint; `superseded` where the checkpoint stood elsewhere. A range of
   * more than 1,000 documents may go before the rest, in portions, while the checkpoint stands at `expected`.
   * @throws DocumentTooLargeError before anything is written; CommitTooLargeError; OutcomeUnknownError where
   * it may be committed
   */
  commit(writes: readonly Write[], checkpoint: CheckpointMove): Promise<'committed' | 'superseded'>;
  /** Drops collections with their documents, and checkpoints. */
  drop(collections: readonly string[], checkpoints: readonly string[]): Promise<void>;
  /** Checkpoints locked by another process's open transaction, and when that was first seen. */
  held(): Promise<ReadonlyMap<string, Date>>;
  /** All reads of `read` see one moment. */
  snapshot<T>(read: (reader: ReadModelReader) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/**
 * The server can't hold so many writes in one transaction. Fewer may pass. Of large ranges that were to be
 * deleted, portions may be gone; nothing else was written, and the checkpoint stands.
 */
export class CommitTooLargeError extends StoreUnavailableError {}

/** The document is larger than `MAX_DOCUMENT_BYTES`. Nothing of its batch was written. */
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
