/**
 * What a read model is: a plain object that turns events into document operations. The projector applies a batch and
 * its checkpoint together; a projection never reads the clock, the network or another projection.
 */
import type { CollectionSpec, Document } from '../read-models/read-models.js';

export type DocumentOperation =
  | { readonly op: 'put'; readonly collection: string; readonly key: string; readonly document: Document }
  /** The document as it stood before this event, to the document after it (undefined: none). Must be pure. */
  | {
      readonly op: 'update';
      readonly collection: string;
      readonly key: string;
      readonly change: (current: Document | undefined) => Document | undefined;
    }
  | { readonly op: 'delete'; readonly collection: string; readonly key: string }
  /** Keys from `from` (inclusive) to `to` (exclusive). */
  | { readonly op: 'deleteRange'; readonly collection: string; readonly from: string; readonly to: string };

export interface Projection<Event, Lane extends string = string> {
  readonly name: string;
  /** Raised whenever documents would differ for the same events; the projector then rebuilds beside the live one. */
  readonly version: number;
  /** Projections of a lane share one reader of the log and one checkpoint. */
  readonly lane: Lane;
  /** Stream categories it wants to see. */
  readonly categories: readonly string[];
  readonly collections: readonly CollectionSpec[];
  project(event: Event): readonly DocumentOperation[];
}
