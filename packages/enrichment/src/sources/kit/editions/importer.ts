/** Defines importers, which make an edition from a source's published files. */
import type { IsoDate } from '../../../../../words/src/calendar.js';
import type { EditionFacts } from './edition-file.js';
import type { ImportProgress, RejectList } from './import-outcome.js';
import type { PublishedFile } from './published-file.js';

export interface BuildRequest {
  readonly files: readonly PublishedFile[];
  readonly path: string;
  /** The day named by the operator; null: the files determine it. */
  readonly asOf: IsoDate | null;
  /** The present day by the clock. Nothing was published after it. */
  readonly today: IsoDate;
  /** True if the operator says that the files lack companies. */
  readonly part: boolean;
  /** The path of the edition that the files update; null: none. */
  readonly updates: string | null;
  readonly maxRejectedPercent: number;
  /** Lists the rejected rows while the import runs, so that a refused import can show them. */
  readonly rejects: RejectList;
  readonly onProgress: (progress: ImportProgress) => void;
}

/** Makes an edition from an edition of an earlier layout, whose published files may be gone. */
export interface Rewriting {
  /** Returns true if editions of this older layout hold everything that the current layout needs. */
  takes(layout: number): boolean;
  /** Builds and closes the file from an older edition. @throws ImportRefusal, SqliteFileError */
  build(request: BuildRequest, from: string): Promise<EditionFacts>;
}

export interface Importer {
  /** The version of the edition's layout, a part of the edition's id. */
  readonly layout: number;
  /** The version of the rules that read documents, a part of the edition's id. Absent: no documents. */
  readonly reader?: number;
  /** Rewrites older editions. Absent: they must be imported again from the published files. */
  readonly rewriting?: Rewriting;
  /** True if an edition can be made of an earlier one and newer files. */
  readonly updates: boolean;
  /** Builds and closes the file. @throws ImportRefusal, SqliteFileError; the file is then worthless */
  build(request: BuildRequest): Promise<EditionFacts>;
}

/** The size of the files on disk. */
export const importBytesOf = ({ files }: Pick<BuildRequest, 'files'>): number =>
  files.reduce((sum, { size }) => sum + size, 0);
