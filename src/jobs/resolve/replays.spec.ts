import { FakeEnricher } from '../../../test/support/fake-enricher.js';
import { JobWorld } from '../../../test/support/worlds/job-world.js';
import {
  askingFor,
  bodyOf,
  countOf,
  resolveIn,
  resolved,
} from '../../../test/support/worlds/resolve-world.js';
import { WriteSide } from '../../../test/support/worlds/write-side.js';
import { EraseJobRows } from '../commands.js';

describe('the same key again', () => {
  it('gets the original answer, byte for byte, and pays nothing', async () => {
    const world = new JobWorld();
    const first = resolved(await resolveIn(world.process(), { key: 'k' }));
    const before = await world.eventTypes();
    const again = resolved(await resolveIn(world.process(), { key: 'k' }));
    expect(again).toMatchObject({
      outcome: 'replayed',
      job_id: first.job_id,
      billed_units: 0,
      expires_at: first.expires_at,
    });
    expect(bodyOf(again)).toEqual(bodyOf(first));
    expect(await world.eventTypes()).toEqual(before);
  });

  it('gets the same 404 again', async () => {
    const world = new JobWorld();
    const request = askingFor({ company_number: '00000009' });
    const first = resolved(await resolveIn(world.process(), { key: 'k', request }));
    const again = resolved(await resolveIn(world.process(), { key: 'k', request }));
    expect(again).toMatchObject({ outcome: 'replayed', row: first.row });
  });

  it('is refused for another request', async () => {
    const world = new JobWorld();
    await resolveIn(world.process(), { key: 'k' });
    const other = askingFor({ company_number: '00000001' });
    expect(await resolveIn(world.process(), { key: 'k', request: other })).toMatchObject({
      outcome: 'idempotency_key_reused',
      conflict: { differs: [] },
    });
  });

  it('is gone once the rows are erased', async () => {
    const world = new JobWorld();
    const first = resolved(await resolveIn(world.process(), { key: 'k' }));
    const erase = new EraseJobRows(first.job_id, 'asked for', 'operator', 'cli');
    await new WriteSide(world.process().ports).execute(erase);
    expect(await resolveIn(world.process(), { key: 'k' })).toMatchObject({
      outcome: 'gone',
      detail: 'rows_expired',
    });
  });

  it('is gone once the rows have expired, erased or not', async () => {
    const world = new JobWorld();
    const first = resolved(await resolveIn(world.process(), { key: 'k' }));
    world.pass(30 * 86_400_000);
    expect(await resolveIn(world.process(), { key: 'k' })).toEqual({
      outcome: 'gone',
      detail: 'rows_expired',
      expires_at: first.expires_at,
    });
  });

  it('is not called expired while the clock is off', async () => {
    const world = new JobWorld();
    const first = resolved(await resolveIn(world.process(), { key: 'k' }));
    const process = world.process();
    const clock = { now: () => new Date(world.clock.now().getTime() + 31 * 86_400_000) };
    const again = await resolveIn({ ...process, ports: { ...process.ports, clock } }, { key: 'k' });
    expect(again).toMatchObject({ outcome: 'replayed', job_id: first.job_id });
  });

  it("is not called expired while the clock is days ahead of the log, be it the store's too", async () => {
    const world = new JobWorld();
    const first = resolved(await resolveIn(world.process(), { key: 'k' }));
    const begun = world.clock.now().getTime();
    world.pass(31 * 86_400_000);
    const retained = { newestBefore: async () => begun };
    const again = await resolveIn(world.process(), { key: 'k', retained });
    expect(again).toMatchObject({ outcome: 'replayed', job_id: first.job_id });
  });

  it('runs anew after a 502', async () => {
    const world = new JobWorld();
    const broken = new FakeEnricher({
      beforeRow: () => {
        throw new Error('a defect');
      },
    });
    const first = resolved(await resolveIn(world.process(), { key: 'k', enricher: broken }));
    const retried = resolved(await resolveIn(world.process(), { key: 'k' }));
    expect(retried).toMatchObject({ outcome: 'resolved', billed_units: 4 });
    expect(retried.job_id).not.toBe(first.job_id);
    const third = resolved(await resolveIn(world.process(), { key: 'k' }));
    expect(third).toMatchObject({ outcome: 'replayed', job_id: retried.job_id });
  });

  it('a hundred times at once, from two processes, runs once', async () => {
    const world = new JobWorld();
    const processes = [world.process(), world.process()];
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, () => processes).flatMap((both) =>
        both.map((process) => resolveIn(process, { key: 'k' })),
      ),
    );
    const all = outcomes.map(resolved);
    expect(all.filter(({ outcome }) => outcome === 'resolved')).toHaveLength(1);
    expect(all.reduce((sum, { billed_units }) => sum + billed_units, 0)).toBe(4);
    expect(new Set(all.map(({ job_id }) => job_id)).size).toBe(1);
    const types = await world.eventTypes();
    expect(countOf(types, 'JobSubmitted')).toBe(1);
    expect(countOf(types, 'RowCharged')).toBe(1);
  });
});
