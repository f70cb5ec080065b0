import { documentsOf } from '../../test/support/documents-of.js';
import { aSubmission } from '../../test/support/logs/job-builders.js';
import { LogBuilder } from '../../test/support/logs/log-builder.js';
import { BOTH, INDUSTRY_PENDING } from '../../test/support/logs/row-stories.js';
import { MemoryEventStore } from '../../test/support/stores/memory-event-store.js';
import { COVERAGE } from './coverage.document.js';

const NOTHING = { industry: { status: 'not_found', reason: 'no_sic_on_file' } } as const;
const NOT_ENABLED = { industry: { status: 'not_enabled', reason: 'no_entitlement' } } as const;

it('counts rows that name a company, and of delivered ones the blocks that were available or not found', async () => {
  const log = new LogBuilder(new MemoryEventStore());
  const job = aSubmission(6, 6);
  await log.submit(job);
  await log.record(job, 0, [BOTH, 'not_matched', 'invalid_company_number', NOTHING, NOT_ENABLED, 'no_company_key'], []);
  const { all } = await documentsOf(log.store);
  expect(await all(COVERAGE)).toEqual({
    '2026-11': {
      named: 4,
      delivered: 3,
      available: { company_identity: 1, industry: 1 },
      not_found: { industry: 1 },
    },
  });
});

it('counts a late block when it comes, in the month of that', async () => {
  const log = new LogBuilder(new MemoryEventStore());
  const job = aSubmission(2, 2);
  await log.submit(job);
  await log.record(job, 0, [INDUSTRY_PENDING, INDUSTRY_PENDING], []);
  const { all } = await documentsOf(log.store);
  expect(await all(COVERAGE)).toMatchObject({ '2026-11': { delivered: 2, not_found: {} } });
  log.time = '2026-12-01T00:00:00.000Z';
  await log.fill(job, { chunk: 0, row: 0, block: 'industry' }, { status: 'available' });
  await log.fill(job, { chunk: 0, row: 1, block: 'industry' }, { status: 'not_found', reason: 'no_sic_on_file' });
  const { all: later } = await documentsOf(log.store);
  expect(await later(COVERAGE)).toMatchObject({
    '2026-12': { named: 0, delivered: 0, available: { industry: 1 }, not_found: { industry: 1 } },
  });
});
