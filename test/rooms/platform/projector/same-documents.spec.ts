/**
 * However the log reaches the read models (in batches of any size, with restarts, from several projectors at once,
 * rebuilt, delivered twice) the documents are those of one pass.
 */
import * as fc from 'fast-check';
import { PROJECTIONS } from '../../../../projections/index.js';
import type { ProjectedEvent } from '../../../../projections/projected-event.js';
import type { EventStore, RecordedEvent } from '../../../../packages/platform/src/event-store/event-store.js';
import { LOG_START } from '../../../../packages/platform/src/event-store/event-store.js';
import { SupersededError } from '../../../../packages/platform/src/projector/applier.js';
import { drive } from '../../../../packages/platform/src/projector/drive.js';
import type { Lane } from '../../../../packages/platform/src/projector/lane.js';
import { categoriesOf } from '../../../../packages/platform/src/projector/lane.js';
import { openLane } from '../../../../packages/platform/src/projector/open-lane.js';
import { Projector } from '../../../../packages/platform/src/projector/projector.js';
import { rebuildProjection } from '../../../../packages/platform/src/projector/rebuild.js';
import type { ReadModels } from '../../../../packages/platform/src/read-models/read-models.js';
import { LogBuilder } from '../../../support/logs/log-builder.js';
import { MemoryEventStore } from '../../../support/stores/memory-event-store.js';
import { QUIET, QUICK } from '../../../support/quiet-projector.js';
import { MemoryReadModels } from '../../../support/stores/memory-read-models.js';
import type { History } from '../../../support/logs/random-history.js';
import { history, write } from '../../../support/logs/random-history.js';
import { contents } from '../../../support/stores/read-model-contents.js';

const LANES = PROJECTIONS.lanes.map(({ name }) => name);
const LONG = process.env['TEST_LONG'] !== undefined;
const runs = (few: number): { numRuns: number } => ({ numRuns: LONG ? few * 10 : few });

async function logOf(story: History): Promise<EventStore> {
  const store = new MemoryEventStore();
  await write(new LogBuilder(store), story);
  return store;
}

const driven = async (events: EventStore, models: ReadModels, lanes = LANES): Promise<void> =>
  drive({ stores: { events, models }, set: PROJECTIONS, lanes, patience: 0 }, await events.head());

async function onePass(events: EventStore): Promise<Record<string, string>> {
  const models = new MemoryReadModels();
  await driven(events, models);
  return contents(models);
}

/**
 * Applies the lane in pieces of these sizes, opening it again for each piece, as after a restart. Each piece begins with
 * events that were applied before, and comes twice.
 */
async function inPieces(
  stores: { events: EventStore; models: ReadModels },
  sizes: readonly number[],
): Promise<void> {
  for (const lane of PROJECTIONS.lanes) {
    let before: readonly RecordedEvent[] = [];
    for (let piece = 0; ; piece++) {
      const opened = await openLane(stores, PROJECTIONS, lane);
      if (opened.outcome !== 'open') throw new Error('the lane should be open');
      const { applier } = opened;
      const page = await stores.events.readAll({
        after: applier.position,
        categories: categoriesOf(lane.projections),
        limit: sizes[piece % sizes.length] ?? 1,
      });
      const delivered = [...before, ...page.events];
      await applier.apply({ ...page, events: delivered });
      await applier.apply({ ...page, events: delivered });
      before = delivered.slice(-2);
      if (page.atHead) break;
    }
  }
}

describe('documents of all read models', () => {
  it('are the same in batches of any size that overlap, each delivered twice, with a restart after each', async () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(history, sizes, async (story, pieces) => {
        const events = await logOf(story);
        const models = new MemoryReadModels();
        await inPieces({ events, models }, pieces);
        expect(await contents(models)).toEqual(await onePass(events));
      }),
      runs(40),
    );
  });

  it('are the same when two projectors hand a batch to the store: one of them is refused', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (story) => {
        const events = await logOf(story);
        const models = new MemoryReadModels();
        for (const lane of PROJECTIONS.lanes) expect(await refusals(events, models, lane)).toBe(1);
        await driven(events, models);
        expect(await contents(models)).toEqual(await onePass(events));
      }),
      runs(20),
    );
  });

  it('are the same with two projectors and an operator at work while the log grows', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (story) => {
        const events = new MemoryEventStore();
        const models = new MemoryReadModels();
        const projector = (): Projector<ProjectedEvent> =>
          new Projector({ stores: { events, models }, set: PROJECTIONS, log: QUIET, pauses: QUICK });
        const projectors = [projector(), projector()];
        for (const one of projectors) await one.start();
        await Promise.all([
          write(new LogBuilder(events), story),
          driven(events, models, ['access', 'billing']),
        ]);
        await driven(events, models);
        for (const one of projectors) await one.stop();
        expect(await contents(models)).toEqual(await onePass(events));
      }),
      runs(20),
    );
  });

  it('are the same when every projection is rebuilt beside the live one', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (story) => {
        const events = await logOf(story);
        const models = new MemoryReadModels();
        await driven(events, models);
        const live = await contents(models);
        for (const { name } of PROJECTIONS.lanes.flatMap(({ projections }) => projections)) {
          const report = await rebuildProjection({ stores: { events, models }, set: PROJECTIONS }, name);
          expect(report).toMatchObject({ equal: true, differences: [], live_digest: report.rebuilt_digest });
        }
        expect(await contents(models)).toEqual(live);
      }),
      runs(20),
    );
  });

  it('hold nothing of a job whose rows are erased, late data included', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (story) => {
        const kept = Object.keys(await onePass(await logOf(story)));
        const erased = story.jobs.flatMap(({ fate }, index) =>
          fate.startsWith('erased') ? [`job_01JDXB8Z5N000000000000000${index + 1}`] : [],
        );
        const data = ['result_packs', 'result_chunks', 'late_blocks', 'submitted_rows', 'error_packs'];
        const left = erased.flatMap((job) =>
          kept.filter((key) => data.some((name) => key.startsWith(`${name}/${job}`))),
        );
        expect(left).toEqual([]);
      }),
      runs(20),
    );
  });
});

/** How many of two projectors that apply the lane's first batch at the same time are refused. */
async function refusals(events: EventStore, models: ReadModels, lane: Lane<ProjectedEvent>): Promise<number> {
  const stores = { events, models };
  const opened = [await openLane(stores, PROJECTIONS, lane), await openLane(stores, PROJECTIONS, lane)];
  const categories = categoriesOf(lane.projections);
  const page = await events.readAll({ after: LOG_START, categories, limit: 7 });
  const results = await Promise.allSettled(
    opened.map(async (one) => {
      if (one.outcome === 'open') await one.applier.apply(page);
    }),
  );
  return results.filter(({ status, ...rest }) => status === 'rejected' && isSuperseded(rest)).length;
}

const isSuperseded = (result: object): boolean =>
  'reason' in result && result.reason instanceof SupersededError;
