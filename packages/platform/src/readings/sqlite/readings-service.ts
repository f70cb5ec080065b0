/** The embedded store of readings on its file. */
import { groupedService, type HostedFile } from '../../sqlite/grouped-service.js';
import { prepareRows } from '../../sqlite/open-database.js';
import type { HostedService } from '../../threads/calls.js';
import type { KeptReading } from '../reading-store.js';
import { READINGS_FILE } from './readings-file.js';

export interface ReadingMethods {
  find(wanted: {
    readonly kind: string;
    readonly keys: readonly string[];
    readonly fetchedFrom: number;
  }): readonly KeptReading[];
  keep(reading: KeptReading): void;
  /** Removes some readings fetched before. @returns how many; 0 when none are left */
  sweep(fetchedBefore: number): number;
}

/** Readings that one transaction removes. */
const SWEPT_AT_ONCE = 200;

/** Key by key: by itself SQLite would go through all readings of the kind, and for each through all keys. */
export const FIND = `SELECT r.key, r.fetched_at, r.content FROM json_each(?) wanted
  CROSS JOIN readings r ON r.kind = ? AND r.key = wanted.value WHERE r.fetched_at >= ?`;
const KEEP = `INSERT INTO readings VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE
  SET fetched_at = excluded.fetched_at, content = excluded.content WHERE excluded.fetched_at >= fetched_at`;
const SWEEP = `DELETE FROM readings WHERE rowid IN
  (SELECT rowid FROM readings WHERE fetched_at < ? LIMIT ${SWEPT_AT_ONCE})`;

type Row = readonly [key: string, fetchedAt: number, content: Uint8Array];

export const readingsService = (file: HostedFile): HostedService =>
  groupedService<ReadingMethods>(READINGS_FILE, file, (database) => {
    const find = prepareRows(database, FIND);
    const keep = database.prepare(KEEP);
    const sweep = database.prepare(SWEEP);
    return {
      methods: {
        find({ kind, keys, fetchedFrom }) {
          const rows = find.all(JSON.stringify(keys), kind, fetchedFrom) as Row[];
          return rows.map(([key, fetchedAt, content]) => ({ kind, key, fetchedAt, content }));
        },
        keep: ({ kind, key, fetchedAt, content }) => void keep.run(kind, key, fetchedAt, content),
        sweep: (fetchedBefore) => Number(sweep.run(fetchedBefore).changes),
      },
      reads: ['find'],
      erases: 'sweep',
    };
  });
