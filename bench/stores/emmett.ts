/**
 * `@event-driven-io/emmett-sqlite`, used as kindly as it allows: one connection kept open (by default it opens one for
 * every call), the expected version given (else it reads it first), and the log read by its own page query, without
 * the checkpoint that its consumers write for every message.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { inParallel, type Contestant, type ContestantKind, type WriterPlan } from './workload.js';

interface EmmettConnection {
  close(): void;
}

interface EmmettEvent {
  readonly type: string;
  readonly data: object;
  readonly metadata: object;
}

interface EmmettPlan {
  readonly stream: string;
  readonly batches: readonly (readonly EmmettEvent[])[];
}

interface EmmettStore {
  appendToStream(
    stream: string,
    events: readonly EmmettEvent[],
    options: { expectedStreamVersion: bigint },
  ): Promise<unknown>;
}

interface EmmettPage {
  readonly messages: readonly unknown[];
  readonly currentGlobalPosition: bigint;
  readonly areEventsLeft: boolean;
}

interface Emmett {
  sqliteConnection(options: { fileName: string }): EmmettConnection;
  getSQLiteEventStore(options: {
    fileName: string;
    connectionOptions: { singleton: true; connection: EmmettConnection };
  }): EmmettStore;
  readMessagesBatch(
    connection: EmmettConnection,
    options: { after: bigint; batchSize: number },
  ): Promise<EmmettPage>;
}

const PEERS = join(__dirname, '../../../bench/peers/package.json');

/** Undefined where it is not installed. */
export function findEmmett(): ContestantKind | undefined {
  const require = createRequire(PEERS);
  if (!existsSync(join(PEERS, '../node_modules/@event-driven-io/emmett-sqlite'))) return undefined;
  const emmett = require('@event-driven-io/emmett-sqlite') as Emmett;
  return {
    name: 'emmett-sqlite 0.42.4',
    // Writers at once share one transaction on one connection, or fail with SQLITE_BUSY on several.
    limited: true,
    open: (file) => open(emmett, file),
  };
}

async function open(emmett: Emmett, fileName: string): Promise<Contestant> {
  const connection = emmett.sqliteConnection({ fileName });
  const store = emmett.getSQLiteEventStore({ fileName, connectionOptions: { singleton: true, connection } });
  // Its first call makes the schema, outside of the measurement.
  await store.appendToStream('warm-1', [{ type: 'Warm', data: {}, metadata: {} }], {
    expectedStreamVersion: 0n,
  });
  const writeOne = async ({ stream, batches }: EmmettPlan): Promise<void> => {
    let version = 0n;
    for (const batch of batches) {
      await store.appendToStream(stream, batch, { expectedStreamVersion: version });
      version += BigInt(batch.length);
    }
  };
  return {
    prepare: (plans, writers) => {
      const ready = plans.map(planOf);
      return () => inParallel(ready, writers, writeOne);
    },
    replay: async () => {
      let count = -1; // the warm-up
      for (let after = 0n, more = true; more;) {
        const page = await emmett.readMessagesBatch(connection, { after, batchSize: 500 });
        count += page.messages.length;
        after = page.currentGlobalPosition;
        more = page.areEventsLeft;
      }
      return count;
    },
    close: async () => connection.close(),
  };
}

const planOf = ({ stream, batches }: WriterPlan): EmmettPlan => ({
  stream,
  batches: batches.map((batch) =>
    batch.map(({ type, object, metadata }) => ({ type, data: object, metadata })),
  ),
});
