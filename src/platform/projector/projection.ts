/**
 * What a read model is: a plain object that turns events into document operations. The projector applies a batch and
 * its checkpoint together; a projection never reads the clock, the network or another projection.
 */
import type { CollectionSpec, Document } from '../read-models/read-models.js';

/** The document as it stood before this event, to the document after it (undefined: none). Must be pure. */
export type Change = (current: Document | undefined) => Document | undefined;

export type DocumentOperation =
  | { readonly op: 'put'; readonly collection: string; readonly key: string; readonly document: Document }
  | {
      readonly op: 'update';
      readonly collection: string;
      readonly key: string;
      readonly change: Change;
      /** It takes data away for good: what it writes over must not stay on a disk. */
      readonly erases?: boolean;
    }
  | { readonly op: 'delete'; readonly collection: string; readonly key: string }
  /** Keys from `from` (inclusive) to `to` (exclusive). */
  | { readonly op: 'deleteRange'; readonly collection: string; readonly from: string; readonly to: string };

export interface DocumentKey {
  readonly collection: string;
  readonly key: string;
}

/** A document as it stands before the event; only what `lookups` named may be read. */
export type Found = (collection: string, key: string) => Document | undefined;

export interface Projection<Event, Lane extends string = string> {
  readonly name: string;
  /** Raised whenever documents would differ for the same events; the projector then rebuilds beside the live one. */
  readonly version: number;
  /** Projections of a lane share one reader of the log and one checkpoint. */
  readonly lane: Lane;
  /** Stream categories that it handles. */
  readonly categories: readonly string[];
  /** Stored event types that it handles; others of its categories are not decoded, unless their type is unknown. */
  readonly types: readonly string[];
  readonly collections: readonly CollectionSpec[];
  /**
   * Stored event types that are applied even to what was parked, because they take data away (an erasure must
   * never wait for a repair).
   */
  readonly evenIfParked?: readonly string[];
  /** Documents of its own collections that `project` needs to see for this event. */
  lookups?(event: Event): readonly DocumentKey[];
  project(event: Event, found: Found): readonly DocumentOperation[];
}
