/** Read models of a log, as a projector would have made them: an embedded file, all lanes driven to the head. */
import { TemporaryFolder } from '../system/temporary-folder.js';
import { PROJECTIONS } from '../../../projections/index.js';
import type { EventStore, Position } from '../../../packages/platform/src/event-store/event-store.js';
import { collectionName } from '../../../packages/platform/src/projector/projector-state.js';
import { drive } from '../../../packages/platform/src/projector/drive.js';
import { LiveReadModels } from '../../../packages/platform/src/projector/live-read-models.js';
import { openSqliteReadModels } from '../../../packages/platform/src/read-models/sqlite/sqlite-read-models.js';
import type { Document, ReadModels } from '../../../packages/platform/src/read-models/read-models.js';

export interface Projected {
  readonly models: ReadModels;
  readonly live: LiveReadModels;
  /** Drives lanes (all of them, where none is named) up to a position, the head where none is given. */
  drive(lanes?: readonly string[], to?: Position): Promise<void>;
  /** Changes a live document behind the projector's back, or makes one; undefined deletes it. */
  tamper(
    collection: string,
    key: string,
    change: (document: Document) => Document | undefined,
  ): Promise<void>;
  keys(collection: string): Promise<string[]>;
}

const ALL_LANES = PROJECTIONS.lanes.map(({ name }) => name);

/** To be called in a test or `beforeEach`; the folder and the file go with `close`. */
export async function projected(events: EventStore): Promise<Projected & { close(): Promise<void> }> {
  const folder = new TemporaryFolder();
  const models = await openSqliteReadModels({ file: folder.file('read-models.db'), hosting: 'direct' });
  const stores = { events, models };
  const live = new LiveReadModels(stores, PROJECTIONS);
  await live.start();
  return {
    models,
    live,
    drive: async (lanes = ALL_LANES, to) =>
      drive({ stores, set: PROJECTIONS, lanes, patience: 0 }, to ?? (await events.head())),
    tamper: async (collection, key, change) => {
      const changed = change((await live.get(collection, key)) ?? { fields: {} });
      const place = { collection: collectionName(collection, 1), key };
      const write =
        changed === undefined
          ? { op: 'delete' as const, ...place }
          : { op: 'put' as const, ...place, document: changed };
      const expected = await models.checkpoint('tampering');
      const next = `${Number(expected ?? '0') + 1}` as Position;
      await models.commit([write], { name: 'tampering', expected, next });
    },
    keys: async (collection) => (await live.range(collection, {})).map(({ key }) => key),
    close: async () => {
      await models.close();
      folder.remove();
    },
  };
}
