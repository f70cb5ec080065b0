/**
 * The writing side of the embedded log: one append or deletion inside a transaction. All checks of a request
 * come before its first insert, so a refused one doesn't affect the others.
 */
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { randomUUID } from 'node:crypto';
import { prepareRows } from '../../sqlite/open-database.js';
import { categoryOf, STREAM_DELETED } from '../event-store.js';
import type { Conflict, ExpectedRevision, Revision } from '../event-store.js';
import { Dictionary } from './dictionary.js';
import { ID_BYTES } from './log-file.js';
import type { StoredAppend } from './packed-appends.js';

export type AppendOutcome =
  | { readonly outcome: 'appended'; readonly revision: Revision; readonly position: number }
  | Conflict
  | { readonly outcome: 'stream_deleted' };

interface Stream {
  readonly id: number;
  readonly deleted: number;
}

type Place = readonly [revision: number, position: number];

/** The head of a stream without events. */
const BEFORE_FIRST = -1;

export class LogWriter {
  private readonly dictionary = new Dictionary(this.database);
  private readonly streamByName = this.database.prepare('SELECT id, deleted FROM streams WHERE name = ?');
  private readonly addStream = this.database.prepare('INSERT INTO streams (name, deleted) VALUES (?, 0)');
  private readonly markDeleted = this.database.prepare('UPDATE streams SET deleted = 1 WHERE id = ?');
  private readonly headOfStream = prepareRows(
    this.database,
    'SELECT revision, position FROM events WHERE stream = ? ORDER BY revision DESC LIMIT 1',
  );
  private readonly headOfLog = prepareRows(this.database, 'SELECT max(position) FROM events');
  private readonly idsFrom = prepareRows(
    this.database,
    `SELECT substr(payload, 1, ${ID_BYTES}), revision, position FROM events WHERE stream = ? AND revision >= ? ORDER BY revision LIMIT ?`,
  );
  private readonly insert = this.database.prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)');
  private readonly eraseBefore = this.database.prepare(
    'DELETE FROM events WHERE stream = ? AND revision < ?',
  );
  private last = 0;

  constructor(private readonly database: DatabaseSyncInstance) {}

  /** Called first in each transaction: other processes may have written since the last one. */
  begin(): void {
    const row = this.headOfLog.get() as readonly [number | null] | undefined;
    this.last = row?.[0] ?? 0;
  }

  /** The position of the newest event of the running transaction. */
  get head(): number {
    return this.last;
  }

  rolledBack(): void {
    this.dictionary.forget();
  }

  append(append: StoredAppend): AppendOutcome {
    const stream = this.streamByName.get(append.stream) as Stream | undefined;
    if (stream?.deleted === 1) return { outcome: 'stream_deleted' };
    const head = stream === undefined ? undefined : this.lastOf(stream.id);
    const actual = head?.[0] ?? BEFORE_FIRST;
    const expected = expectedHead(append.expected, actual);
    if (expected === actual) return this.write(append, stream?.id ?? this.newStream(append.stream), actual);
    const repeated =
      stream === undefined || expected > actual ? undefined : this.findRepeat(append, stream.id, expected);
    if (repeated !== undefined) return { outcome: 'appended', revision: repeated[0], position: repeated[1] };
    return { outcome: 'conflict', actual: actual === BEFORE_FIRST ? 'no_stream' : actual };
  }

  /** Puts the tombstone at the head of the log, then erases the stream's events before it. */
  deleteStream(name: string): 'deleted' | 'no_stream' {
    const stream = this.streamByName.get(name) as Stream | undefined;
    if (stream === undefined) return 'no_stream';
    if (stream.deleted === 1) return 'deleted';
    const revision = (this.lastOf(stream.id)?.[0] ?? BEFORE_FIRST) + 1;
    // The tombstone comes first: positions count on from the greatest one, which must never be erased.
    this.insert.run(
      ++this.last,
      stream.id,
      revision,
      this.dictionary.category(categoryOf(name)),
      this.dictionary.kind(STREAM_DELETED, 'json'),
      '{}',
      randomUuidBytes(),
    );
    this.eraseBefore.run(stream.id, revision);
    this.markDeleted.run(stream.id);
    return 'deleted';
  }

  private write({ stream: name, events }: StoredAppend, stream: number, head: Revision): AppendOutcome {
    const category = this.dictionary.category(categoryOf(name));
    let revision = head;
    for (const { type, format, metadata, payload } of events) {
      const kind = this.dictionary.kind(type, format);
      this.insert.run(++this.last, stream, ++revision, category, kind, metadata, payload);
    }
    return { outcome: 'appended', revision, position: this.last };
  }

  /** The place of the append's last event, if all its events stand in the stream right after `expected`. */
  private findRepeat({ events }: StoredAppend, stream: number, expected: Revision): Place | undefined {
    const found = this.idsFrom.all(stream, expected + 1, events.length) as (readonly [
      Uint8Array,
      ...Place,
    ])[];
    for (const [index, { payload }] of events.entries()) {
      const there = found[index]?.[0];
      if (there === undefined || Buffer.compare(there, payload.subarray(0, ID_BYTES)) !== 0) return undefined;
    }
    const last = found[events.length - 1];
    return last === undefined ? undefined : [last[1], last[2]];
  }

  private newStream(name: string): number {
    return Number(this.addStream.run(name).lastInsertRowid);
  }

  private lastOf(stream: number): Place | undefined {
    return this.headOfStream.get(stream) as Place | undefined;
  }
}

function expectedHead(expected: ExpectedRevision, actual: Revision): Revision {
  if (expected === 'any') return actual;
  return expected === 'no_stream' ? BEFORE_FIRST : expected;
}

/** The id of a tombstone, the only event that the store makes itself. */
const randomUuidBytes = (): Uint8Array => Buffer.from(randomUUID().replaceAll('-', ''), 'hex');
