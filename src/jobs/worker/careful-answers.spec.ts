import { FakeEnricher } from '../../../test/support/fake-enricher.js';
import { aSubmission } from '../../../test/support/logs/job-builders.js';
import { MemoryCoordination } from '../../../test/support/stores/memory-coordination.js';
import { rowsAsked } from '../../../test/support/worlds/job-world.js';
import { NoAnswerYetError } from '../../../packages/enrichment/src/pipeline/no-answer-yet.js';
import { SharedLock } from '../../../packages/platform/src/tasks/shared-lock.js';
import type { ChunkAttempt } from '../record/chunk-attempt.js';
import { answerCarefully } from './chunk-runner.js';
import { ChunkClaims } from './chunk-claims.js';

const SUBMISSION = aSubmission(3, 3);
const ID = { job: SUBMISSION.job_id, chunk: 0 };
const ATTEMPT: ChunkAttempt = {
  submission: SUBMISSION,
  chunk: 0,
  attemptId: '01JDXB8Z5N000000000000000A',
  editions: { companies: '2026-11-01' },
  firstRow: 0,
  rows: rowsAsked(3),
  context: { requestId: 'req', actor: 'worker' },
};

const answered = (claims: ChunkClaims, deaths: number, isAway: boolean) => {
  const enricher = new FakeEnricher({
    beforeRow: (row) => {
      if (isAway && row === 1) throw new NoAnswerYetError('the event store is out of reach');
    },
  });
  const tools = { enricher, claims, lock: new SharedLock(), onFault: () => undefined };
  return answerCarefully(tools, { id: ID, deaths }, ATTEMPT);
};

describe('a row that was marked when its worker gave the chunk back', () => {
  const claims = () => new ChunkClaims(new MemoryCoordination(), 'one', { ttlMs: 6_000, heartbeatMs: 1_500 });

  it('is answered when the chunk comes again', async () => {
    const marked = claims();
    await expect(answered(marked, 2, true)).rejects.toThrow('out of reach');
    const rows = await answered(marked, 2, false);
    expect(rows.map(({ status }) => status)).toEqual(['delivered', 'delivered', 'delivered']);
  });

  it('is not held to be the cause where the next worker died before it marked a row', async () => {
    const marked = claims();
    for (const deaths of [2, 3, 4])
      await expect(answered(marked, deaths, true)).rejects.toThrow('out of reach');
    const rows = await answered(marked, 5, false);
    expect(rows.map(({ status }) => status)).toEqual(['delivered', 'delivered', 'delivered']);
  });
});
