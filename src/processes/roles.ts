/** The roles, and the check that stands beside the projector; each over store clients of its own. */
import { openLiveReadModels } from '../../projections/read-side.js';
import { measureReadiness } from '../health/readiness-gauges.js';
import { ReadinessWatch } from '../health/readiness-watch.js';
import type { Readiness } from '../health/readiness.js';
import { systemClock } from '../platform/time/clock.js';
import type { Role, Settings } from '../settings/settings.js';
import type { MakeRole } from './startable.js';
import { tracedEventStore } from '../platform/event-store/traced-event-store.js';
import { openStores, type Stores, type StoresSettings } from '../platform/stores/stores.js';
import type { Logger } from '../platform/telemetry/logger.js';
import { RoleMetrics, type MovedMetrics } from '../platform/telemetry/role-metrics.js';
import { startTracing, stopTracing } from '../platform/telemetry/tracing.js';

export interface RunningRole {
  /** Where clients reach it; null for a role that doesn't listen. */
  readonly url: string | null;
  /** What it counted so far. */
  metrics(): Promise<MovedMetrics>;
  /** By what was seen in the last seconds; null for the checker, whom nobody waits for. */
  readiness(): Readiness | null;
  /** Goes on as it is, and says that it isn't ready. */
  ends(): void;
  /** Takes nothing new, ends what is under way within a bounded time, closes its stores. */
  stop(): Promise<void>;
}

/** The checker runs wherever a projector does: operators don't choose it. */
export type ThreadRole = Role | 'checker';

/**
 * Opens stores and starts the role; closes them again where it can't start. The API must never wait for a commit; a
 * worker matches the next chunk while the last one is synced. The projector and the checker have nothing else to do
 * meanwhile, and save the hop to a further thread.
 */
export async function startRole(
  role: ThreadRole,
  make: MakeRole,
  settings: Settings,
  logger: Logger,
): Promise<RunningRole> {
  const alone = role === 'projector' || role === 'checker';
  await startTracing(settings.tracing, role, logger);
  const stores = await openedStores({
    ...settings,
    hosting: alone ? 'direct' : 'thread',
    // A chunk asks for thousands of readings, mostly none is kept, and without an answer it keeps all its facts alive.
    ...(role === 'worker' && { mostLooks: Infinity }),
  });
  const metrics = new RoleMetrics(role);
  try {
    const running = make(settings, stores, { logger: logger.child({ role }), metrics });
    await running.start();
    const own = running.readiness !== undefined || role === 'checker';
    const watch = own ? null : await watching(stores, metrics, await unreadOf(role, settings));
    const stop = async (): Promise<void> => {
      await running.stop();
      watch?.stop();
      metrics.close();
      await stores.close();
      await stopTracing();
    };
    return {
      url: running.url ?? null,
      metrics: () => metrics.moved(),
      readiness: () => running.readiness?.() ?? watch?.now() ?? null,
      ends: () => running.ends?.(),
      stop,
    };
  } catch (error) {
    metrics.close();
    await stores.close();
    await stopTracing();
    throw error;
  }
}

async function openedStores(settings: StoresSettings): Promise<Stores> {
  const stores = await openStores(settings);
  return { ...stores, eventStore: tracedEventStore(stores.eventStore) };
}

/** Of the editions that the role answers from: none but for a worker, and the API looks itself. */
async function unreadOf(role: ThreadRole, { dataDir }: Settings): Promise<() => readonly string[]> {
  if (role !== 'worker') return () => [];
  const { unreadInWords } = await import('../sources/kit/editions/register-status.js');
  return () => unreadInWords(dataDir);
}

async function watching(
  stores: Stores,
  metrics: RoleMetrics,
  unread: () => readonly string[],
): Promise<ReadinessWatch> {
  const watch = new ReadinessWatch(stores, await openLiveReadModels(stores), unread);
  await watch.start();
  measureReadiness(metrics.registry, watch.now, systemClock);
  return watch;
}
