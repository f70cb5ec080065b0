/** Everything that waits at a moment runs in one transaction, in order; reads alone take no lock. */
import { Housekeeping } from '../../sqlite/housekeeping.js';
import { openDatabase } from '../../sqlite/open-database.js';
import { patiently } from '../../sqlite/patience.js';
import { storeError } from '../../sqlite/sqlite-errors.js';
import { Transactions } from '../../sqlite/transaction.js';
import { failureOf, type Call, type HostedService, type Settled } from '../../threads/calls.js';
import type { CoordinationEntry, PutResult } from '../coordination.js';
import { COORDINATION_FILE, type CoordinationSettings } from './coordination-file.js';
import { Entries, type Put, type Range } from './entries.js';

export interface CoordinationMethods {
  get(key: string): CoordinationEntry | undefined;
  range(range: Range): readonly CoordinationEntry[];
  put(put: Put): PutResult;
  delete(what: { readonly key: string; readonly expected: number | undefined }): boolean;
  putMany(puts: readonly Put[]): null;
  /** Removes some expired entries; 0 when none are left. */
  sweep(none: null): number;
}

/** The most calls of one transaction. */
const GROUP_CALLS = 200;

export function coordinationService({ file, patienceMs }: CoordinationSettings): HostedService {
  const database = openDatabase(COORDINATION_FILE, { file, patienceMs });
  const entries = new Entries(database, Date.now);
  const transactions = new Transactions(database, file, patienceMs);
  const housekeeping = new Housekeeping(database, transactions);

  const runAll = (calls: readonly Call[]): unknown[] => {
    entries.begin();
    return calls.map((call) => runCall(entries, call));
  };
  const attempt = (calls: readonly Call[]): Settled[] => {
    try {
      const values = calls.every(isRead)
        ? patiently(file, patienceMs, () => runAll(calls)).value
        : transactions.run(() => {
            const done = runAll(calls);
            entries.end();
            return done;
          });
      if (calls.some(({ method }) => method === 'sweep')) housekeeping.erased();
      return calls.map(({ id }, index) => ({ id, value: values[index] }));
    } catch (error) {
      const failure = failureOf(storeError(error, file));
      return calls.map(({ id }) => ({ id, failure }));
    }
  };
  return {
    next: (queue) => attempt(queue.splice(0, GROUP_CALLS)),
    close: () => {
      housekeeping.stop();
      database.close();
    },
  };
}

const isRead = ({ method }: Call): boolean => method === 'get' || method === 'range';

function runCall(entries: Entries, { method, argument }: Call): unknown {
  switch (method as keyof CoordinationMethods) {
    case 'get':
      return entries.get(argument as string);
    case 'range':
      return entries.range(argument as Range);
    case 'put':
      return entries.put(argument as Put);
    case 'delete': {
      const { key, expected } = argument as Parameters<CoordinationMethods['delete']>[0];
      return entries.delete(key, expected);
    }
    case 'putMany':
      for (const put of argument as readonly Put[]) entries.put(put);
      return null;
    case 'sweep':
      return entries.sweep();
  }
}
