/**
 * One stream: its records by revision, and what its metadata (`$tb`, `$maxCount`, `$maxAge`) leaves to be
 * seen.
 */
import { GREATEST, STREAM_DELETED, type LogRecord } from './log-record.js';

interface Limits {
  readonly truncateBefore: bigint;
  readonly maxCount: bigint | undefined;
  /** Seconds. */
  readonly maxAge: number | undefined;
}

export class StreamRecords {
  /** By revision; scavenged ones are missing. */
  private readonly records: (LogRecord | undefined)[] = [];
  isTombstoned = false;

  /** @param metastream undefined for a metastream itself */
  constructor(private readonly metastream: StreamRecords | undefined) {}

  get head(): bigint {
    return BigInt(this.records.length) - 1n;
  }

  get hasMetadata(): boolean {
    return this.metastream !== undefined && this.metastream.head >= 0n;
  }

  get isSoftDeleted(): boolean {
    return this.limits().truncateBefore === GREATEST;
  }

  /** Neither its events nor its metadata make it one that reads as missing. */
  get isMissing(): boolean {
    return this.head < 0n || this.isSoftDeleted;
  }

  at(revision: bigint): LogRecord | undefined {
    return this.records[Number(revision)];
  }

  readable(revision: bigint): LogRecord | undefined {
    const record = this.at(revision);
    return record !== undefined && this.isVisible(record, this.limits()) ? record : undefined;
  }

  visible(): LogRecord[] {
    const limits = this.limits();
    return this.records.filter(
      (record) => record !== undefined && this.isVisible(record, limits),
    ) as LogRecord[];
  }

  add(record: LogRecord): void {
    if (record.type === STREAM_DELETED) this.isTombstoned = true;
    else this.records[Number(record.revision)] = record;
  }

  survivesScavenge(record: LogRecord): boolean {
    if (record.type === STREAM_DELETED) return true;
    if (this.isTombstoned) return false;
    return !this.isSoftDeleted || record.revision === this.head;
  }

  scavenge(): void {
    for (const [revision, record] of this.records.entries()) {
      if (record !== undefined && !this.survivesScavenge(record)) this.records[revision] = undefined;
    }
  }

  private isVisible(record: LogRecord, { truncateBefore, maxCount, maxAge }: Limits): boolean {
    if (record.revision < truncateBefore) return false;
    if (maxCount !== undefined && record.revision <= this.head - maxCount) return false;
    return maxAge === undefined || record.created >= Date.now() - maxAge * 1_000;
  }

  private limits(): Limits {
    const text = Buffer.from(this.metastream?.records.at(-1)?.data ?? '{}').toString();
    const number = (key: string): bigint | undefined => {
      const found = new RegExp(`"\\${key}":\\s*(\\d+)`).exec(text)?.[1];
      return found === undefined ? undefined : BigInt(found);
    };
    const maxAge = number('$maxAge');
    return {
      truncateBefore: number('$tb') ?? 0n,
      maxCount: number('$maxCount'),
      maxAge: maxAge === undefined ? undefined : Number(maxAge),
    };
  }
}
