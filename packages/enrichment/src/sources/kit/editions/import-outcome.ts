/** Declares the result of an import, and the reasons to refuse one as a whole. */
import type { IsoDate } from '../../../../../words/src/calendar.js';
import type { DateBasis, EditionId } from './edition.js';

/** A row that was left out. */
export interface Reject {
  readonly file: string;
  /** The line on which the row begins, from 1. The header counts. */
  readonly line: number;
  readonly reason: string;
}

const MAX_REJECTS_LISTED = 100;

/** The number of unreadable documents by reason. Absent: none. */
export interface HeldUnread {
  readonly unreadable?: Readonly<Record<string, number>>;
}

/** Counts rejects and lists the first hundred. Also counts stored documents that are unreadable. */
export class RejectList {
  count = 0;
  readonly first: Reject[] = [];
  private readonly unread = new Map<string, number>();

  add(reject: Reject): void {
    this.count += 1;
    if (this.first.length < MAX_REJECTS_LISTED) this.first.push(reject);
  }

  addUnreadable(why: string): void {
    this.unread.set(why, (this.unread.get(why) ?? 0) + 1);
  }

  get held(): HeldUnread {
    return this.unread.size === 0 ? {} : { unreadable: Object.fromEntries(this.unread) };
  }
}

interface ImportCounts {
  readonly source: string;
  readonly rejected: number;
  readonly rejects: readonly Reject[];
}

export interface ImportedEdition extends ImportCounts, HeldUnread {
  readonly outcome: 'imported';
  readonly edition: EditionId;
  readonly as_of: IsoDate;
  readonly as_of_basis: DateBasis;
  readonly rows: number;
}

/** The reason why nothing was imported; the edition in force stays. */
export type ImportRefusalCode =
  | 'missing_file'
  | 'wrong_header'
  | 'corrupt_archive'
  | 'no_valid_row'
  | 'too_many_rejected'
  | 'invalid_date'
  | 'import_running'
  | 'nothing_to_update'
  | 'not_read_by_all'
  | 'disk_full'
  | 'failed';

export interface RefusedImport extends ImportCounts {
  readonly outcome: 'refused';
  readonly error: ImportRefusalCode;
  /** One sentence for the operator. */
  readonly detail: string;
}

export type ImportOutcome = ImportedEdition | RefusedImport;

/** Ends an import wherever it is thrown. `importRegister` turns it into a `RefusedImport`. */
export class ImportRefusal extends Error {
  constructor(
    readonly code: ImportRefusalCode,
    detail: string,
  ) {
    super(detail);
  }
}

/** Makes the outcome of a refused import. @param source the source's name */
export const refusedImport = (
  source: string,
  { code, message }: ImportRefusal,
  { count, first }: Pick<RejectList, 'count' | 'first'> = new RejectList(),
): RefusedImport => ({
  outcome: 'refused',
  source,
  error: code,
  detail: message,
  rejected: count,
  rejects: first,
});

/** Refuses a file whose last line has no end and can't be read. @param name as the operator knows it */
export const cutOffInLastLine = (name: string): ImportRefusal =>
  new ImportRefusal('corrupt_archive', `${name} is truncated: its last line has no end and can't be read`);

/** The count of records that a file states (null: none, NaN: no number), and the number read from it. */
interface RecordCount {
  readonly announced: number | null;
  readonly read: number;
}

/** Refuses a file that lacks the publisher's closing count of records, or has another number of records. */
export function truncated(name: string, { announced, read }: RecordCount): ImportRefusal {
  const reasonText =
    announced === null
      ? `has no last line that counts its lines, which are ${read}`
      : `says that ${Number.isNaN(announced) ? 'no number of' : announced} lines stand in it, and ${read} ${read === 1 ? 'does' : 'do'}`;
  return new ImportRefusal('corrupt_archive', `${name} is truncated: it ${reasonText}; fetch it again`);
}

/** Refuses a publication with missing parts. @param name the name of one part */
export const partsMissing = (name: string, missing: number): ImportRefusal =>
  new ImportRefusal(
    'corrupt_archive',
    `${missing} of the parts that ${name} belongs to are missing: give all of them, or say --part`,
  );

/** Refuses a file that continues after the line that ends it. */
export const goesOn = (name: string): ImportRefusal =>
  new ImportRefusal('corrupt_archive', `${name} goes on after its last line`);

export interface ImportProgress {
  /** The file being read. */
  readonly file: string;
  readonly rows: number;
  readonly rejected: number;
  /** The number of bytes read from disk. */
  readonly bytes: number;
  /** The size of all files on disk. */
  readonly bytes_total: number;
  /** `reading` the files, then `indexing` what was read. */
  readonly phase: 'reading' | 'indexing';
}
