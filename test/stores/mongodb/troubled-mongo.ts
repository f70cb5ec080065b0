/** A stand-in that gets into trouble, and the stores that have to live with it. */
import type { Position } from '../../../packages/platform/src/event-store/event-store.js';
import { openMongoDb } from '../../../packages/platform/src/mongodb/open-mongodb.js';
import type { DocumentStores } from '../../../packages/platform/src/stores/stores.js';
import type { ReadModels } from '../../../packages/platform/src/read-models/read-models.js';
import { MongoDbProcess, type MongoDbOptions } from '../../../packages/mongodb-stand-in/src/index.js';
import { newName, position, put } from '../read-models/read-models-under-test.js';

/** Milliseconds until a call without an answer is given up: short enough for a test, long enough for a busy machine. */
const SOCKET_MS = 500;
const SELECTION_MS = 500;

export interface Troubled extends DocumentStores {
  readonly server: MongoDbProcess;
  /** Another process. */
  readonly open: () => Promise<DocumentStores>;
}

export interface TroubleOptions extends MongoDbOptions {
  readonly patienceMs?: number;
  /** Where commits are large and every answer comes, more than the default. */
  readonly socketMs?: number;
  /** Where somebody always listens, more than the default. */
  readonly selectionMs?: number;
}

export const impatient = (url: string, socketMs = SOCKET_MS, selectionMs = SELECTION_MS): string =>
  `${url}${url.includes('?') ? '&' : '?'}serverSelectionTimeoutMS=${selectionMs}&connectTimeoutMS=${selectionMs}&socketTimeoutMS=${socketMs}`;

/** Runs a test body against a stand-in of its own; nothing may be left rejected that nobody holds. */
export async function withTrouble(
  { patienceMs, socketMs, selectionMs, ...options }: TroubleOptions,
  body: (troubled: Troubled) => Promise<void>,
): Promise<void> {
  const server = await MongoDbProcess.start(options);
  const patience = {
    ...(patienceMs !== undefined && { patienceMs }),
    ...(socketMs !== undefined && { socketMs }),
    ...(selectionMs !== undefined && { selectionMs }),
  };
  try {
    await inTrouble(server, body, patience);
  } finally {
    await server.stop();
  }
}

/** The same against one that goes on to the next test, for bodies that keep to collections and checkpoints of their own. */
export async function inTrouble(
  server: MongoDbProcess,
  body: (troubled: Troubled) => Promise<void>,
  { patienceMs = 8_000, socketMs, selectionMs }: Omit<TroubleOptions, keyof MongoDbOptions> = {},
): Promise<void> {
  const opened: DocumentStores[] = [];
  const open = async (): Promise<DocumentStores> => {
    const stores = await openMongoDb({ url: impatient(server.url, socketMs, selectionMs), patienceMs });
    opened.push(stores);
    return stores;
  };
  const unhandled: unknown[] = [];
  const note = (reason: unknown): unknown => unhandled.push(reason);
  process.on('unhandledRejection', note);
  try {
    await body({ server, open, ...(await open()) });
  } finally {
    await server.control.behave();
    for (const { readModels, coordination, readings } of opened)
      await Promise.all([readModels.close(), coordination.close(), readings.close()]);
    process.off('unhandledRejection', note);
  }
  expect(unhandled).toEqual([]);
}

/** A lane of one collection: each step puts a document that counts it. */
export class Steps {
  readonly collection = newName();
  readonly name = newName();

  static async begin(models: ReadModels): Promise<Steps> {
    const steps = new Steps();
    await models.declare([{ name: steps.collection }]);
    await steps.commit(models, 0);
    return steps;
  }

  /** From step `to - 1`. */
  commit(models: ReadModels, to: number): Promise<'committed' | 'superseded'> {
    const expected: Position | null = to === 0 ? null : position(to - 1);
    const writes = [put(this.collection, `step ${to}`, { to }), put(this.collection, 'last', { to })];
    return models.commit(writes, { name: this.name, expected, next: position(to) });
  }

  /** The last step, and how many documents there are: one a step, and one that all share. */
  async seen(
    models: ReadModels,
  ): Promise<{ readonly at: number; readonly documents: number; readonly last: unknown }> {
    const [at, documents, last] = await models.snapshot(async (reader) => [
      Number(await reader.checkpoint(this.name)),
      (await reader.range(this.collection, {})).length,
      (await reader.get(this.collection, 'last'))?.fields['to'],
    ]);
    return { at: Number(at), documents: Number(documents), last };
  }
}
