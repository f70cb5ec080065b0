/** Our embedded event store, called as the service calls it: through the port, in threads of its own. */
import { LOG_START } from '../../packages/platform/src/event-store/event-store.js';
import { openSqliteEventStore } from '../../packages/platform/src/event-store/sqlite/sqlite-event-store.js';
import { inParallel, type Contestant, type ContestantKind, type WriterPlan } from './workload.js';

async function open(file: string): Promise<Contestant> {
  const store = await openSqliteEventStore({ file, hosting: 'thread' });
  await store.head(); // the reader's thread starts with the first read
  const writeOne = async ({ stream, batches }: WriterPlan): Promise<void> => {
    let expected: number | 'no_stream' = 'no_stream';
    for (const batch of batches) {
      const result = await store.append(stream, expected, batch);
      if (result.outcome === 'conflict') throw new Error(`conflict in ${stream}`);
      expected = result.revision;
    }
  };
  return {
    prepare: (plans, writers) => () => inParallel(plans, writers, writeOne),
    replay: async (category) => {
      let count = 0;
      for (let after = LOG_START, atHead = false; !atHead;) {
        const page = await store.readAll({
          after,
          limit: 500,
          ...(category !== undefined && { categories: [category] }),
        });
        count += page.events.length;
        ({ position: after, atHead } = page);
      }
      return count;
    },
    close: () => store.close(),
  };
}

export const embedded: ContestantKind = { name: 'embedded store', open };
