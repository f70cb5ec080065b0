/** Makes the events of a plan befall the world. */
import { rebuildReadModel } from '../../projections/read-side.js';
import { MemoryEventStore } from '../support/stores/memory-event-store.js';
import { MemoryReadModels } from '../support/stores/memory-read-models.js';
import type { Event } from './plan.js';
import { Random } from './random.js';
import type { World } from './world.js';

/** All events of a plan that are not left out. */
export async function befall(world: World, events: readonly Event[]): Promise<void> {
  await Promise.all(
    events.map(async (event) => {
      if (world.settings.isLeftOut(event.id)) return;
      await world.timeline.sleep(event.at);
      if (world.calls.isCalm || world.isOver) return;
      world.calls.faults.push(event.id);
      world.tell(`fault ${event.id}: ${event.is}`);
      await happen(world, event);
    }),
  );
}

async function happen(world: World, event: Event): Promise<void> {
  const { timeline, calls, settings } = world;
  const random = new Random(settings.seed, 3, event.at);
  const host = 'host' in event && event.host !== null ? world.hosts[event.host - 1] : undefined;
  if (event.is !== 'storm') settings.coverage.befell(event.is);
  switch (event.is) {
    case 'storm':
      return world.storm(event.host, event.port, event.weather, event.lasts);
    case 'slow':
      calls.slowness[event.port] = event.times;
      await timeline.sleep(event.lasts);
      calls.slowness[event.port] = 1;
      return;
    case 'death':
      return host?.die();
    case 'freeze':
      return host?.freeze();
    case 'clock':
      if (host === undefined) return;
      host.clockOffset = event.ahead;
      world.tell(`${host.name}'s clock is ${event.ahead} ms ahead`);
      await timeline.sleep(event.lasts);
      host.clockOffset = 0;
      return;
    case 'new leader':
      for (const living of world.living()) living.log.dropSubscriptions();
      return world.storm(null, 'log', random.oneOf(['down', 'cut off']), event.lasts);
    case 'coordination lost':
      for (const { key } of await world.coordination.range('', '\uffff', 100_000))
        await world.coordination.delete(key);
      return;
    case 'read models restored':
    case 'log restored':
      return restore(world, random, event.is === 'log restored');
    case 'upgrade':
      return upgrade(world, random);
    case 'rebuild':
      await world
        .ask(random, `rebuild ${event.projection}`, (asked) => {
          const stores = {
            eventStore: asked.log,
            readModels: asked.models,
            coordination: asked.coordination,
          };
          return rebuildReadModel(stores, event.projection);
        })
        .catch((error: unknown) => world.tell(`the rebuild failed: ${String(error)}`));
  }
}

/** A copy is made now; some time later every host is stopped hard, and the copy takes the store's place. */
async function restore(world: World, random: Random, isLog: boolean): Promise<void> {
  const { models, log } = world;
  // A planted fault may stand before them.
  if (!(models instanceof MemoryReadModels && log.store instanceof MemoryEventStore)) return;
  // The copy of the read models is no newer than that of the log.
  const copy = models.copy();
  const copiedLog = log.store.copy();
  await world.timeline.sleep(random.whole(500, 10_000));
  if (world.calls.isCalm || world.isLogRestored) return;
  world.tell(`the ${isLog ? 'log and the read models are' : 'read models are'} restored`);
  for (const host of world.living()) host.die();
  world.models = copy;
  if (isLog) await world.restoreLog(copiedLog);
}

/** Hosts are replaced one after the other by those of a program with other read models. */
async function upgrade(world: World, random: Random): Promise<void> {
  world.program = 2;
  for (const host of world.living().filter(({ program }) => program < 2)) {
    await world.timeline.sleep(random.whole(100, 5_000));
    host.die();
  }
}
