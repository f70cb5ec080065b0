/** Entries of the errors page as they are served. The reader of the page adds the entries of skipped rows. */
import { typedCollection } from '../../packages/platform/src/projector/typed-collection.js';
import type { DocumentPacking } from '../../packages/platform/src/bytes/deflated.js';
import type { JobId } from '../../packages/contract/src/ids.js';

/**
 * The entries of one pack; a pack without entries has no document. The body is the entries' JSON joined by
 * commas, kept as `packing` says. It has the key of its pack of results, and is served with it.
 */
export type ErrorPackDocument = DocumentPacking & {
  readonly job_id: JobId;
  readonly chunk: number;
  readonly attempt: string;
  /** The rows that failed as a whole, ascending, and the bytes of each entry. */
  readonly rows: readonly number[];
  readonly lengths: readonly number[];
};

export const ERROR_PACKS = typedCollection<ErrorPackDocument>('error_packs');
