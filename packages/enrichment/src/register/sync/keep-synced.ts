/** `register sync --every`: syncs each source when a new edition may be out, in one process at a time. */
import { pause } from '../../../../platform/src/time/pause.js';
import { systemClock } from '../../../../platform/src/time/clock.js';
import { Lease } from '../../../../platform/src/coordination/lease.js';
import { sourceNamed, type SourceName } from '../../sources/index.js';
import { syncNoteOf, type SyncNote } from '../../sources/kit/publication/sync-note.js';
import type { RegisterContext } from '../register-context.js';
import { NotDone } from '../../../../platform/src/errors/refusal.js';
import { syncRegister, type SyncOutcome, type SyncRequest } from './sync-register.js';
import { SYNCED_SOURCES } from './synced-sources.js';

export interface KeepSyncedRequest extends Omit<SyncRequest, 'dryRun'> {
  /** The minimum interval between two checks of a source, in milliseconds; the publisher's may be longer. */
  readonly every: number;
}

const HOUR_MS = 3_600_000;
const LEASE = { ttlMs: 60_000, heartbeatMs: 10_000 };
/** Bounds the delay after the clock was set or the machine slept. */
const MAX_SLEEP_MS = 60_000;
const LEASE_RETRY_MS = 15_000;

/** The next check in milliseconds since 1970. After a failure the wait is an hour, and doubles each time. */
export function nextCheck(
  note: SyncNote | null,
  { every, rhythmMs }: { readonly every: number; readonly rhythmMs: number },
): number {
  if (note === null || note.looked_at === '') return 0;
  const usual = Math.max(every, rhythmMs);
  const wait = note.failures === 0 ? usual : Math.min(usual, HOUR_MS * 2 ** Math.min(note.failures - 1, 10));
  return Date.parse(note.looked_at) + wait;
}

/** Syncs until the signal. @returns the number of runs, and last outcomes @throws WrongRequest */
export async function keepSynced(register: RegisterContext, request: KeepSyncedRequest) {
  const latest = new Map<SourceName, SyncOutcome>();
  let runs = 0;
  while (!request.signal.aborted) {
    const due = dueSources(register, request);
    if (due.length === 0) await pause(MAX_SLEEP_MS, request.signal);
    else if (await withSyncLease(register, () => syncOnce(register, { ...request, sources: due }, latest)))
      runs += 1;
    else await pause(LEASE_RETRY_MS, request.signal);
  }
  return { runs, sources: [...latest.values()] };
}

function dueSources(
  { settings }: RegisterContext,
  { sources = SYNCED_SOURCES, every }: KeepSyncedRequest,
): SourceName[] {
  const now = systemClock.now().getTime();
  return sources.filter((source) => {
    const { finder } = sourceNamed(source);
    if (finder === undefined || 'not_published' in finder) return false;
    if (finder.keyed === true && settings.publishers.landRegistryKey === null) return false;
    const note = syncNoteOf(settings.dataDir, source);
    return nextCheck(note, { every, rhythmMs: finder.every_hours * HOUR_MS }) <= now;
  });
}

/** Runs the work under the lease of syncing. Returns false where another process holds it. */
async function withSyncLease(
  { coordination, requestId }: RegisterContext,
  work: () => Promise<boolean>,
): Promise<boolean> {
  const holder = { request_id: requestId };
  const lease = await Lease.acquire(coordination, 'register-sync', holder, LEASE);
  if (lease === null) return false;
  try {
    return await work();
  } finally {
    await lease.release();
  }
}

async function syncOnce(
  register: RegisterContext,
  request: KeepSyncedRequest,
  latest: Map<SourceName, SyncOutcome>,
): Promise<boolean> {
  try {
    const { sources } = await syncRegister(register, { ...request, dryRun: false });
    for (const outcome of sources) latest.set(outcome.source, outcome);
    return true;
  } catch (error) {
    // An operator runs a sync of this data directory by hand.
    if (error instanceof NotDone && error.code === 'sync_running') return false;
    throw error;
  }
}
