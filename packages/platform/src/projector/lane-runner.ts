/**
 * Keeps one lane up to date while the process lives: begins it, rebuilds what a new version changed, follows
 * the log, and starts again from the checkpoint after an error. Several projectors may run the same lane: the
 * checkpoint's compare-and-set lets one write, the others stand by.
 */
import { TRACEPARENT, type LogPage, type RecordedEvent } from '../event-store/event-store.js';
import type { Write } from '../read-models/read-models.js';
import { LaneStoppedError, SupersededError, type Applier } from './applier.js';
import { ShadowRebuild } from './shadow-rebuild.js';
import { followLane } from './follow-lane.js';
import { runAlone } from '../coordination/run-alone.js';
import { rebuildLease, type Lane, type ProjectionSet, type ProjectorStores } from './lane.js';
import { clearTrouble, recordTrouble, troubleOf } from './lane-trouble.js';
import { lanePlace } from './lane-checkpoint.js';
import { markRemoved, openLane } from './open-lane.js';
import type { Pauses } from './pauses.js';
import { spansFrom } from '../telemetry/tracing.js';
import { pause } from '../time/pause.js';
import { withController } from '../time/signals.js';
import type { Projection } from './projection.js';
import type { GenerationDocument } from './projector-state.js';
import { dropRetired, hasRetired } from './retire.js';

/** The log of a runner; a pino logger fits. */
export interface ProjectorLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface RunnerOptions<Event> {
  readonly stores: ProjectorStores;
  readonly set: ProjectionSet<Event>;
  readonly lane: Lane<Event>;
  readonly pauses: Pauses;
  readonly log: ProjectorLog;
}

export class LaneRunner<Event> {
  private readonly stopping = new AbortController();
  private running: Promise<void> | undefined;
  private outdated = false;
  private applier: Applier<Event> | undefined;
  private failures = 0;
  private superseded = 0;
  private batches = 0;
  private projected = 0;

  constructor(private readonly options: RunnerOptions<Event>) {}

  /** Batches and stored events that this process has applied since it started. */
  get applied(): { readonly batches: number; readonly events: number } {
    return { batches: this.batches, events: this.projected };
  }

  /** A newer version of the program runs the lane, and this process would not take over from it. */
  get isOutdated(): boolean {
    return this.outdated;
  }

  start(): void {
    this.running ??= this.run(this.stopping.signal);
  }

  /** Resolves when the running batch is done. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.session(signal);
        // The subscription ended by itself: the store may be about to close.
        await pause(this.options.pauses.firstBackOff, signal);
      } catch (error) {
        if (signal.aborted) return;
        await this.recover(error, signal).catch((again: unknown) => this.backOff(again, signal));
      }
    }
  }

  private async session(signal: AbortSignal): Promise<void> {
    const { stores, set, lane, pauses, log } = this.options;
    const opened = await openLane(stores, set, lane, this.applier);
    const isOutdated = opened.outcome === 'newer';
    if (isOutdated !== this.outdated) {
      const message = 'a newer version of the program runs this lane: this process stands by';
      if (isOutdated) log.warn({ lane: lane.name, projections: opened.projections }, message);
      else log.info({ lane: lane.name }, 'no newer version of the program runs this lane any more');
      this.outdated = isOutdated;
    }
    if (opened.outcome === 'newer') return pause(pauses.outdated, signal);
    if (opened.outcome === 'open') {
      this.applier = opened.applier;
      return this.follow(opened.applier, opened.generations, signal);
    }
    const change = await runAlone(stores.coordination, rebuildLease(lane.name), () => this.change(signal));
    if (change === 'busy') await pause(pauses.standby, signal);
  }

  /** An older program may have made the lane, or taken it back. Another process may have changed it since. */
  private async change(signal: AbortSignal): Promise<void> {
    const { stores, set, lane } = this.options;
    const opened = await openLane(stores, set, lane);
    if (opened.outcome !== 'changed') return;
    await markRemoved(stores, lane, opened);
    if (opened.projections.length > 0) await this.rebuild(opened.projections, signal);
  }

  private async rebuild(projections: readonly Projection<Event>[], signal: AbortSignal): Promise<void> {
    const { stores, set, lane, log } = this.options;
    const names = projections.map(({ name }) => name);
    log.info({ lane: lane.name, projections: names }, 'rebuilding beside the live generation');
    const shadow = await ShadowRebuild.begin({ stores, set, lane, projections });
    try {
      const position = await shadow.takeOver(signal);
      log.info({ lane: lane.name, projections: names, position, events: shadow.events }, 'rebuilt');
      this.tellMissed(shadow.missed);
    } catch (error) {
      await shadow.abandon();
      throw error;
    }
  }

  private async follow(
    applier: Applier<Event>,
    generations: readonly GenerationDocument[],
    signal: AbortSignal,
  ): Promise<void> {
    const { stores, lane, pauses, log } = this.options;
    const chores = new Chores();
    const trouble = await troubleOf(stores.models, lane.name);
    if (trouble !== undefined) chores.add(clearTrouble(lane.name));
    if (trouble !== undefined && trouble.position <= applier.position && !applier.remembers(trouble.position))
      log.warn(
        { lane: lane.name, event: trouble.event_id },
        'the lane goes on behind an event that it could not apply: check the read models with verify',
      );
    const apply = (page: LogPage): Promise<void> => this.apply(applier, page, chores);
    await withController(signal, async (following) => {
      const retiring = this.retire(generations.filter(hasRetired), chores, following.signal);
      try {
        await followLane({ events: stores.events, lane, pauses, apply, applier }, signal);
      } finally {
        following.abort();
        await retiring;
      }
    });
  }

  private async apply(applier: Applier<Event>, page: LogPage, chores: Chores): Promise<void> {
    const also = chores.due();
    const { events } = page;
    const fields = { lane: this.options.lane.name, events: events.length };
    const apply = () => applier.apply(page, also);
    this.tellMissed(await spansFrom(() => tracesOf(events), 'project', fields, apply));
    chores.done(also);
    this.batches++;
    this.projected += page.events.length;
    this.failures = 0;
    if (this.batches % FORGIVEN_AFTER === 0) this.superseded = 0;
  }

  private tellMissed(events: number): void {
    const { lane, log } = this.options;
    if (events > 0) log.warn({ lane: lane.name, events }, 'the log left out events; read from their streams');
  }

  /** Drops old generations once no reader can still use them. The lane's next commit records it. */
  private async retire(
    generations: readonly GenerationDocument[],
    chores: Chores,
    signal: AbortSignal,
  ): Promise<void> {
    if (generations.length === 0) return;
    await pause(this.options.pauses.retire, signal);
    for (const generation of generations) {
      if (signal.aborted) return;
      try {
        chores.add(await dropRetired(this.options.stores.models, generation));
      } catch (error) {
        const { lane, log } = this.options;
        log.warn({ lane: lane.name, err: error }, 'an old generation could not be dropped yet');
      }
    }
  }

  private async recover(error: unknown, signal: AbortSignal): Promise<void> {
    const { stores, lane, pauses, log } = this.options;
    if (error instanceof SupersededError) {
      this.superseded++;
      // The first time it may have been an operator's command; the second time it is another projector.
      if (this.superseded > 1) await this.standBy(signal);
    } else if (error instanceof LaneStoppedError) {
      log.error({ lane: lane.name, err: error.cause }, error.message);
      await recordTrouble(stores.models, lane.name, error.cause);
      await pause(pauses.stopped, signal);
    } else {
      await this.backOff(error, signal);
    }
  }

  private async backOff(error: unknown, signal: AbortSignal): Promise<void> {
    const { firstBackOff, longestBackOff } = this.options.pauses;
    const wait = Math.min(longestBackOff, firstBackOff * 2 ** this.failures++);
    this.options.log.warn({ lane: this.options.lane.name, err: error, wait_ms: wait }, 'lane interrupted');
    await pause(wait, signal);
  }

  /** Waits until the other projector no longer moves the checkpoint although events wait. */
  private async standBy(signal: AbortSignal): Promise<void> {
    const { stores, lane, pauses } = this.options;
    let before = await lanePlace(stores.models, lane.name);
    while (!signal.aborted) {
      await pause(pauses.standby, signal);
      const now = await lanePlace(stores.models, lane.name);
      const moved = now?.position !== before?.position || now?.epoch !== before?.epoch;
      if (!moved && (now === null || (await stores.events.head()) > now.position)) return;
      before = now;
    }
  }
}

/** The first context of each trace in which these events were written. */
function tracesOf(events: readonly RecordedEvent[]): Iterable<string> {
  const first = new Map<string, string>();
  for (const { metadata } of events) {
    const from = metadata[TRACEPARENT];
    const trace = from?.slice(0, TRACE_ID_END);
    if (from !== undefined && trace !== undefined && !first.has(trace)) first.set(trace, from);
  }
  return first.values();
}

/** Version and trace id. */
const TRACE_ID_END = 35;

/** After so many batches in a row the runner forgets that it was superseded. */
const FORGIVEN_AFTER = 100;

/** Writes that wait for the lane's next commit. */
class Chores {
  private writes: readonly Write[] = [];

  add(writes: readonly Write[]): void {
    this.writes = [...this.writes, ...writes];
  }

  due(): readonly Write[] {
    return this.writes;
  }

  /** Called once they were committed. */
  done(writes: readonly Write[]): void {
    this.writes = this.writes.slice(writes.length);
  }
}
