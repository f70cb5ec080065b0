/** What every published source brings: how its files become an edition. One implementation in each source's folder. */
import type { IsoDate } from '../../shared/calendar.js';
import type { DateBasis } from './edition.js';
import type { ImportProgress, RejectList } from './import-outcome.js';
import type { PublishedFile } from './published-file.js';

export interface BuildRequest {
  readonly files: readonly PublishedFile[];
  /** Where to build; a new file. */
  readonly path: string;
  /** The day named by the operator, or null: then it is taken from the files. */
  readonly asOf: IsoDate | null;
  readonly maxRejectedPercent: number;
  /** Filled while the import runs, so that a refused one can still say what it saw. */
  readonly rejects: RejectList;
  readonly onProgress: (progress: ImportProgress) => void;
}

export interface BuiltEdition {
  readonly rows: number;
  readonly as_of: IsoDate;
  readonly as_of_basis: DateBasis;
}

export interface Importer {
  /** Version of the edition's layout; a part of the edition's name. */
  readonly layout: number;
  /** Builds and closes the file. @throws ImportRefusal, SqliteFileError; the file is then worthless */
  build(request: BuildRequest): Promise<BuiltEdition>;
}
