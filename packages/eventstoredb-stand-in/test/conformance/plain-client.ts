/** The small language of the conformance cases: the plain client, on streams that no other case uses. */
import {
  binaryEvent,
  EventStoreDBClient,
  jsonEvent,
  type AllStreamRecordedEvent,
  type AllStreamSubscription,
  type AppendExpectedRevision,
  type AppendResult,
  type BaseOptions,
  type Credentials,
  type EventData,
  type Filter,
  type Position,
  type ReadPosition,
} from '@eventstore/db-client';
import { randomUUID } from 'node:crypto';

/** A server as a case meets it. */
export interface Server {
  readonly client: EventStoreDBClient;
  /** With them an append is a call of its own, without them one of a stream of batches. */
  readonly credentials: Credentials;
}

export type GetServer = () => Server;

/** A server without users makes nothing of the name and password that it is given. */
export function serverAt(given: string): Server {
  const url = given.trim().replace(/^kurrentdb(?=(\+discover)?:)/, 'esdb');
  const [, username = 'nobody', password = 'nobody'] = /^[^:]+:\/\/([^:]+):([^@]+)@/.exec(url) ?? [];
  const credentials = { username: decodeURIComponent(username), password: decodeURIComponent(password) };
  return { client: EventStoreDBClient.connectionString(url), credentials };
}

/** The year of the server's version, as it tells its clients: 24. */
export async function yearOf({ client }: Server): Promise<number> {
  // Protected in its type, a property at run time.
  const { serverVersion } = await (client as unknown as { capabilities: Promise<{ serverVersion: string }> })
    .capabilities;
  return Number.parseInt(serverVersion, 10);
}

/** The two ways an append can go. */
export const APPEND_PATHS = ['a call of its own', 'a stream of batches'] as const;
export type AppendPath = (typeof APPEND_PATHS)[number];

export const newCategory = (): string => `c${randomUUID().replaceAll('-', '').slice(0, 16)}`;
export const newStream = (category = newCategory()): string => `${category}-${randomUUID().slice(0, 8)}`;

export const fact = (change: { id?: string; type?: string; n?: number } = {}): EventData =>
  jsonEvent({ id: change.id ?? randomUUID(), type: change.type ?? 'Happened', data: { n: change.n ?? 0 } });

export const facts = (count: number): EventData[] => Array.from({ length: count }, (_, n) => fact({ n }));

export const bytesEvent = (bytes: number, metadata?: Record<string, string>): EventData =>
  binaryEvent({ type: 'Packed', data: new Uint8Array(bytes).fill(7), ...(metadata && { metadata }) });

export function append(
  server: Server,
  stream: string,
  events: EventData | EventData[],
  expectedRevision: AppendExpectedRevision,
  path: AppendPath = 'a call of its own',
): Promise<AppendResult> {
  const options: BaseOptions = path === 'a call of its own' ? { credentials: server.credentials } : {};
  return server.client.appendToStream(stream, events, { ...options, expectedRevision });
}

/** What a call was rejected with. */
export async function refusal(call: Promise<unknown>): Promise<Record<string, unknown>> {
  try {
    await call;
  } catch (error) {
    return { ...(error as object), message: (error as Error).message };
  }
  throw new Error('was not refused');
}

export const idsOf = (events: readonly { readonly id: string }[]): string[] => events.map(({ id }) => id);

export async function readStream(
  { client }: Server,
  stream: string,
  options: Parameters<EventStoreDBClient['readStream']>[1] = {},
) {
  const events = [];
  for await (const { event } of client.readStream(stream, options)) if (event) events.push(event);
  return events;
}

export async function readAll(
  { client }: Server,
  options: Parameters<EventStoreDBClient['readAll']>[0],
): Promise<AllStreamRecordedEvent[]> {
  const events: AllStreamRecordedEvent[] = [];
  for await (const { event } of client.readAll(options)) if (event) events.push(event);
  return events;
}

/** The position of the newest event of the whole log; waits for one where there is none. */
export async function headPosition(server: Server): Promise<Position> {
  const [last] = await readAll(server, { direction: 'backwards', fromPosition: 'end', maxCount: 1 });
  if (last !== undefined) return last.position;
  await append(server, newStream(), fact(), 'no_stream');
  return headPosition(server);
}

/** A subscription to the whole log, as a list of what happened in order. */
export class Followed {
  readonly log: (
    | 'confirmation'
    | 'caughtUp'
    | 'fellBehind'
    | 'end'
    | Error
    | AllStreamRecordedEvent
    | Position
  )[] = [];
  private readonly subscription: AllStreamSubscription;

  constructor({ client }: Server, fromPosition: ReadPosition, filter: Filter) {
    const checkpointReached = (_: AllStreamSubscription, position: Position): void => {
      this.log.push(position);
    };
    this.subscription = client.subscribeToAll({ fromPosition, filter: { ...filter, checkpointReached } });
    const note = (what: (typeof this.log)[number]) => (): unknown => this.log.push(what);
    this.subscription.on('confirmation', note('confirmation'));
    this.subscription.on('caughtUp', note('caughtUp'));
    this.subscription.on('fellBehind', note('fellBehind'));
    this.subscription.on('end', note('end'));
    this.subscription.on('error', (error: Error) => this.log.push(error));
    this.subscription.on('data', ({ event }) => event !== undefined && this.log.push(event));
  }

  get events(): AllStreamRecordedEvent[] {
    return this.log.filter(
      (entry): entry is AllStreamRecordedEvent => typeof entry === 'object' && 'revision' in entry,
    );
  }

  get error(): (Error & { code?: unknown }) | undefined {
    return this.log.find((entry) => entry instanceof Error);
  }

  /** Each with the number of events that came before it. */
  get checkpoints(): { readonly position: Position; readonly before: number }[] {
    let before = 0;
    const found = [];
    for (const entry of this.log) {
      if (typeof entry !== 'object' || entry instanceof Error) continue;
      if ('revision' in entry) before += 1;
      else found.push({ position: entry, before });
    }
    return found;
  }

  pause(): void {
    this.subscription.pause();
  }

  resume(): void {
    this.subscription.resume();
  }

  has(what: 'confirmation' | 'caughtUp' | 'end'): boolean {
    return this.log.includes(what);
  }

  close(): Promise<void> {
    return this.subscription.unsubscribe();
  }
}
