/** Entries of the errors page as they are served. The reader of the page adds the entries of skipped rows. */
import { typedCollection } from '../../packages/platform/src/projector/typed-collection.js';
import type { DocumentPacking } from '../../packages/platform/src/bytes/deflated.js';
import type { JobId } from '../../packages/contract/src/ids.js';

/** The entries of one pack, if it has any: their JSON joined by commas, under the pack's key. */
export type ErrorPackDocument = DocumentPacking & {
  readonly job_id: JobId;
  readonly chunk: number;
  readonly attempt: string;
  /** The rows that failed as a whole, ascending, and the bytes of each entry. */
  readonly rows: readonly number[];
  readonly lengths: readonly number[];
};

export const ERROR_PACKS = typedCollection<ErrorPackDocument>('error_packs');
