import { JOB, KEY, aSubmission } from '../../test/support/logs/job-builders.js';
import type { LogBuilder } from '../../test/support/logs/log-builder.js';
import { BOTH, INDUSTRY_PENDING, NO_INDUSTRY } from '../../test/support/logs/row-stories.js';
import type { RowStory as Row } from '../../test/support/logs/row-stories.js';
import { OTHER_JOB, aLog } from '../../test/support/verified.js';
import { rowEventId } from '../streams/rows/rows.events.js';
import { investigateRow } from './investigate-row.js';
import { cellText } from '../../packages/words/src/sheet/sheet.js';
import { textOf } from '../../test/support/sheets/sheet-text.js';
import { rowBill } from './row-bill.js';
import { rowSheet } from './sheets/row.sheet.js';
import type { RowHistory } from './row-history.js';

const ROWS: readonly Row[] = [BOTH, NO_INDUSTRY, 'not_matched'];

async function story(log: LogBuilder, row: number): Promise<RowHistory> {
  const found = await investigateRow(log.store, JOB, row);
  if (found.outcome !== 'found') throw new Error(found.outcome);
  return found.row;
}

async function ranJob(): Promise<LogBuilder> {
  const log = await aLog();
  await log.run(aSubmission(3, 2), (row) => ROWS[row] ?? BOTH);
  return log;
}

describe('investigate row', () => {
  it('tells what was asked, delivered and billed, with the events that say so', async () => {
    const row = await story(await ranJob(), 1);
    expect(row).toMatchObject({
      job_id: JOB,
      row: 1,
      ref: 'r1',
      request_id: 'req_1',
      key_id: KEY,
      account_id: 1001,
      status: 'done',
      reason: null,
      company_number: '01234567',
      units: 1,
      asked: { ref: 'r1', company_number: '01234567' },
      delivered: { ref: 'r1', status: 'done' },
      blocks: {
        company_identity: { status: 'available', reason: null, units: 1, why_not_billed: null },
        industry: { status: 'not_found', reason: 'no_sic_on_file', units: 0, why_not_billed: 'not_found' },
      },
    });
    expect(row.events.map(({ type, stream, revision }) => [type, stream, revision])).toEqual([
      ['RowsSubmitted', `rowdata-${JOB}.0`, 0],
      ['JobSubmitted', `job-${JOB}`, 0],
      ['ChunkStarted', `job-${JOB}`, 1],
      ['RowsDelivered', `rowdata-${JOB}.0`, 1],
      ['RowResolved', `rows-${JOB}.0`, 0],
      ['RowCharged', `rows-${JOB}.0`, 0],
      ['ChunkCompleted', `job-${JOB}`, 2],
      ['JobCompleted', `job-${JOB}`, 5],
    ]);
    expect(row.events[5]?.id).toBe(rowEventId(JOB, 1, 'RowCharged'));
  });

  it('tells why a row failed, and that it cost nothing', async () => {
    const row = await story(await ranJob(), 2);
    expect(row).toMatchObject({
      status: 'done',
      reason: 'not_matched',
      company_number: null,
      units: 0,
      blocks: {},
    });
    expect(row.story).toContain('A row that fails costs nothing.');
  });

  it('tells of a row that a cancel skipped', async () => {
    const log = await aLog();
    const job = aSubmission(4, 2);
    await log.submit(job);
    const counts = await log.work(job, 0, [BOTH, BOTH]);
    await log.job(job, { type: 'JobCancelRequested', data: { key_id: KEY } });
    await log.end(job, counts, 2);
    const row = await story(log, 3);
    expect(row).toMatchObject({ status: 'done', reason: 'not_completed', units: 0, delivered: null });
    expect(row.events.map(({ type }) => type)).toEqual([
      'RowsSubmitted',
      'JobSubmitted',
      'JobCancelRequested',
      'JobCancelled',
    ]);
  });

  it('follows blocks that came late', async () => {
    const log = await aLog();
    const job = aSubmission(2, 2);
    const rows = [INDUSTRY_PENDING, INDUSTRY_PENDING];
    await log.submit(job);
    await log.start(job, 0);
    await log.record(job, 0, rows, await log.deliver(job, 0, rows));
    expect(await story(log, 0)).toMatchObject({
      status: 'pending',
      blocks: { industry: { status: 'pending', units: 0, why_not_billed: 'pending', late: null } },
    });
    log.time = '2026-11-22T00:00:01.000Z';
    await log.fill(job, { chunk: 0, row: 0, block: 'industry' }, { status: 'available' });
    await log.fill(
      job,
      { chunk: 0, row: 1, block: 'industry' },
      { status: 'not_found', reason: 'no_sic_on_file' },
    );
    expect(await story(log, 0)).toMatchObject({
      status: 'done',
      units: 2,
      blocks: { industry: { status: 'available', units: 1, why_not_billed: null, late: log.time } },
    });
    expect(await story(log, 1)).toMatchObject({
      status: 'done',
      units: 1,
      blocks: {
        industry: { status: 'not_found', reason: 'no_sic_on_file', units: 0, why_not_billed: 'not_found' },
      },
    });
    const types = (await story(log, 0)).events.map(({ type }) => type);
    expect(types.slice(-3)).toEqual(['BlockDelivered', 'BlockFilled', 'BlockCharged']);
  });

  it('still tells the facts and charges when the rows are erased', async () => {
    const log = await ranJob();
    const before = await story(log, 0);
    await log.erase(aSubmission(3, 2));
    const after = await story(log, 0);
    expect(after).toMatchObject({ ref: null, asked: null, delivered: null, units: before.units });
    expect(after.blocks).toEqual(before.blocks);
    expect(after.story.at(-1)).toBe(
      'What was asked and delivered was erased at 2026-11-21 12:00:00 UTC (expired); facts and charges stay.',
    );
  });

  it('tells of an attempt that lost only what won', async () => {
    const log = await aLog();
    const job = aSubmission(1, 1);
    await log.submit(job);
    await log.start(job, 0);
    await log.deliver(job, 0, ['not_matched'], 'a0');
    await log.record(job, 0, [BOTH], await log.deliver(job, 0, [BOTH]));
    const row = await story(log, 0);
    expect(row.delivered).toMatchObject({ matched: { company_number: '01234567' } });
    expect(row.events.filter(({ type }) => type === 'RowsDelivered')).toHaveLength(1);
  });

  it.each([
    ['a job that is not there', OTHER_JOB, 0, { outcome: 'job_not_found' }],
    ['a row that the job does not have', JOB, 3, { outcome: 'row_not_found', rows: 3 }],
    ['a row before the first', JOB, -1, { outcome: 'row_not_found', rows: 3 }],
  ])('refuses %s', async (_title, job, row, expected) => {
    expect(await investigateRow((await ranJob()).store, job, row)).toEqual(expected);
  });

  it('reads well on a terminal', async () => {
    const log = await ranJob();
    const found = await investigateRow(log.store, JOB, 1);
    if (found.outcome !== 'found') throw new Error('there is no such row');
    const whose = { account: found.row.account_id, job: JOB, row: 1 };
    const sheet = rowSheet({ ...found.row, bill: await rowBill(log.store, whose, found.facts) });
    const lines = textOf(sheet);
    expect(lines.slice(0, lines.indexOf('Blocks'))).toEqual([
      `Row 1 of ${JOB}`,
      `Key ${KEY} of account 1001 asked for it at 2026-11-21 12:00:00 UTC, in request req_1: 2 blocks.`,
      'It was matched to company 01234567 by its number, confidence 1, and delivered at 2026-11-21 12:00:00 UTC.',
      '1 unit billed for 2 blocks.',
      'ref      r1',
      'account  1001',
      `key      ${KEY}`,
      'request  req_1',
      'company  01234567',
      expect.stringMatching(/^charged {2}1 unit: [0-9a-f-]{36}$/),
      'units    1',
      'amount   no price agreed',
      '',
      'Asked',
      'ref             r1',
      'company number  01234567',
      '',
    ]);
    const told = sheet.parts[1]?.table?.lines.map((line) => line.map(cellText)) ?? [];
    expect(told.map(([block, status, , , units, why]) => [block, status, units, why])).toEqual([
      ['company_identity', 'available', '1', 'Billed: it was delivered with the row.'],
      [
        'industry',
        'not_found no_sic_on_file',
        '0',
        expect.stringMatching(/^Free: nothing was found \(no_sic_on_file: /),
      ],
    ]);
  });
});
