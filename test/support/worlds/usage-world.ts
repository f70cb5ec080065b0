/** A log, its read models and the programs that speak of usage: in memory. */
import { PROJECTIONS } from '../../../projections/index.js';
import { UsageReader } from '../../../src/billing/usage/usage-reader.js';
import { drive } from '../../../packages/platform/src/projector/drive.js';
import { LiveReadModels } from '../../../packages/platform/src/projector/live-read-models.js';
import type { Document } from '../../../packages/platform/src/read-models/read-models.js';
import { collectionName, readGenerations } from '../../../packages/platform/src/projector/projector-state.js';
import type { Position } from '../../../packages/platform/src/event-store/event-store.js';
import { LogBuilder } from '../logs/log-builder.js';
import { MemoryEventStore } from '../stores/memory-event-store.js';
import { MemoryReadModels } from '../stores/memory-read-models.js';

export class UsageWorld {
  readonly eventStore = new MemoryEventStore();
  readonly readModels = new MemoryReadModels();
  readonly log = new LogBuilder(this.eventStore);
  readonly live = new LiveReadModels({ events: this.eventStore, models: this.readModels }, PROJECTIONS);
  readonly usage = new UsageReader(this.live, this.eventStore);
  private tampered = 0;

  /** All lanes, or these, up to the head. */
  async drive(lanes: readonly string[] = PROJECTIONS.lanes.map(({ name }) => name)): Promise<void> {
    const stores = { events: this.eventStore, models: this.readModels };
    await drive({ stores, set: PROJECTIONS, lanes, patience: 0 }, await this.eventStore.head());
  }

  /** Changes a document of the usage figures behind the projector's back; undefined deletes it. */
  async tamper(collection: string, key: string, document: Document | undefined): Promise<void> {
    const generation = (await readGenerations(this.readModels)).get('usage')?.generation ?? 0;
    const place = { collection: collectionName(collection, generation), key };
    const write =
      document === undefined
        ? { op: 'delete' as const, ...place }
        : { op: 'put' as const, ...place, document };
    const expected = this.tampered === 0 ? null : (String(this.tampered) as Position);
    const next = String(++this.tampered) as Position;
    await this.readModels.commit([write], { name: 'tampering', expected, next });
  }
}
