/** One life's world: its stores, the hosts that come and go, and the weather between them. */
import type { Coordination } from '../../packages/platform/src/coordination/coordination.js';
import { LOG_START, type EventStore } from '../../packages/platform/src/event-store/event-store.js';
import type { ReadModels } from '../../packages/platform/src/read-models/read-models.js';
import { decode } from '../../src/streams/index.js';
import { MemoryCoordination } from '../support/stores/memory-coordination.js';
import { MemoryEventStore } from '../support/stores/memory-event-store.js';
import { MemoryReadModels } from '../support/stores/memory-read-models.js';
import { Calls, type FaultSettings, type Port, type Weather } from './calls.js';
import type { Coverage } from './coverage.js';
import { Host, type HostPlan } from './host.js';
import { Stories } from './independent-sum.js';
import { Random } from './random.js';
import { SharedLog } from './simulated-log.js';
import { Timeline } from './timeline.js';
import { Trace } from './trace.js';

/** Wraps a store of the world with a fault, to show that it is found. */
export interface Planted {
  log?(store: EventStore): EventStore;
  models?(models: ReadModels): ReadModels;
  coordination?(coordination: Coordination): Coordination;
}

/** The client's connection broke, or nobody listened: it knows nothing. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}

export interface WorldSettings extends FaultSettings {
  readonly keepsTrace: boolean;
  /** The maximum rows of a chunk. */
  readonly chunkRows: number;
  readonly retentionDays: number;
  /** Whether projectors run the standing check and seal the log. */
  readonly isChecked: boolean;
  readonly coverage: Coverage;
  readonly planted?: Planted | undefined;
}

/** Milliseconds that a client waits for an answer. */
const CLIENT_WAITS_MS = 60_000;

export class World {
  readonly timeline = new Timeline();
  readonly trace: Trace;
  readonly calls: Calls;
  readonly log: SharedLog;
  models: ReadModels;
  coordination: Coordination;
  /** Every host there ever was. */
  readonly hosts: Host[] = [];
  /** What must not be, in words. The life ends at the first. */
  readonly surprises: string[] = [];
  /** Bad weather of a port: for one host, or for all (null). */
  private readonly weathers = new Set<{
    readonly host: number | null;
    readonly port: Port;
    readonly is: Weather;
  }>();
  private readonly chance: Random;
  /** The version of the program that new hosts run. */
  program = 1;
  isOver = false;
  /** What the log told so far. */
  stories = new Stories();
  private seen = LOG_START;
  isLogRestored = false;
  /** Deaths of hosts so far. */
  deaths = 0;

  constructor(readonly settings: WorldSettings) {
    const { seed, planted = {}, keepsTrace, coverage } = settings;
    this.trace = new Trace(keepsTrace);
    this.chance = new Random(seed, 7);
    const log = new MemoryEventStore();
    const models = new MemoryReadModels();
    const coordination = new MemoryCoordination(() => Math.floor(this.timeline.time));
    this.log = new SharedLog(planted.log?.(log) ?? log, () =>
      this.look(this.isLogRestored ? this.log.store : log),
    );
    this.timeline.isBroken = () => this.surprises.length > 0;
    this.models = planted.models?.(models) ?? models;
    this.coordination = planted.coordination?.(coordination) ?? coordination;
    this.calls = new Calls(this.timeline, this.trace, coverage, settings, (host, port) =>
      this.weather(host, port),
    );
  }

  /** Later events are lost. Clients of their jobs ask again, or learn that there is no such job. */
  async restoreLog(copy: EventStore): Promise<void> {
    this.log.store = copy;
    [this.stories, this.seen, this.isLogRestored] = [new Stories(), LOG_START, true];
    await this.look(copy);
  }

  /** Judges what was written since the last look. */
  private async look(log: EventStore): Promise<void> {
    const { events, position } = await log.readAll({ after: this.seen, limit: 10_000 });
    this.seen = position;
    for (const logged of events.flatMap(decode)) {
      const wrong = this.stories.take(logged);
      if (wrong !== null) this.surprises.push(wrong);
    }
  }

  tell(what: string): void {
    this.trace.tell(this.timeline.now, 'world', what);
  }

  /** Bad weather for a while. */
  async storm(host: number | null, port: Port, is: Weather, milliseconds: number): Promise<void> {
    const weather = { host, port, is };
    this.weathers.add(weather);
    this.tell(`${port} ${is} for ${host === null ? 'all' : `host ${host}`}, ${Math.round(milliseconds)} ms`);
    this.settings.coverage.befell(`${port} ${is}${host === null ? '' : ' for one host'}`);
    await this.timeline.sleep(milliseconds);
    this.weathers.delete(weather);
  }

  private weather(host: number, port: Port): Weather {
    for (const weather of this.weathers)
      if (weather.port === port && (weather.host === null || weather.host === host)) return weather.is;
    return 'sound';
  }

  /** No faults from now on: what can end must end. */
  calm(): void {
    this.calls.isCalm = true;
    this.weathers.clear();
    for (const port of ['log', 'models', 'coordination', 'sources'] as const) this.calls.slowness[port] = 1;
    for (const host of this.living()) {
      host.clockOffset = 0;
      host.wake();
    }
    this.tell('calm');
  }

  living(): readonly Host[] {
    return this.hosts.filter(({ state }) => state !== 'dead');
  }

  /** A host that dies is followed by another, as a supervisor would do it. */
  begin(plan: HostPlan): Host {
    const host = new Host(this, this.hosts.length + 1, plan, this.program);
    this.hosts.push(host);
    host.onDeath(() => {
      if (this.isOver || host.isReplaced) return;
      this.timeline.in(this.chance.whole(200, 4_000), null, () => {
        if (!this.isOver) this.begin(plan);
      });
    });
    this.timeline.in(0, host, () => void host.start());
    return host;
  }

  /**
   * Sends a request to a living host.
   * @throws NoAnswerError where no answer comes; what the host answers with else
   */
  ask<T>(random: Random, what: string, act: (host: Host) => Promise<T>): Promise<T> {
    const { timeline } = this;
    const hosts = this.hosts.filter((host) => host.serves && host.state !== 'dead');
    const host = hosts[random.whole(0, Math.max(0, hosts.length - 1))];
    if (host === undefined)
      return timeline.sleep(500).then(() => Promise.reject(new NoAnswerError('nobody listens')));
    return new Promise<T>((resolve, reject) => {
      let isOpen = true;
      const settle = (act: () => void): void =>
        void timeline.in(random.wait(0.5), null, () => {
          if (!isOpen) return;
          isOpen = false;
          act();
        });
      const lost = (): void => settle(() => reject(new NoAnswerError('the connection broke')));
      host.onDeath(lost);
      timeline.in(CLIENT_WAITS_MS, null, lost);
      timeline.in(random.wait(0.5), host, () => {
        this.trace.tell(timeline.now, host.name, `is asked to ${what}`);
        host.requests += 1;
        const answer = act(host).finally(() => (host.requests -= 1));
        answer.then(
          (value) => settle(() => resolve(value)),
          (error: unknown) => settle(() => reject(error instanceof Error ? error : new Error(String(error)))),
        );
      });
    });
  }
}
