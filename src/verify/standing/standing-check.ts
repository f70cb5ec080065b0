/**
 * The standing check: it checks new events as they come, with a share of one core, in one process at a time.
 * It goes on from its own checkpoint (`check-state.ts`) and never passes the lanes that it compares with.
 */
import type { Coordination } from '../../../packages/platform/src/coordination/coordination.js';
import { Lease } from '../../../packages/platform/src/coordination/lease.js';
import {
  LOG_START,
  type EventStore,
  type Position,
} from '../../../packages/platform/src/event-store/event-store.js';
import type { Clock } from '../../../packages/platform/src/time/clock.js';
import { pause } from '../../../packages/platform/src/time/pause.js';
import type { InvariantReport } from '../invariant.js';
import type { ComparedReadModels } from '../documents.js';
import { RecentCheck } from '../recent/recent-check.js';
import { changeCheckState, readCheckState, withFound } from './check-state.js';
import { DutyCycle } from './duty-cycle.js';

/** The share of one core that the check may use. */
const SHARE = 0.1;
/** The maximum number of stored events that one round reads. */
const EVENTS_A_ROUND = 2_000;
/** After so many stored events the check starts again with an empty memory, which bounds the memory. */
const EVENTS_A_MEMORY = 200_000;
const LEASE_TERMS = { ttlMs: 15_000, heartbeatMs: 4_000 };

export interface StandingPauses {
  /** While nothing is new: longer than lanes wait, so that what comes one by one is read together. */
  readonly idleMs: number;
  /** Between two saves of the checkpoint while there is work. A crash costs the work since the last save. */
  readonly saveMs: number;
  /** Between two saves while nothing is new. They show that the check runs. */
  readonly aliveMs: number;
  /** While another process checks, or a store can't be reached. */
  readonly retryMs: number;
}

const DEFAULT_PAUSES: StandingPauses = { idleMs: 5_000, saveMs: 5_000, aliveMs: 30_000, retryMs: 10_000 };

export interface StandingParts {
  readonly eventStore: Pick<EventStore, 'readAll' | 'readStream' | 'head'>;
  readonly coordination: Coordination;
  readonly models: ComparedReadModels & { lanePosition(lane: string): Promise<Position | null> };
  readonly clock: Clock;
  readonly log: {
    warn(fields: object, message: string): void;
    error(fields: object, message: string): void;
  };
  readonly pauses?: Partial<StandingPauses>;
}

export class StandingCheck {
  private readonly stopping = new AbortController();
  private readonly pauses: StandingPauses;
  private running: Promise<void> = Promise.resolve();

  constructor(private readonly parts: StandingParts) {
    this.pauses = { ...DEFAULT_PAUSES, ...parts.pauses };
  }

  async start(): Promise<void> {
    this.running = this.run();
  }

  /** Resolves when the current portion is done. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        await this.whileAlone();
      } catch (error) {
        this.parts.log.warn({ err: error }, 'the standing check was broken off');
      }
      await pause(this.pauses.retryMs, signal);
    }
  }

  /** Checks while this process holds the lease. */
  private async whileAlone(): Promise<void> {
    const lease = await Lease.acquire(this.parts.coordination, 'standing-check/lease', {}, LEASE_TERMS);
    if (lease === null) return;
    try {
      const { signal } = this.stopping;
      const turn = await Turn.begin(this.parts, this.pauses, signal);
      while (!signal.aborted && lease.isHeld)
        if (!(await turn.round())) await pause(this.pauses.idleMs, signal);
    } finally {
      await lease.release();
    }
  }
}

/** The check by one process while it holds the lease, from the checkpoint on. */
class Turn {
  private check: RecentCheck;
  private saved: Position;
  private savedAt: number;
  /** Since the last save. */
  private found: readonly InvariantReport[] = [];
  private readonly duty = new DutyCycle(SHARE);

  private constructor(
    private readonly parts: StandingParts,
    private readonly pauses: StandingPauses,
    private readonly signal: AbortSignal,
    from: Position,
  ) {
    this.saved = from;
    this.savedAt = performance.now();
    this.check = this.checkFrom(from);
  }

  static async begin(parts: StandingParts, pauses: StandingPauses, signal: AbortSignal): Promise<Turn> {
    const [state, head] = await Promise.all([readCheckState(parts.coordination), parts.eventStore.head()]);
    const checked = state?.position ?? LOG_START;
    // A checkpoint past the head belongs to another log, from before a restore.
    return new Turn(parts, pauses, signal, checked > head ? LOG_START : checked);
  }

  /** Checks one portion. Resolves to false where nothing was new. */
  async round(): Promise<boolean> {
    const { check, pauses } = this;
    const end = await this.end();
    const isNew = end > check.position;
    if (isNew) this.found = [...this.found, ...(await check.advance(end, EVENTS_A_ROUND, 'ended jobs'))];
    const since = performance.now() - this.savedAt;
    if (since >= (check.position > this.saved ? pauses.saveMs : pauses.aliveMs)) await this.save();
    await this.duty.rest(this.signal);
    return isNew;
  }

  /**
   * The position up to which to check: to the slower of the two lanes whose documents are compared, and not
   * past the head. The log is not asked where the lanes have nothing new.
   */
  private async end(): Promise<Position> {
    const { eventStore, models } = this.parts;
    const lanes = await Promise.all([models.lanePosition('billing'), models.lanePosition('pages')]);
    const [first = LOG_START, second = LOG_START] = lanes.map((lane) => lane ?? LOG_START);
    const slower = first < second ? first : second;
    if (slower <= this.check.position) return slower;
    const head = await eventStore.head();
    return head < slower ? head : slower;
  }

  /** Saves the checkpoint. Compares the days of usage before, so that all up to the checkpoint is checked. */
  private async save(): Promise<void> {
    const { check, found } = this;
    const reports = [...found, await check.settleDays()];
    const { broken } = await changeCheckState(this.parts.coordination, (state) => ({
      position: check.position,
      checked_at: this.parts.clock.now().toISOString(),
      broken: withFound(state.broken, reports),
    }));
    if (reports.some(({ ok }) => !ok)) this.parts.log.error({ broken }, 'an invariant is broken');
    this.found = [];
    this.saved = check.position;
    this.savedAt = performance.now();
    if (check.events > EVENTS_A_MEMORY) this.check = this.checkFrom(check.position);
  }

  private checkFrom(position: Position): RecentCheck {
    const { eventStore, models: readModels } = this.parts;
    const pace = (): Promise<void> => this.duty.rest(this.signal);
    return new RecentCheck({ eventStore, readModels, pace }, position);
  }
}
