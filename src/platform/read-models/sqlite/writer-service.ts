/** Writes of one process, one transaction each. Documents of dropped collections are removed in between. */
import type { HostedFile } from '../../sqlite/grouped-service.js';
import { Housekeeping } from '../../sqlite/housekeeping.js';
import { openDatabase } from '../../sqlite/open-database.js';
import { Transactions } from '../../sqlite/transaction.js';
import type { Call, HostedService, Settled } from '../../threads/calls.js';
import { settle, type Given } from '../../threads/one-by-one.js';
import type { CollectionSpec } from '../read-models.js';
import { DocumentWriter } from './document-writer.js';
import type { PackedCommit } from './packed-commit.js';
import { READ_MODELS_FILE } from './read-models-file.js';

export interface WriterMethods {
  commit(commit: PackedCommit): 'committed' | 'superseded';
  declare(collections: readonly CollectionSpec[]): null;
  drop(what: { readonly collections: readonly string[]; readonly checkpoints: readonly string[] }): null;
  /** Settles once no document of a dropped collection is left. */
  removeDropped(none: null): null;
}

export function writerService({ file, patienceMs }: HostedFile): HostedService {
  const database = openDatabase(READ_MODELS_FILE, { file, patienceMs });
  const writer = new DocumentWriter(database);
  const transactions = new Transactions(database, file, patienceMs);
  const housekeeping = new Housekeeping(database, transactions);

  const run = (method: string, argument: unknown): Given => {
    const value = transactions.run(() => runMethod(writer, method, argument));
    if (erases(method, argument)) housekeeping.erased();
    return { value };
  };
  return {
    next: (queue): Settled[] => {
      const [call] = queue.splice(0, 1);
      if (call === undefined) return [];
      const settled = settle(call, run);
      // More documents are left: goes on after the calls that came in between.
      if (isUnfinished(call, settled)) {
        queue.push(call);
        return [];
      }
      return [settled];
    },
    close: () => {
      housekeeping.stop();
      database.close();
    },
  };
}

const erases = (method: string, argument: unknown): boolean =>
  method === 'removeDropped' ||
  (method === 'commit' &&
    (argument as PackedCommit).writes.some((write) => write.op !== 'put' || write.erases));

const isUnfinished = (call: Call, settled: Settled): boolean =>
  call.method === 'removeDropped' && 'value' in settled && settled.value === true;

function runMethod(writer: DocumentWriter, method: string, argument: unknown): unknown {
  switch (method as keyof WriterMethods) {
    case 'commit':
      return writer.commit(argument as PackedCommit);
    case 'declare':
      writer.declare(argument as readonly CollectionSpec[]);
      return null;
    case 'drop': {
      const { collections, checkpoints } = argument as Parameters<WriterMethods['drop']>[0];
      writer.drop(collections, checkpoints);
      return null;
    }
    case 'removeDropped':
      return writer.removeDropped();
  }
}
