import { rowsStream } from '../../streams/rows/rows.events.js';
import { JOB } from '../../../test/support/logs/job-builders.js';
import { BOTH, INDUSTRY_PENDING, NO_INDUSTRY } from '../../../test/support/logs/row-stories.js';
import { charging, found, started } from '../../../test/support/verified.js';

describe('invariant 4, only available blocks are charged, is broken by', () => {
  it.each([
    [
      'a block not found',
      { company_identity: 1, industry: 1 },
      NO_INDUSTRY,
      'a unit of industry is charged that row 0 was not given',
    ],
    [
      'a block pending',
      { company_identity: 1, industry: 1 },
      INDUSTRY_PENDING,
      'a unit of industry is charged that row 0 was not given',
    ],
    [
      'two units for one block',
      { company_identity: 2, industry: 1 },
      BOTH,
      'company_identity of row 0 is charged 2 units',
    ],
  ])('a charge for %s', async (_title, units, blocks, detail) => {
    const { log, job } = await started();
    const refs = await log.deliver(job, 0, [blocks, BOTH]);
    await log.recordRows(
      job,
      0,
      [charging(units, blocks), charging({ company_identity: 1, industry: 1 })],
      refs,
    );
    expect(await found(log)).toEqual({ 4: [detail] });
  });

  it('a charge for a block that was not enabled when the request was accepted', async () => {
    const { log, job } = await started({ not_enabled: ['industry'] });
    await log.record(job, 0, [BOTH, 'not_matched'], await log.deliver(job, 0, [BOTH, 'not_matched']));
    expect(await found(log)).toEqual({
      4: ['industry of row 0 is charged but was not asked for or not enabled'],
    });
  });

  it('a late block that was not found and is charged all the same', async () => {
    const { log, job } = await started();
    const rows = [BOTH, INDUSTRY_PENDING];
    await log.record(job, 0, rows, await log.deliver(job, 0, rows));
    await log.fill(
      job,
      { chunk: 0, row: 1, block: 'industry' },
      { status: 'not_found', reason: 'no_sic_on_file' },
    );
    const data = { job_id: JOB, row: 1, block: 'industry', units: 1 };
    await log.append(rowsStream(JOB, 0), log.event({ type: 'BlockCharged', data }));
    expect(await found(log)).toEqual({ 4: ['a unit of industry is charged that row 1 was not given'] });
  });
});
