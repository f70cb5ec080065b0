/** The small language of the conformance cases: the plain driver, on collections that no other case uses. */
import type {
  ClientSession,
  Collection,
  CommandStartedEvent,
  Document,
  MongoClient,
  MongoError,
  TransactionOptions,
} from 'mongodb';
import { randomUUID } from 'node:crypto';

export interface Server {
  readonly client: MongoClient;
  readonly url: string;
  /** Of this run; dropped when it ends. */
  readonly database: string;
}

export type GetServer = () => Server;

export interface Row extends Document {
  _id: string | number;
}

export const newDatabase = (): string => `conformance_${randomUUID().replaceAll('-', '').slice(0, 12)}`;

/** Not there until something is written to it. */
export function newCollection<T extends Document = Row>({ client, database }: Server): Collection<T> {
  return client.db(database).collection<T>(`c${randomUUID().replaceAll('-', '').slice(0, 12)}`);
}

/** That is there, which a transaction on older servers needs. */
export async function madeCollection<T extends Document = Row>(server: Server): Promise<Collection<T>> {
  const collection = newCollection<T>(server);
  await server.client.db(server.database).createCollection(collection.collectionName);
  return collection;
}

export const rows = (...ids: readonly (string | number)[]): Row[] => ids.map((_id) => ({ _id }));

export const idsOf = (found: readonly Document[]): unknown[] => found.map(({ _id }): unknown => _id);

/** What a call was rejected with. */
export async function refusal(call: Promise<unknown>): Promise<MongoError> {
  try {
    await call;
  } catch (error) {
    return error as MongoError;
  }
  throw new Error('was not refused');
}

export const TRANSACTION: TransactionOptions = {
  readConcern: { level: 'snapshot' },
  writeConcern: { w: 'majority' },
};

/** So many transactions that have begun, and end when the case does. */
export async function inTransactions(
  { client }: Server,
  count: number,
  run: (...sessions: ClientSession[]) => Promise<void>,
): Promise<void> {
  const sessions = Array.from({ length: count }, () => client.startSession());
  try {
    for (const session of sessions) session.startTransaction(TRANSACTION);
    await run(...sessions);
  } finally {
    for (const session of sessions) {
      if (session.inTransaction()) await session.abortTransaction();
      await session.endSession();
    }
  }
}

/** The commands of this name that the client sends meanwhile. */
export async function commandsSent(
  { client }: Server,
  name: string,
  run: () => Promise<unknown>,
): Promise<Document[]> {
  const sent: Document[] = [];
  const listen = ({ commandName, command }: CommandStartedEvent): void => {
    if (commandName === name) sent.push(command);
  };
  client.on('commandStarted', listen);
  try {
    await run();
  } finally {
    client.off('commandStarted', listen);
  }
  return sent;
}

/** Lets the next command of these names fail, as the server's own fail point does. */
export async function failNext(
  { client }: Server,
  failCommands: readonly string[],
  data: Document,
  times = 1,
): Promise<void> {
  await client.db('admin').command({
    configureFailPoint: 'failCommand',
    mode: { times },
    data: { failCommands: [...failCommands], ...data },
  });
}

export async function failNoMore({ client }: Server): Promise<void> {
  await client.db('admin').command({ configureFailPoint: 'failCommand', mode: 'off' });
}
