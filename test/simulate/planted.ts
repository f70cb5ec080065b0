/**
 * Faults of stores, planted to show that a life finds them. Each is one that a change of an adapter could
 * bring.
 */
import type { Planted } from './world.js';

/** The store with some of its methods replaced. */
function replacing<Store extends object>(store: Store, methods: Partial<Store>): Store {
  return new Proxy(store, {
    get: (target, name) => {
      const method: unknown = Reflect.get(methods, name) ?? Reflect.get(target, name);
      return typeof method === 'function' ? (method.bind(target) as unknown) : method;
    },
  });
}

/** Every so manieth page at the head lacks its last event. */
const LOSES_EVERY = 20;

export const PLANTED: Readonly<Record<string, Planted>> = {
  'append at any': {
    log: (log) =>
      replacing(log, { append: (stream, _expected, events) => log.append(stream, 'any', events) }),
  },
  'missing compare-and-set': {
    models: (models) =>
      replacing(models, {
        commit: async (writes, move) =>
          models.commit(writes, { ...move, expected: await models.checkpoint(move.name) }),
      }),
  },
  'lost last event': {
    log: (log) => {
      let pages = 0;
      return replacing(log, {
        readAll: async (read) => {
          const page = await log.readAll(read);
          const isLosing = page.atHead && page.events.length > 0 && ++pages % LOSES_EVERY === 0;
          return isLosing ? { ...page, events: page.events.slice(0, -1) } : page;
        },
      });
    },
  },
  'list in the wrong order': {
    models: (models) =>
      replacing(models, {
        range: async (collection, query) => [...(await models.range(collection, query))].reverse(),
      }),
  },
};
