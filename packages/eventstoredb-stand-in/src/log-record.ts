/** What the stand-in keeps of an event, and what it is asked to write. */

export interface ProposedRecord {
  readonly id: string;
  readonly type: string;
  readonly isJson: boolean;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
}

export interface LogRecord extends ProposedRecord {
  /** Commit and prepare position are one number in this log. */
  readonly position: bigint;
  readonly stream: string;
  readonly revision: bigint;
  /** Milliseconds since the epoch. */
  readonly created: number;
}

/** The revision of a tombstone, and the `$tb` of a soft-deleted stream: the greatest signed 64-bit number. */
export const GREATEST = 9_223_372_036_854_775_807n;

export const STREAM_DELETED = '$streamDeleted';
export const METADATA = '$metadata';

export const metastreamOf = (stream: string): string => `$$${stream}`;

/** Bytes of a record in the log: enough to keep positions apart and growing by uneven steps. */
export const sizeOf = (stream: string, record: ProposedRecord): bigint =>
  BigInt(80 + 2 * (stream.length + record.type.length) + record.data.length + record.metadata.length);

/** Whether the record stands at or after the position, by commit and then by prepare. */
export const isFrom = (record: LogRecord, commit: bigint, prepare: bigint): boolean =>
  record.position > commit || (record.position === commit && record.position >= prepare);
