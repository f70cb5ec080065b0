/** Programs of two versions on one set of read models, in any order, and two of the same that would do the same work. */
import { laneNamed, type ProjectionSet } from '../../../../packages/platform/src/projector/lane.js';
import {
  laneCheckpoint,
  lanePlace,
  placeText,
} from '../../../../packages/platform/src/projector/lane-checkpoint.js';
import {
  GENERATIONS,
  REMOVED,
  readGenerations,
} from '../../../../packages/platform/src/projector/projector-state.js';
import type { Projector } from '../../../../packages/platform/src/projector/projector.js';
import { rebuildProjection } from '../../../../packages/platform/src/projector/rebuild.js';
import { ShadowRebuild } from '../../../../packages/platform/src/projector/shadow-rebuild.js';
import { eventually } from '../../../support/eventually.js';
import { happens, toySet, toySetWithMarks, type ToyEvent } from '../../../support/logs/toy-projections.js';
import { forEachTest } from '../../../support/worlds/for-each-test.js';
import { ToyWorld } from '../../../support/worlds/toy-world.js';

const NEWER = toySet(10);
const OLDER = toySet(1);
/** The lane `counts` fills a projection that the older one doesn't know. */
const NEWER_WITH_MARKS = toySetWithMarks();
const OLDER_WITHOUT_MARKS: ProjectionSet<ToyEvent> = { ...toySet(), removed: [] };

const world = forEachTest(() => new ToyWorld());
beforeEach(async () => {
  await world.live.start();
  await happens(world.events, 'a');
});
afterEach(() => world.stop());

const goesOn = async (): Promise<void> =>
  expect(await world.passed('counts', await happens(world.events, 'b'))).toBe(true);
const counted = (count: number): Promise<boolean> =>
  eventually(`a count of ${count}`, async () => (await world.count('a').catch(() => undefined)) === count);
const standsBy = (projector: Projector<ToyEvent>): Promise<boolean> =>
  eventually('it stands by', async () => {
    await happens(world.events, 'b');
    return projector.lanesOfNewer().includes('counts');
  });
const versionOf = async (name: string): Promise<number | undefined> =>
  (await readGenerations(world.models)).get(name)?.version;

/** What the release before does, whose programs know nothing of newer ones: they take each changed lane. */
async function takenBackByReleaseBefore(set: ProjectionSet<ToyEvent>): Promise<void> {
  const lane = laneNamed(set, 'counts');
  const before = { stores: world, set, lane, projections: lane.projections, goesBack: true };
  await (await ShadowRebuild.begin(before)).takeOver();
}

/** It marks what it doesn't know as removed. */
async function removedByReleaseBefore(projection: string): Promise<void> {
  for (;;) {
    const document = (await readGenerations(world.models)).get(projection);
    const place = await lanePlace(world.models, 'counts');
    if (document === undefined || place === null) throw new Error('the lane has begun');
    const removed = GENERATIONS.document({ ...document, version: REMOVED });
    const outcome = await world.models.commit(
      [{ op: 'put', collection: GENERATIONS.name, key: projection, document: removed }],
      {
        name: laneCheckpoint('counts'),
        expected: placeText(place),
        next: placeText({ ...place, epoch: place.epoch + 1 }),
      },
    );
    if (outcome === 'committed') return;
  }
}

describe('the newer program works on', () => {
  it('after the release before took its lane back, as often as it does', async () => {
    const newer = await world.start(NEWER);
    await counted(10);
    for (let times = 0; times < 2; times++) {
      await takenBackByReleaseBefore(OLDER);
      await happens(world.events, 'b');
      await eventually('its own version is back', async () => (await versionOf('counts')) === 10);
      await counted(10);
    }
    await goesOn();
    expect(newer.lanesOfNewer()).toEqual([]);
  });

  it('after the release before removed a projection that it did not know', async () => {
    await world.start(NEWER_WITH_MARKS);
    await goesOn();
    await removedByReleaseBefore('marks');
    await happens(world.events, 'b');
    await eventually('it is there again', async () => (await versionOf('marks')) === 1);
    await goesOn();
  });
});

describe('the older program', () => {
  it('stands by beside the newer one and after it, in whatever order they start, and says which lanes', async () => {
    const before = await world.start(OLDER);
    await counted(1);
    const newer = await world.start(NEWER);
    await counted(10);
    const after = await world.start(OLDER);
    await standsBy(before);
    await standsBy(after);
    await newer.stop();
    const last = await happens(world.events, 'b');
    expect(await world.live.waitFor('counts', last, 50)).toBe(false);
    expect([before, after].map((one) => one.lanesOfNewer())).toEqual([
      ['counts', 'totals'],
      ['counts', 'totals'],
    ]);
    await world.start(NEWER);
    expect(await world.passed('counts', last)).toBe(true);
  });

  it.each([
    ['of another version', NEWER, OLDER],
    ['with another projection', NEWER_WITH_MARKS, OLDER_WITHOUT_MARKS],
  ])(
    'runs a lane %s when an operator goes back to it, until the newer one starts again',
    async (_, newer, older) => {
      const first = await world.start(newer);
      await goesOn();
      await first.stop();
      const back = await world.start(older);
      await standsBy(back);
      await rebuildProjection({ stores: world, set: older }, 'counts');
      await eventually('it runs', () => !back.lanesOfNewer().includes('counts'));
      await goesOn();
      expect([await versionOf('counts'), (await versionOf('marks')) ?? REMOVED]).toEqual([1, REMOVED]);
      await world.start(newer);
      await standsBy(back);
      await goesOn();
      const lane = laneNamed(newer, 'counts');
      for (const { name, version } of lane.projections) expect(await versionOf(name)).toBe(version);
    },
  );
});

describe('a rebuild', () => {
  const rebuilt = async (): Promise<unknown> => world.models.checkpoint('generations:counts');

  it('is made once where two projectors of a new version start', async () => {
    await (await world.start(OLDER)).stop();
    await Promise.all([world.start(NEWER), world.start(NEWER)]);
    await counted(10);
    await goesOn();
    expect(await rebuilt()).toBe('2');
  });

  it('of a process that was killed is made by the other', async () => {
    await (await world.start(OLDER)).stop();
    await world.coordination.put('rebuild/counts', {}, { ttl: 100 });
    const began = performance.now();
    await world.start(NEWER);
    await counted(10);
    expect(performance.now() - began).toBeGreaterThanOrEqual(90);
  });

  it('by command is refused while another goes on', async () => {
    await (await world.start(OLDER)).stop();
    const rebuild = (): Promise<unknown> => rebuildProjection({ stores: world, set: OLDER }, 'counts');
    const outcomes = await Promise.allSettled([rebuild(), rebuild()]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { name: 'NotNowError', message: 'Another process rebuilds the lane counts: try again later.' },
    });
    expect(await rebuilt()).toBe('2');
    await rebuild();
  });
});
