/**
 * The stores that a bench runs on, put into the environment of the processes that it starts: embedded files,
 * a stand-in for EventStoreDB with the rest embedded, stand-ins for both servers, each as a process of its
 * own, or the servers that EVENT_STORE_URL and MONGODB_URL name.
 */
import { randomUUID } from 'node:crypto';
import { cpuSeconds } from './service-process.js';
import { ended, standIn } from './stand-ins.js';

export const PAIRS = ['embedded', 'eventstoredb', 'stand-ins', 'servers'] as const;
export type PairName = (typeof PAIRS)[number];

export interface StorePair {
  readonly name: PairName;
  /** Processor seconds that each server has used so far; null where they are not processes of ours. */
  cpu(): { readonly events: number; readonly documents: number } | null;
  stop(): Promise<void>;
}

const GIVEN = { events: process.env['EVENT_STORE_URL'], documents: process.env['MONGODB_URL'] };

export function pairNames(text: string): PairName[] {
  const asked = text.split(',').map((name) => name.trim());
  const unknown = asked.find((name) => !PAIRS.some((known) => known === name));
  if (unknown !== undefined) throw new Error(`--stores takes ${PAIRS.join(', ')}, not '${unknown}'`);
  return PAIRS.filter((name) => asked.includes(name));
}

export async function startPair(name: PairName): Promise<StorePair> {
  if (name === 'eventstoredb' || name === 'stand-ins') return standIns(name);
  const { events, documents } = name === 'servers' ? GIVEN : { events: undefined, documents: undefined };
  if (name === 'servers' && (events === undefined || documents === undefined))
    throw new Error('--stores servers needs EVENT_STORE_URL and MONGODB_URL');
  useStores(events, documents);
  return { name, cpu: () => null, stop: async () => undefined };
}

async function standIns(name: 'eventstoredb' | 'stand-ins'): Promise<StorePair> {
  const [events, documents] = await Promise.all([
    standIn('eventstoredb-stand-in'),
    name === 'stand-ins' ? standIn('mongodb-stand-in') : null,
  ]);
  useStores(events.url, documents?.url);
  return {
    name,
    cpu: () => ({
      events: cpuSeconds(events.child),
      documents: documents === null ? 0 : cpuSeconds(documents.child),
    }),
    stop: async () =>
      void (await Promise.all([ended(events.child), documents === null ? null : ended(documents.child)])),
  };
}

/** Processes inherit the environment; servers also want the secrets. */
function useStores(events: string | undefined, documents: string | undefined): void {
  const settings = {
    EVENT_STORE_URL: events,
    MONGODB_URL: documents,
    ...(events === undefined ? {} : { KEY_HASH_SECRET: randomUUID(), CURSOR_SECRET: randomUUID() }),
  };
  for (const name of ['EVENT_STORE_URL', 'MONGODB_URL', 'KEY_HASH_SECRET', 'CURSOR_SECRET'])
    Reflect.deleteProperty(process.env, name);
  for (const [name, value] of Object.entries(settings)) if (value !== undefined) process.env[name] = value;
}
