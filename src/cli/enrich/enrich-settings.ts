/** The settings of one `enrich` command. */
import type { Options } from '../../../packages/client/src/index.js';
import type { BlockKey } from '../../shared/block-key.js';
import type { ListFile } from './list.js';

export interface EnrichSettings extends ListFile {
  readonly blocks: readonly BlockKey[];
  readonly options: Options | undefined;
  /** The run's label. Another label makes another run of the same list, which is charged again. */
  readonly run: string;
  /** Rows of one job; null: as many as the key may send. */
  readonly rowsPerJob: number | null;
  /** Path of the file of results. */
  readonly out: string;
  /** Path of the file that keeps how the list was split and which jobs were submitted. */
  readonly planFile: string;
  /** The user agrees that rows may be charged again. */
  readonly yes: boolean;
  /** Leaves out the columns of the list. */
  readonly onlyResults: boolean;
  /** Time without an answer before giving up, in milliseconds. */
  readonly patience: number;
}
