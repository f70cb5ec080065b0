/** Events to documents: what the specs of projections speak of. */
import { PROJECTIONS } from '../../projections/index.js';
import type { EventStore } from '../../packages/platform/src/event-store/event-store.js';
import { drive } from '../../packages/platform/src/projector/drive.js';
import { LiveReadModels } from '../../packages/platform/src/projector/live-read-models.js';
import type { TypedCollection } from '../../packages/platform/src/projector/typed-collection.js';
import { keptAs, plainOf } from '../../packages/platform/src/bytes/deflated.js';
import type { JsonObject } from '../../packages/platform/src/values/json.js';
import { MemoryReadModels } from './stores/memory-read-models.js';

export interface Documents {
  readonly live: LiveReadModels;
  /** Fields of every document of a collection, by key. */
  readonly all: <Fields extends JsonObject>(
    collection: TypedCollection<Fields>,
  ) => Promise<Record<string, Fields>>;
  /** The body of a document as text, however it is kept; null where it has none. */
  readonly body: (collection: { readonly name: string }, key: string) => Promise<string | null>;
}

/** The documents that the log makes. */
export async function documentsOf(events: EventStore): Promise<Documents> {
  const stores = { events, models: new MemoryReadModels() };
  const lanes = PROJECTIONS.lanes.map(({ name }) => name);
  await drive({ stores, set: PROJECTIONS, lanes, patience: 0 }, await events.head());
  const live = new LiveReadModels(stores, PROJECTIONS);
  await live.start();
  return {
    live,
    all: async (collection) => {
      const documents = await live.range(collection.name, {});
      return Object.fromEntries(documents.map((document) => [document.key, collection.fields(document)]));
    },
    body: async (collection, key) => {
      const document = await live.get(collection.name, key);
      if (document?.body === undefined) return null;
      // Only documents of packs say how they are kept.
      const kept = keptAs(document.body, document.fields);
      return Buffer.from(plainOf(kept)).toString('utf8');
    },
  };
}
