/** Starts a role, or the standing check beside the projector, with its own store clients. */
import { openLiveReadModels } from '../../projections/read-side.js';
import { measure, measureReadiness } from '../health/readiness-gauges.js';
import { ReadinessWatch } from '../health/readiness-watch.js';
import type { Readiness } from '../health/readiness.js';
import { systemClock } from '../../packages/platform/src/time/clock.js';
import type { Role, Settings } from '../settings/settings.js';
import { LOG_FORMAT } from '../streams/index.js';
import { tracedEventStore } from '../../packages/platform/src/event-store/traced-event-store.js';
import { openStores, type Stores, type StoresSettings } from '../../packages/platform/src/stores/stores.js';
import type { Logger } from '../../packages/platform/src/telemetry/logger.js';
import { RoleMetrics, type MovedMetrics } from '../../packages/platform/src/telemetry/role-metrics.js';
import { inTime } from '../../packages/platform/src/time/in-time.js';
import { startTracing, stopTracing } from '../../packages/platform/src/telemetry/tracing.js';

/** The roles of a process read the same log, so `/metrics` shows the highest count of them. */
const FOREIGN_EVENTS = {
  name: 'event_log_foreign_events',
  help: 'Events of other programs in streams with our names that this process passed over since its start.',
  aggregator: 'max',
} as const;

/** The longest wait for the end of a role that could not start. */
const END_TIMEOUT_MS = 2_000;

/** A role that can be started. `startRole` opens its stores before and closes them after. */
export interface Startable {
  readonly url?: string;
  /** Only for a role that watches its own stores and read models. For other roles `startRole` does. */
  readiness?(): Readiness;
  /** Findings for the operator, one sentence each; without those on stores and read models. */
  warnings?(): readonly string[];
  /** Makes the role report "not ready" from now on. It works on. */
  reportNotReady?(): void;
  start(): Promise<void>;
  stop(): Promise<void>;
}

interface RoleParts {
  readonly logger: Logger;
  readonly metrics: RoleMetrics;
}

export type MakeRole = (settings: Settings, stores: Stores, parts: RoleParts) => Startable;

export interface RunningRole {
  /** The URL at which clients reach the role; null for one that doesn't listen. */
  readonly url: string | null;
  metrics(): Promise<MovedMetrics>;
  /** The readiness of the last seconds; null for the checker, which nothing waits for. */
  readiness(): Readiness | null;
  /** Makes the role report "not ready" from now on. It works on. */
  startDraining(): void;
  /** Takes on no new work, ends current work within a bounded time, and closes the stores. */
  stop(): Promise<void>;
}

/** The checker runs in every process with a projector. It is not in the setting `ROLES`. */
export type ThreadRole = Role | 'checker';

/**
 * Opens stores and starts the role; closes the stores again if the role can't start. The embedded stores get
 * their own thread, because the API must never wait for a commit, and a worker matches the next chunk while
 * the last one is synced. The projector and the checker have nothing else to do meanwhile, so they do without
 * that thread.
 */
export async function startRole(
  role: ThreadRole,
  make: MakeRole,
  settings: Settings,
  logger: Logger,
): Promise<RunningRole> {
  const isDirect = role === 'projector' || role === 'checker';
  await startTracing(settings.tracing, role, logger);
  const stores = await openTracedStores({
    ...settings,
    hosting: isDirect ? 'direct' : 'thread',
    // A chunk looks up thousands of readings, of which mostly none is stored. So the role's own thread looks
    // all of them up.
    ...(role === 'worker' && { mostLooks: Infinity }),
  });
  const metrics = new RoleMetrics(role);
  measure(metrics.registry, FOREIGN_EVENTS, () => stores.eventStore.foreign?.count ?? null);
  let startedRole: Startable | undefined;
  try {
    const running = make(settings, stores, { logger: logger.child({ role }), metrics });
    startedRole = running;
    await running.start();
    const hasOwnReadiness = running.readiness !== undefined || role === 'checker';
    const watch = hasOwnReadiness
      ? null
      : await startWatch(
          { stores, metrics, settings },
          warningsOf(running, await unreadEditionsOf(role, settings)),
        );
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
      startDraining: () => running.reportNotReady?.(),
      stop,
    };
  } catch (error) {
    metrics.close();
    // Clients of servers that the role opened before it failed would keep the process alive.
    const end = Promise.resolve(startedRole?.stop())
      .catch(() => undefined)
      .then(() => stores.close())
      .then(stopTracing);
    await inTime(end, END_TIMEOUT_MS, () => undefined);
    throw error;
  }
}

async function openTracedStores(settings: StoresSettings): Promise<Stores> {
  const stores = await openStores({ ...settings, ...LOG_FORMAT });
  return { ...stores, eventStore: tracedEventStore(stores.eventStore) };
}

/** Returns a function that names the editions that a worker can't read. The API names those itself. */
async function unreadEditionsOf(role: ThreadRole, { dataDir }: Settings): Promise<() => readonly string[]> {
  if (role !== 'worker') return () => [];
  const { EditionFiles } = await import('../../packages/enrichment/src/index.js');
  return () => EditionFiles.unreadInWords(dataDir);
}

const warningsOf = (running: Startable, unread: () => readonly string[]) => (): readonly string[] => [
  ...unread(),
  ...(running.warnings?.() ?? []),
];

async function startWatch(
  { stores, metrics, settings }: { stores: Stores; metrics: RoleMetrics; settings: Settings },
  warnings: () => readonly string[],
): Promise<ReadinessWatch> {
  const watch = new ReadinessWatch(stores, await openLiveReadModels(stores, true), warnings, settings);
  await watch.start();
  measureReadiness(metrics.registry, watch.now, systemClock);
  return watch;
}
