/** The projector of one process: a runner for each lane. One process at a time writes a lane. */
import { SharedTail } from '../event-store/shared-tail.js';
import { inTime } from '../time/in-time.js';
import { LaneRunner, type RunnerOptions } from './lane-runner.js';
import { DEFAULT_PAUSES, type Pauses } from './pauses.js';

interface ProjectorOptions<Event> extends Pick<RunnerOptions<Event>, 'stores' | 'set' | 'log'> {
  readonly pauses?: Partial<Pauses>;
  /** Only these lanes; default all. */
  readonly lanes?: readonly string[];
}

/** Milliseconds for a running batch when the process stops. A commit that is cut off is done again. */
const STOP_WITHIN_MS = 10_000;

export class Projector<Event> {
  private readonly runners: ReadonlyMap<string, LaneRunner<Event>>;

  constructor({ stores, set, log, pauses = {}, lanes }: ProjectorOptions<Event>) {
    const mine = set.lanes.filter(({ name }) => lanes === undefined || lanes.includes(name));
    // Of all categories: an event that no lane takes moves their positions at once, too.
    const events = new SharedTail(stores.events);
    const shared = { stores: { ...stores, events }, set, log, pauses: { ...DEFAULT_PAUSES, ...pauses } };
    this.runners = new Map(mine.map((lane) => [lane.name, new LaneRunner({ ...shared, lane })]));
  }

  async start(): Promise<void> {
    for (const runner of this.runners.values()) runner.start();
  }

  /** Resolves when every lane has finished its batch, after ten seconds at the latest. */
  async stop(): Promise<void> {
    const stopped = Promise.all([...this.runners.values()].map((runner) => runner.stop()));
    await inTime(stopped, STOP_WITHIN_MS, () => undefined);
  }

  /** Lanes that this process doesn't run, because a newer version of the program does. */
  lanesOfNewer(): readonly string[] {
    return [...this.runners].filter(([, { isOutdated }]) => isOutdated).map(([lane]) => lane);
  }

  /** Batches and stored events applied since the start, by lane, for metrics. */
  applied(): ReadonlyMap<string, { readonly batches: number; readonly events: number }> {
    return new Map([...this.runners].map(([lane, runner]) => [lane, runner.applied]));
  }
}
