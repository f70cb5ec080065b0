import { JOB, aSubmission } from '../../test/support/logs/job-builders.js';
import { LogBuilder } from '../../test/support/logs/log-builder.js';
import { MemoryEventStore } from '../../test/support/stores/memory-event-store.js';
import { inPagesOf } from '../../test/support/stores/short-pages.js';
import { forEachTest } from '../../test/support/worlds/for-each-test.js';
import type { Position } from '../../packages/platform/src/event-store/event-store.js';
import { jobStream } from '../streams/job/job.events.js';
import { readStreamEvents, scanLog, type InvestigatedLog, type LogScan } from './log-reading.js';

const log = forEachTest(() => new LogBuilder(new MemoryEventStore()));
beforeEach(async () => {
  await log.openAccount();
  await log.run(aSubmission(6, 2));
  await log.erase(aSubmission(6, 2));
});

async function typesIn(store: InvestigatedLog, of: Partial<LogScan>): Promise<string[]> {
  const types: string[] = [];
  const all = { categories: ['account', 'job', 'rowdata'], filter: () => true, ...of };
  for await (const { event } of scanLog(store, all)) types.push(event.type);
  return types;
}

const OF_THE_JOB = [
  'JobSubmitted',
  ...['ChunkStarted', 'ChunkCompleted', 'ChunkStarted', 'ChunkCompleted', 'ChunkStarted', 'ChunkCompleted'],
  'JobCompleted',
  'JobRowsErased',
];
const ALL = ['AccountOpened', 'KeyIssued', ...OF_THE_JOB];

describe('a scan of the log', () => {
  it.each([1, 2, 3, 5, 500])('finds the same over pages of %d events', async (events) => {
    const store = inPagesOf(events, log.store);
    expect(await typesIn(store, {})).toEqual(ALL);
    expect(await typesIn(store, { categories: ['job'] })).toEqual(OF_THE_JOB);
    const wanted: LogScan['filter'] = ({ type }) => type === 'JobRowsErased' || type === 'KeyIssued';
    expect(await typesIn(store, { filter: wanted })).toEqual(['KeyIssued', 'JobRowsErased']);
  });

  it('goes on after a position', async () => {
    const [submitted] = await readStreamEvents(log.store, jobStream(JOB));
    const after = submitted?.position ?? ('' as Position);
    expect(await typesIn(inPagesOf(2, log.store), { after })).toEqual(OF_THE_JOB.slice(1));
  });
});
