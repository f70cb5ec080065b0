import type { BlockOutcome } from '../../../packages/contract/src/row.js';
import { JOB } from '../../../test/support/logs/job-builders.js';
import { BOTH, INDUSTRY_PENDING, NO_INDUSTRY, countsOf } from '../../../test/support/logs/row-stories.js';
import type { RowStory } from '../../../test/support/logs/row-stories.js';
import type { LogBuilder } from '../../../test/support/logs/log-builder.js';
import { charging, found, reportOf, started } from '../../../test/support/verified.js';
import { blockEventId, rowsStream } from '../../streams/rows/rows.events.js';
import { digestOf, rowDataStream, rowsDeliveredEvent } from '../../streams/rowdata/rowdata.events.js';
import { metadataOf } from '../../streams/envelope.js';
import { derivedId } from '../../streams/derived-id.js';
import type { Submission } from '../../streams/job/job.events.js';

/** Delivers the rows as one story tells them and records them as another does. */
async function recorded(delivered: readonly RowStory[], as: readonly RowStory[]): Promise<LogBuilder> {
  const { log, job } = await started();
  await log.record(job, 0, as, await log.deliver(job, 0, delivered));
  return log;
}

/** A late block of row 1: its data with one envelope, its fill and charge with an outcome. */
async function filled(envelope: object, outcome: BlockOutcome): Promise<LogBuilder> {
  const { log, job } = await started();
  const rows = [BOTH, INDUSTRY_PENDING];
  await log.record(job, 0, rows, await log.deliver(job, 0, rows));
  const at = { job_id: JOB, chunk: 0, row: 1, block: 'industry' as const, attempt: 'a1' };
  const data = log.event({ type: 'BlockDelivered', data: { ...at, salt: 's', envelope } });
  await log.append(rowDataStream(JOB, 0), data);
  const delivered = { event_id: data.id, digest: digestOf(data.data) };
  const fill = log.event({ type: 'BlockFilled', data: { ...at, outcome, delivered } });
  const charge = { type: 'BlockCharged', data: { job_id: JOB, row: 1, block: 'industry', units: 1 } };
  const id = blockEventId(JOB, 1, 'industry', 'BlockCharged');
  const charges = outcome.status === 'available' ? [log.event(charge, { id })] : [];
  await log.append(rowsStream(JOB, 0), fill, ...charges);
  return log;
}

describe('invariant 3 reads the rows as delivered and is broken by', () => {
  it.each([
    [
      'a block delivered not_found, recorded and charged as available',
      [BOTH, NO_INDUSTRY],
      [BOTH, BOTH],
      'industry of row 1 was delivered not_found (no_sic_on_file), recorded available and charged 1 unit',
    ],
    [
      'a block delivered available, recorded as not_found and given away',
      [BOTH, BOTH],
      [NO_INDUSTRY, BOTH],
      'industry of row 0 was delivered available, recorded not_found (no_sic_on_file) and charged 0 units',
    ],
    [
      'a block delivered pending and charged at once',
      [INDUSTRY_PENDING, BOTH],
      [BOTH, BOTH],
      'industry of row 0 was delivered pending, recorded available and charged 1 unit',
    ],
    [
      'another reason than was delivered',
      [NO_INDUSTRY, BOTH],
      [{ ...NO_INDUSTRY, industry: { status: 'not_enabled', reason: 'no_sic_on_file' } }, BOTH],
      'industry of row 0 was delivered not_found (no_sic_on_file), recorded not_enabled (no_sic_on_file) and charged 0 units',
    ],
    [
      'a block that was delivered and recorded nowhere',
      [BOTH, BOTH],
      [{ company_identity: { status: 'available' } }, BOTH],
      'industry of row 0 was delivered available, recorded nowhere and charged 0 units',
    ],
    [
      'a block recorded and charged that was delivered nowhere',
      [{ company_identity: { status: 'available' } }, BOTH],
      [BOTH, BOTH],
      'industry of row 0 was delivered nowhere, recorded available and charged 1 unit',
    ],
    [
      'a row delivered as failed and charged',
      ['not_matched', BOTH],
      [BOTH, BOTH],
      'row 0 was delivered as failed (not_matched) and recorded with answers',
    ],
    [
      'a row delivered and recorded as failed',
      [BOTH, BOTH],
      [BOTH, 'not_matched'],
      'row 1 was delivered with answers and recorded as failed (not_matched)',
    ],
    [
      'a row that failed for another reason',
      [BOTH, 'ambiguous_match'],
      [BOTH, 'not_matched'],
      'row 1 was delivered ambiguous_match and recorded as failed (not_matched)',
    ],
  ] as const satisfies readonly (readonly [string, readonly RowStory[], readonly RowStory[], string])[])(
    '%s',
    async (_name, delivered, as, sentence) => {
      expect(await found(await recorded(delivered, as))).toEqual({ 3: [sentence] });
    },
  );

  it('a row delivered for another company', async () => {
    const { log, job } = await started();
    const other = { ...charging({ company_identity: 1, industry: 1 }), company_number: '07654321' };
    const refs = await log.deliver(job, 0, [BOTH, BOTH]);
    await log.recordRows(job, 0, [charging({ company_identity: 1, industry: 1 }), other], refs);
    expect(await found(log)).toEqual({
      3: ['row 1 was delivered for company 01234567 and recorded for 07654321'],
    });
  });

  it('a late block delivered not_found, recorded and charged as available', async () => {
    const log = await filled({ status: 'not_found', reason: 'no_sic_on_file' }, { status: 'available' });
    expect(await found(log)).toEqual({
      3: ['industry of row 1 was delivered late not_found (no_sic_on_file) and recorded available'],
    });
  });

  it('a late block delivered available and given away', async () => {
    const log = await filled({ status: 'available' }, { status: 'not_found', reason: 'no_sic_on_file' });
    expect(await found(log)).toEqual({
      3: ['industry of row 1 was delivered late available and recorded not_found (no_sic_on_file)'],
    });
  });

  it('bytes that are no row', async () => {
    const { log, job } = await started();
    const head = { job_id: JOB, chunk: 0, attempt: 'a1', salt: 's', from: 0 };
    const metadata = metadataOf({ requestId: 'r', actor: 'worker', account: job.account_id }, log.time);
    const content = { rows: [Buffer.from('{"ref"'), Buffer.from('{}')], errors: [] };
    const event = rowsDeliveredEvent(head, content, { id: derivedId('bad row'), metadata });
    await log.append(rowDataStream(JOB, 0), event);
    const refs = [{ event_id: event.id, digest: digestOf(event.data) }];
    await log.record(job, 0, [BOTH, BOTH], refs);
    expect((await found(log))[3]?.[0]).toMatch(/^row 0 as delivered can't be read: /);
  });
});

describe('the check of kept rows', () => {
  const finished = async (log: LogBuilder, job: Submission): Promise<void> => {
    await log.complete(job, 0, countsOf([BOTH, NO_INDUSTRY]));
    await log.end(job, countsOf([BOTH, NO_INDUSTRY]));
  };

  it('says how many it compared, and passes over rows of attempts that lost', async () => {
    const { log, job } = await started();
    await log.deliver(job, 0, [NO_INDUSTRY, 'not_matched'], 'a0');
    const rows = [BOTH, NO_INDUSTRY];
    await log.record(job, 0, rows, await log.deliver(job, 0, rows));
    await finished(log, job);
    expect(await reportOf(3, { eventStore: log.store })).toMatchObject({
      ok: true,
      checked: 2,
      note: '2 kept answers compared with the record',
    });
  });

  it('compares nothing of erased rows, and nothing where it is left out', async () => {
    const { log, job } = await started();
    await log.record(job, 0, [BOTH, NO_INDUSTRY], await log.deliver(job, 0, [BOTH, BOTH]));
    await finished(log, job);
    expect((await reportOf(3, { eventStore: log.store, keptRows: false })).ok).toBe(true);
    await log.erase(job);
    expect(await reportOf(3, { eventStore: log.store })).toMatchObject({
      ok: true,
      note: '0 kept answers compared with the record',
    });
  });
});
