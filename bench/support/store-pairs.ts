/**
 * The stores that a bench runs on, put into the environment of the processes that it starts: embedded files,
 * stand-ins for both servers as processes of their own, or the servers that EVENT_STORE_URL and MONGODB_URL
 * name.
 */
import { randomUUID } from 'node:crypto';
import { cpuSeconds } from './service-process.js';
import { ended, standIn } from './stand-ins.js';

export const PAIRS = ['embedded', 'stand-ins', 'servers'] as const;
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
  if (name === 'stand-ins') return standIns();
  const { events, documents } = name === 'servers' ? GIVEN : { events: undefined, documents: undefined };
  if (name === 'servers' && (events === undefined || documents === undefined))
    throw new Error('--stores servers needs EVENT_STORE_URL and MONGODB_URL');
  useStores(events, documents);
  return { name, cpu: () => null, stop: async () => undefined };
}

async function standIns(): Promise<StorePair> {
  const [events, documents] = await Promise.all([
    standIn('eventstoredb-stand-in'),
    standIn('mongodb-stand-in'),
  ]);
  useStores(events.url, documents.url);
  return {
    name: 'stand-ins',
    cpu: () => ({ events: cpuSeconds(events.child), documents: cpuSeconds(documents.child) }),
    stop: async () => void (await Promise.all([ended(events.child), ended(documents.child)])),
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
