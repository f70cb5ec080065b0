/** This program's read models, as commands move and rebuild them. */
import { rowDataStream } from '../../../../src/streams/rowdata/rowdata.events.js';
import { driveLanes, openLiveReadModels, rebuildReadModel } from '../../../../projections/read-side.js';
import { RESULT_PACKS } from '../../../../projections/results/results.document.js';
import { aSubmission } from '../../../support/logs/job-builders.js';
import { LogBuilder } from '../../../support/logs/log-builder.js';
import { MemoryEventStore } from '../../../support/stores/memory-event-store.js';
import { MemoryReadModels } from '../../../support/stores/memory-read-models.js';

const stores = () => ({ eventStore: new MemoryEventStore(), readModels: new MemoryReadModels() });

describe('a command', () => {
  it('moves the lanes it needs, and no others, without a running projector', async () => {
    const mine = stores();
    await new LogBuilder(mine.eventStore).run(aSubmission(3, 2));
    const head = await mine.eventStore.head();
    await driveLanes(mine, ['work', 'billing'], head);
    const live = await openLiveReadModels(mine);
    expect(await live.lanePosition('work')).toBe(head);
    expect(await live.lanePosition('billing')).toBe(head);
    expect(await live.lanePosition('pages')).toBeNull();
  });

  it('rebuilds a read model equal to the live one, also where the lane was behind an erasure', async () => {
    const mine = stores();
    const log = new LogBuilder(mine.eventStore);
    const job = aSubmission(3, 2);
    await log.run(job);
    await driveLanes(mine, ['pages'], await mine.eventStore.head());
    const live = await openLiveReadModels(mine);
    expect(await live.range(RESULT_PACKS.name, {})).toHaveLength(2);
    await log.job(job, { type: 'JobRowsErased', data: { reason: 'expired' } });
    for (const chunk of job.chunks.keys())
      await mine.eventStore.deleteStream(rowDataStream(job.job_id, chunk));
    expect(await rebuildReadModel(mine, 'results')).toMatchObject({ equal: true, differences: [] });
    expect(await live.range(RESULT_PACKS.name, {})).toEqual([]);
  });

  it('knows no read model but those of this program', async () => {
    await expect(rebuildReadModel(stores(), 'horoscopes')).rejects.toThrow(RangeError);
  });
});
