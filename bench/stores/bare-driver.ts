/**
 * The baseline: one synchronous loop around the driver, in the same file layout, with the same inserts and
 * reads and the same pragmas. It checks nothing, serves one caller at a time, gets its rows ready made, and
 * what it reads stays as the driver gives it.
 */
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { LOG_FILE } from '../../packages/platform/src/event-store/sqlite/log-file.js';
import { openDatabase } from '../../packages/platform/src/sqlite/open-database.js';
import type { NewEvent } from '../../packages/platform/src/event-store/event-store.js';
import type { Contestant, ContestantKind, WriterPlan } from './workload.js';

const PAGE = 500;
const COLUMNS = 'position, stream, revision, kind, metadata, payload';
const CATEGORIES: Readonly<Record<string, number>> = { even: 1, odd: 2 };

/** Everything but the position. */
type Row = readonly [
  stream: number,
  revision: number,
  category: number,
  kind: number,
  metadata: string,
  payload: Buffer,
];

interface ReadyPlan {
  readonly stream: string;
  readonly batches: readonly (readonly Row[])[];
}

function readyPlan({ stream, batches }: WriterPlan, index: number): ReadyPlan {
  const category = CATEGORIES[stream.split('-')[0] ?? ''] ?? 0;
  let revision = 0;
  const rowOf = (event: NewEvent): Row => [
    index + 1,
    revision++,
    category,
    1,
    JSON.stringify(event.metadata),
    Buffer.concat([Buffer.from(event.id.replaceAll('-', ''), 'hex'), event.data]),
  ];
  return { stream, batches: batches.map((batch) => batch.map(rowOf)) };
}

function writeAll(database: DatabaseSyncInstance, plans: readonly ReadyPlan[]): void {
  const addStream = database.prepare('INSERT INTO streams VALUES (?, ?, 0)');
  const insert = database.prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)');
  let position = 0;
  for (const [index, { stream, batches }] of plans.entries()) {
    for (const [number, batch] of batches.entries()) {
      database.exec('BEGIN IMMEDIATE');
      if (number === 0) addStream.run(index + 1, stream);
      for (const row of batch) insert.run(++position, ...row);
      database.exec('COMMIT');
    }
  }
}

function readAll(database: DatabaseSyncInstance, category: string | undefined): number {
  const filter = category === undefined ? '' : `category = ${CATEGORIES[category] ?? 0} AND`;
  const page = database.prepare(
    `SELECT ${COLUMNS} FROM events WHERE ${filter} position > ? ORDER BY position LIMIT ${PAGE}`,
  );
  let count = 0;
  for (let after = 0; ;) {
    const rows = page.all(after) as { readonly position: number }[];
    count += rows.length;
    if (rows.length < PAGE) return count;
    after = rows.at(-1)?.position ?? after;
  }
}

function open(file: string): Contestant {
  const database = openDatabase(LOG_FILE, { file, patienceMs: 1_000 });
  return {
    prepare: (plans) => {
      const ready = plans.map(readyPlan);
      return async () => writeAll(database, ready);
    },
    replay: async (category) => readAll(database, category),
    close: async () => database.close(),
  };
}

export const bareDriver: ContestantKind = { name: 'bare driver', open: async (file) => open(file) };
