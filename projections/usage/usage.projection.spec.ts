import type { JobId, KeyId } from '../../packages/contract/src/ids.js';
import { adjust, reverse } from '../../test/support/logs/adjusted.js';
import { documentsOf } from '../../test/support/documents-of.js';
import { ACCOUNT, JOB, KEY, aSubmission } from '../../test/support/logs/job-builders.js';
import { LogBuilder } from '../../test/support/logs/log-builder.js';
import { MemoryEventStore } from '../../test/support/stores/memory-event-store.js';
import { BOTH, INDUSTRY_PENDING, NO_INDUSTRY } from '../../test/support/logs/row-stories.js';
import { forEachTest } from '../../test/support/worlds/for-each-test.js';
import {
  ADJUSTMENTS,
  USAGE_ACCOUNTS,
  USAGE_ADJUSTED_DAYS,
  USAGE_ADJUSTED_JOBS,
  USAGE_DAYS,
  USAGE_JOBS,
  USAGE_KEYS,
  adjustedDayKey,
  adjustedJobKey,
  usageDayKey,
  usageJobKey,
  usageKeyKey,
} from './usage.document.js';
import { usage } from './usage.projection.js';
import { accountPart } from '../key-parts.js';

const DAY = '2026-11-21';
const log = forEachTest(() => new LogBuilder(new MemoryEventStore()));

describe('usage', () => {
  it('lies where stores have it already, in the shape of its version', () => {
    const byDay = [{ name: 'by_day', fields: ['account_id', 'day'] }];
    expect([usage.name, usage.version, usage.lane]).toEqual(['usage', 3, 'billing']);
    expect(usage.collections.map(({ name, indexes }) => [name, indexes])).toEqual([
      ['usage_days', []],
      ['usage_jobs', byDay],
      ['usage_keys', byDay],
      ['usage_adjusted_days', []],
      ['usage_adjusted_jobs', byDay],
      ['usage_credits', []],
      ['adjustments', []],
      ['usage_accounts', []],
      ['charged_jobs', []],
    ]);
  });

  it('adds up delivered rows and billed units by account and day, by job, and by key', async () => {
    await log.run(aSubmission(3, 3), (row) => [BOTH, NO_INDUSTRY, 'not_matched' as const][row] ?? BOTH);
    const other = { job_id: 'job_01JDXB8Z5N0000000000000002' as JobId, key_id: 'otherkey0000' as KeyId };
    await log.run(aSubmission(2, 1, other));
    const { all } = await documentsOf(log.store);
    const mine = { rows: 2, units: { company_identity: 2, industry: 1 } };
    const others = { rows: 2, units: { company_identity: 2, industry: 2 } };
    expect(await all(USAGE_DAYS)).toEqual({
      [usageDayKey(ACCOUNT, DAY)]: {
        account_id: ACCOUNT,
        day: DAY,
        rows: 4,
        units: { company_identity: 4, industry: 3 },
      },
    });
    const day = { account_id: ACCOUNT, day: DAY };
    expect(await all(USAGE_JOBS)).toEqual({
      [usageJobKey(ACCOUNT, JOB, DAY)]: { ...day, job_id: JOB, ...mine },
      [usageJobKey(ACCOUNT, other.job_id, DAY)]: { ...day, job_id: other.job_id, ...others },
    });
    expect(await all(USAGE_KEYS)).toEqual({
      [usageKeyKey(ACCOUNT, KEY, DAY)]: { ...day, key_id: KEY, ...mine },
      [usageKeyKey(ACCOUNT, other.key_id, DAY)]: { ...day, key_id: other.key_id, ...others },
    });
  });

  it('counts a row on the day of its record, a late block on the day of its fill', async () => {
    const job = aSubmission(1, 1);
    await log.submit(job);
    await log.start(job, 0);
    await log.record(job, 0, [INDUSTRY_PENDING], await log.deliver(job, 0, [INDUSTRY_PENDING]));
    log.time = '2026-11-22T00:00:00.000Z';
    await log.fill(job, { chunk: 0, row: 0, block: 'industry' }, { status: 'available' });
    const days = await (await documentsOf(log.store)).all(USAGE_DAYS);
    expect(Object.values(days)).toEqual([
      { account_id: ACCOUNT, day: DAY, rows: 1, units: { company_identity: 1 } },
      { account_id: ACCOUNT, day: '2026-11-22', rows: 0, units: { industry: 1 } },
    ]);
  });

  it('counts a delivered row without any billable block', async () => {
    const nothing = { industry: { status: 'not_found', reason: 'no_sic_on_file' } } as const;
    await log.run(aSubmission(1, 1), () => nothing);
    const days = await (await documentsOf(log.store)).all(USAGE_DAYS);
    expect(Object.values(days)).toEqual([{ account_id: ACCOUNT, day: DAY, rows: 1, units: {} }]);
  });

  it('names the last event that was counted, and none where nothing was charged', async () => {
    await log.run(aSubmission(1, 1), () => 'not_matched');
    expect(await (await documentsOf(log.store)).all(USAGE_ACCOUNTS)).toEqual({});
    const job = aSubmission(1, 1, { job_id: 'job_01JDXB8Z5N0000000000000002' as JobId });
    await log.submit(job);
    await log.record(job, 0, [BOTH], []);
    const counted = await log.store.head();
    await log.complete(job, 0, { succeeded: 1, not_found: 0, failed: 0, site_unreachable: 0 });
    expect(await (await documentsOf(log.store)).all(USAGE_ACCOUNTS)).toEqual({
      [accountPart(ACCOUNT)]: {
        account_id: ACCOUNT,
        as_of_position: counted,
        as_of_time: '2026-11-21T12:00:00.000Z',
      },
    });
  });

  it('stays when the rows are erased', async () => {
    const job = aSubmission(2, 2);
    await log.run(job);
    const before = await (await documentsOf(log.store)).all(USAGE_DAYS);
    await log.erase(job);
    expect(await (await documentsOf(log.store)).all(USAGE_DAYS)).toEqual(before);
  });

  it('counts adjustments beside the charges, on the days of the charges', async () => {
    const job = aSubmission(2, 2);
    const other = aSubmission(1, 1, { job_id: 'job_01JDXB8Z5N0000000000000002' as JobId });
    await log.run(job);
    await log.run(other);
    const before = await (await documentsOf(log.store)).all(USAGE_DAYS);
    log.time = '2026-12-24T12:00:00.000Z';
    const made = await adjust(log, [job, other], { block: 'industry' });
    if (made === null) throw new Error('nothing was adjusted');
    const position = await log.store.head();
    const { all } = await documentsOf(log.store);
    const adjustment = {
      account_id: ACCOUNT,
      adjustment_id: made,
      reverses: null,
      reason: 'goodwill',
      made_at: log.time,
      day: DAY,
    };
    expect(await all(USAGE_DAYS)).toEqual(before);
    expect(await all(USAGE_ADJUSTED_DAYS)).toEqual({
      [adjustedDayKey(ACCOUNT, DAY, made)]: { ...adjustment, units: { industry: -3 } },
    });
    const jobs = { key_id: KEY, ...adjustment };
    expect(await all(USAGE_ADJUSTED_JOBS)).toEqual({
      [adjustedJobKey(adjustment, JOB)]: { ...jobs, job_id: JOB, units: { industry: -2 } },
      [adjustedJobKey(adjustment, other.job_id)]: { ...jobs, job_id: other.job_id, units: { industry: -1 } },
    });
    expect(await all(ADJUSTMENTS)).toEqual({ [made]: { account_id: ACCOUNT } });
    expect((await all(USAGE_ACCOUNTS))[accountPart(ACCOUNT)]).toEqual({
      account_id: ACCOUNT,
      as_of_position: position,
      as_of_time: log.time,
    });
  });

  it('counts the reversal of an adjustment with a plus sign', async () => {
    const job = aSubmission(2, 2);
    await log.run(job);
    const made = await adjust(log, [job]);
    if (made === null) throw new Error('nothing was adjusted');
    const reversal = await reverse(log, ACCOUNT, made);
    const days = Object.values(await (await documentsOf(log.store)).all(USAGE_ADJUSTED_DAYS));
    expect(days).toHaveLength(2);
    expect(days).toContainEqual(
      expect.objectContaining({ adjustment_id: made, units: { company_identity: -2, industry: -2 } }),
    );
    expect(days).toContainEqual(
      expect.objectContaining({
        adjustment_id: reversal,
        reverses: made,
        units: { company_identity: 2, industry: 2 },
      }),
    );
  });

  it('never guesses who pays: a charge of a job that was never submitted stops the lane', async () => {
    await log.record(aSubmission(1, 1), 0, [BOTH], []);
    await expect(documentsOf(log.store)).rejects.toThrow('which was never submitted');
  });
});
