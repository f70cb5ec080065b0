/** The log of the stand-in: all records in order, the streams they are in, and what may be written next. */
import { randomUUID } from 'node:crypto';
import { checkCommit, type Decision, type Expected } from './commit-check.js';
import {
  GREATEST,
  METADATA,
  metastreamOf,
  sizeOf,
  STREAM_DELETED,
  type LogRecord,
  type ProposedRecord,
} from './log-record.js';
import { StreamRecords } from './stream-records.js';

export type WriteResult =
  | {
      readonly result: 'written' | 'repeated';
      readonly revision: bigint;
      readonly position: bigint | undefined;
    }
  | { readonly result: 'wrong_version'; readonly current: bigint }
  | { readonly result: 'deleted' };

/** Where the first record stands. A real server has written some of its own before. */
const FIRST_POSITION = 1_024n;

export class StandInLog {
  readonly records: LogRecord[] = [];
  private readonly streams = new Map<string, StreamRecords>();
  private readonly remembered = new Map<string, LogRecord>();
  /** Every place where a record stands or stood: any other position is an invented one. */
  private readonly places = new Set<bigint>([0n, FIRST_POSITION]);
  private readonly listeners = new Set<(written: readonly LogRecord[]) => void>();
  /** Where the next record will stand. */
  end = FIRST_POSITION;

  /** @param keep told of every write before it counts */
  constructor(private readonly keep: (written: readonly LogRecord[]) => void = () => undefined) {}

  append(stream: string, expected: Expected, proposed: readonly ProposedRecord[]): WriteResult {
    const ids = proposed.map(({ id }) => id);
    const { decision, facts } = this.decide(stream, expected, ids);
    if (decision.decision !== 'write') return this.refused(stream, decision);
    if (proposed.length === 0) return { result: 'written', revision: facts.head, position: this.end };
    const records = this.placed(stream, facts.head + 1n, proposed);
    if (facts.isSoftDeleted) records.push(this.revival(stream, facts.head + 1n, records));
    this.write(records);
    const last = records.findLast((record) => record.stream === stream);
    return { result: 'written', revision: last?.revision ?? facts.head, position: last?.position };
  }

  /** Soft: the stream's metadata says that all before the greatest revision is gone. */
  delete(stream: string, expected: Expected): WriteResult {
    const { decision, facts } = this.decide(stream, expected, [randomUUID()]);
    if (decision.decision !== 'write') return this.refused(stream, decision);
    if (facts.head < 0n && !facts.hasMetadata) return { result: 'wrong_version', current: -1n };
    return this.writeOne(metastreamOf(stream), metadataRecord({ $tb: GREATEST }));
  }

  tombstone(stream: string, expected: Expected): WriteResult {
    const { decision } = this.decide(stream, expected, [randomUUID()]);
    if (decision.decision !== 'write') return this.refused(stream, decision);
    const none = new Uint8Array();
    const tombstone = { id: randomUUID(), type: STREAM_DELETED, isJson: false, data: none, metadata: none };
    return this.writeOne(stream, tombstone, GREATEST);
  }

  stream(name: string): StreamRecords {
    let stream = this.streams.get(name);
    if (stream === undefined) {
      const metadata = name.startsWith('$$') ? undefined : this.stream(metastreamOf(name));
      stream = new StreamRecords(metadata);
      this.streams.set(name, stream);
    }
    return stream;
  }

  /** The index of the first record that fulfils the condition; records fulfil it from some place on. */
  firstIndex(isThere: (record: LogRecord) => boolean): number {
    let low = 0;
    let high = this.records.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const record = this.records[middle];
      if (record !== undefined && isThere(record)) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  isPlace(position: bigint): boolean {
    return this.places.has(position) || position >= this.end;
  }

  onWritten(listener: (written: readonly LogRecord[]) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Takes what another process, or this one before a restart, has written. */
  load(records: readonly LogRecord[]): void {
    for (const record of records) this.add(record);
  }

  /** A restarted server remembers no ids for `any`. */
  forgetIds(): void {
    this.remembered.clear();
  }

  clear(): void {
    this.records.length = 0;
    this.streams.clear();
    this.remembered.clear();
    this.places.clear();
    this.places.add(0n).add(FIRST_POSITION);
    this.end = FIRST_POSITION;
  }

  /** Leaves of a tombstoned stream its tombstone, of a soft-deleted one its last event. */
  scavenge(): void {
    const kept = this.records.filter((record) => this.stream(record.stream).survivesScavenge(record));
    this.records.splice(0, this.records.length, ...kept);
    for (const stream of this.streams.values()) stream.scavenge();
  }

  private decide(stream: string, expected: Expected, ids: readonly string[]) {
    const records = this.stream(stream);
    const facts = {
      head: records.head,
      isTombstoned: records.isTombstoned,
      isSoftDeleted: records.isSoftDeleted,
      hasMetadata: records.hasMetadata,
      idAt: (revision: bigint) => records.at(revision)?.id,
      rememberedAt: (id: string) => {
        const found = this.remembered.get(id);
        return found?.stream === stream ? found.revision : undefined;
      },
    };
    return { facts, decision: checkCommit(facts, expected, ids) };
  }

  private refused(stream: string, decision: Exclude<Decision, { decision: 'write' }>): WriteResult {
    const records = this.stream(stream);
    switch (decision.decision) {
      case 'deleted':
        return { result: 'deleted' };
      case 'wrong_version':
        return { result: 'wrong_version', current: records.head };
      case 'repeat':
        return {
          result: 'repeated',
          revision: decision.last,
          position: records.readable(decision.last)?.position,
        };
    }
  }

  private writeOne(stream: string, proposed: ProposedRecord, revision?: bigint): WriteResult {
    const [record] = this.placed(stream, revision ?? this.stream(stream).head + 1n, [proposed]);
    if (record === undefined) throw new Error('nothing to write');
    this.write([record]);
    return { result: 'written', revision: record.revision, position: record.position };
  }

  private placed(
    stream: string,
    first: bigint,
    proposed: readonly ProposedRecord[],
    from = this.end,
  ): LogRecord[] {
    let position = from;
    const created = Date.now();
    return proposed.map((record, index) => {
      const placed = { ...record, stream, revision: first + BigInt(index), position, created };
      position += sizeOf(stream, record);
      return placed;
    });
  }

  /** Numbering goes on where it stopped; what was there before stays out of sight. */
  private revival(stream: string, from: bigint, before: readonly LogRecord[]): LogRecord {
    const last = before.at(-1);
    const after = last === undefined ? this.end : last.position + sizeOf(last.stream, last);
    const metastream = metastreamOf(stream);
    const next = this.stream(metastream).head + 1n;
    const [record] = this.placed(metastream, next, [metadataRecord({ $tb: from })], after);
    if (record === undefined) throw new Error('nothing to revive with');
    return record;
  }

  private write(records: readonly LogRecord[]): void {
    this.keep(records);
    for (const record of records) this.add(record);
    for (const listener of [...this.listeners]) listener(records);
  }

  private add(record: LogRecord): void {
    this.records.push(record);
    this.stream(record.stream).add(record);
    this.remembered.set(record.id, record);
    this.places.add(record.position);
    this.end = record.position + sizeOf(record.stream, record);
  }
}

const metadataRecord = (metadata: Readonly<Record<string, bigint>>): ProposedRecord => {
  const fields = Object.entries(metadata).map(([key, value]) => `${JSON.stringify(key)}:${value}`);
  return {
    id: randomUUID(),
    type: METADATA,
    isJson: true,
    data: new TextEncoder().encode(`{${fields.join(',')}}`),
    metadata: new Uint8Array(),
  };
};
