/**
 * Looks at the stores and the read models in the background, through the clients of one role. So `/readyz`
 * answers at once from what was seen in the last seconds, also while a store hangs.
 */
import { ExpiryGuard } from '../jobs/retention/expiry-guard.js';
import { retainedJobsOf } from '../jobs/retention/retained-jobs.js';
import type { LiveReadModels } from '../../packages/platform/src/projector/live-read-models.js';
import { RECENT_MS, type ProjectionStatus } from '../../packages/platform/src/projector/status.js';
import type { Stores } from '../../packages/platform/src/stores/stores.js';
import { systemClock } from '../../packages/platform/src/time/clock.js';
import { inTime } from '../../packages/platform/src/time/in-time.js';
import { pause } from '../../packages/platform/src/time/pause.js';
import type { Position } from '../../packages/platform/src/event-store/event-store.js';
import { invariantStatus, type InvariantStatus, type Readiness } from './readiness.js';
import { DISK_UNWRITABLE, probeDisk } from './disk-probe.js';
import { Look } from './look.js';

export type WatchedStores = Pick<Stores, 'eventStore' | 'readModels' | 'coordination'> &
  Partial<Pick<Stores, 'outdated'>>;

export type WatchedModels = Pick<LiveReadModels, 'lanesNotReady' | 'lanesHeld' | 'status' | 'range'>;

const LOOK_EVERY_MS = 4_000;
/** While the role isn't ready, because others wait for it. */
const LOOK_OFTEN_MS = 100;
/** `start` waits for the first look, but no longer than this. */
const FIRST_WITHIN_MS = 2_000;
/**
 * The least interval of looks that cost something: at editions, the clock by which rows expire, and the disk.
 * It is shorter than `LOOK_EVERY_MS`, so that a role that is ready looks at them each time.
 */
const LOOK_SELDOM_MS = 3_000;
const LAGS_SECONDS = 60;
const CLOCK_IN_DOUBT =
  'The clock is days ahead of the log: nothing expires before `jobs expire --confirm-clock` or a day of use.';
const ENDS = 'It ends: requests are to go elsewhere.';

interface Models {
  readonly lanes: readonly string[];
  readonly held: ReadonlyMap<string, Date>;
  readonly projections: readonly ProjectionStatus[];
}

export class ReadinessWatch {
  private readonly stopping = new AbortController();
  private readonly head: Look<Position>;
  private readonly stores: readonly (readonly [name: string, look: Look<unknown>])[];
  private readonly models: Look<Models>;
  private readonly invariants: Look<InvariantStatus>;
  private readonly seldom: Look<readonly string[]>;
  private readonly disk: Look<void>;
  private readonly writeFault: () => string | null;
  private seldomAt = -Infinity;
  private ending = false;

  /**
   * @param unread says in sentences which editions in force can't be read
   * @param disk the folder whose disk must take writes, and in tests the probe of it
   * @param clock milliseconds of a monotonic clock
   */
  constructor(
    { eventStore, readModels, coordination, outdated }: WatchedStores,
    live: WatchedModels,
    unread: () => readonly string[],
    disk: { readonly dataDir: string; readonly probe?: typeof probeDisk },
    private readonly clock: () => number = () => performance.now(),
  ) {
    const now = clock;
    this.head = new Look(() => eventStore.head(RECENT_MS), now);
    this.invariants = new Look(() => invariantStatus(coordination), now);
    this.stores = [
      ['event store', this.head],
      ['read models', new Look(() => readModels.checkpoints('lane:'), now)],
      ['coordination', this.invariants],
    ];
    this.disk = new Look(() => (disk.probe ?? probeDisk)(disk.dataDir), now);
    this.writeFault = () => eventStore.writeFault?.() ?? null;
    const modelsNow = async (): Promise<Models> => {
      const [lanes, held, projections] = await Promise.all([
        live.lanesNotReady(),
        live.lanesHeld(),
        live.status(),
      ]);
      return { lanes, held, projections };
    };
    this.models = new Look(modelsNow, now);
    const guard = new ExpiryGuard({ coordination, clock: systemClock, jobs: retainedJobsOf(live) });
    const newer = whenGrown(
      () => eventStore.head(RECENT_MS),
      async () => (await outdated?.()) ?? [],
    );
    this.seldom = new Look(async () => {
      const expiry = await guard.clockTrust(systemClock.now());
      return [...(await newer()), ...unread(), ...(expiry === 'in_doubt' ? [CLOCK_IN_DOUBT] : [])];
    }, now);
  }

  /** Resolves after the first look. */
  async start(): Promise<void> {
    await inTime(Promise.all(this.looks().map((look) => look.again())), FIRST_WITHIN_MS, () => undefined);
    void this.watch();
  }

  /** Ends the watch: from now on the role isn't ready. */
  end(): void {
    this.ending = true;
  }

  stop(): void {
    this.stopping.abort();
  }

  /** The readiness by the last looks. */
  readonly now = (): Readiness => {
    const away = this.stores.flatMap(([name, look]) => {
      const trouble = look.trouble();
      if (trouble !== null) return [`The ${name} can't be reached: ${trouble}.`];
      const slowness = look.slowness();
      return slowness === null ? [] : [`The ${name} can't be used: ${slowness}.`];
    });
    const unwritable = this.unwritable();
    const reasons = [
      ...(this.ending ? [ENDS] : []),
      ...unwritable,
      ...(away.length > 0 ? away : this.modelTroubles()),
    ];
    const projections = this.models.seen?.projections ?? [];
    return {
      ready: reasons.length === 0,
      reasons,
      warnings: [...lagsOf(projections), ...holdsOf(this.models.seen), ...(this.seldom.seen ?? [])],
      head: this.head.seen ?? null,
      projections,
      invariants: this.invariants.seen ?? null,
      writable: unwritable.length === 0,
    };
  };

  /** Why writes fail, though reads are answered. */
  private unwritable(): string[] {
    const trouble = this.disk.trouble();
    const fault = this.writeFault();
    return [
      ...(trouble === null ? [] : [`${DISK_UNWRITABLE}: ${trouble}.`]),
      ...(fault === null ? [] : [`The event store can't be written: ${fault}.`]),
    ];
  }

  private modelTroubles(): string[] {
    const { seen } = this.models;
    const trouble = this.models.trouble();
    if (trouble !== null) return [`The read models: ${trouble}.`];
    if (seen === undefined) return ['The read models have not answered yet.'];
    return [
      ...seen.lanes.map((lane) => `The lane ${lane} has not caught up since the start.`),
      ...seen.projections.filter(({ state }) => state === 'stopped').map(stopped),
    ];
  }

  /** Starts each look on its own, so that a store that hangs doesn't delay looks at the others. */
  private async watch(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      await pause(this.now().ready ? LOOK_EVERY_MS : LOOK_OFTEN_MS, signal);
      if (!signal.aborted) for (const look of this.looks()) void look.again();
    }
  }

  private looks(): readonly Look<unknown>[] {
    return [...this.stores.map(([, look]) => look), this.models, ...this.seldomLooks()];
  }

  private seldomLooks(): readonly Look<unknown>[] {
    const now = this.clock();
    if (now - this.seldomAt < LOOK_SELDOM_MS) return [];
    this.seldomAt = now;
    return [this.seldom, this.disk];
  }
}

/** Asks again only once the log has grown: a newer program marks the log before it appends to it. */
function whenGrown<T>(head: () => Promise<Position>, ask: () => Promise<T>): () => Promise<T> {
  let last: { readonly head: Position; readonly answer: T } | undefined;
  return async () => {
    const now = await head();
    if (last?.head !== now) last = { head: now, answer: await ask() };
    return last.answer;
  };
}

const stopped = ({ name, reason = '' }: ProjectionStatus): string =>
  `The projection ${name} has stopped: ${reason}`;

const holdsOf = (models: Models | undefined): string[] =>
  [...(models?.held ?? [])].map(
    ([lane, since]) =>
      `The lane ${lane} waits for an open transaction of another process since ${since.toISOString()}.`,
  );

export function lagsOf(projections: readonly ProjectionStatus[]): string[] {
  const lags = new Map(projections.map(({ lane, lag_seconds }) => [lane, lag_seconds]));
  return [...lags]
    .filter(([, seconds]) => seconds > LAGS_SECONDS)
    .map(([lane, seconds]) => `The lane ${lane} is ${Math.floor(seconds)} s behind.`);
}
