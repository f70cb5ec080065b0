/** A hosted store: all waiting calls run in one transaction, in order. Reads alone take no lock. */
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { failureOf, type Call, type HostedService, type Settled } from '../threads/calls.js';
import { Housekeeping } from './housekeeping.js';
import { openDatabase, type FileKind } from './open-database.js';
import { patiently } from './patience.js';
import { storeError } from './sqlite-errors.js';
import { Transactions } from './transaction.js';

/** A store's file, and how long a call waits for other processes' locks, in milliseconds. */
export interface HostedFile {
  readonly file: string;
  readonly patienceMs: number;
}

/** The work of a store on its calls. */
interface GroupedWork<Methods> {
  /** Called first in each transaction. */
  begin?(): void;
  readonly methods: Methods;
  /** Called last in each transaction that writes. */
  end?(): void;
  /** Methods that take no lock. */
  readonly reads: readonly (keyof Methods)[];
  /** The method after which free pages go back to the file system. */
  readonly erases: keyof Methods;
}

/** The maximum number of calls of one transaction. */
const GROUP_CALLS = 200;

export function groupedService<Methods>(
  kind: FileKind,
  { file, patienceMs }: HostedFile,
  makeWork: (database: DatabaseSyncInstance) => GroupedWork<Methods>,
): HostedService {
  const database = openDatabase(kind, { file, patienceMs });
  const work = makeWork(database);
  const transactions = new Transactions(database, file, patienceMs);
  const housekeeping = new Housekeeping(database, transactions);

  const { methods } = work;
  const methodOf = ({ method }: Call): keyof Methods => method as keyof Methods;
  const runAll = (calls: readonly Call[]): unknown[] => {
    work.begin?.();
    return calls.map((call) => {
      const run = methods[methodOf(call)] as (this: Methods, argument: unknown) => unknown;
      return run.call(methods, call.argument);
    });
  };
  const attempt = (calls: readonly Call[]): Settled[] => {
    try {
      const values = calls.every((call) => work.reads.includes(methodOf(call)))
        ? patiently(file, patienceMs, () => runAll(calls)).value
        : transactions.run(() => {
            const done = runAll(calls);
            work.end?.();
            return done;
          });
      if (calls.some((call) => methodOf(call) === work.erases)) housekeeping.erased();
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
