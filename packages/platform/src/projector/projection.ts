/**
 * A read model: a plain object that turns events into document operations. The projector applies a batch and
 * its checkpoint together. A projection never reads the clock, the network or another projection.
 */
import type { CollectionSpec, Document, Write } from '../read-models/read-models.js';

/** From the document before this event to the document after it (undefined: none). Must be pure. */
export type Change = (current: Document | undefined) => Document | undefined;

export type DocumentOperation =
  | Exclude<Write, { readonly op: 'put' }>
  | { readonly op: 'put'; readonly collection: string; readonly key: string; readonly document: Document }
  | {
      readonly op: 'update';
      readonly collection: string;
      readonly key: string;
      readonly change: Change;
      /** The change erases data for good: the replaced document must not stay on a disk. */
      readonly erases?: boolean;
    };

export interface DocumentKey {
  readonly collection: string;
  readonly key: string;
}

/** The document before the event. Only documents that `lookups` named may be read. */
export type Found = (collection: string, key: string) => Document | undefined;

export interface Projection<Event, Lane extends string = string> {
  readonly name: string;
  /** Raised when the same events would give other documents. The projector then rebuilds beside them. */
  readonly version: number;
  /** Projections of a lane share one reader of the log and one checkpoint. */
  readonly lane: Lane;
  /** Stream categories that it handles. */
  readonly categories: readonly string[];
  /** Stored event types that it handles. Others aren't decoded, unless their type is unknown. */
  readonly types: readonly string[];
  readonly collections: readonly CollectionSpec[];
  /** Stored types that are applied even to parked subjects: an erasure must never wait for a repair. */
  readonly evenIfParked?: readonly string[];
  /** Documents of its own collections that `project` needs for this event. */
  lookups?(event: Event): readonly DocumentKey[];
  project(event: Event, found: Found): readonly DocumentOperation[];
}
