/** A log of counts, read models over it, and projectors that can be started and stopped: in memory. */
import type { Position } from '../../../packages/platform/src/event-store/event-store.js';
import { LiveReadModels } from '../../../packages/platform/src/projector/live-read-models.js';
import type { ProjectionSet } from '../../../packages/platform/src/projector/lane.js';
import type { Pauses } from '../../../packages/platform/src/projector/pauses.js';
import { Projector } from '../../../packages/platform/src/projector/projector.js';
import { MemoryCoordination } from '../stores/memory-coordination.js';
import { MemoryEventStore } from '../stores/memory-event-store.js';
import { MemoryReadModels } from '../stores/memory-read-models.js';
import { QUICK, QUIET } from '../quiet-projector.js';
import type { ToyEvent } from '../logs/toy-projections.js';
import { COUNTS, TOTALS, toySet } from '../logs/toy-projections.js';

export class ToyWorld {
  readonly events = new MemoryEventStore();
  readonly models = new MemoryReadModels();
  readonly coordination = new MemoryCoordination();
  readonly live = new LiveReadModels(this, toySet(), true);
  private readonly running = new Set<Projector<ToyEvent>>();

  projector(set: ProjectionSet<ToyEvent> = toySet(), pauses: Partial<Pauses> = {}): Projector<ToyEvent> {
    return new Projector({ stores: this, set, log: QUIET, pauses: { ...QUICK, ...pauses } });
  }

  async start(
    set: ProjectionSet<ToyEvent> = toySet(),
    pauses: Partial<Pauses> = {},
  ): Promise<Projector<ToyEvent>> {
    const projector = this.projector(set, pauses);
    this.running.add(projector);
    await projector.start();
    return projector;
  }

  async stop(): Promise<void> {
    await Promise.all([...this.running].map((projector) => projector.stop()));
    this.running.clear();
  }

  async count(thing: string): Promise<number | undefined> {
    return (await this.live.find(COUNTS, thing))?.count;
  }

  async total(): Promise<number | undefined> {
    return (await this.live.find(TOTALS, 'all'))?.count;
  }

  async passed(lane: string, position: Position): Promise<boolean> {
    return this.live.waitFor(lane, position, 5_000);
  }
}
