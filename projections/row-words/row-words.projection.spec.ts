import { documentsOf } from '../../test/support/documents-of.js';
import { JOB, aSubmission } from '../../test/support/logs/job-builders.js';
import { LogBuilder } from '../../test/support/logs/log-builder.js';
import { BOTH } from '../../test/support/logs/row-stories.js';
import { MemoryEventStore } from '../../test/support/stores/memory-event-store.js';
import { forEachTest } from '../../test/support/worlds/for-each-test.js';
import type { NewEvent } from '../../packages/platform/src/event-store/event-store.js';
import { jobSubject } from '../../src/streams/stream-ids.js';
import { RESULT_PACKS, resultPackKey } from '../results/results.document.js';
import {
  FAILED,
  FEWEST_ROWS,
  ROW_WORDS,
  printOfReason,
  printOfWord,
  printsIn,
} from './row-words.document.js';

const log = forEachTest(() => new LogBuilder(new MemoryEventStore()));
const job = aSubmission(FEWEST_ROWS, FEWEST_ROWS);
const key = resultPackKey(JOB, 0, 'a1', 0);

async function delivered(rows = FEWEST_ROWS): Promise<void> {
  await log.submit(aSubmission(rows, rows));
  await log.deliver(
    aSubmission(rows, rows),
    0,
    Array.from({ length: rows }, (_, row) => (row === 3 ? 'not_matched' : BOTH)),
  );
}

it('has the prints of the words of each row: its ref, its company or what was asked, and its failure', async () => {
  await delivered();
  const bytes = Buffer.from((await (await documentsOf(log.store)).live.get(ROW_WORDS.name, key))?.body ?? []);
  const prints = [...printsIn(bytes)];
  expect(prints).toHaveLength(FEWEST_ROWS);
  const words = (...texts: string[]) => new Set(texts.map(printOfWord));
  expect(prints[0]).toEqual(words('r0', 'example', 'ltd'));
  expect(prints[3]).toEqual(new Set([printOfWord('r3'), FAILED, printOfReason('not_matched')]));
});

it('has no document of a pack of few rows', async () => {
  await delivered(FEWEST_ROWS - 1);
  expect(await (await documentsOf(log.store)).all(ROW_WORDS)).toEqual({});
});

/** The same pack with other bytes at the start of its rows, which are compressed. */
function damaged(pack: NewEvent): NewEvent {
  const data = Buffer.from(pack.data);
  const rows = data.indexOf('\n') + 1;
  return { ...pack, data: data.fill(0xff, rows, rows + 8) };
}

it('has no words of a pack whose bytes are damaged, and the other pages of its job stay readable', async () => {
  const twoChunks = aSubmission(2 * FEWEST_ROWS, FEWEST_ROWS);
  const stories = Array.from({ length: FEWEST_ROWS }, () => BOTH);
  await log.submit(twoChunks);
  jest
    .spyOn(log.store, 'append')
    .mockImplementationOnce(async (stream, expected, packs) =>
      log.store.append(stream, expected, packs.map(damaged)),
    );
  await log.deliver(twoChunks, 0, stories);
  await log.deliver(twoChunks, 1, stories);
  const { live, all } = await documentsOf(log.store);
  const other = resultPackKey(JOB, 1, 'a1', FEWEST_ROWS);
  expect(Object.keys(await all(ROW_WORDS))).toEqual([other]);
  expect(Object.keys(await all(RESULT_PACKS))).toEqual([key, other]);
  expect(await live.isParked(jobSubject(JOB), 'pages')).toBe(false);
});

it('is gone with the job, and what lands later is never kept', async () => {
  await delivered();
  await log.job(job, { type: 'JobRowsErased', data: { reason: 'asked' } });
  await log.deliver(
    job,
    0,
    Array.from({ length: FEWEST_ROWS }, () => BOTH),
    'late',
  );
  expect(await (await documentsOf(log.store)).all(ROW_WORDS)).toEqual({});
});
