/** Sealed logs for tests: a sealer, the root that the seals must have, and a log that somebody rewrote. */
import { createHash } from 'node:crypto';
import {
  LOG_START,
  STREAM_DELETED,
  TRACEPARENT,
  type EventStore,
  type NewEvent,
  type RecordedEvent,
  type StreamName,
} from '../../../packages/platform/src/event-store/event-store.js';
import { systemEntropy } from '../../../packages/platform/src/secrets/entropy.js';
import { systemClock, type Clock } from '../../../packages/platform/src/time/clock.js';
import { Sealer } from '../../../src/seals/sealer.js';
import { sealStream, type LogSealed } from '../../../src/streams/seals/seals.events.js';
import { MemoryEventStore } from '../stores/memory-event-store.js';

export const SEAL_CONTEXT = { requestId: 'seal_1', actor: 'worker' };

/** A process of its own: it remembers nothing of other sealers. */
export const sealerOn = (store: EventStore, clock: Clock = systemClock): Sealer =>
  new Sealer({ store, clock, entropy: systemEntropy() });

export const sealed = (store: EventStore): Promise<LogSealed | null> => sealerOn(store).seal(SEAL_CONTEXT);

export async function sealsIn(store: EventStore): Promise<LogSealed[]> {
  const slice = await store.readStream(sealStream, { limit: 1_000 });
  return slice.status === 'found'
    ? slice.events.map(({ data }) => JSON.parse(Buffer.from(data).toString()) as LogSealed)
    : [];
}

export async function allEvents(store: EventStore): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for (let after = LOG_START; ;) {
    const page = await store.readAll({ after });
    events.push(...page.events);
    if (page.atHead) return events;
    after = page.position;
  }
}

const sha256 = (...parts: readonly (string | Uint8Array)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** MTH of RFC 6962, 2.1, as its text defines it. */
function treeHash(leaves: readonly string[]): Buffer {
  const [only] = leaves;
  if (only === undefined) return sha256('');
  if (leaves.length === 1) return sha256('\u0000', only);
  let half = 1;
  while (half * 2 < leaves.length) half *= 2;
  return sha256('\u0001', treeHash(leaves.slice(0, half)), treeHash(leaves.slice(half)));
}

/** Names of keys that older events hold count as erased. */
const nameless = (data: Uint8Array): string =>
  JSON.stringify({ ...(JSON.parse(Buffer.from(data).toString()) as object), name: '' });

/** The leaves of a log, made from the page `docs/sealed-log.md` alone. */
export function leavesOf(events: readonly RecordedEvent[]): string[] {
  const numbers = new Map<string, number>();
  return events
    .filter(({ stream, type }) => type !== STREAM_DELETED && !/^(rowdata|contact)-/.test(stream))
    .map(({ id, stream, type, metadata, data }) => {
      const number = numbers.get(stream) ?? 0;
      numbers.set(stream, number + 1);
      const kept = Object.entries(metadata).filter(([name]) => name !== TRACEPARENT);
      const inOrder = kept.sort(([a], [b]) => (a < b ? -1 : 1));
      return JSON.stringify({
        data_sha256: sha256(type === 'KeyIssued' ? nameless(data) : data).toString('hex'),
        id,
        metadata: Object.fromEntries(inOrder),
        number,
        stream,
        type,
      });
    });
}

/** The root of the first so many leaves, as 64 hexadecimal digits. */
export const rootOf = (leaves: readonly string[], count: number): string =>
  treeHash(leaves.slice(0, count)).toString('hex');

export interface Written extends NewEvent {
  readonly stream: StreamName;
}

/** The log as somebody left it who can write into the store's files. */
export async function rewritten(
  store: EventStore,
  change: (events: readonly RecordedEvent[]) => readonly Written[],
): Promise<MemoryEventStore> {
  const other = new MemoryEventStore();
  for (const { stream, ...event } of change(await allEvents(store)))
    await other.append(stream, 'any', [event]);
  return other;
}
