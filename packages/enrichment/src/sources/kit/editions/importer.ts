/** Declares an importer, which turns a source's published files into an edition. */
import type { IsoDate } from '../../../../../words/src/calendar.js';
import type { EditionFacts } from './edition-file.js';
import type { ImportProgress, RejectList } from './import-outcome.js';
import type { PublishedFile } from './published-file.js';

export interface BuildRequest {
  readonly files: readonly PublishedFile[];
  readonly path: string;
  /** The day named by the operator, or null: then it is taken from the files. */
  readonly asOf: IsoDate | null;
  /** The day by the clock: nothing was published after it. */
  readonly today: IsoDate;
  /** The operator says that the files don't hold everybody. */
  readonly part: boolean;
  /** The edition that the files bring up to date, or null: they stand alone. */
  readonly updates: string | null;
  readonly maxRejectedPercent: number;
  /** The rejected rows. They are listed while the import runs, so that a refused one can show them. */
  readonly rejects: RejectList;
  readonly onProgress: (progress: ImportProgress) => void;
}

/** Makes an edition from one that an earlier program wrote. Its published files may be gone. */
export interface Rewriting {
  /** Tells whether editions of this older layout hold all that one of today's does. */
  takes(layout: number): boolean;
  /** Builds and closes the file from an older edition. @throws ImportRefusal, SqliteFileError */
  build(request: BuildRequest, from: string): Promise<EditionFacts>;
}

export interface Importer {
  /** Version of the edition's layout; a part of the edition's name. */
  readonly layout: number;
  /** The version of the rules that read its documents; part of the edition's name. Left out: none. */
  readonly reader?: number;
  /** Rewrites older editions. Left out: only the published files have what an earlier layout lacks. */
  readonly rewriting?: Rewriting;
  /** True if an edition can be made of an earlier one and newer files. */
  readonly updates: boolean;
  /** Builds and closes the file. @throws ImportRefusal, SqliteFileError; the file is then worthless */
  build(request: BuildRequest): Promise<EditionFacts>;
}

/** The size of the files on disk. */
export const importBytesOf = ({ files }: Pick<BuildRequest, 'files'>): number =>
  files.reduce((sum, { size }) => sum + size, 0);
