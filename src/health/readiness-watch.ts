/**
 * Probes the stores and the read models in the background, through the clients of one role. So `/readyz`
 * answers at once from the answers of the last seconds, also while a store hangs.
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
import { Probe } from './probe.js';

export type WatchedStores = Pick<Stores, 'eventStore' | 'readModels' | 'coordination'> &
  Partial<Pick<Stores, 'outdated'>>;

export type WatchedModels = Pick<LiveReadModels, 'lanesNotReady' | 'lanesHeld' | 'status' | 'range'>;

const PROBE_EVERY_MS = 4_000;
/** The interval while the role isn't ready: clients may wait for it. */
const PROBE_OFTEN_MS = 100;
/** `start` waits for the first probes, but no longer than this. */
const FIRST_PROBE_MS = 2_000;
/**
 * The least interval of costly probes: of editions, of the clock by which rows expire, and of the disk. It is
 * shorter than `PROBE_EVERY_MS`, so a role that is ready makes them each time.
 */
const COSTLY_PROBES_MS = 3_000;
const MAX_LAG_SECONDS = 60;
const CLOCK_IN_DOUBT =
  'The clock is days ahead of the log: nothing expires before `jobs expire --confirm-clock` or a day of use.';
const ENDING = 'It ends: requests are to go elsewhere.';

interface ModelState {
  readonly lanes: readonly string[];
  readonly heldSince: ReadonlyMap<string, Date>;
  readonly projections: readonly ProjectionStatus[];
}

export class ReadinessWatch {
  private readonly stopping = new AbortController();
  private readonly headProbe: Probe<Position>;
  private readonly storeProbes: readonly (readonly [name: string, probe: Probe<unknown>])[];
  private readonly modelProbe: Probe<ModelState>;
  private readonly invariantProbe: Probe<InvariantStatus>;
  private readonly warningProbe: Probe<readonly string[]>;
  private readonly diskProbe: Probe<void>;
  private readonly writeFault: () => string | null;
  private costlyAtMs = -Infinity;
  private isEnding = false;

  /**
   * @param unreadEditions returns a sentence for each edition in force that can't be read
   * @param disk the folder whose disk must take writes; tests also give the probe of that disk
   * @param nowMs milliseconds of a monotonic clock
   */
  constructor(
    { eventStore, readModels, coordination, outdated }: WatchedStores,
    readModelsOfRole: WatchedModels,
    unreadEditions: () => readonly string[],
    disk: { readonly dataDir: string; readonly probe?: typeof probeDisk },
    private readonly nowMs: () => number = () => performance.now(),
  ) {
    const now = nowMs;
    this.headProbe = new Probe(() => eventStore.head(RECENT_MS), now);
    this.invariantProbe = new Probe(() => invariantStatus(coordination), now);
    this.storeProbes = [
      ['event store', this.headProbe],
      ['read models', new Probe(() => readModels.checkpoints('lane:'), now)],
      ['coordination', this.invariantProbe],
    ];
    this.diskProbe = new Probe(() => (disk.probe ?? probeDisk)(disk.dataDir), now);
    this.writeFault = () => eventStore.writeFault?.() ?? null;
    const readModelState = async (): Promise<ModelState> => {
      const [lanes, heldSince, projections] = await Promise.all([
        readModelsOfRole.lanesNotReady(),
        readModelsOfRole.lanesHeld(),
        readModelsOfRole.status(),
      ]);
      return { lanes, heldSince, projections };
    };
    this.modelProbe = new Probe(readModelState, now);
    const guard = new ExpiryGuard({
      coordination,
      clock: systemClock,
      jobs: retainedJobsOf(readModelsOfRole),
    });
    const newer = whenGrown(
      () => eventStore.head(RECENT_MS),
      async () => (await outdated?.()) ?? [],
    );
    this.warningProbe = new Probe(async () => {
      const expiry = await guard.clockTrust(systemClock.now());
      return [...(await newer()), ...unreadEditions(), ...(expiry === 'in_doubt' ? [CLOCK_IN_DOUBT] : [])];
    }, now);
  }

  async start(): Promise<void> {
    await inTime(
      Promise.all(this.probesDue().map((probe) => probe.probe())),
      FIRST_PROBE_MS,
      () => undefined,
    );
    void this.watch();
  }

  /** From now on the role isn't ready. The watch goes on until `stop`. */
  reportNotReady(): void {
    this.isEnding = true;
  }

  stop(): void {
    this.stopping.abort();
  }

  /** Returns the readiness by the last answers of the probes. */
  readonly now = (): Readiness => {
    const storeReasons = this.storeProbes.flatMap(([name, probe]) => {
      const trouble = probe.unreachableReason();
      if (trouble !== null) return [`The ${name} can't be reached: ${trouble}.`];
      const slowness = probe.slownessReason();
      return slowness === null ? [] : [`The ${name} can't be used: ${slowness}.`];
    });
    const writeReasons = this.unwritableReasons();
    const reasons = [
      ...(this.isEnding ? [ENDING] : []),
      ...writeReasons,
      ...(storeReasons.length > 0 ? storeReasons : this.modelReasons()),
    ];
    const projections = this.modelProbe.lastAnswer?.projections ?? [];
    return {
      ready: reasons.length === 0,
      reasons,
      warnings: [
        ...lagTexts(projections),
        ...holdTexts(this.modelProbe.lastAnswer),
        ...(this.warningProbe.lastAnswer ?? []),
      ],
      head: this.headProbe.lastAnswer ?? null,
      projections,
      invariants: this.invariantProbe.lastAnswer ?? null,
      writable: writeReasons.length === 0,
    };
  };

  /** Returns the reasons why writes fail, though reads may be answered. */
  private unwritableReasons(): string[] {
    const trouble = this.diskProbe.unreachableReason();
    const fault = this.writeFault();
    return [
      ...(trouble === null ? [] : [`${DISK_UNWRITABLE}: ${trouble}.`]),
      ...(fault === null ? [] : [`The event store can't be written: ${fault}.`]),
    ];
  }

  private modelReasons(): string[] {
    const { lastAnswer } = this.modelProbe;
    const trouble = this.modelProbe.unreachableReason();
    if (trouble !== null) return [`The read models: ${trouble}.`];
    if (lastAnswer === undefined) return ['The read models have not answered yet.'];
    return [
      ...lastAnswer.lanes.map((lane) => `The lane ${lane} has not caught up since the start.`),
      ...lastAnswer.projections.filter(({ state }) => state === 'stopped').map(stoppedText),
    ];
  }

  /** Starts each probe on its own, so a store that hangs doesn't delay the probes of the others. */
  private async watch(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      await pause(this.now().ready ? PROBE_EVERY_MS : PROBE_OFTEN_MS, signal);
      if (!signal.aborted) for (const probe of this.probesDue()) void probe.probe();
    }
  }

  private probesDue(): readonly Probe<unknown>[] {
    return [...this.storeProbes.map(([, probe]) => probe), this.modelProbe, ...this.costlyProbesDue()];
  }

  private costlyProbesDue(): readonly Probe<unknown>[] {
    const now = this.nowMs();
    if (now - this.costlyAtMs < COSTLY_PROBES_MS) return [];
    this.costlyAtMs = now;
    return [this.warningProbe, this.diskProbe];
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

const stoppedText = ({ name, reason = '' }: ProjectionStatus): string =>
  `The projection ${name} has stopped: ${reason}`;

const holdTexts = (models: ModelState | undefined): string[] =>
  [...(models?.heldSince ?? [])].map(
    ([lane, since]) =>
      `The lane ${lane} waits for an open transaction of another process since ${since.toISOString()}.`,
  );

export function lagTexts(projections: readonly ProjectionStatus[]): string[] {
  const lags = new Map(projections.map(({ lane, lag_seconds }) => [lane, lag_seconds]));
  return [...lags]
    .filter(([, seconds]) => seconds > MAX_LAG_SECONDS)
    .map(([lane, seconds]) => `The lane ${lane} is ${Math.floor(seconds)} s behind.`);
}
