/** What `enrich` was asked to do. */
import type { Options } from '../../../packages/client/src/index.js';
import type { BlockKey } from '../../shared/block-key.js';
import type { ListFile } from './list.js';

export interface EnrichSettings extends ListFile {
  readonly blocks: readonly BlockKey[];
  readonly options: Options | undefined;
  /** A different word makes a different run of the same list, which is billed again. */
  readonly run: string;
  /** Rows of one job; null: as many as the key may send. */
  readonly rowsPerJob: number | null;
  /** Of the results. */
  readonly out: string;
  /** Where it is kept how the list was cut, and what was asked for. */
  readonly planFile: string;
  /** Whoever asks agrees to what is charged anew. */
  readonly yes: boolean;
  /** Without the columns of the list. */
  readonly onlyResults: boolean;
  /** Milliseconds. */
  readonly patience: number;
}
