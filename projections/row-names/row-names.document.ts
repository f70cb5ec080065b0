/** Declares the names of companies by which people search a job's rows. They are erased with the rows. */
import type { DocumentPacking } from '../../packages/platform/src/bytes/deflated.js';
import type { JobId } from '../../packages/contract/src/ids.js';
import { typedCollection } from '../../packages/platform/src/projector/typed-collection.js';

/** The body is a JSON array of names, '' for a row without one, under the key of its pack of results. */
export type RowNamesDocument = DocumentPacking & {
  readonly job_id: JobId;
  readonly chunk: number;
  readonly attempt: string;
  readonly from: number;
};

export const ROW_NAMES = typedCollection<RowNamesDocument>('row_names');
