/** `register sync --every`: looks again whenever a source's publisher may have something new, one process among all. */
import { pause } from '../../../platform/time/pause.js';
import { systemClock } from '../../../platform/time/clock.js';
import { Lease } from '../../../platform/coordination/lease.js';
import { sourceNamed, type SourceName } from '../../../sources/index.js';
import { syncNoteOf, type SyncNote } from '../../../sources/kit/publication/sync-note.js';
import type { Operator } from '../../operator.js';
import { NotDone } from '../../refusal.js';
import { syncRegister, SYNCED_SOURCES, type SyncOutcome, type SyncRequest } from './sync-register.js';

export interface KeepRequest extends Omit<SyncRequest, 'dryRun'> {
  /** Milliseconds between two looks at a source, or its publisher's rhythm where that is longer. */
  readonly every: number;
}

export interface KeptSynced {
  /** Looks at the publishers, of one source or several. */
  readonly runs: number;
  /** What came of each source that was looked at last. */
  readonly sources: readonly SyncOutcome[];
}

const HOUR_MS = 3_600_000;
const LEASE = { ttlMs: 60_000, heartbeatMs: 10_000 };
/** So that a clock that was set, or a machine that slept, delays nothing by long. */
const LONGEST_SLEEP_MS = 60_000;
const NOT_HELD_MS = 15_000;

/**
 * When a source is looked at next, in milliseconds since 1970: after a failure in an hour, then in twice as long each
 * time, up to what it would be without.
 */
export function nextLook(
  note: SyncNote | null,
  { every, rhythmMs }: { readonly every: number; readonly rhythmMs: number },
): number {
  if (note === null || note.looked_at === '') return 0;
  const usual = Math.max(every, rhythmMs);
  const wait = note.failures === 0 ? usual : Math.min(usual, HOUR_MS * 2 ** Math.min(note.failures - 1, 10));
  return Date.parse(note.looked_at) + wait;
}

/** Until the signal is given. @throws WrongRequest */
export async function keepSynced(operator: Operator, request: KeepRequest): Promise<KeptSynced> {
  const last = new Map<SourceName, SyncOutcome>();
  let runs = 0;
  while (!request.signal.aborted) {
    const due = dueOf(operator, request);
    if (due.length === 0) await pause(LONGEST_SLEEP_MS, request.signal);
    else if (await held(operator, () => once(operator, { ...request, sources: due }, last))) runs += 1;
    else await pause(NOT_HELD_MS, request.signal);
  }
  return { runs, sources: [...last.values()] };
}

function dueOf({ settings }: Operator, { sources = SYNCED_SOURCES, every }: KeepRequest): SourceName[] {
  const now = systemClock.now().getTime();
  return sources.filter((source) => {
    const { finder } = sourceNamed(source);
    if (finder === undefined || 'not_published' in finder) return false;
    if (finder.keyed === true && settings.publishers.landRegistryKey === null) return false;
    const note = syncNoteOf(settings.dataDir, source);
    return nextLook(note, { every, rhythmMs: finder.every_hours * HOUR_MS }) <= now;
  });
}

/** False: another process syncs. */
async function held({ stores, context }: Operator, work: () => Promise<boolean>): Promise<boolean> {
  const holder = { request_id: context.requestId };
  const lease = await Lease.acquire(stores.coordination, 'register-sync', holder, LEASE);
  if (lease === null) return false;
  try {
    return await work();
  } finally {
    await lease.release();
  }
}

async function once(
  operator: Operator,
  request: KeepRequest,
  last: Map<SourceName, SyncOutcome>,
): Promise<boolean> {
  try {
    const { sources } = await syncRegister(operator, { ...request, dryRun: false });
    for (const outcome of sources) last.set(outcome.source, outcome);
    return true;
  } catch (error) {
    // Somebody syncs this data directory by hand.
    if (error instanceof NotDone && error.code === 'sync_running') return false;
    throw error;
  }
}
